package render

import (
	"bufio"
	"io"
	"math"
	"strings"
)

// Limits of the terminal format.
const (
	standardWidth = 100 // terminal columns by default, and the most for prose
	leastWidth    = 40  // of narrower terminals
	listedErrors  = 10  // errors that are listed; the others are counted
	shortDigest   = 12  // hex digits of a fingerprint

	noWrap = math.MaxInt32 // terminal columns for what must not be broken or cut
)

// terminal writes reports for a terminal. Tables take the whole width; prose stays
// narrow enough to read, also in a pipe without a width. No line is wider than that or
// ends in white space. The writer's errors stay in out until the end.
type terminal struct {
	*words
	out     *bufio.Writer
	columns int
	color   bool
}

func newTerminal(w io.Writer, words *words, o Options) *terminal {
	t := &terminal{words: words, out: bufio.NewWriter(w), columns: max(o.Width, leastWidth), color: o.Color}
	if o.Width == 0 {
		t.columns = standardWidth
	}
	return t
}

// writeDocument writes a document for a terminal of o.Width columns.
func writeDocument(w io.Writer, d *document, words *words, o Options) error {
	t := newTerminal(w, words, o)
	t.line(t.styled(bold, truncate(printable(strings.TrimPrefix(d.Kind+": "+d.Title, ": ")), t.columns)))
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

func (t *terminal) section(s *section) {
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
	for i, of := range s.Tables {
		if i > 0 || len(s.Text)+len(s.Facts) > 0 {
			t.line("")
		}
		l := t.table(of)
		if len(l.lost) > 0 {
			t.write(indent, indent, t.say("legend.columns_dropped", fields{"Columns": of.named(l.lost)}))
		}
	}
	if len(s.Tables) > 0 && len(s.Terms)+len(s.Notes)+len(s.List) > 0 {
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

// indent stands before the parts of a section.
const indent = "  "

// table writes a table; one in a section is indented.
func (t *terminal) table(of *table) *layout {
	before := indent
	if of.Main {
		before = ""
	}
	if of.Caption != "" {
		t.write(before, before, printable(of.Caption))
	}
	l := newLayout(of, t.columns-len(before))
	for _, line := range l.head() {
		t.line(t.styled(bold, before+line))
	}
	for i := range of.Rows {
		r := &of.Rows[i]
		t.rowHead(of, i)
		style := plain
		if r.Faint {
			style = dim
		}
		text := l.row(i)
		if r.Across != "" {
			text = truncate(printable(r.Across), t.columns-len(before))
		}
		t.line(t.styled(style, before+text))
	}
	return l
}

// rowHead writes the heading across the table before the i-th row.
func (t *terminal) rowHead(of *table, i int) {
	head := of.Rows[i].Head
	if head == "" {
		return
	}
	if !of.Main {
		t.write(indent, indent+indent, printable(head))
		return
	}
	if i > 0 {
		t.line("")
	}
	t.line(t.styled(bold, truncate(head, t.columns)))
}

// facts writes labelled counts as one paragraph: "Games: read 3, played 2".
func (t *terminal) facts(title string, facts []fact) {
	parts := make([]string, len(facts))
	for i, f := range facts {
		parts[i] = printable(f.Label) + noBreakSpace + f.Value
	}
	t.paragraph("  ", t.say(title, nil)+": "+strings.Join(parts, ", "))
}

// fact writes a labelled value, a command in lines that can be copied.
func (t *terminal) fact(first, indent string, f fact) {
	if f.Room > 0 {
		t.write(first, indent, printable(f.Label)+": "+strings.Repeat("_", 40))
		for range f.Room - 1 {
			t.write(first, indent, strings.Repeat("_", 60))
		}
		return
	}
	if len(f.Words) == 0 {
		t.write(first, indent, printable(f.Label+": "+f.Value))
		return
	}
	t.write(first, indent, printable(f.Label)+":")
	for _, line := range commandLines(f.Words, t.columns) {
		t.line(line)
	}
}

// paragraph writes wrapped text; lines after the first begin with indent.
func (t *terminal) paragraph(indent, text string) { t.write("", indent, text) }

func (t *terminal) write(first, indent, text string) {
	for _, line := range wrap(text, min(t.columns, standardWidth), first, indent) {
		t.line(line)
	}
}

func (t *terminal) line(text string) {
	// bufio.Writer keeps its first error for Flush.
	_, _ = t.out.WriteString(strings.TrimRight(text, " ") + "\n")
}

// style is a terminal's way to set off text, an SGR parameter of ECMA-48.
type style string

const (
	plain style = ""
	bold  style = "1"
	dim   style = "2"
)

func (t *terminal) styled(s style, text string) string {
	if !t.color || s == plain || text == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + strings.TrimRight(text, " ") + "\x1b[0m"
}
