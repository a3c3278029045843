package fit

import (
	"fmt"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// unseenRows describes the performances of usual length without the players of
// the fit part. Events are what the corpus is split by, so that some players are
// in both parts; the models know nothing of a player but his rating.
func unseenRows(o *Options, c *cast, by ruler, seen map[string]bool) []calibration.ZRow {
	wanted := partTests()
	for i := range wanted {
		wanted[i].sample = calibration.UnseenPlayers
	}
	part := c.keep(func(s *side) bool { return !seen[s.Player] })
	if len(part.sides) < mainGames {
		return nil
	}
	return resampledRows(o, part, by, mainGames, wanted)
}

// bandRows describes the tests by band of rating.
func bandRows(o *Options, c *cast, by ruler) (rows []calibration.ZRow) {
	for low := float64(lowestBand); low < highestBand; low += bandWidth {
		part := c.keep(func(s *side) bool { return low <= s.Rating && s.Rating < low+bandWidth })
		for _, row := range partRows(o, part, by) {
			row.Sample, row.Low, row.High = "band", low, low+bandWidth
			rows = append(rows, row)
		}
	}
	return rows
}

// sliceRows describes the tests by colour, phase and length of the game.
func sliceRows(o *Options, c *cast, by ruler) (rows []calibration.ZRow) {
	for _, s := range cuts() {
		part := c.slice(o.Run, s)
		for _, row := range partRows(o, part, by) {
			row.Sample = s.name
			rows = append(rows, row)
		}
	}
	return rows
}

// partRows describes the tests that matter most over some of the sides.
func partRows(o *Options, part *cast, by ruler) (rows []calibration.ZRow) {
	if len(part.sides) < mainGames {
		return nil
	}
	wanted := partTests()
	all := judged(o.Run, part, by, o.draws(5), mainGames)
	if len(all) < 3 {
		return nil
	}
	spread := shapes(o.Run, part, by, mainGames, o.draws(20), wanted)
	for i, t := range wanted {
		row := spread[i]
		row.Test, row.Games = t.name, mainGames
		row = describeZ(row, take(all, t), part.worth(mainGames))
		row.Tail = nil
		rows = append(rows, row)
	}
	return rows
}

func partTests() (some []test) {
	for _, t := range tests() {
		switch t.name {
		case "mm", "ev", "asd", "combined", "roi":
			some = append(some, t)
		}
	}
	return some
}

// slice is a part of the moves.
type slice struct {
	name string
	side func(s *side) bool
	move func(turn int) bool
}

// cuts lists the parts that the report looks at.
func cuts() []slice {
	everySide, everyMove := func(*side) bool { return true }, func(int) bool { return true }
	all := []slice{
		{"white", func(s *side) bool { return s.Color == 0 }, everyMove},
		{"black", func(s *side) bool { return s.Color == 1 }, everyMove},
	}
	for _, p := range [][2]int{{9, 20}, {21, 35}, {36, 60}} {
		all = append(all, slice{fmt.Sprintf("turns %d-%d", p[0], p[1]), everySide,
			func(turn int) bool { return p[0] <= turn && turn <= p[1] }})
	}
	for _, n := range [][2]int{{1, 19}, {20, 34}, {35, 60}} {
		all = append(all, slice{fmt.Sprintf("%d-%d moves", n[0], n[1]),
			func(s *side) bool { return n[0] <= len(s.Moves) && len(s.Moves) <= n[1] }, everyMove})
	}
	return all
}

// slice returns a cast of only these moves. Performances of it may be short.
func (c *cast) slice(run Runner, part slice) *cast {
	k := c.keep(part.side)
	k.least = 1
	run(len(k.sides), func(i int) {
		s := &k.sides[i]
		g := score.Game{ID: s.game.ID, Round: s.game.Round}
		var moves []Move
		for j := range s.game.Moves {
			if part.move(s.Moves[j].Turn) {
				g.Moves = append(g.Moves, s.game.Moves[j])
				moves = append(moves, s.Moves[j])
			}
		}
		copied := *s.scored.Side
		copied.Moves = moves
		s.scored = &scored{Side: &copied, game: g, logP: s.logP}
		for _, q := range score.Quantities() {
			s.residuals[q] = residualOf(&g, q)
		}
	})
	return k.keep(func(s *side) bool { return len(s.Moves) > 0 })
}
