package fit

import (
	"math"
	"math/rand/v2"
	"slices"

	"fairplay/analysis/calibration"
)

// seed starts every random source of a fit. It is part of the result: another seed gives slightly
// different figures.
const seed = 20_260_101

// redraws is how many times the events are drawn for one interval.
const redraws = 1000

// bootstrap computes figures with 95 % intervals from n items that come in groups. It draws groups
// with replacement, as many as there are; the interval runs from the 2.5 % to the 97.5 % point of
// the results (Davison and Hinkley, Bootstrap Methods, 1997, sections 3.8 and 5.3). group returns
// the group of an item; figures receives the drawn items, in order. There is no interval if there
// are fewer than two groups or if a figure is too often not a number, as a ratio to 0 is.
func bootstrap(n int, group func(i int) int, figures func(items []int) []float64) []calibration.Figure {
	return bootstrapAt(0.95, n, group, figures)
}

// bootstrapAt is bootstrap with intervals of the given level, such as 0.95.
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
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
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
