package render

import (
	"bufio"
	"io"
	"strings"

	"fairplay/reports"
)

// Limits of the terminal format.
const (
	standardWidth = 100 // terminal columns where none are given, and of prose where there are more
	leastWidth    = 40  // narrower terminals are written to as if they had these
	listedErrors  = 10  // errors shown before the rest is only counted
	shortDigest   = 12  // hex digits of a fingerprint
)

// table writes a report for a terminal. Tables take the whole width, and prose no
// more than can be read with ease, also where a pipe bounds nothing. Errors of the writer stay in out until
// the end.
type table struct {
	*words
	out     *bufio.Writer
	columns int
	color   bool
}

// writeTable writes the report for a terminal of o.Width columns. No line is
// wider, and none ends in white space.
func writeTable(w io.Writer, s *reports.Screening, words *words, o Options) error {
	t := newTable(w, words, o)
	if text := words.lacking(o.Lacking); text != "" {
		t.paragraph("", text)
		t.line("")
	}
	t.head(s)
	t.field(s)
	columns := t.players(s)
	t.indexLines(s)
	t.games(s)
	t.errors(s.Errors)
	t.oddityList(s.Notes)
	t.caveatList(s.Caveats)
	t.meanings(columns)
	t.provenance(&s.Provenance)
	if text := t.unfitted(&s.Provenance); text != "" {
		t.paragraph("", text)
		t.line("")
	}
	t.paragraph("", t.say("report.hints_only", nil))
	return t.out.Flush()
}

func (t *table) head(s *reports.Screening) {
	e := s.Event
	t.line(t.styled(bold, truncate(printable(t.say("report.title", nil)+": "+t.eventName(e)), t.columns)))
	if facts := t.eventFacts(e); len(facts) > 0 {
		t.paragraph("", printable(strings.Join(facts, " · ")))
	}
	if len(e.Others) > 0 {
		t.paragraph("", printable(t.say("report.others", fields{"Names": strings.Join(e.Others, " · ")})))
	}
	if text := t.selection(&s.Selection); text != "" {
		t.paragraph("", text)
	}
	t.line("")
}

func (t *table) field(s *reports.Screening) {
	if text := t.words.field(s); text != "" {
		t.paragraph("", text)
		t.line("")
	}
}

// players writes the table and returns the columns that found room.
func (t *table) players(s *reports.Screening) []column {
	if len(s.Players) == 0 {
		t.paragraph("", t.say("page.no_players", nil))
		t.line("")
		return nil
	}
	g := newGrid(figures{words: t.words}, s.Players, t.columns)
	for _, line := range g.head() {
		t.line(t.styled(bold, line))
	}
	for i := range s.Players {
		if head := t.headAbove(s.Players, i); head != "" {
			t.heading(head, i)
		}
		style := plain
		if few(&s.Players[i]) {
			style = dim
		}
		t.line(t.styled(style, g.row(i)))
	}
	t.line("")
	t.notes(s.Players, g)
	return g.shown()
}

// heading writes a heading across the table before the i-th row.
func (t *table) heading(text string, i int) {
	if i > 0 {
		t.line("")
	}
	t.line(t.styled(bold, truncate(text, t.columns)))
}

// notes explains the marks of the table, and says what had no room.
func (t *table) notes(rows []reports.PlayerRow, g *grid) {
	notes := t.legend(g.shown(), rows)
	if names := g.dropped(); len(names) > 0 {
		notes = append(notes, t.say("legend.columns_dropped", fields{"Columns": strings.Join(names, ", ")}))
	}
	if names := g.spreadsDropped(); len(names) > 0 {
		notes = append(notes, t.say("legend.spreads_dropped", fields{"Columns": strings.Join(names, ", ")}))
	}
	for _, note := range notes {
		t.paragraph("  ", note)
	}
	if len(notes) > 0 {
		t.line("")
	}
}

// meanings says what each column of the table means.
func (t *table) meanings(columns []column) {
	if len(columns) == 0 {
		return
	}
	t.line("")
	t.line(t.styled(bold, t.say("page.columns", nil)))
	for _, f := range t.explanations(columns, t.shortHeading) {
		t.write("  ", "    ", f.Label+": "+f.Value)
	}
}

// indexLines compares how many players stand at lines of the ROI with what
// chance does, and says how many do so provisionally.
func (t *table) indexLines(s *reports.Screening) {
	for _, l := range t.roiLines(s.Lines) {
		all := fields{"ROI": l.ROI, "Seen": l.Seen, "Expected": l.Expected, "Provisional": l.Provisional}
		if s.Standing.Judged > 0 || s.Standing.Provisional == 0 {
			t.paragraph("  ", t.say("roi_lines.sentence", all))
		} else {
			t.paragraph("  ", t.say("roi_lines.provisional_alone", all))
		}
	}
	sentences := t.notJudged(s)
	for _, sentence := range sentences {
		t.paragraph("  ", sentence)
	}
	if len(s.Lines) > 0 || len(sentences) > 0 {
		t.line("")
	}
}

func (t *table) games(s *reports.Screening) {
	t.facts("games.title", t.gameFacts(s.Games))
	if out := t.exclusions(s.Games.Excluded); len(out) > 0 {
		t.facts("games.left_out", out)
	}
	if out := t.exclusions(s.Exclusions); len(out) > 0 {
		t.facts("moves.left_out", out)
	}
}

func (t *table) errors(all []reports.InputError) {
	if len(all) == 0 {
		return
	}
	t.line("")
	t.line(t.styled(bold, t.say("errors.title", nil)))
	for i := range all {
		if i == listedErrors {
			t.write("  ", "    ", t.count("errors.more", len(all)-i, nil))
			break
		}
		t.write("  ", "    ", printable(t.errorPlace(&all[i])+": "+errorReason(&all[i])))
	}
}

func (t *table) oddityList(all []reports.InputNote) {
	said := t.oddities(all, listedErrors)
	if len(said) == 0 {
		return
	}
	t.line("")
	t.line(t.styled(bold, t.say("oddities.title", nil)))
	for _, text := range said {
		t.write("  ", "    ", printable(text))
	}
}

func (t *table) caveatList(all []reports.Caveat) {
	if len(all) == 0 {
		return
	}
	t.line("")
	t.line(t.styled(bold, t.say("caveats.title", nil)))
	for _, text := range t.caveats(all) {
		t.write("  ", "    ", text)
	}
}

func (t *table) provenance(p *reports.Provenance) {
	t.line("")
	for _, f := range t.shortProvenance(p) {
		t.fact("", "  ", f)
	}
	t.line("")
}

// facts writes labelled counts as one paragraph: "Games: read 3, played 2".
func (t *table) facts(title string, facts []fact) {
	parts := make([]string, len(facts))
	for i, f := range facts {
		parts[i] = printable(f.Label) + noBreakSpace + f.Value
	}
	t.paragraph("  ", t.say(title, nil)+": "+strings.Join(parts, ", "))
}

// fact writes a labelled value, a command in lines that can be copied.
func (t *table) fact(first, indent string, f fact) {
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
func (t *table) paragraph(indent, text string) { t.write("", indent, text) }

func (t *table) write(first, indent, text string) {
	for _, line := range wrap(text, min(t.columns, standardWidth), first, indent) {
		t.line(line)
	}
}

func (t *table) line(text string) {
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

func (t *table) styled(s style, text string) string {
	if !t.color || s == plain || text == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + strings.TrimRight(text, " ") + "\x1b[0m"
}
