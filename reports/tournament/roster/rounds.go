package roster

import (
	"fmt"
	"slices"
	"strconv"

	"fairplay/analysis"
)

// CheckRounds looks, among games that count, for pairs that may be one game twice, as when a record
// was corrected between two uploads or a name was misspelt, and adds caveats. It leaves nothing
// out. There is a TwoGamesInRound caveat
//
//   - for a person with two games in one main round of an event in which most persons have one game per round. The rounds of two events are told apart by the names of the events, unless the games were played on one day;
//   - for two persons who met twice with the same colours, on the same date and in the same round including the board, in any other event. Matches and knock-outs do have several games per round.
//
// "Most" is counted over all pairs of person and round; half is not most. There is a SameMoves
// caveat for two persons with several games of the same moves, ten or more of each side, on
// different days and in different rounds, which Select keeps. A later call replaces an earlier one.
func (r *Roster) CheckRounds(counted []*analysis.Game) {
	var seats []seat
	counted = analysis.InOrder(counted)
	for _, g := range counted {
		seats = append(seats, r.seats(g)...)
	}
	caveats := r.sameMoves(counted)
	if byEvent := gather(seats, seat.inEvent); mostlySingle(byEvent) {
		caveats = append(caveats, r.crowded(byEvent)...)
		caveats = append(caveats, r.crowded(gather(seats, seat.onDay))...)
	} else {
		caveats = append(caveats, r.crowded(gather(seats, seat.atBoard))...)
	}
	r.replace(caveats, TwoGamesInRound, SameMoves)
}

// seat is one side of a game whose round is known.
type seat struct {
	game     *analysis.Game
	color    analysis.Color
	person   *Person
	opponent *Person
	round    int
	event    string // folded name
}

// seats returns the named sides of a game, none if the round is unknown. A person on both sides has
// one seat.
func (r *Roster) seats(g *analysis.Game) []seat {
	round, _, ok := analysis.ParseRound(g.Round)
	white, black := r.Of(g, analysis.White), r.Of(g, analysis.Black)
	if !ok {
		return nil
	}
	var out []seat
	event := r.texts.folded(r.texts.name(g))
	if white != r.unnamed {
		out = append(out, seat{g, analysis.White, white, black, round, event})
	}
	if black != r.unnamed && black != white {
		out = append(out, seat{g, analysis.Black, black, white, round, event})
	}
	return out
}

// unit is a person's round in an event, on a day, or at a board, in which he should have one game.
type unit struct {
	person *Person
	round  int
	where  string
}

func (s seat) inEvent() (unit, bool) {
	return unit{s.person, s.round, s.event}, true
}

func (s seat) onDay() (unit, bool) {
	date := analysis.DateOf(s.game)
	return unit{s.person, s.round, date}, date != ""
}

func (s seat) atBoard() (unit, bool) {
	return unit{s.person, s.round, fmt.Sprint(analysis.DateOf(s.game), analysis.RoundParts(s.game.Round), s.color, s.opponent.Name, s.opponent.FideID)}, true
}

// gather groups seats by unit, in their order, and drops those without one.
func gather(seats []seat, unitOf func(seat) (unit, bool)) map[unit][]seat {
	out := map[unit][]seat{}
	for _, s := range seats {
		if u, ok := unitOf(s); ok {
			out[u] = append(out[u], s)
		}
	}
	return out
}

// mostlySingle reports whether most units have one game.
func mostlySingle(units map[unit][]seat) bool {
	single := 0
	for _, seats := range units {
		if len(seats) == 1 {
			single++
		}
	}
	return 2*single > len(units)
}

// crowded returns a caveat for each unit with several games. If all are between the same two
// persons, one caveat covers both.
func (r *Roster) crowded(units map[unit][]seat) []Caveat {
	var caveats []Caveat
	for u, seats := range units {
		opponents := opponentsOf(seats)
		if len(seats) < 2 || len(opponents) == 1 && opponents[0] != r.unnamed && comparePersons(opponents[0], u.person) < 0 {
			continue
		}
		c := Caveat{
			Kind: TwoGamesInRound, Names: []string{u.person.Name}, FideIDs: u.person.ids(),
			Round: strconv.Itoa(u.round), Count: len(seats),
		}
		for _, o := range opponents {
			if o != r.unnamed {
				c.Names = append(c.Names, o.Name)
				c.FideIDs = append(c.FideIDs, o.ids()...)
			}
		}
		caveats = append(caveats, c)
	}
	return caveats
}

// opponentsOf returns the different opponents, by name and FIDE id.
func opponentsOf(seats []seat) []*Person {
	seen := map[*Person]bool{}
	var out []*Person
	for _, s := range seats {
		if !seen[s.opponent] {
			seen[s.opponent] = true
			out = append(out, s.opponent)
		}
	}
	slices.SortFunc(out, comparePersons)
	return out
}
