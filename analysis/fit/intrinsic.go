package fit

import (
	"math"
	"math/rand/v2"

	"fairplay/analysis/calibration"
	"fairplay/analysis/ipr"
	"fairplay/analysis/score"
)

// intrinsic is the intrinsic rating of one performance beside the official one.
type intrinsic struct {
	rating, found float64
	held          bool // the interval holds the official rating
}

// intrinsics computes intrinsic ratings of resampled performances. tabulate must
// have been called before.
func (c *cast) intrinsics(run Runner, d score.Dispersion, count int) []intrinsic {
	return resample(run, c, count, mainGames, func(p performance, _ *rand.Rand) intrinsic {
		curves := make([]ipr.Curve, len(p))
		for at, i := range p {
			curves[at] = c.sides[i].curve
		}
		e := ipr.Of(ipr.Sum(curves...).At, c.scatter(p, d), ipr.Everybody())
		rating := c.meanRating(p)
		return intrinsic{rating, e.Rating, e.OK && e.Low <= rating && rating <= e.High}
	})
}

// scatter is the factor on the interval of a performance whose games may be of
// several players and events.
func (c *cast) scatter(p performance, d score.Dispersion) float64 {
	n, squares := 0.0, 0.0
	for _, i := range p {
		m := float64(len(c.sides[i].Moves))
		n += m
		squares += float64(m * m)
	}
	moves := func(s *side) float64 { return float64(len(s.Moves)) }
	own, common := c.squares(p, samePlayerEvent, moves), c.squares(p, sameEvent, moves)
	return max(1, d.Move+(float64(d.Game*squares)+float64(d.Own*own)+float64((d.Player-d.Own)*common))/n)
}

// tabulate computes the log-likelihood curve of every side.
func (c *cast) tabulate(run Runner) {
	run(len(c.sides), func(i int) { c.sides[i].curve = ipr.Tabulate(c.sides[i].logP, ipr.Everybody()) })
}

// iprReport compares intrinsic with official ratings.
func iprReport(o *Options, c *cast, d score.Dispersion) calibration.IPRReport {
	c.tabulate(o.Run)
	r := calibration.IPRReport{Games: mainGames}
	figures := jackknife(c, func(k *cast) []float64 {
		all := k.intrinsics(o.Run, d, o.draws(5))
		r.N = max(r.N, len(all))
		bias, coverage := biasAndCoverage(all)
		return []float64{bias, slopeOf(all), coverage}
	})
	r.Bias, r.Slope, r.Coverage = figures[0].real(), figures[1].real(), figures[2].share(c.worth(mainGames))
	for low := float64(lowestBand); low < highestBand; low += bandWidth {
		part := c.keep(func(s *side) bool { return low <= s.Rating && s.Rating < low+bandWidth })
		if b, ok := iprBand(o, part, d); ok {
			b.Low, b.High = low, low+bandWidth
			r.Bands = append(r.Bands, b)
		}
	}
	return r
}

func iprBand(o *Options, part *cast, d score.Dispersion) (b calibration.IPRBand, ok bool) {
	all := part.intrinsics(o.Run, d, o.draws(20))
	if len(all) < 3 {
		return b, false
	}
	for _, x := range all {
		b.Rating += x.rating / float64(len(all))
	}
	figures := jackknife(part, func(k *cast) []float64 {
		bias, coverage := biasAndCoverage(k.intrinsics(o.Run, d, o.draws(20)))
		return []float64{bias, coverage}
	})
	b.N, b.Bias, b.Coverage = len(all), figures[0].real(), figures[1].share(part.worth(mainGames))
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
