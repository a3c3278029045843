package fit

import (
	"math"
	"strings"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// margins are the limits that whole performances must keep for a calibration to be accepted, fixed
// before any was looked at (MODEL 7): from this number of performances on, how far the standard
// deviation of a z may be from 1 and its mean from 0.
type margins struct {
	performances int
	sd, mean     float64
}

// sizes is the number of corpus sizes that have margins of their own.
const sizes = 3

func allMargins() [sizes]margins {
	return [3]margins{{130, 0.20, 0.25}, {280, 0.14, 0.18}, {560, 0.10, 0.12}}
}

// Limits for expectations by rating and for intrinsic ratings. The parabola runs from curveLow to
// curveHigh in steps of curveStep Elo points, in units of curveUnit around curveMiddle.
const (
	mostCurve   = 0.02 // bias of MM, EV and close moves from 2000 to 2800, as a share of moves
	tailError   = 0.05 // one-sided error of the demand on tails, over the three sizes
	curveLow    = 2000.0
	curveHigh   = 2800.0
	curveStep   = 100.0
	curveMiddle = 2400.0
	curveUnit   = 400.0
	curveLevel  = 0.9 // of the band around the parabola

	mostElite = 0.25 // mean z of each detector from 2600 on
)

// judgeDemand answers one requirement: met if the whole interval is within its limits, not met if
// it is wholly outside, otherwise (or without an interval) undecided. Needed is the number of units
// at which the interval, shrinking with the square root of that number around the same figure,
// would decide.
func judgeDemand(v calibration.Verdict) calibration.Verdict {
	f, low, high := v.Figure, v.Within[0], v.Within[1]
	switch {
	case !f.Bounded:
		v.Answer = calibration.Undecided
		return v
	case f.Low >= low && f.High <= high:
		v.Answer = calibration.Met
		return v
	case f.High < low || f.Low > high:
		v.Answer = calibration.NotMet
		return v
	}
	v.Answer = calibration.Undecided
	if room := math.Min(math.Abs(f.Value-low), math.Abs(f.Value-high)); room > 0 {
		if n := math.Ceil(v.N * square((f.High-f.Low)/2/room)); n < mostNeeded {
			v.Needed = n
		}
	}
	return v
}

// mostNeeded is the number of units from which on Needed is no longer given: nobody can have so
// many.
const mostNeeded = 20_000

// acceptance answers the requirements of MODEL 7 on whole performances.
func acceptance(c *sample, r *calibration.Validation) (all []calibration.Verdict) {
	n := r.Independence.Whole
	m := allMargins()[0]
	for _, larger := range allMargins() {
		if n >= larger.performances {
			m = larger
		}
	}
	for i := range r.Z {
		row := &r.Z[i]
		if strings.HasPrefix(row.Test, detectorPrefix) && row.Sample == calibration.BankSamples()[2] {
			v := calibration.Verdict{Demand: "mean of z of players of 2600 and more", Test: row.Test, Figure: row.Mean, Within: [2]float64{-mostElite, mostElite},
				Unit: calibration.UnitPerformances, N: float64(row.N)}
			all = append(all, judgeDemand(v))
		}
		if row.Sample != calibration.WholePerformances || row.Test != "combined" && row.Test != "mm" && row.Test != "lr" {
			continue
		}
		v := calibration.Verdict{Test: row.Test, Unit: calibration.UnitPerformances, N: float64(n)}
		mean, sd := v, v
		mean.Demand, mean.Figure, mean.Within = "mean of z", row.Mean, [2]float64{-m.mean, m.mean}
		sd.Demand, sd.Figure, sd.Within = "standard deviation of z", row.SD, [2]float64{1 - m.sd, 1 + m.sd}
		all = append(all, judgeDemand(mean), judgeDemand(sd))
		for _, t := range row.Tail {
			if t.Line <= 2.5 {
				all = append(all, tailVerdict(v, t, n))
			}
		}
	}
	odds := calibration.Verdict{Demand: "mean of the odds, none above ten", Figure: r.Evidence.Capped, Within: [2]float64{0, 1},
		Unit: calibration.UnitPerformances, N: float64(n), Unmeasured: r.Evidence.N == 0}
	all = append(all, judgeDemand(odds))
	for _, b := range r.Evidence.Bands {
		band := odds
		band.Demand, band.Low, band.High, band.Figure, band.N = "mean of the odds in a band of ratings", b.Low, b.High, b.Mean, float64(b.N)
		all = append(all, judgeDemand(band))
	}
	for _, q := range []score.Quantity{score.MM, score.EV, score.ASD, score.Close, score.Root} {
		all = append(all, c.curve(q))
	}
	slope := calibration.Verdict{Demand: "slope of intrinsic on official rating", Figure: r.IPR.Slope, Within: [2]float64{0.9, 1.1},
		Unit: calibration.UnitPerformances, N: float64(n), Unmeasured: r.IPR.N == 0}
	held := slope
	held.Demand, held.Figure, held.Within = "coverage of the interval of the intrinsic rating", r.IPR.Coverage, [2]float64{0.93, 0.97}
	return append(all, judgeDemand(slope), judgeDemand(held))
}

// tailVerdict answers whether the number of honest performances at or above a line is no more than
// chance allows. The count fails if the probability of so many or more, under the nominal share, is
// below a third of tailError (exact binomial; the error is divided over three sizes of the corpus).
func tailVerdict(v calibration.Verdict, t calibration.Tail, n int) calibration.Verdict {
	v.Demand, v.Figure, v.Within, v.Line = "share of honest performances above the line", t.Share, [2]float64{0, t.Nominal}, t.Line
	v.Answer = calibration.Met
	if t.Hits > 0 && atLeast(t.Hits, n, t.Nominal) < tailError/sizes {
		v.Answer = calibration.NotMet
	}
	return v
}

// atLeast returns the probability of k successes or more in n trials of
// probability p.
func atLeast(k, n int, p float64) float64 {
	term, below := exact.Exp(float64(n)*exact.Log1p(-p)), 0.0
	for j := range k {
		below += term
		term *= float64(n-j) / float64(j+1) * p / (1 - p)
	}
	return max(1-below, 0)
}

// curve answers whether expectations follow the rating. It fits a parabola through actual -
// expected by rating to the test moves, with events drawn anew (bootstrap). The 90 % band of the
// parabola must stay within two percentage points from 2000 to 2800; losses, which are no shares,
// within as many standard deviations of a move as that is of MM. The figure is the point of the band
// furthest from 0.
func (c *sample) curve(q score.Quantity) calibration.Verdict {
	most := mostCurve
	if q == score.ASD || q == score.Root {
		most *= math.Sqrt(c.variance(q) / c.variance(score.MM))
	}
	v := calibration.Verdict{Demand: "actual less expected by rating", Test: q.String(), Low: curveLow, High: curveHigh,
		Within: [2]float64{-most, most}, Unit: calibration.UnitMoves}
	for i := range c.sides {
		v.N += c.sides[i].residuals[q].n
	}
	var ratings []float64
	for r := curveLow; r <= curveHigh; r += curveStep {
		ratings = append(ratings, r)
	}
	figures := bootstrapAt(curveLevel, len(c.sides), func(i int) int { return c.sides[i].event }, func(items []int) []float64 {
		b, ok := c.parabola(q, items)
		values := make([]float64, len(ratings))
		for k, r := range ratings {
			x := (r - curveMiddle) / curveUnit
			values[k] = b[0] + float64(b[1]*x) + float64(b[2]*x*x)
			if !ok {
				values[k] = math.NaN()
			}
		}
		return values
	})
	for _, f := range figures {
		if !f.Bounded {
			v.Unmeasured = true
			break
		}
		if math.Max(-f.Low, f.High) > math.Max(-v.Figure.Low, v.Figure.High) {
			v.Figure = f
		}
	}
	return judgeDemand(v)
}

// parabola fits a parabola through the residuals per move of some sides by rating. Sides are
// weighted by their moves.
func (c *sample) parabola(q score.Quantity, items []int) (b [3]float64, ok bool) {
	a, y := make([][]float64, 3), make([]float64, 3)
	for k := range a {
		a[k] = make([]float64, 3)
	}
	for _, i := range items {
		r := &c.sides[i].residuals[q]
		x := (c.sides[i].Rating - curveMiddle) / curveUnit
		z := [3]float64{1, x, float64(x * x)}
		for k := range z {
			for j := range z {
				a[k][j] += float64(r.n * z[k] * z[j])
			}
			y[k] += float64(r.excess * z[k])
		}
	}
	found, ok := exact.Solve(a, y)
	if ok {
		copy(b[:], found)
	}
	return b, ok
}

func square(x float64) float64 { return x * x }
