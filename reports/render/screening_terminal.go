package render

import (
	"io"
	"slices"
	"strings"

	"fairplay/reports"
)

// writeScreening writes a screening for a terminal of o.Width columns. No line is
// wider, and none ends in white space.
func writeScreening(w io.Writer, s *reports.Screening, words *words, o Options) error {
	t := newTerminal(w, words, o)
	if text := words.lacking(o.Lacking); text != "" {
		t.paragraph("", text)
		t.line("")
	}
	t.head(s)
	t.field(s)
	columns := t.players(s.Players)
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
	t.line("")
	t.paragraph("", t.standing(s.Provenance.RecipeFingerprint))
	return t.out.Flush()
}

func (t *terminal) head(s *reports.Screening) {
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

func (t *terminal) field(s *reports.Screening) {
	if text := t.words.field(s); text != "" {
		t.paragraph("", text)
		t.line("")
	}
}

// players writes the table and returns the columns that found room.
func (t *terminal) players(rows []reports.PlayerRow) (shown []playerColumn) {
	if len(rows) == 0 {
		t.paragraph("", t.say("page.no_players", nil))
		t.line("")
		return nil
	}
	columns := columnsOf(figures{words: t.words}, rows)
	of := t.playerTable(columns, rows, false)
	l := t.table(of)
	for j, c := range columns {
		if slices.Contains(l.bare, j) {
			c.spread = nil
		}
		if !slices.Contains(l.lost, j) {
			shown = append(shown, c)
		}
	}
	t.line("")
	notes := t.legend(shown, rows)
	if slices.Sort(l.lost); len(l.lost) > 0 {
		notes = append(notes, t.say("legend.columns_dropped", fields{"Columns": of.named(l.lost)}))
	}
	if slices.Sort(l.bare); len(l.bare) > 0 {
		notes = append(notes, t.say("legend.spreads_dropped", fields{"Columns": of.named(l.bare)}))
	}
	for _, note := range notes {
		t.paragraph(indent, note)
	}
	if len(notes) > 0 {
		t.line("")
	}
	return shown
}

// meanings says what each column of the table means.
func (t *terminal) meanings(columns []playerColumn) {
	if len(columns) == 0 {
		return
	}
	t.line("")
	t.line(t.styled(bold, t.say("page.columns", nil)))
	for _, f := range t.explanations(columns, t.shortHeading) {
		t.write("  ", "    ", f.Label+": "+f.Value)
	}
}

// indexLines compares how many players reach lines of the ROI with what chance does,
// and says how many provisional players do.
func (t *terminal) indexLines(s *reports.Screening) {
	for i := range s.Lines {
		line, seen, expected, provisional := t.roiLine(&s.Lines[i])
		all := fields{"ROI": line, "Seen": seen, "Expected": expected, "Provisional": provisional}
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

func (t *terminal) games(s *reports.Screening) {
	t.facts("games.title", t.gameFacts(s.Games))
	if out := t.exclusions(s.Games.Excluded); len(out) > 0 {
		t.facts("games.left_out", out)
	}
	if out := t.exclusions(s.Exclusions); len(out) > 0 {
		t.facts("moves.left_out", out)
	}
}

func (t *terminal) errors(all []reports.InputError) {
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

func (t *terminal) oddityList(all []reports.InputNote) {
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

func (t *terminal) caveatList(all []reports.PlayerCaveat) {
	if len(all) == 0 {
		return
	}
	t.line("")
	t.line(t.styled(bold, t.say("caveats.title", nil)))
	for _, text := range t.caveats(all) {
		t.write("  ", "    ", text)
	}
}

func (t *terminal) provenance(p *reports.Provenance) {
	t.line("")
	for _, f := range t.shortProvenance(p) {
		t.fact("", "  ", f)
	}
	t.line("")
}
