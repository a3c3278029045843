package reports

import (
	"fairplay/analysis/ipr"
	"fairplay/analysis/score"
	"fairplay/reports/tournament"
)

// leastApart is the offset of a field, in Elo points, from which a reader must
// mind it: it moves a z of nine games by about half of its standard deviation.
const leastApart = 100

// field estimates how far the players taken together play from their ratings. It
// asks the moves of all who have a rating of which something is expected; nil
// where there are too few of them, or no curves.
func field(roster *tournament.Roster, tallies map[*tournament.Person]*playerTally, spread float64) *Field {
	var players []ipr.Curve
	moves := 0
	for _, p := range roster.Persons() {
		t := tallies[p]
		if t == nil || len(t.offsets) == 0 || p.Rating < score.MinRating {
			continue
		}
		players = append(players, ipr.Sum(t.offsets...))
		moves += t.own.Moves()
	}
	found := ipr.OfField(players, spread)
	if !found.OK {
		return nil
	}
	return &Field{
		Offset: found.Offset, Interval: [2]float64{found.Low, found.High}, Players: len(players), Moves: moves,
		Apart: found.Low > 0 && found.Offset >= leastApart || found.High < 0 && found.Offset <= -leastApart,
	}
}

// curves returns what was tabulated of a side.
func (s *Side) curves() []ipr.Curve {
	if s.Offsets == nil {
		return nil
	}
	return []ipr.Curve{*s.Offsets}
}
