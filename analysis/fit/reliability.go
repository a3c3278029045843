package fit

import (
	"cmp"
	"slices"

	"fairplay/analysis/calibration"
)

// deciles is the number of bins of the reliability table.
const deciles = 10

// forecast is the expected probability of the deep best at one move.
type forecast struct {
	p     float64
	hit   bool
	event int
}

// reliability compares the probability of the deep best with the share of moves that played it, by
// decile of the probability.
func (c *sample) reliability() (rows []calibration.Reliability) {
	var all []forecast
	for i := range c.sides {
		s := &c.sides[i]
		for j := range s.game.Moves {
			m := &s.game.Moves[j]
			all = append(all, forecast{m.MM.Mean, m.Match, s.event})
		}
	}
	slices.SortStableFunc(all, func(a, b forecast) int { return cmp.Compare(a.p, b.p) })
	for d := range deciles {
		bin := all[d*len(all)/deciles : (d+1)*len(all)/deciles]
		if len(bin) == 0 {
			continue
		}
		sums, counts := make([]float64, c.events), make([]float64, c.events)
		expected := 0.0
		for _, f := range bin {
			expected += f.p / float64(len(bin))
			counts[f.event]++
			if f.hit {
				sums[f.event]++
			}
		}
		actual, se := clusterMean(sums, counts)
		rows = append(rows, calibration.Reliability{N: len(bin), Expected: expected, Actual: proportion(actual, se, float64(len(bin)))})
	}
	return rows
}
