package render

import (
	"slices"
	"strings"
)

// Sizes of letters in the tables of a PDF, in points: the first at which a table fits is taken.
// smallestUpright is the least for which a page stays upright.
const smallestUpright = 7.0

func tableSizes() []float64 { return []float64{8.5, 8, 7.5, smallestUpright, 6.5, 6} }

// Measures of the tables of a PDF, in points.
const (
	cellGap      = 7.0  // between columns
	easyWords    = 84.0 // words get so much before figures have to be smaller
	longestBit   = 110.0
	tableLeading = 1.22
	noteShare    = .82 // size of a note beside that of its figure
)

// ruled is a table laid out for a page of a PDF.
type ruled struct {
	*table
	size   float64
	widths []float64
}

// fits reports whether every table has room on these pages without smaller letters than people read
// with ease.
func (p *paper) fits() bool {
	for i := range p.document.Sections {
		for _, t := range p.document.Sections[i].Tables {
			if _, ok := p.lay(t, smallestUpright); !ok {
				return false
			}
		}
	}
	return true
}

// lay lays a table out with letters of at least that size; ok is false if it does not fit.
func (p *paper) lay(t *table, least float64) (_ ruled, ok bool) {
	for _, size := range tableSizes() {
		if size < least {
			break
		}
		if widths, ok := p.columnWidths(t, size); ok {
			return ruled{t, size, widths}, true
		}
	}
	return ruled{}, false
}

// columnWidths returns how wide the columns are. Figures stand on one line; words are broken as
// far as they must be. ok is false if there is no room.
func (p *paper) columnWidths(t *table, size float64) (widths []float64, ok bool) {
	least, best := make([]float64, len(t.Columns)), make([]float64, len(t.Columns))
	for j := range t.Columns {
		least[j], best[j] = p.columnWidth(t, j, size)
	}
	rest, wanted := p.width-float64(cellGap*float64(len(t.Columns)-1)), 0.0
	for j := range least {
		rest -= least[j]
		wanted += best[j] - least[j]
	}
	if rest < 0 {
		return nil, false
	}
	share := 1.0
	if wanted > rest {
		share = rest / wanted
	}
	for j := range least {
		widths = append(widths, least[j]+float64(share*(best[j]-least[j])))
	}
	return widths, true
}

// columnWidth returns the least width of a column, and that at which nothing is broken.
func (p *paper) columnWidth(t *table, j int, size float64) (least, best float64) {
	c := &t.Columns[j]
	p.pdf.SetFont(typeface, "B", size)
	for head := range strings.SplitSeq(p.heading(t, j), "\n") {
		best = max(best, p.pdf.GetStringWidth(head))
		for word := range strings.FieldsSeq(head) {
			least = max(least, p.pdf.GetStringWidth(word))
		}
	}
	words := 0.0
	for i := range t.Rows {
		cell := &t.Rows[i].Cells[j]
		p.pdf.SetFont(typeface, p.cellStyle(t, j), size)
		text := p.clean(cell.Text)
		whole := p.pdf.GetStringWidth(text)
		p.pdf.SetFont(typeface, "", size*noteShare)
		whole = max(whole, p.pdf.GetStringWidth(p.clean(cell.Note)))
		best = max(best, whole)
		if !c.Left {
			least = max(least, whole)
			continue
		}
		p.pdf.SetFont(typeface, p.cellStyle(t, j), size)
		for word := range strings.FieldsSeq(text) {
			words = max(words, p.pdf.GetStringWidth(word))
		}
	}
	if c.Left {
		least = max(least, min(words, longestBit), min(best, easyWords))
	}
	return least, max(least, best)
}

// heading is the heading of a column; where the table has no row of groups, with its group.
func (p *paper) heading(t *table, j int) string {
	lines := strings.Split(t.Columns[j].Head, "\n")
	for i := range lines {
		lines[i] = p.clean(lines[i])
	}
	return strings.Join(lines, "\n")
}

// cellStyle sets off the first column of the table that the report is about.
func (p *paper) cellStyle(t *table, j int) string {
	if t.Main && j == 0 {
		return "B"
	}
	return ""
}

// table writes a table, in parts where it has too many columns for a page; the first column stands
// in every part.
func (p *paper) table(t *table) {
	if laid, ok := p.lay(t, 0); ok {
		p.ruled(laid, t.Caption)
		return
	}
	parts := p.parts(t)
	for i, part := range parts {
		laid, ok := p.lay(part, 0)
		if !ok { // two columns that are wider than a page: cells are broken
			laid = ruled{part, smallestUpright, slices.Repeat([]float64{(p.width - cellGap) / 2}, len(part.Columns))}
		}
		caption := p.say("paper.part", fields{"N": i + 1, "Of": len(parts)})
		if t.Caption != "" {
			caption = t.Caption + " " + caption
		}
		p.gap(4)
		p.ruled(laid, caption)
	}
}

