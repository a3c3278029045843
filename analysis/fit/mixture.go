package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
)

// mixture checks the effect of events: instead of one normal distribution it fits
// two, of ordinary and of outlying events (the contaminated normal distribution of
// Tukey, in Contributions to Probability and Statistics, 1960, p. 448), with the
// other effects as they are. Where it fits much better, a few events do not belong
// to the others, and the effect of all of them is too wide for most and too narrow
// for a few.
func mixture(families []family, e calibration.Effects, ratingSD float64) *calibration.Mixture {
	unit := 0.1 * math.Sqrt(perMove(families))
	if !(unit > 0) {
		return nil
	}
	sums := make([]quadratic, len(families))
	for i, f := range families {
		sums[i] = sumOf(f, e, 1, ratingSD)
	}
	of := func(x []float64) calibration.Mixture {
		ordinary := size(x[0], unit)
		return calibration.Mixture{Ordinary: ordinary, Outlying: ordinary + size(x[1], unit), Share: 1 / (1 + exact.Exp(-x[2]))}
	}
	x, least := descend(func(x []float64) float64 {
		m := of(x)
		total := 0.0
		for i := range sums {
			total -= logSum(exact.Log1p(-m.Share)-sums[i].surprise(m.Ordinary), exact.Log(m.Share)-sums[i].surprise(m.Outlying))
		}
		return total
	}, [][]float64{{0.5, 1, -3}, {0.1, 1, -1}, {1, 0.1, -1}})
	m := of(x)
	one := 0.0
	for i := range sums {
		one += sums[i].surprise(e.Event)
	}
	return &calibration.Mixture{
		Ordinary: searched(m.Ordinary), Outlying: searched(m.Outlying), Share: searched(m.Share), Gain: searched(math.Max(one-least, 0)),
	}
}

// logSum returns ln(exp a + exp b).
func logSum(a, b float64) float64 {
	return math.Max(a, b) + exact.Log1p(exact.Exp(-math.Abs(a-b)))
}
