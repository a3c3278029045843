package render

import (
	"io"
	"strconv"
	"strings"

	"fairplay/analysis/score"
	"fairplay/reports"
)

// pageErrors is how many errors of the input a page lists.
const pageErrors = 200

// screeningPage is what templates/screening.html shows.
type screeningPage struct {
	Lang       string
	Event      string
	EventFacts []string
	Others     string // further names of the event, in words; "" for none
	Program    string
	Tiles      []tile
	Chart      *matchChart // nil where no player can be drawn
	ChartNotes []string
	Groups     []heading
	Columns    []heading
	Rows       []pageRow
	Legend     []string

	Games, GamesLeftOut, MovesLeftOut []fact
	Errors                            []pageError
	MoreErrors                        string
	Caveats                           []string

	Explanations, Provenance []fact
	Limits                   []string
}

// tile is one large figure at the head of the page.
type tile struct{ Figure, Label string }

// heading is the head of a column, or of several.
type heading struct {
	Text string
	Span int
	Left bool // over words and not figures
}

// pageRow is one player's row.
type pageRow struct {
	Few   bool
	Name  pageCell
	Cells []pageCell
}

// pageCell is one cell: the figure and, smaller, what belongs to it.
type pageCell struct{ Figure, Note, Mark, MarkWords string }

// pageError is one error of the input; the reason is in English.
type pageError struct{ Place, Reason string }

// writeHTML writes the report as one page that needs nothing beside itself.
func writeHTML(w io.Writer, s *reports.Screening, words *words) error {
	return writePage(w, "screening.html", words, newScreeningPage(s, words))
}

func newScreeningPage(s *reports.Screening, w *words) *screeningPage {
	p := &screeningPage{
		Lang: w.lang, Event: w.eventName(s.Event), EventFacts: w.eventFacts(s.Event),
		Program: strings.TrimSpace(s.Provenance.Program + " " + s.Provenance.Version),
		Tiles:   w.tiles(s), Chart: newMatchChart(w, s.Players), ChartNotes: w.chartNotes(s.Players),
		Groups: w.groups(), Columns: w.headings(), Rows: w.rows(s.Players), Legend: w.legend(s.Players),
		Games: w.gameFacts(s.Games), GamesLeftOut: w.exclusions(s.Games.Excluded), MovesLeftOut: w.exclusions(s.Exclusions),
		Explanations: w.explanations(), Provenance: w.provenance(&s.Provenance),
	}
	if len(s.Event.Others) > 0 {
		p.Others = w.say("report.others", fields{"Names": strings.Join(s.Event.Others, " · ")})
	}
	for i := range s.Errors[:min(len(s.Errors), pageErrors)] {
		p.Errors = append(p.Errors, pageError{w.errorPlace(&s.Errors[i]), errorReason(&s.Errors[i])})
	}
	p.Caveats = w.caveats(s.Caveats)
	if more := len(s.Errors) - pageErrors; more > 0 {
		p.MoreErrors = w.count("errors.more", more, nil)
	}
	for _, id := range []string{"hint", "line", "chance", "rating", "no_z"} {
		p.Limits = append(p.Limits, w.say("limits."+id, nil))
	}
	return p
}

// tiles counts what a reader wants to know first. Players with too few moves
// are not counted among those above the hint line.
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
	hint := tile{w.integer(over), w.count("page.above", enough, fields{"Of": w.integer(enough), "Enough": score.MinMoves})}
	if enough == 0 {
		hint = tile{absent, w.say("page.above_nobody", fields{"Enough": score.MinMoves})}
	}
	return []tile{
		{w.integer(len(s.Players)), w.count("page.players", len(s.Players), nil)},
		{w.integer(s.Games.Analysed), w.count("page.analysed", s.Games.Analysed, nil)},
		{w.integer(moves), w.count("page.counted", moves, nil)},
		hint,
	}
}

// groups returns the headings above the columns' own.
func (w *words) groups() []heading {
	var groups []heading
	last := ""
	for i, c := range columns() {
		if i == 0 || c.group != last {
			text := ""
			if c.group != "" {
				text = w.say("group."+c.group, nil)
			}
			groups = append(groups, heading{Text: text})
		}
		groups[len(groups)-1].Span++
		last = c.group
	}
	return groups
}

func (w *words) headings() []heading {
	var all []heading
	for _, c := range columns() {
		all = append(all, heading{Text: w.say("column."+c.id+".name", nil), Left: c.text})
	}
	return all
}

func (w *words) rows(players []reports.PlayerRow) []pageRow {
	f := figures{words: w, bounds: 1}
	marks := map[string]string{
		aboveMark: w.say("mark.above", nil), aboveFewMark: w.say("mark.above_few", nil), sampleMark: w.say("mark.sample", nil),
	}
	rows := make([]pageRow, len(players))
	for i := range players {
		r := &players[i]
		rows[i].Few = few(r)
		for _, c := range columns() {
			cell := pageCell{Figure: c.figure(f, r)}
			if c.spread != nil {
				cell.Note = c.spread(f, r)
			}
			if c.mark != nil {
				cell.Mark = c.mark(r)
				cell.MarkWords = marks[cell.Mark]
			}
			rows[i].Cells = append(rows[i].Cells, cell)
		}
		rows[i].Name, rows[i].Cells = rows[i].Cells[0], rows[i].Cells[1:]
		rows[i].Name.Note = strings.TrimSpace(r.Title + " " + r.Federation)
	}
	return rows
}

// legend explains the marks that the table holds.
func (w *words) legend(players []reports.PlayerRow) []string {
	anyAbove, anyFew := false, false
	for i := range players {
		anyAbove = anyAbove || above(&players[i])
		anyFew = anyFew || few(&players[i])
	}
	var lines []string
	if anyAbove {
		lines = append(lines, w.say("legend.above", fields{"Mark": aboveMark, "Few": aboveFewMark}))
	}
	if anyFew {
		lines = append(lines, w.say("legend.sample", fields{"Mark": sampleMark, "N": score.MinMoves}))
	}
	return lines
}

// explanations says in plain words what the columns mean.
func (w *words) explanations() []fact {
	var facts []fact
	for _, id := range []string{"moves", "mm", "line", "ev", "t3", "ae", "asd"} {
		facts = append(facts, fact{Label: w.say("column."+id+".name", nil), Value: w.say("column."+id+".explain", nil)})
	}
	return append(facts,
		fact{Label: w.say("group.opponents", nil), Value: w.say("group.explain_opponents", nil)},
		fact{Label: w.percent(.524, 1) + "–" + w.percent(.691, 1), Value: w.say("spread.explain_shares", nil)},
		fact{Label: "±" + w.decimal(.012, 3), Value: w.say("spread.explain_averages", nil)})
}

// chartNotes says what the picture shows and whom it leaves out.
func (w *words) chartNotes(players []reports.PlayerRow) []string {
	missing := 0
	for i := range players {
		if !drawable(&players[i]) {
			missing++
		}
	}
	notes := []string{w.say("chart.explain", fields{"N": strconv.Itoa(score.MinMoves)})}
	if missing > 0 {
		notes = append(notes, w.count("chart.undrawn", missing, nil))
	}
	return notes
}
