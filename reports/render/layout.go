package render

import (
	"slices"
	"strings"
)

// Widths of a table in a terminal, in cells.
const (
	gap         = 2  // between columns
	easyName    = 20 // words are cut to this before anything is dropped
	shortestCut = 8  // words are never cut below this
)

// layout is a table laid out for a terminal: which columns found room, and how
// wide each is.
type layout struct {
	columns []laidColumn
	lost    []int // columns of the table without room, in the order in which they were dropped
	bare    []int // columns that stand without their notes
	names   bool  // the words are names of players: they get back what room other columns leave
}

// laidColumn is one column with the widths of its parts: text, mark and note stand
// one below the other.
type laidColumn struct {
	column
	place int // in the table
	heads []string
	cells []cell
	wide  struct{ text, mark, note, all int }
}

// newLayout lays a table out for a terminal of so many cells.
func newLayout(t *table, cells int) *layout {
	l := &layout{names: t.Main}
	for j, c := range t.Columns {
		laid := laidColumn{column: c, place: j, heads: strings.Split(c.Head, "\n")}
		for i := range t.Rows {
			of := t.Rows[i].Cells[j]
			of.Text = printable(of.Text)
			laid.cells = append(laid.cells, of)
		}
		laid.measure()
		l.columns = append(l.columns, laid)
	}
	l.narrow(cells)
	return l
}

// measure sets the widths that the cells and the heading ask for.
func (l *laidColumn) measure() {
	l.wide.text, l.wide.mark, l.wide.note = 0, 0, 0
	for i := range l.cells {
		l.wide.text = max(l.wide.text, width(l.cells[i].Text))
		l.wide.mark = max(l.wide.mark, width(l.cells[i].Mark))
		l.wide.note = max(l.wide.note, width(l.cells[i].Note))
	}
	l.wide.all = l.wide.text + l.wide.mark
	if l.wide.note > 0 {
		l.wide.all += 1 + l.wide.note
	}
	for _, head := range l.heads {
		if n := width(head); n > l.wide.all {
			l.wide.text += n - l.wide.all
			l.wide.all = n
		}
	}
}

// narrow cuts long words, then gives up notes and columns, and then cuts further,
// until the table fits.
func (l *layout) narrow(cells int) {
	l.cutWords(cells, easyName)
	for l.width() > cells && l.giveUp() {
		l.cutWords(cells, easyName)
	}
	l.cutWords(cells, shortestCut)
	for j := len(l.columns) - 1; l.width() > cells && j > 0; j-- {
		l.drop(j)
	}
}

// cutWords narrows columns of words, none to less than so many cells, until the
// table fits.
func (l *layout) cutWords(cells, least int) {
	for j := range l.columns {
		c := &l.columns[j]
		if over := l.width() - cells; over > 0 && c.Left {
			c.wide.text = max(min(c.wide.all, least), c.wide.all-over)
			c.wide.all = c.wide.text
		}
	}
}

// giveUp drops what the table needs least, a column or its notes, and gives names the
// room; false if nothing is left to drop.
func (l *layout) giveUp() bool {
	worst, most := 0, 0
	for j, c := range l.columns {
		if n := max(c.Drop, c.DropNote); n > most {
			worst, most = j, n
		}
	}
	if most == 0 {
		return false
	}
	if c := &l.columns[worst]; c.DropNote > c.Drop {
		c.DropNote = 0
		for i := range c.cells {
			c.cells[i].Note = ""
		}
		c.measure()
		l.bare = append(l.bare, c.place)
	} else {
		l.drop(worst)
	}
	if l.names {
		for j := range l.columns {
			l.columns[j].measure()
		}
	}
	return true
}

func (l *layout) drop(j int) {
	place := l.columns[j].place
	l.lost = append(l.lost, place)
	l.bare = slices.DeleteFunc(l.bare, func(bare int) bool { return bare == place })
	l.columns = slices.Delete(l.columns, j, j+1)
}

func (l *layout) width() int {
	sum := gap * (len(l.columns) - 1)
	for j := range l.columns {
		sum += l.columns[j].wide.all
	}
	return sum
}

// head returns the lines of the heading, the lowest next to the table.
func (l *layout) head() []string {
	tall := 0
	for _, c := range l.columns {
		tall = max(tall, len(c.heads))
	}
	lines := make([]string, tall)
	for n := range lines {
		lines[n] = l.line(func(c *laidColumn) string {
			if at := n - (tall - len(c.heads)); at >= 0 {
				return c.over(c.heads[at])
			}
			return ""
		})
	}
	return lines
}

// row returns the line of the i-th row.
func (l *layout) row(i int) string {
	return l.line(func(c *laidColumn) string { return c.written(&c.cells[i]) })
}

func (l *layout) line(of func(*laidColumn) string) string {
	parts := make([]string, len(l.columns))
	for j := range l.columns {
		parts[j] = padRight(of(&l.columns[j]), l.columns[j].wide.all)
	}
	return strings.TrimRight(strings.Join(parts, strings.Repeat(" ", gap)), " ")
}

// over sets a heading over the column: above the figures where it fits there.
func (l *laidColumn) over(head string) string {
	switch {
	case l.Left:
		return truncate(head, l.wide.all)
	case width(head) > l.wide.text:
		return head
	}
	return padLeft(head, l.wide.text)
}

func (l *laidColumn) written(of *cell) string {
	if l.Left {
		return truncate(of.Text, l.wide.text)
	}
	text := padLeft(of.Text, l.wide.text) + padRight(of.Mark, l.wide.mark)
	if l.wide.note > 0 {
		text += " " + of.Note
	}
	return text
}