// parts divides a table by columns into as few as have room.
func (p *paper) parts(t *table) (all []*table) {
	from := 1
	for from < len(t.Columns) {
		to := from + 1
		for to < len(t.Columns) {
			if _, ok := p.lay(t.part(from, to+1), smallestUpright); !ok {
				break
			}
			to++
		}
		all = append(all, t.part(from, to))
		from = to
	}
	return all
}

// part is the table with its first column and those from one to another.
func (t *table) part(from, to int) *table {
	out := *t
	out.Columns = slices.Concat(t.Columns[:1], t.Columns[from:to])
	out.Rows = slices.Clone(t.Rows)
	for i := range out.Rows {
		if cells := t.Rows[i].Cells; len(cells) > 0 {
			out.Rows[i].Cells = slices.Concat(cells[:1], cells[from:to])
		}
	}
	return &out
}

// ruled writes a table that is laid out; its heading stands on every page.
func (p *paper) ruled(t ruled, caption string) {
	if caption != "" {
		p.room(keepTogether)
		p.text(caption, smallSize, p.ink("soft"))
		p.gap(2)
	}
	head := p.headRows(t)
	first := 0.0
	if len(t.Rows) > 0 {
		first = p.rowHeight(t, 0)
	}
	p.room(min(head.height+first, p.bottom-paperMargin))
	p.headAt(t, head)
	for i := range t.Rows {
		height := p.rowHeight(t, i)
		if height > p.bottom-paperMargin-head.height {
			p.longRow(t, i)
			continue
		}
		if p.pdf.GetY()+height > p.bottom && i > 0 {
			p.pdf.AddPage()
			p.headAt(t, head)
		}
		p.row(t, i)
	}
	p.pdf.SetY(p.pdf.GetY() + 2)
}

// left returns where a column begins.
func (r *ruled) left(j int) float64 {
	x := paperMargin
	for k := range j {
		x += r.widths[k] + cellGap
	}
	return x
}

// across is the width of the table.
func (r *ruled) across() float64 { return r.left(len(r.widths)) - cellGap - paperMargin }

// headLines is the heading of a table in lines.
type headLines struct {
	groups  []group
	over    [][]string // lines of each group
	columns [][]string
	height  float64
}

func (p *paper) headRows(t ruled) (h headLines) {
	line := float64(t.size * leading)
	p.pdf.SetFont(typeface, "", t.size)
	tall, at := 0, 0
	if h.groups = t.Groups(); slices.ContainsFunc(h.groups, func(g group) bool { return g.Text != "" }) {
		for _, g := range h.groups {
			lines := p.lines(p.clean(g.Text), t.left(at+g.Span)-t.left(at)-cellGap)
			h.over = append(h.over, lines)
			tall, at = max(tall, len(lines)), at+g.Span
		}
		h.height = float64(float64(tall)*line) + 4
	}
	p.pdf.SetFont(typeface, "B", t.size)
	tall = 0
	for j := range t.Columns {
		var lines []string
		for head := range strings.SplitSeq(p.heading(t.table, j), "\n") {
			lines = append(lines, p.lines(head, t.widths[j]+.01)...)
		}
		h.columns = append(h.columns, lines)
		tall = max(tall, len(lines))
	}
	h.height += float64(float64(tall)*line) + 4
	return h
}

// headAt writes the heading.
func (p *paper) headAt(t ruled, h headLines) {
	line, y := float64(t.size*tableLeading), p.pdf.GetY()
	bottom := y + h.height - 3
	p.colour(p.ink("soft"))
	p.pdf.SetFont(typeface, "", t.size)
	at := 0
	for i, lines := range h.over {
		x, width := t.left(at), t.left(at+h.groups[i].Span)-t.left(at)-cellGap
		for k, text := range lines {
			p.put(x+float64((width-p.pdf.GetStringWidth(text))/2), y+float64(float64(k)*line), t.size, text)
		}
		at += h.groups[i].Span
		if len(lines) > 0 {
			p.rule(x, y+float64(p.tallest(h.over)*line)+1, width, "line", .5)
		}
	}
	p.colour(p.ink("ink"))
	p.pdf.SetFont(typeface, "B", t.size)
	for j, lines := range h.columns {
		for k, text := range lines {
			top := bottom - float64(float64(len(lines)-k)*line)
			p.put(t.place(j, p.pdf.GetStringWidth(text)), top, t.size, text)
		}
	}
	p.rule(paperMargin, bottom+1, t.across(), "ink", .8)
	p.pdf.SetY(bottom + 3)
}

