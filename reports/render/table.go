package render

import (
	"cmp"
	"strings"
)

// table is a table in words. A terminal, a page and a CSV file all show these columns
// and rows, and a new format reads them too.
type table struct {
	Caption string
	Main    bool // what the report is about: it has the full width, and its parts are set off
	Tight   bool // many rows: less room between them on the page
	Small   bool // a few figures beside a chart
	Columns []column
	Rows    []row
}

// column is the heading of a column. A line break in Head is one in the heading.
type column struct {
	Group    string // heading above several columns, "" for none
	Head     string
	Name     string // what Head is short for, "" if it is not
	Unit     string // of the figures, where no heading says it; "" for none
	Left     bool   // holds words and not figures
	Drop     int    // a narrow terminal drops the highest first; 0 is never dropped
	DropNote int    // the same for the notes in its cells
}

// row is one row. The first cell names it.
type row struct {
	Head  string // a heading across the table before the row, "" for none
	Faint bool   // nothing follows from the figures
	Cells []cell
	// Across is a line across the table that stands for the row, whose cells are
	// then empty; "" for none.
	Across string
}

// cell is a figure or words, and what belongs to them.
type cell struct {
	Text string
	Mark string // a sign beside the figure, "" for none
	Sign string // what Mark means
	Note string // in smaller type: the uncertainty of a figure, the title of a player
}

// texts returns cells without marks and notes.
func texts(all ...string) []cell {
	cells := make([]cell, len(all))
	for i, text := range all {
		cells[i].Text = text
	}
	return cells
}

// add adds a row.
func (t *table) add(cells ...string) { t.addFaint(false, cells...) }

// addFaint adds a row of figures from which nothing follows.
func (t *table) addFaint(faint bool, cells ...string) {
	t.Rows = append(t.Rows, row{Faint: faint, Cells: texts(cells...)})
}

// put adds a row by the headings of its columns; cells that are not named stay empty.
func (t *table) put(cells map[string]string) {
	r := row{Cells: make([]cell, len(t.Columns))}
	for j, c := range t.Columns {
		r.Cells[j].Text = cells[c.Head]
	}
	t.Rows = append(t.Rows, r)
}

// compact returns the table without the columns that are absent in every row.
func (t *table) compact() *table {
	out := *t
	out.Columns, out.Rows = nil, make([]row, len(t.Rows))
	for i, r := range t.Rows {
		out.Rows[i] = row{Faint: r.Faint, Head: r.Head, Across: r.Across}
	}
	for j, c := range t.Columns {
		if j > 0 && t.emptyColumn(j) {
			continue
		}
		out.Columns = append(out.Columns, c)
		for i := range t.Rows {
			out.Rows[i].Cells = append(out.Rows[i].Cells, t.Rows[i].Cells[j])
		}
	}
	return &out
}

func (t *table) emptyColumn(j int) bool {
	for _, r := range t.Rows {
		if text := r.Cells[j].Text; text != absent && text != "" {
			return false
		}
	}
	return true
}

// Wide reports whether the table has so many columns that the page must save room.
func (t *table) Wide() bool {
	if t.Main {
		return t.Columns[0].Name != "" // its headings are short
	}
	return len(t.Columns) > 12
}

// group is a heading above several columns.
type group struct {
	Text string
	Span int
}

// Groups returns the headings above those of the columns; nil if there are
// none.
func (t *table) Groups() (all []group) {
	if !t.Main {
		return nil
	}
	for i, c := range t.Columns {
		if i == 0 || c.Group != t.Columns[i-1].Group {
			all = append(all, group{Text: c.Group})
		}
		all[len(all)-1].Span++
	}
	return all
}

// named lists columns in running text.
func (t *table) named(columns []int) string {
	names := make([]string, len(columns))
	for i, j := range columns {
		names[i] = cmp.Or(t.Columns[j].Name, plainHead(t.Columns[j].Head))
	}
	return strings.Join(names, ", ")
}

// plainHead returns the heading of a column in one line.
func plainHead(head string) string { return strings.ReplaceAll(head, "\n", " ") }
