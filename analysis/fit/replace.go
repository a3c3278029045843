package fit

import (
	"math/rand/v2"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// kinds of assistance. "best" is the same engine; "other" stands for another
// engine: the deep best with probability 0.75, otherwise the first move of the
// wide pass, a weaker search of the same engine (no second engine has evaluated
// the games; two recipes agree on the best move in four positions of five);
// "top3" is one of the first three moves of the wide pass at random; "gap" is the
// deep best, only where the second move of the wide pass is worse by half a pawn.
func kinds() []string { return []string{"best", "other", "top3", "gap"} }

const (
	otherAgrees = 0.75
	gapPawns    = 0.5
)

// change is how much a quantity changes when a move is replaced by another.
type change [quantityCount]float64

// swap is what could be played instead of one move.
type swap struct {
	best change
	wide [3]change // the first moves of the wide pass; fewer legal moves repeat the last
	gap  bool      // the second move is worse by half a pawn
}

// swaps computes what could be played instead of the moves of a side. The loss of
// a move that nobody made is not known; its loss in the wide pass stands in.
func swaps(models *calibration.Models, s *Side) []swap {
	all := make([]swap, len(s.Moves))
	for i, m := range s.Moves {
		p := m.Position
		outlook := models.Outlook(p)
		ratios := outlook.Ratios(s.Rating)
		all[i].best = changeTo(m, ratios, p.Best)
		for k := range all[i].wide {
			all[i].wide[k] = changeTo(m, ratios, min(k, len(p.Moves)-1))
		}
		all[i].gap = len(p.Moves) > 1 && p.Values[0]-p.Values[1] >= gapPawns
	}
	return all
}

// changeTo compares move j with the move made.
func changeTo(m Move, ratios []float64, j int) (c change) {
	p := m.Position
	if j == p.Played {
		return c
	}
	c[score.MM] = indicator(j == p.Best) - indicator(m.Figures.Match)
	c[score.EV] = indicator(p.Tied(j)) - indicator(m.Figures.Equal)
	c[score.T3] = indicator(p.TopThree(j)) - indicator(m.Figures.TopThree)
	c[score.ASD] = p.Delta[j] - m.Figures.Delta
	c[score.LR] = ratios[j] - ratios[p.Played]
	if m.Figures.HasLoss {
		loss, scaled := min(p.MaxValue-p.Values[j], 10), p.Delta[j]
		if j == p.Best {
			loss, scaled = 0, 0
		}
		c[score.AE] = loss - m.Figures.Loss
		c[score.ScaledAE] = scaled - m.Figures.ScaledLoss
	}
	return c
}

// pick returns what an assisted player of that kind plays, ok false where he
// plays himself.
func (s *swap) pick(kind string, random *rand.Rand) (c change, ok bool) {
	switch kind {
	case "other":
		if random.Float64() >= otherAgrees {
			return s.wide[0], true
		}
	case "top3":
		return s.wide[random.IntN(len(s.wide))], true
	case "gap":
		return s.best, s.gap
	}
	return s.best, true
}
