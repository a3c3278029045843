package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// What figures rest on.
const (
	performances = "independent performances"
	countedMoves = "counted moves"
)

// judgeDemand answers one demand: met where the whole interval is within, not met
// where it is outside, otherwise undecided, as is a figure without an interval.
// Needed is the number of units with which the interval, shrinking with the root
// of their number around the same figure, would lie wholly within or wholly
// outside; where there is no interval yet, it stays as given.
func judgeDemand(v calibration.Verdict) calibration.Verdict {
	f, low, high := v.Figure, v.Within[0], v.Within[1]
	switch {
	case !f.Bounded:
		v.Answer = calibration.Undecided
		return v
	case f.Low >= low && f.High <= high:
		v.Answer, v.Needed = calibration.Met, 0
		return v
	case f.High < low || f.Low > high:
		v.Answer, v.Needed = calibration.NotMet, 0
		return v
	}
	v.Answer = calibration.Undecided
	if room := math.Min(math.Abs(f.Value-low), math.Abs(f.Value-high)); room > 0 {
		v.Needed = math.Ceil(v.N * square((f.High-f.Low)/2/room))
	}
	return v
}

// acceptance answers the demands of MODEL 7.
func acceptance(r *calibration.Report) (all []calibration.Verdict) {
	add := func(v calibration.Verdict) { all = append(all, judgeDemand(v)) }
	for _, row := range r.Z {
		if row.Games != mainGames || row.Sample != "resampled" && row.Sample != "band" {
			continue
		}
		v := calibration.Verdict{Test: row.Test, Low: row.Low, High: row.High, Unit: performances, N: r.NineGames()}
		limit := 0.05
		if row.Sample == "band" {
			limit, v.N = 0.15, bandSidesOf(r, row.Low)/mainGames
		}
		mean, sd := v, v
		mean.Demand, mean.Figure, mean.Within = "mean of z", row.Mean, [2]float64{-limit, limit}
		sd.Demand, sd.Figure, sd.Within = "standard deviation of z", row.SD, [2]float64{1 - limit, 1 + limit}
		mean.Needed, sd.Needed = planned(1, limit), planned(math.Sqrt2/2, limit)
		mean.Unmeasured, sd.Unmeasured = row.N == 0, row.N == 0
		add(mean)
		add(sd)
		for _, t := range row.Tail {
			if t.Line <= 3 {
				all = append(all, tailVerdict(v, t))
			}
		}
	}
	add(calibration.Verdict{Demand: "slope of intrinsic on official rating", Figure: r.IPR.Slope, Within: [2]float64{0.9, 1.1},
		Unit: performances, N: r.NineGames(), Unmeasured: r.IPR.N == 0})
	add(calibration.Verdict{Demand: "coverage of the interval of the intrinsic rating", Figure: r.IPR.Coverage,
		Within: [2]float64{0.93, 0.97}, Unit: performances, N: r.NineGames(), Unmeasured: r.IPR.N == 0,
		Needed: planned(math.Sqrt(0.95*0.05), 0.02)})
	return append(all, bandVerdicts(r)...)
}

// planned is how many independent performances it takes for a 95 % interval that
// is no wider than +-limit, where one performance alone has the standard error se
// (for a standard normal z: 1 for its mean, 1/sqrt 2 for its standard deviation).
func planned(se, limit float64) float64 {
	return math.Ceil(square(1.96 * se / limit))
}

// tailExpected is how many honest performances must be expected above a line for
// their number to say anything.
const tailExpected = 5

// tailVerdict answers whether the share of honest performances above a line is
// the nominal one or less.
func tailVerdict(v calibration.Verdict, t calibration.Tail) calibration.Verdict {
	v.Demand, v.Figure, v.Within = "share of honest performances above the line", t.Share, [2]float64{0, t.Nominal}
	v.Line = t.Line
	switch {
	case t.Share.Low > t.Nominal:
		v.Answer = calibration.NotMet
	case v.N*t.Nominal >= tailExpected || t.Share.High <= t.Nominal:
		v.Answer = calibration.Met
	default:
		v.Answer, v.Needed = calibration.Undecided, math.Ceil(tailExpected/t.Nominal)
	}
	return v
}

// bandVerdicts answers the demands on expectation by band of 200 points: MM and
// EV within one percentage point, ASD within 2 % of what was played.
func bandVerdicts(r *calibration.Report) (all []calibration.Verdict) {
	for i := range r.WideBands {
		row := &r.WideBands[i]
		for _, q := range []score.Quantity{score.MM, score.EV, score.ASD} {
			c := row.Quantities.At(q)
			limit := 0.01
			if q == score.ASD {
				limit = 0.02 * c.Actual
			}
			all = append(all, judgeDemand(calibration.Verdict{
				Demand: "actual less expected", Test: q.String(), Low: row.Low, High: row.High,
				Figure: c.Difference, Within: [2]float64{-limit, limit}, Unit: countedMoves, N: float64(row.Moves),
			}))
		}
	}
	return all
}

// bandSidesOf returns how many sides the band of 200 points from low has.
func bandSidesOf(r *calibration.Report, low float64) float64 {
	for i := range r.WideBands {
		if r.WideBands[i].Low == low {
			return float64(r.WideBands[i].Sides)
		}
	}
	return 0
}

func square(x float64) float64 { return x * x }
