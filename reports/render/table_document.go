package render

import (
	"bufio"
	"io"
	"slices"
	"strings"
)

// writeDocument writes a document for a terminal, as writeTable does a
// screening.
func writeDocument(w io.Writer, d *document, words *words, o Options) error {
	t := newTable(w, words, o)
	t.line(t.styled(bold, truncate(printable(d.Kind+": "+d.Title), t.columns)))
	if len(d.Facts) > 0 {
		t.paragraph("", printable(strings.Join(d.Facts, " · ")))
	}
	for _, note := range d.Notes {
		t.line("")
		t.paragraph("", note)
	}
	for i := range d.Sections {
		t.section(&d.Sections[i])
	}
	return t.out.Flush()
}

func newTable(w io.Writer, words *words, o Options) *table {
	t := &table{words: words, out: bufio.NewWriter(w), columns: max(o.Width, leastWidth), color: o.Color}
	if o.Width == 0 {
		t.columns = standardWidth
	}
	return t
}

func (t *table) section(s *section) {
	t.line("")
	t.line(t.styled(bold, truncate(printable(s.Title), t.columns)))
	if s.Figure != "" {
		style := bold
		if s.Faint {
			style = dim
		}
		t.line(t.styled(style, "  "+truncate(printable(s.Figure), t.columns-2)))
	}
	for _, text := range s.Text {
		t.write("  ", "  ", printable(text))
	}
	for _, f := range s.Facts {
		t.fact("  ", "    ", f)
	}
	for i, sheet := range s.Sheets {
		if i > 0 || len(s.Text)+len(s.Facts) > 0 {
			t.line("")
		}
		t.sheet(sheet)
	}
	if len(s.Sheets) > 0 && len(s.Terms)+len(s.Notes)+len(s.List) > 0 {
		t.line("")
	}
	for _, f := range s.Terms {
		t.write("  ", "    ", printable(f.Label+": "+f.Value))
	}
	for _, note := range s.Notes {
		t.write("  ", "  ", printable(note))
	}
	for _, item := range s.List {
		t.write("  - ", "    ", printable(item))
	}
}

// sheet writes a table of figures, indented by two.
func (t *table) sheet(s *sheet) {
	const indent = "  "
	if s.Caption != "" {
		t.write(indent, indent, printable(s.Caption))
	}
	l := newSheetLayout(s, t.columns-len(indent))
	for _, line := range l.head() {
		t.line(t.styled(bold, indent+line))
	}
	for i, r := range s.Rows {
		if r.Head != "" {
			t.write(indent, indent+indent, printable(r.Head))
		}
		style := plain
		if r.Faint {
			style = dim
		}
		row := l.row(i)
		if r.Across != "" {
			row = truncate(printable(r.Across), t.columns-len(indent))
		}
		t.line(t.styled(style, indent+row))
	}
	if len(l.lost) > 0 {
		t.write(indent, indent, t.say("legend.columns_dropped", fields{"Columns": strings.Join(l.lost, ", ")}))
	}
}

// sheetLayout is a sheet laid out for a terminal: which columns fit, and how
// wide each is.
type sheetLayout struct {
	columns []sheetColumn
	heads   [][]string
	cells   [][]string // by row, then column
	wide    []int
	lost    []string
}

func newSheetLayout(s *sheet, terminal int) *sheetLayout {
	l := &sheetLayout{columns: slices.Clone(s.Columns), cells: make([][]string, len(s.Rows))}
	for j, c := range s.Columns {
		l.heads = append(l.heads, strings.Split(c.Head, "\n"))
		l.wide = append(l.wide, slices.Max(widths(l.heads[j])))
		for i := range s.Rows {
			text := printable(s.Rows[i].Cells[j])
			l.cells[i] = append(l.cells[i], text)
			l.wide[j] = max(l.wide[j], width(text))
		}
	}
	l.narrow(terminal)
	return l
}

func widths(texts []string) []int {
	all := make([]int, len(texts))
	for i, text := range texts {
		all[i] = width(text)
	}
	return all
}

// narrow cuts long words, then gives up columns, and then cuts further, until
// the sheet fits.
func (l *sheetLayout) narrow(terminal int) {
	l.cutWords(terminal, easyName)
	for l.width() > terminal {
		worst := 0
		for j, c := range l.columns {
			if c.Drop > l.columns[worst].Drop {
				worst = j
			}
		}
		if l.columns[worst].Drop == 0 {
			break
		}
		l.drop(worst)
	}
	l.cutWords(terminal, shortestCut)
	for j := len(l.columns) - 1; l.width() > terminal && j > 0; j-- {
		l.drop(j)
	}
}

// cutWords narrows columns of words, none to less than so many cells, until the
// sheet fits.
func (l *sheetLayout) cutWords(terminal, least int) {
	for j := range l.columns {
		if over := l.width() - terminal; over > 0 && l.columns[j].Left {
			l.wide[j] = max(min(l.wide[j], least), l.wide[j]-over)
		}
	}
}

func (l *sheetLayout) drop(j int) {
	l.lost = append(l.lost, strings.ReplaceAll(l.columns[j].Head, "\n", " "))
	l.columns, l.heads, l.wide = slices.Delete(l.columns, j, j+1), slices.Delete(l.heads, j, j+1), slices.Delete(l.wide, j, j+1)
	for i := range l.cells {
		l.cells[i] = slices.Delete(l.cells[i], j, j+1)
	}
}

func (l *sheetLayout) width() int {
	sum := gap * (len(l.wide) - 1)
	for _, n := range l.wide {
		sum += n
	}
	return sum
}

// head returns the lines of the heading, the lowest next to the table.
func (l *sheetLayout) head() []string {
	tall := 0
	for _, h := range l.heads {
		tall = max(tall, len(h))
	}
	lines := make([]string, tall)
	for n := range lines {
		cells := make([]string, len(l.columns))
		for j, h := range l.heads {
			if at := n - (tall - len(h)); at >= 0 {
				cells[j] = h[at]
			}
		}
		lines[n] = l.join(cells)
	}
	return lines
}

func (l *sheetLayout) row(i int) string { return l.join(l.cells[i]) }

func (l *sheetLayout) join(cells []string) string {
	placed := make([]string, len(cells))
	for j, text := range cells {
		text = truncate(text, l.wide[j])
		if l.columns[j].Left {
			placed[j] = padRight(text, l.wide[j])
		} else {
			placed[j] = padLeft(text, l.wide[j])
		}
	}
	return strings.TrimRight(strings.Join(placed, strings.Repeat(" ", gap)), " ")
}
