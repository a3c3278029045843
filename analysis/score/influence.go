package score

import "slices"

// Influence is the move of a performance without which a z would be lowest.
type Influence struct {
	Game, Move int     // places among the games of the performance and the moves of the game
	Z          float64 // without the move
	OK         bool    // false if there is no z without a move
}

// Influences returns the most influential move of each test and of the overall Z. Leaving a move out
// takes away what was played, what was expected and its part of the variance (Cook, Technometrics 19,
// 1977, p. 15, on the influence of one observation).
func (p *Parameters) Influences(perf *Performance) (tests Each[Influence], combined Influence) {
	all := perf.running()
	for i := range perf.Games {
		g := &perf.Games[i]
		var slopes Each[float64]
		for _, q := range Quantities() {
			for j := range g.Moves {
				if _, counts := g.Moves[j].Actual(q); counts {
					*slopes.At(q) += g.Moves[j].At(q).Slope
				}
			}
		}
		for j := range g.Moves {
			rest := all.sums.without(g, &g.Moves[j], &slopes)
			results, at := rest.tests(p, perf.RatingSD, perf.Field)
			for _, q := range Quantities() {
				if _, counts := g.Moves[j].Actual(q); counts {
					r := results.At(q)
					tests.At(q).take(i, j, r.Z, r.OK)
				}
			}
			if p.Bank == nil {
				z, ok := p.Triple.z(combinedParts(&at), perf.Field, p.Effects)
				combined.take(i, j, z, ok)
				continue
			}
			own := all.games[i].own
			all.games[i].own, all.kept = own.without(&g.Moves[j]), nil
			if b := all.banked(p, perf.RatingSD, perf.Apart); b != nil {
				combined.take(i, j, b.Z, true)
			}
			all.games[i].own, all.kept = own, nil
		}
	}
	return tests, combined
}

// take keeps the lowest z.
func (i *Influence) take(game, move int, z float64, ok bool) {
	if ok && (!i.OK || z < i.Z) {
		*i = Influence{game, move, z, true}
	}
}

// without returns the sums without one move of a game whose slopes are given.
func (a *allSums) without(g *Game, m *Scored, slopes *Each[float64]) allSums {
	rest := *a
	for _, q := range Quantities() {
		x, counts := m.Actual(q)
		if !counts {
			continue
		}
		r, want, slope := rest.At(q), m.At(q), *slopes.At(q)
		r.N--
		r.Actual -= x
		r.Expected -= want.Mean
		r.Variance -= want.Var
		r.Slope -= want.Slope
		if q == LR {
			r.Third -= m.Third
		}
		left := slope - want.Slope
		r.squares += float64(left*left) - float64(slope*slope)
		r.players, r.events = slices.Clone(r.players), slices.Clone(r.events)
		*r.players.of(g.Player) -= want.Slope
		*r.events.of(g.Event) -= want.Slope
	}
	return rest
}
