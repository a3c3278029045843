package reports

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/ipr"
	"fairplay/analysis/score"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// Sheet is one analysed game as the table needs it: what each side's moves add,
// and how many of them do not count and why.
type Sheet struct {
	Game  *analysis.Game
	Sides [2]Side // by analysis.Color
}

// Side is one player's part of a Sheet.
type Side struct {
	Moves    []score.Scored // without a calibration their Chance is empty
	Excluded map[analysis.Exclusion]int
	// Offsets is the log-likelihood of the counted moves by the offset from the
	// player's rating (ipr.Offsets); nil where it was not tabulated.
	Offsets *ipr.Curve
}

// NewSheet returns the empty sheet of a game, with room for those of its moves
// that count: an event has many, and what is kept of each is not small.
func NewSheet(g *analysis.Game, moves []analysis.MoveRecord) Sheet {
	s := Sheet{Game: g}
	var counted [2]int
	for i := range moves {
		if moves[i].Excluded == analysis.Counted {
			counted[moves[i].Color]++
		}
	}
	for c := range s.Sides {
		s.Sides[c].Moves = make([]score.Scored, 0, counted[c])
		s.Sides[c].Excluded = map[analysis.Exclusion]int{}
	}
	return s
}

// Add takes the next move of the game, and what it adds if it counts.
func (s *Sheet) Add(r *analysis.MoveRecord, scored score.Scored) {
	side := &s.Sides[r.Color]
	if r.Excluded != analysis.Counted {
		side.Excluded[r.Excluded]++
		return
	}
	side.Moves = append(side.Moves, scored)
}

// ScreeningInput is everything a screening is compiled from.
type ScreeningInput struct {
	Sheets     []Sheet // analysed games, in any order
	Roster     *tournament.Roster
	Event      tournament.Event
	Edition    regulations.Edition
	Games      GameCounts
	Errors     []InputError
	Notes      []InputNote
	Provenance Provenance

	// Family is how many players there are to be looked at, for what chance does
	// among them; the judged rows where it is less.
	Family int

	// Parameters are those of the calibration that the sheets were scored with,
	// nil where there is none.
	Parameters *score.Parameters

	// EventSpread is the standard deviation between how strongly events play and
	// how they are rated, in Elo points, of that calibration.
	EventSpread float64
}

// CompileScreening makes the screening of an event. Players come in the order
// of the roster; Screening.Sort orders them as a reader wants.
func CompileScreening(in ScreeningInput) *Screening {
	sheets := slices.Clone(in.Sheets)
	slices.SortFunc(sheets, func(a, b Sheet) int { return tournament.Compare(a.Game, b.Game) })
	s := &Screening{
		Event: event(in.Event), Games: in.Games, Errors: slices.Clone(in.Errors),
		Exclusions: map[string]int{}, Provenance: in.Provenance, Players: []PlayerRow{},
	}
	s.Caveats = caveats(in.Roster)
	s.Provenance.GamesSHA256 = digest(sheets)
	sortErrors(&s.Errors)
	s.Notes = sortedNotes(in.Notes)

	tallies := map[*tournament.Person]*playerTally{}
	for _, sheet := range sheets {
		for c := range sheet.Sides {
			color := analysis.Color(c)
			for reason, n := range sheet.Sides[color].Excluded {
				s.Exclusions[string(reason)] += n
			}
			person := in.Roster.Of(sheet.Game, color)
			if person == nil {
				continue // a side that names nobody is in no row
			}
			t := tallyOf(tallies, person)
			t.games = append(t.games, score.Game{
				ID: sheet.Game.ID, Round: mainRound(sheet.Game.Round), Moves: sheet.Sides[color].Moves,
			})
			t.offsets = append(t.offsets, sheet.Sides[color].curves()...)
			addAll(&t.own, sheet.Sides[color].Moves)
			addAll(&t.opponents, sheet.Sides[color.Other()].Moves)
		}
	}
	for _, p := range in.Roster.Persons() {
		if t := tallies[p]; t != nil {
			s.Players = append(s.Players, row(p, t, in.Edition))
			expect(&s.Players[len(s.Players)-1], t.games, in.Parameters)
		}
	}
	s.Lines = compareWithChance(s.Players, in.Family)
	s.Field = field(in.Roster, tallies, in.EventSpread)
	return s
}

