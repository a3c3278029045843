package render

import (
	"io"
	"slices"
	"strings"

	"fairplay/analysis/score"
	"fairplay/reports"
)

// pageErrors is how many errors of the input a page lists.
const pageErrors = 200

// screeningPage is what templates/screening.html shows.
type screeningPage struct {
	frame
	EventFacts []string
	Others     string // further names of the event, in words; "" for none
	Selection  string // what the reader asked for, in words; "" for everything
	Tiles      []tile
	Match      *chart // nil if no player can be drawn
	Index      *chart // nil if nobody has an ROI
	Lines      *table // how many players stand at lines of the ROI, nil for no lines
	Players    *table // nil without players
	Legend     []string
	Approval   string // whether the method is approved
	Unfitted   string // why there is no expectation; "" if there is one
	Field      string // how the whole field plays; "" if nothing is known of it
	Apart      bool   // Field says how to read every figure

	Games, GamesLeftOut, MovesLeftOut []fact
	Errors                            []pageError
	MoreErrors                        string
	Oddities                          []string
	Caveats                           []string

	Explanations, Provenance []fact
	Limits                   []string
}

// tile is one large figure at the head of the page.
type tile struct {
	Figure, Label string
	Faint         bool // nothing follows from the figure
}

// pageError is one error of the input; the reason is in English.
type pageError struct{ Place, Reason string }

// writeScreeningPage writes a screening as one page that needs nothing beside itself.
func writeScreeningPage(w io.Writer, s *reports.Screening, words *words, o Options) error {
	page := newScreeningPage(s, words)
	page.Lacking = words.lacking(o.Lacking)
	return writePage(w, "screening.html", words, page)
}

func newScreeningPage(s *reports.Screening, w *words) *screeningPage {
	columns := columnsOf(figures{words: w, bounds: 1}, s.Players)
	dense := slices.ContainsFunc(s.Players, compared)
	if dense {
		columns = slices.DeleteFunc(columns, func(c playerColumn) bool { return c.id == "fide_id" }) // stands below the name
	}
	heading := w.fullHeading
	if dense {
		heading = w.shortHeading
	}
	p := &screeningPage{
		frame: frame{Lang: w.lang, Kind: w.say("report.title", nil), Title: w.eventName(s.Event), Date: dayOf(s.Event),
			Program: strings.TrimSpace(s.Provenance.Program + " " + s.Provenance.Version)},
		EventFacts: w.eventFacts(s.Event), Selection: w.selection(&s.Selection),
		Tiles: w.tiles(s), Approval: w.standing(s.Provenance.RecipeFingerprint), Unfitted: w.unfitted(&s.Provenance), Field: w.field(s), Apart: s.Field != nil && s.Field.Apart, Lines: w.roiLines(s.Lines),
		Index: newROIChart(w, s.Players, chartWidth, nil), Match: newMatchChart(w, s.Players),
		Legend: w.legend(columns, s.Players),
		Games:  w.gameFacts(s.Games), GamesLeftOut: w.exclusions(s.Games.Excluded), MovesLeftOut: w.exclusions(s.Exclusions),
		Explanations: w.explanations(columns, heading), Provenance: w.provenance(&s.Provenance),
	}
	if p.Index != nil {
		p.Index.Notes = w.roiNotes(s)
	}
	if len(s.Players) > 0 {
		p.Players = w.playerTable(columns, s.Players, true)
	}
	if len(s.Event.Others) > 0 {
		p.Others = w.say("report.others", fields{"Names": strings.Join(s.Event.Others, " · ")})
	}
	for i := range s.Errors[:min(len(s.Errors), pageErrors)] {
		p.Errors = append(p.Errors, pageError{w.errorPlace(&s.Errors[i]), errorReason(&s.Errors[i])})
	}
	p.Caveats = w.caveats(s.Caveats)
	p.Oddities = w.oddities(s.Notes, pageErrors)
	if more := len(s.Errors) - pageErrors; more > 0 {
		p.MoreErrors = w.count("errors.more", more, nil)
	}
	for _, id := range limitsOf(s) {
		p.Limits = append(p.Limits, w.say("limits."+id, nil))
	}
	return p
}

