package render

// document is a report as sections, the same in the terminal and on the page. Charts
// stand on the page only.
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
	Date    string // that the report is of, YYYY-MM-DD or as much as is known of it
	Digest  string // of the report as JSON, hex; "" if the format does not say it
	Program string
	Lacking string // what is not in it yet, in words; "" for nothing
	Large   bool   // to be read from afar, on one page of paper without a foot
	Refresh int    // seconds until the page asks again, 0 for never
}

// section is one part of a document. Its parts stand in the order of the
// fields; what is empty is left out.
type section struct {
	ID     string // unique in the document, [a-z_]
	Lang   string // of its words, "" for that of the document
	Title  string
	Figure string // what the section is about, in large type on the page
	Faint  bool   // nothing follows from Figure
	Text   []string
	Facts  []fact

	Chart *chart   // as wide as the page, nil for none
	Plots []*chart // smaller ones, each with a title

	Tables []*table
	Terms  []fact   // what the tables' words mean, beside them on the page
	Notes  []string // below the tables, smaller
	List   []string

	Folded bool // a page shows only the title until the reader opens it
}

// besideColumns is how many columns a table beside a plot may have.
const besideColumns = 5

// Beside reports whether a page has room for the table beside the only plot, or for the
// terms beside the tables.
func (s *section) Beside() bool {
	return len(s.Terms) > 0 || len(s.Plots) == 1 && len(s.Tables) == 1 && len(s.Tables[0].Columns) <= besideColumns
}
