package render

import (
	"cmp"
	"html/template"
	"io"
	"slices"
	"strings"

	"fairplay/reports"
)

// FullTest writes the report of a full test of one player in one of Formats. The table
// format leaves out the list of moves unless Options.Moves asks for it; CSV has the
// totals and every move (testCSV); JSON has everything. CSV and JSON are the same in
// every language. An unknown format or language is fault.Invalid, and nothing is
// written; any other error is the writer's.
func FullTest(w io.Writer, format string, r *reports.FullTest, o Options) error {
	return publication[reports.FullTest]{
		formats: Formats(), report: r,
		csv: func(r *reports.FullTest) *table { return fullTestCSV(r, o.Outdated) },
		document: func(words *words, r *reports.FullTest) *document {
			return newFullTest(words, r, o.Moves || format != "table")
		},
	}.write(w, format, o)
}

// TestParts is the report of a test in the parts that a page shows one by one. Paper is all but the other parts.
type TestParts struct {
	Notes                 []string // what is to be borne in mind
	Figures, Strip, Paper template.HTML
}

// FullTest returns what the document of a test holds, for a page: all but what is permitted, which depends on the stage of the
// event now, and on newer facts. What is long is folded.
func (p Phrases) FullTest(r *reports.FullTest, approvals []reports.Approval) (parts TestParts, err error) {
	words := *p.words
	words.approvals = approvals
	d := newFullTest(&words, r, true)
	parts.Notes = d.Notes
	if parts.Figures, err = picture("tiles", &words, d.Tiles); err != nil {
		return parts, err
	}
	d.Notes, d.Tiles = nil, nil
	d.Sections = slices.DeleteFunc(d.Sections, func(s section) bool { return s.ID == "actions" })
	for i := range d.Sections {
		s := &d.Sections[i]
		s.Folded = slices.Contains([]string{"moves", "input", "provenance", "second_basis", "glossary"}, s.ID)
		if s.ID == "rounds" && s.Chart != nil {
			if parts.Strip, err = picture("chart", &words, s.Chart); err != nil {
				return parts, err
			}
			s.Chart = nil
		}
	}
	parts.Paper, err = picture("part", &words, d)
	return parts, err
}

// newFullTest returns the report in words, in the order in which a panel reads it: who
// and on what ground, what was found, what it permits, and how it was made.
func newFullTest(w *words, r *reports.FullTest, moves bool) *document {
	t := fullTest{words: w, FullTest: r}
	d := &document{
		frame: frame{Lang: w.lang, Kind: w.testKind(r), Title: orAbsent(r.Player.Name), Date: dayOf(r.Event),
			Program: strings.TrimSpace(r.Provenance.Program + " " + r.Provenance.Version)},
		Facts: append([]string{w.eventName(r.Event)}, w.eventFacts(r.Event)...),
		Notes: []string{w.say("fulltest.no_finding", nil), w.standing(r.Provenance.RecipeFingerprint)},
		Tiles: w.fullTestTiles(r),
	}
	if r.Career != nil { // place and rounds are those of one of them
		d.Facts = []string{w.count("career.n_events", len(r.Career.Events), nil)}
		if days := t.days(&reports.CareerPart{From: r.Event.FirstDate, To: r.Event.LastDate}); days != absent {
			d.Facts = append(d.Facts, days)
		}
	}
	if !isFull(r) {
		d.Notes = append(d.Notes, w.say("fulltest.quick_only", nil))
	}
	if r.Field != nil && r.Field.Apart {
		d.Notes = append(d.Notes, w.apart("others", r.Field))
	}
	if w.outdated != nil {
		d.Notes = append(d.Notes, strings.TrimSpace(t.changed()+" "+t.permittedNow()))
	}
	d.Sections = append(d.Sections, t.player(), t.footing(), t.limits())
	if r.Career != nil {
		d.Sections = append(d.Sections, t.career()...)
	}
	if !r.Footing.Refused { // otherwise nothing is expected of him
		d.Sections = append(d.Sections, t.field())
	}
	d.Sections = append(d.Sections, t.tests(), t.combined())
	if t.Combined.Z != nil && len(t.Combined.Detectors) > 0 {
		d.Sections = append(d.Sections, t.detectors())
	}
	d.Sections = append(d.Sections, t.evidence())
	if r.Second != nil {
		d.Sections = append(d.Sections, t.second())
	}
	d.Sections = append(d.Sections, t.ratings(), t.opponents(), t.rounds(), t.games(), t.power(), t.posterior())
	if r.Subset != nil {
		d.Sections = append(d.Sections, t.subset())
	}
	d.Sections = append(d.Sections, t.actions(), t.input(), t.moveList(moves),
		w.glossary("unobtrusive", "alert", "intrusive", "during", "after", "commission", "intrinsic", "match"),
		w.provenanceSection(&r.Provenance))
	if r.Second != nil {
		d.Sections = append(d.Sections, t.secondBasis())
	}
	return d
}

// isFull reports whether a test rests on full evaluations. Reports from before there
// were two kinds name only their recipe.
func isFull(r *reports.FullTest) bool {
	return cmp.Or(r.Kind, r.Provenance.Recipe.Name) == reports.FullKind
}