// document is the page as sections, for formats without a page of their own: what
// must be read first, and the tables as a wide terminal has them.
func (p *screeningPage) document(w *words, s *reports.Screening) *document {
	d := &document{frame: p.frame, Facts: p.EventFacts, Tiles: p.Tiles, Notes: []string{w.say("report.hints_only", nil), p.Approval}}
	for _, text := range []string{p.Others, p.Selection} {
		if text != "" {
			d.Facts = append(d.Facts, text)
		}
	}
	for _, text := range []string{p.Unfitted, p.Field} {
		if text != "" {
			d.Notes = append(d.Notes, text)
		}
	}
	players := section{Title: w.say("page.table", nil), Notes: p.Legend}
	if columns := columnsOf(figures{words: w}, s.Players); len(s.Players) > 0 {
		players.Tables = []*table{w.playerTable(columns, s.Players, false)}
		players.Terms = w.explanations(columns, w.nameInGroup)
	} else {
		players.Text = []string{w.say("page.no_players", nil)}
	}
	var errors []string
	for _, e := range p.Errors {
		errors = append(errors, e.Place+": "+e.Reason)
	}
	if p.MoreErrors != "" {
		errors = append(errors, p.MoreErrors)
	}
	d.Sections = []section{{Title: w.say("page.limits", nil), List: p.Limits}, {Title: w.say("caveats.title", nil), List: p.Caveats}}
	if p.Index != nil || p.Lines != nil {
		indices := section{Title: w.say("chart_roi.title", nil), Chart: p.Index, Notes: w.notJudged(s)}
		if p.Lines != nil {
			indices.Tables = []*table{p.Lines}
		}
		if p.Index != nil {
			of := *p.Index
			of.Notes = slices.DeleteFunc(slices.Clone(of.Notes), func(note string) bool { return slices.Contains(indices.Notes, note) })
			indices.Chart = &of
		}
		d.Sections = append(d.Sections, indices)
	}
	d.Sections = append(d.Sections, players)
	if p.Match != nil {
		d.Sections = append(d.Sections, section{Title: w.say("chart.title", nil), Chart: p.Match})
	}
	d.Sections = append(d.Sections, section{Title: w.say("errors.title", nil), List: errors}, section{Title: w.say("oddities.title", nil), List: p.Oddities})
	d.Sections = slices.DeleteFunc(d.Sections, func(s section) bool { return len(s.Text)+len(s.List)+len(s.Tables) == 0 && s.Chart == nil })
	d.Sections = append(d.Sections, section{Title: w.say("games.title", nil), Facts: p.Games},
		section{Title: w.say("games.left_out", nil), Facts: p.GamesLeftOut}, section{Title: w.say("moves.left_out", nil), Facts: p.MovesLeftOut},
		section{Title: w.say("provenance.title", nil), Text: []string{w.say("provenance.explain", nil)}, Facts: p.Provenance})
	return d
}

// limitsOf names the limits of these figures that a reader must be told.
func limitsOf(s *reports.Screening) []string {
	if s.Provenance.Calibration == nil {
		return []string{"hint", "line", "chance", "rating", "no_z"}
	}
	return []string{"hint", "roi", "line", "chance", "rating"}
}

// tiles are the figures that a reader wants first. Players with too few moves have a
// tile of their own.
func (w *words) tiles(s *reports.Screening) []tile {
	moves, enough, over := 0, 0, 0
	for i := range s.Players {
		r := &s.Players[i]
		moves += r.Moves
		if !few(r) && r.Hint != nil {
			enough++
			if above(r) {
				over++
			}
		}
	}
	last := tile{Figure: w.integer(over), Label: w.count("page.above", enough, fields{"Of": w.integer(enough), "Enough": score.MinMoves})}
	if enough == 0 {
		last = tile{Figure: absent, Label: w.say("page.above_nobody", fields{"Enough": score.MinMoves})}
	}
	if len(s.Lines) > 0 {
		last = w.lineTile(&s.Lines[0], s.Standing.Judged)
	}
	tiles := []tile{
		{Figure: w.integer(len(s.Players)), Label: w.count("page.players", len(s.Players), nil)},
		{Figure: w.integer(s.Games.Analysed), Label: w.count("page.analysed", s.Games.Analysed, nil)},
		{Figure: w.integer(moves), Label: w.count("page.counted", moves, nil)},
		last,
	}
	if s.Standing.Provisional > 0 {
		tiles = append(tiles, w.provisionalTile(s))
	}
	return tiles
}

// provisionalTile is the sentence on provisional players as a large figure.
func (w *words) provisionalTile(s *reports.Screening) tile {
	all := fields{"Of": w.integer(s.Standing.Provisional), "Enough": score.MinMoves}
	if len(s.Lines) == 0 {
		return tile{Figure: w.integer(s.Standing.ProvisionalAbove), Label: w.say("provisional.tile_above", all), Faint: true}
	}
	all["ROI"] = w.decimal(s.Lines[0].ROI, 0)
	return tile{Figure: w.integer(s.Lines[0].Provisional), Label: w.say("provisional.tile_at_line", all), Faint: true}
}

// chartNotes says what the chart shows and whom it leaves out.
func (w *words) chartNotes(players []reports.PlayerRow) []string {
	missing := 0
	for i := range players {
		if !drawable(&players[i]) {
			missing++
		}
	}
	notes := []string{w.say("chart.explain", fields{"N": score.MinMoves})}
	if missing > 0 {
		notes = append(notes, w.count("chart.undrawn", missing, nil))
	}
	return notes
}
