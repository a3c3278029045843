package render

import "html/template"

// document is a report as a row of sections, the same in the terminal and on
// the page; only pictures stand on the page alone.
type document struct {
	frame
	Facts    []string // below the title
	Notes    []string // what must be read before anything else
	Tiles    []tile
	Sections []section
}

// frame is what every page has around its contents.
type frame struct {
	Lang    string
	Kind    string // of report, "" for a page that is none
	Title   string // what it is about
	Program string
	Lacking string // what it does not know of yet, in words; "" for nothing
	Refresh int    // seconds until the page asks again, 0 for never
}

// section is one part of a document. Its parts stand in the order of the
// fields; what is empty is left out.
type section struct {
	ID     string // unique in the document, [a-z_]
	Title  string
	Figure string // the one that the section is about, set large on the page
	Faint  bool   // nothing follows from Figure
	Text   []string
	Facts  []fact

	Looks   *looksChart
	Ratings *ratingsChart
	Plots   []picture

	Sheets []*sheet
	Terms  []fact   // what the sheets' words mean, beside them on the page
	Notes  []string // below the sheets, smaller
	List   []string
}

// besideColumns is how many columns a sheet beside a plot may have.
const besideColumns = 5

// Beside tells whether a page has room for the sheets beside the only plot, or
// for the meaning of words beside the sheets.
func (s *section) Beside() bool {
	return len(s.Terms) > 0 || len(s.Plots) == 1 && len(s.Sheets) == 1 && len(s.Sheets[0].Columns) <= besideColumns
}

// picture is a finished drawing with what it shows in words.
type picture struct {
	ID, Title string
	SVG       template.HTML // our own, made by gonum/plot
	Notes     []string
}

// sheet is a table of figures that are already in words.
type sheet struct {
	Caption string
	Tight   bool // many rows: less room between them on the page
	Columns []sheetColumn
	Rows    []sheetRow
}

// sheetColumn is the heading of a column. A line break in Head is one in the
// heading.
type sheetColumn struct {
	Head string
	Left bool // holds words and not figures
	Drop int  // the higher, the sooner a narrow terminal goes without it; 0 is never
}

// sheetRow is a row. The first cell names it.
type sheetRow struct {
	Faint bool // nothing follows from the figures
	Cells []string
	Head  string // a heading across the table before the row, "" for none
	// Across is a line across the table that stands for the row, whose cells are
	// then empty; "" for none.
	Across string
}

// row adds a row.
func (s *sheet) row(cells ...string) { s.Rows = append(s.Rows, sheetRow{Cells: cells}) }

// faintRow adds a row of figures from which nothing follows.
func (s *sheet) faintRow(faint bool, cells ...string) {
	s.Rows = append(s.Rows, sheetRow{Faint: faint, Cells: cells})
}

// compact returns the sheet without columns that are absent in every row.
func (s *sheet) compact() *sheet {
	out := &sheet{Caption: s.Caption, Tight: s.Tight, Rows: make([]sheetRow, len(s.Rows))}
	for i, r := range s.Rows {
		out.Rows[i] = sheetRow{Faint: r.Faint, Head: r.Head, Across: r.Across}
	}
	for j, c := range s.Columns {
		if j > 0 && s.emptyColumn(j) {
			continue
		}
		out.Columns = append(out.Columns, c)
		for i := range s.Rows {
			out.Rows[i].Cells = append(out.Rows[i].Cells, s.Rows[i].Cells[j])
		}
	}
	return out
}

// Wide tells whether the sheet has so many columns that the page must save room.
func (s *sheet) Wide() bool { return len(s.Columns) > 12 }

func (s *sheet) emptyColumn(j int) bool {
	for _, r := range s.Rows {
		if r.Cells[j] != absent && r.Cells[j] != "" {
			return false
		}
	}
	return true
}
