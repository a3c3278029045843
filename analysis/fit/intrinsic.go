package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/ipr"
	"fairplay/analysis/score"
)

// intrinsic is the intrinsic rating of one performance beside the official rating, which is moved by
// as much as the field plays off its ratings.
type intrinsic struct {
	rating, found float64
	held          bool // the interval holds the official rating
}

// intrinsics computes the intrinsic ratings of performances.
func (c *sample) intrinsics(run Runner, all []performance, e score.Effects) []intrinsic {
	out := make([]intrinsic, len(all))
	run(len(all), func(i int) {
		p := &all[i]
		perf := score.Performance{Field: p.field, Games: c.games(p.sides)}
		rating := p.rating + p.field.Mean
		found := ipr.Of(func(rating float64) (sum float64) {
			for _, s := range p.sides {
				sum += c.sides[s].logP(rating)
			}
			return sum
		}, e.Dispersion(&perf), ipr.Everybody())
		out[i] = intrinsic{rating, found.Rating, found.OK && found.Low <= rating && rating <= found.High}
	})
	return out
}

// iprReport compares intrinsic with official ratings of whole performances.
func iprReport(o *Options, c *sample, all []performance, e score.Effects) calibration.IPRReport {
	found := c.intrinsics(o.Run, all, e)
	r := calibration.IPRReport{N: len(all)}
	if len(all) < 3 {
		return r
	}
	f := bootstrap(len(all), func(i int) int { return all[i].event }, func(items []int) []float64 {
		some := make([]intrinsic, len(items))
		for at, i := range items {
			some[at] = found[i]
		}
		bias, coverage := biasAndCoverage(some)
		return []float64{bias, slopeOf(some), coverage}
	})
	r.Bias, r.Slope, r.Coverage = f[0], f[1], f[2]
	for low := float64(lowestBand); low < highestBand; low += bandWidth {
		if b, ok := iprBand(found, all, low); ok {
			r.Bands = append(r.Bands, b)
		}
	}
	return r
}

func iprBand(found []intrinsic, all []performance, low float64) (b calibration.IPRBand, ok bool) {
	var some []int
	for i, x := range found {
		if low <= x.rating && x.rating < low+bandWidth {
			some = append(some, i)
			b.Rating += x.rating
		}
	}
	if len(some) < 3 {
		return b, false
	}
	f := bootstrap(len(some), func(i int) int { return all[some[i]].event }, func(items []int) []float64 {
		part := make([]intrinsic, len(items))
		for at, i := range items {
			part[at] = found[some[i]]
		}
		bias, coverage := biasAndCoverage(part)
		return []float64{bias, coverage}
	})
	b.Low, b.High, b.N, b.Rating, b.Bias, b.Coverage = low, low+bandWidth, len(some), b.Rating/float64(len(some)), f[0], f[1]
	return b, true
}

func biasAndCoverage(all []intrinsic) (bias, coverage float64) {
	if len(all) == 0 {
		return math.NaN(), math.NaN()
	}
	for _, x := range all {
		bias += (x.found - x.rating) / float64(len(all))
		coverage += indicator(x.held) / float64(len(all))
	}
	return bias, coverage
}

// slopeOf returns the slope of the regression of intrinsic on official ratings.
func slopeOf(all []intrinsic) float64 {
	if len(all) < 3 {
		return math.NaN()
	}
	x, y := make([]float64, len(all)), make([]float64, len(all))
	for i, v := range all {
		x[i], y[i] = v.rating, v.found
	}
	return straightLine(x, y)[1]
}