type playerTally struct {
	games          []score.Game // analysed, in the order of play
	own, opponents score.Tally
	offsets        []ipr.Curve // of the games
}

func tallyOf(all map[*tournament.Person]*playerTally, p *tournament.Person) *playerTally {
	if all[p] == nil {
		all[p] = &playerTally{}
	}
	return all[p]
}

func addAll(t *score.Tally, moves []score.Scored) {
	for i := range moves {
		t.Add(moves[i].Move)
	}
}

func row(p *tournament.Person, t *playerTally, edition regulations.Edition) PlayerRow {
	r := PlayerRow{
		Name: p.Name, FideID: p.FideID, Title: p.Title, Federation: p.Federation, Rating: p.Rating,
		Games: len(t.games), Moves: t.own.Moves(), Insufficient: t.own.Moves() < score.MinMoves,
		MM: share(t.own.MM), EV: share(t.own.EV), T3: share(t.own.T3), AE: mean(t.own.AE), ASD: mean(t.own.ASD),
		Opponents: Opponents{Moves: t.opponents.Moves(), MM: share(t.opponents.MM), ASD: mean(t.opponents.ASD)},
	}
	if line, ok := edition.MatchRateLine(p.Rating); ok && p.Rating > 0 {
		actual, _ := t.own.MM.Actual()
		r.Hint = &MatchHint{Line: line, Above: actual > line}
	}
	return r
}

func share(s score.Share) Quantity {
	q := Quantity{N: s.N}
	if p, ok := s.Actual(); ok {
		low, high := s.Wilson()
		q.Actual, q.Interval = &p, &[2]float64{low, high}
	}
	return q
}

func mean(m score.Mean) Quantity {
	q := Quantity{N: m.N}
	if v, ok := m.Actual(); ok {
		q.Actual = &v
	}
	if se, ok := m.StandardError(); ok {
		low, high, _ := m.Interval()
		low = max(low, 0) // no move loses less than nothing
		q.SE, q.Interval = &se, &[2]float64{low, high}
	}
	return q
}

func event(e tournament.Event) Event {
	return Event{
		Name: e.Name, Others: append([]string{}, e.Others...), Site: e.Site, FirstDate: e.FirstDate, LastDate: e.LastDate,
		Rounds: append([]string{}, e.Rounds...), TimeClass: string(e.TimeClass),
	}
}

func caveats(roster *tournament.Roster) []Caveat {
	out := []Caveat{}
	for _, c := range roster.Caveats() {
		out = append(out, Caveat{
			Kind: string(c.Kind), Names: append([]string{}, c.Names...), FideIDs: append([]string{}, c.FideIDs...),
			Count: c.Count, More: c.More, Round: c.Round, Ratings: append([]int{}, c.Ratings...), Text: c.String(),
		})
	}
	return out
}

// digest names the set of analysed games by their content.
func digest(sheets []Sheet) string {
	ids := make([]string, len(sheets))
	for i, s := range sheets {
		ids[i] = s.Game.ID
	}
	slices.Sort(ids)
	sum := sha256.Sum256([]byte(strings.Join(ids, "\n")))
	return hex.EncodeToString(sum[:])
}

func sortedNotes(notes []InputNote) []InputNote {
	notes = append([]InputNote{}, notes...)
	slices.SortFunc(notes, func(a, b InputNote) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Note, b.Note))
	})
	return notes
}

func sortErrors(errors *[]InputError) {
	if *errors == nil {
		*errors = []InputError{}
	}
	slices.SortFunc(*errors, func(a, b InputError) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Ply, b.Ply),
			strings.Compare(a.Reason, b.Reason))
	})
}