func (p *paper) tallest(all [][]string) (n float64) {
	for _, lines := range all {
		n = max(n, float64(len(lines)))
	}
	return n
}

// place returns where text of that width begins in a column.
func (r *ruled) place(j int, width float64) float64 {
	if r.Columns[j].Left {
		return r.left(j)
	}
	return r.left(j) + r.widths[j] - width
}

// cellLines returns a cell in lines, and its note below.
func (p *paper) cellLines(t ruled, i, j int) (text, note []string) {
	c := &t.Rows[i].Cells[j]
	p.pdf.SetFont(typeface, p.cellStyle(t.table, j), t.size)
	text = p.lines(p.clean(c.Text), t.widths[j]+.01)
	p.pdf.SetFont(typeface, "", t.size*noteShare)
	note = p.lines(p.clean(c.Note), t.widths[j]+.01)
	return text, note
}

// rowHeight returns how high a row is with the heading before it.
func (p *paper) rowHeight(t ruled, i int) float64 {
	height, line := 0.0, float64(t.size*tableLeading)
	if t.Rows[i].Head != "" {
		p.pdf.SetFont(typeface, "B", t.size)
		height = float64(float64(len(p.lines(p.clean(t.Rows[i].Head), t.across())))*line) + 5
	}
	if t.Rows[i].Across != "" {
		p.pdf.SetFont(typeface, "", t.size)
		return height + float64(float64(len(p.lines(p.clean(t.Rows[i].Across), t.across())))*line) + 3
	}
	tallest := line
	for j := range t.Columns {
		text, note := p.cellLines(t, i, j)
		tallest = max(tallest, float64(float64(len(text))*line)+float64(float64(len(note))*line*noteShare))
	}
	return height + tallest + 3
}

// row writes a row and the heading before it.
func (p *paper) row(t ruled, i int) {
	r, line := &t.Rows[i], float64(t.size*tableLeading)
	if r.Head != "" {
		p.pdf.SetY(p.pdf.GetY() + 4)
		p.paragraph(0, t.across(), r.Head, "B", t.size, p.ink("blue"))
		p.pdf.SetY(p.pdf.GetY() + 1)
	}
	if r.Across != "" {
		p.paragraph(0, t.across(), r.Across, "", t.size, p.ink("soft"))
	} else {
		y := p.pdf.GetY()
		low := y + line
		for j := range t.Columns {
			low = max(low, p.cell(t, i, j, y))
		}
		p.pdf.SetY(low)
	}
	p.rule(paperMargin, p.pdf.GetY()+1, t.across(), "line", .3)
	p.pdf.SetY(p.pdf.GetY() + 3)
}

// longRow writes a row that no page has room for, as paragraphs: each cell behind its heading.
func (p *paper) longRow(t ruled, i int) {
	r := &t.Rows[i]
	for _, text := range []string{r.Head, r.Across} {
		if text != "" {
			p.paragraph(0, p.width, text, "B", t.size, p.ink("blue"))
		}
	}
	for j := range r.Cells {
		if c := &r.Cells[j]; c.Text != "" && r.Across == "" {
			p.paragraph(0, p.width, t.Columns[j].alone()+": "+c.Text+c.Mark+" "+c.Note, "", t.size, p.ink(inkOf(r.Faint)))
		}
	}
	p.rule(paperMargin, p.pdf.GetY()+1, p.width, "line", .3)
	p.pdf.SetY(p.pdf.GetY() + 3)
}

// cell writes a cell and returns where it ends.
func (p *paper) cell(t ruled, i, j int, y float64) float64 {
	r, c, line := &t.Rows[i], &t.Rows[i].Cells[j], float64(t.size*tableLeading)
	text, note := p.cellLines(t, i, j)
	p.pdf.SetFont(typeface, p.cellStyle(t.table, j), t.size)
	p.colour(p.ink(inkOf(r.Faint)))
	for k, words := range text {
		width := p.pdf.GetStringWidth(words)
		x := t.place(j, width)
		p.put(x, y, t.size, words)
		if c.Mark != "" && k == len(text)-1 {
			p.put(x+width, y, t.size*noteShare, c.Mark) // in the gap: figures stay in line
		}
		y += line
	}
	p.pdf.SetFont(typeface, "", t.size*noteShare)
	p.colour(p.ink("soft"))
	for _, words := range note {
		p.put(t.place(j, p.pdf.GetStringWidth(words)), y, t.size*noteShare, words)
		y += float64(line * noteShare)
	}
	return y
}