// testKind is the title of the report of a test: only full evaluations make a
// full test.
func (w *words) testKind(r *reports.FullTest) string {
	switch {
	case isFull(r) && r.Career != nil:
		return w.say("career.full", nil)
	case isFull(r):
		return w.say("fulltest.title", nil)
	case r.Career != nil:
		return w.say("career.quick", nil)
	}
	return w.say("fulltest.title_quick", nil)
}

// fullTest says the parts of a report in one language.
type fullTest struct {
	*words
	*reports.FullTest
}

// fullTestTiles are the figures that a reader wants first.
func (w *words) fullTestTiles(r *reports.FullTest) []tile {
	t := fullTest{words: w, FullTest: r}
	z := tile{Figure: w.z(r.Combined.Z, zLines(r)...), Label: w.say("fulltest.tile_z", nil), Faint: !r.Footing.Judged}
	ipr := tile{Figure: t.rating(&r.IPR), Label: w.say("fulltest.tile_ipr", fields{"Interval": t.ratingInterval(&r.IPR)}), Faint: !r.Footing.Judged}
	return []tile{
		z, ipr,
		{Figure: w.decimal(r.Player.Rating, 0), Label: w.say("fulltest.tile_rating", fields{"SD": w.decimal(r.Player.RatingSD, 0)})},
		{Figure: w.integer(r.Moves), Label: w.count("fulltest.tile_moves", r.Moves, nil)},
	}
}

// player says who was tested, and at which rating.
func (t fullTest) player() section {
	p := &t.Player
	facts := []fact{{Label: t.say("fulltest.name", nil), Value: orAbsent(strings.TrimSpace(p.Title + " " + p.Name))}}
	if p.FideID != "" {
		facts = append(facts, fact{Label: t.say("column.fide_id.name", nil), Value: p.FideID})
	}
	if p.Federation != "" {
		facts = append(facts, fact{Label: t.say("fulltest.federation", nil), Value: p.Federation})
	}
	about := fields{"Rating": t.decimal(p.Rating, 0), "SD": t.decimal(p.RatingSD, 0), "Source": t.slug("rating_source", p.RatingSource)}
	rating := t.say("fulltest.rating", about)
	if p.Ratings != nil {
		about["Low"], about["High"] = t.decimal(p.Ratings[0], 0), t.decimal(p.Ratings[1], 0)
		rating = t.say("fulltest.ratings", about)
	}
	singled := t.say("fulltest.not_singled_out", nil)
	switch {
	case t.Withheld:
		singled = t.why(reports.NotOpen)
	case p.SingledOut:
		singled = t.say("fulltest.singled_out", nil)
	}
	facts = append(facts, fact{Label: t.say("column.rating.name", nil), Value: rating})
	if t.Career == nil || t.Record != nil { // else these are of each event
		facts = append(facts, fact{Label: t.say("fulltest.before_event", nil), Value: singled}, fact{Label: t.say("fulltest.players", nil), Value: t.eventPlayers()})
	}
	return section{ID: "player", Title: t.say("fulltest.player", nil), Facts: append(facts, t.onRecord()...)}
}

// eventPlayers says how many take part, and who says so.
func (t fullTest) eventPlayers() string {
	n := fields{"N": t.integer(t.Players.Stated), "Found": t.integer(t.Players.Found)}
	switch {
	case t.Players.Stated == 0:
		return t.say("fulltest.players_unknown", n)
	case t.Players.Stated < t.Players.Found:
		return t.say("fulltest.players_below", n)
	}
	return t.say("fulltest.players_stated", n)
}

// footing says in plain words how firm the ground is.
func (t fullTest) footing() section {
	f := &t.Footing
	all := fields{"N": t.integer(t.Moves), "Min": t.integer(f.MinMoves), "Rating": t.decimal(t.Player.Rating, 0),
		"Low": t.decimal(f.RatingLow, 0), "High": t.decimal(f.RatingHigh, 0), "Least": t.decimal(leastRating, 0)}
	s := section{ID: "footing", Title: t.say("footing.title", nil)}
	if text := t.unfitted(&t.Provenance); text != "" {
		s.Text = []string{text}
		return s
	}
	if f.Refused {
		s.Text = append(s.Text, t.say("footing.refused", all))
	}
	if f.Insufficient {
		s.Text = append(s.Text, t.say("footing.insufficient", all))
	}
	if f.Extrapolated && !f.Refused {
		if f.RatingHigh < leastRating {
			s.Text = append(s.Text, t.say("footing.uncovered", nil))
		} else {
			s.Text = append(s.Text, t.say("footing.extrapolated", all))
		}
	}
	if f.Judged {
		s.Text = append(s.Text, t.say("footing.judged", all))
	}
	return s
}

// limits says what the figures can and cannot show, and what to mind of who the players are. It
// stands before the figures.
func (t fullTest) limits() section {
	s := section{ID: "limits", Title: t.say("page.limits", nil)}
	for _, id := range []string{"full_can", "full_cannot", "full_rating", "full_form", "full_engine", "full_second"} {
		s.List = append(s.List, t.say("limits."+id, nil))
	}
	s.List = append(s.List, t.caveats(t.Caveats)...)
	return s
}
