package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// margins are what whole performances must keep to be accepted, fixed before any
// was looked at (MODEL 7): from so many performances on, how far the standard
// deviation of a z may be from 1 and its mean from 0.
type margins struct {
	performances int
	sd, mean     float64
}

// sizes is how many there are.
const sizes = 3

func allMargins() [sizes]margins {
	return [3]margins{{130, 0.20, 0.25}, {280, 0.14, 0.18}, {560, 0.10, 0.12}}
}

// What the demands on expectations by rating and on intrinsic ratings are.
const (
	mostCurve   = 0.02 // bias of MM and EV from 2000 to 2800, as a share of moves
	tailError   = 0.05 // one-sided error of the demand on tails, over the three sizes
	curveLow    = 2000.0
	curveHigh   = 2800.0
	curveStep   = 100.0
	curveMiddle = 2400.0
	curveUnit   = 400.0
	curveLevel  = 0.9 // of the band around the parabola
)

// judgeDemand answers one demand: met where the whole interval is within, not met
// where it is outside, otherwise undecided, as is a figure without an interval.
// Needed is the number of units with which the interval, shrinking with the root
// of their number around the same figure, would lie wholly within or wholly
// outside.
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

// mostNeeded is from how many units on "would decide" is no longer said: nobody
// can have so many.
const mostNeeded = 20_000

// acceptance answers the demands of MODEL 7 on whole performances.
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
	all = append(all, judgeDemand(odds), c.curve(score.MM), c.curve(score.EV))
	slope := calibration.Verdict{Demand: "slope of intrinsic on official rating", Figure: r.IPR.Slope, Within: [2]float64{0.9, 1.1},
		Unit: calibration.UnitPerformances, N: float64(n), Unmeasured: r.IPR.N == 0}
	held := slope
	held.Demand, held.Figure, held.Within = "coverage of the interval of the intrinsic rating", r.IPR.Coverage, [2]float64{0.93, 0.97}
	return append(all, judgeDemand(slope), judgeDemand(held))
}

// tailVerdict answers whether no more honest performances than chance allows lie at
// or above a line: the count is accepted unless as many or more have a probability
// below a third of the error under the nominal share (exact binomial; the error is
// spent over three sizes of the corpus).
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

// curve answers whether what is expected follows the rating: a parabola through
// actual less expected by rating, fitted to the moves of the test part with events
// as what is drawn anew, whose 90 % band stays within two points of percentage from
// 2000 to 2800. The figure is the point of the band that is furthest from 0.
func (c *sample) curve(q score.Quantity) calibration.Verdict {
	v := calibration.Verdict{Demand: "actual less expected by rating", Test: q.String(), Low: curveLow, High: curveHigh,
		Within: [2]float64{-mostCurve, mostCurve}, Unit: calibration.UnitMoves}
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

// parabola fits a parabola through the residuals per move of some sides by their
// ratings; each side weighs as its moves do.
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
