package fit

import (
	"math"
	"math/rand/v2"
	"slices"

	"fairplay/analysis/calibration"
)

// seed of everything that is drawn. It is part of the result.
const seed = 20_260_101

// redraws is how often events are drawn anew for an interval.
const redraws = 1000

// bootstrap computes figures of items that come in groups, with 95 % intervals: groups are drawn
// with replacement, as many as there are, and the interval runs from the 2.5 % to the 97.5 % point
// of the results (Davison and Hinkley, Bootstrap Methods, 1997, sections 3.8 and 5.3). group says
// where each of n items belongs; figures gets the items drawn, in order. Where there are fewer than
// two groups, or a figure is no number too often, there is no interval.
func bootstrap(n int, group func(i int) int, figures func(items []int) []float64) []calibration.Figure {
	return bootstrapAt(0.95, n, group, figures)
}

// bootstrapAt is bootstrap with intervals of another level.
func bootstrapAt(level float64, n int, group func(i int) int, figures func(items []int) []float64) []calibration.Figure {
	groups := map[int][]int{}
	var names []int
	all := make([]int, n)
	for i := range n {
		g := group(i)
		if groups[g] == nil {
			names = append(names, g)
		}
		groups[g] = append(groups[g], i)
		all[i] = i
	}
	values := figures(all)
	found := make([][]float64, len(values))
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	for range redraws {
		var items []int
		for range names {
			items = append(items, groups[names[random.IntN(len(names))]]...)
		}
		for k, v := range figures(items) {
			if !math.IsNaN(v) {
				found[k] = append(found[k], v)
			}
		}
	}
	out := make([]calibration.Figure, len(values))
	for k, v := range values {
		out[k] = figure(v, math.NaN())
		if x := found[k]; len(names) > 1 && len(x) > redraws*9/10 && !math.IsNaN(v) {
			slices.Sort(x)
			outside := int(float64(len(x)) * (1 - level) / 2)
			out[k] = calibration.Figure{Value: v, Low: x[outside], High: x[len(x)-1-outside], Bounded: true}
		}
	}
	return out
}
