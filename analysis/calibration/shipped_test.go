package calibration

import (
	"math"
	"testing"

	"fairplay/analysis/score"
)

// Whatever the shipped calibrations report, no share lies outside [0, 1], no
// standard deviation below 0, and every interval holds its figure.
func TestShippedFiguresArePossible(t *testing.T) {
	all, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		check := func(what string, f Figure, low, high float64) {
			t.Helper()
			if !f.Bounded {
				return
			}
			const rounding = 1e-8
			if f.Low < low-rounding || f.High > high+rounding || f.Low > f.Value+rounding || f.Value > f.High+rounding {
				t.Errorf("%s, %s: %+v is not within %v to %v", c.Name, what, f, low, high)
			}
		}
		r := c.Report
		for _, row := range r.Reliability {
			check("reliability", row.Actual, 0, 1)
		}
		for _, row := range r.Z {
			check("standard deviation of z", row.SD, 0, math.Inf(1))
			for _, tail := range row.Tail {
				check("share above a line", tail.Share, 0, 1)
			}
		}
		check("coverage", r.IPR.Coverage, 0, 1)
		for _, b := range r.IPR.Bands {
			check("coverage in a band", b.Coverage, 0, 1)
		}
		for _, rows := range [][]BandRow{r.Bands, r.WideBands, r.Slices} {
			for i := range rows {
				for _, q := range []score.Quantity{score.MM, score.EV, score.T3} {
					x := rows[i].Quantities.At(q)
					check("difference of "+q.String(), x.Difference, -x.Expected, 1-x.Expected)
				}
			}
		}
		for i := range r.Power.Rows {
			for _, d := range r.Power.Rows[i].Found {
				check("share found", d.Share, 0, 1)
			}
		}
	}
}

// Every quantity is standardised as the file says, the range of ratings is
// that of the bands with enough test sides, and the effects are those that were
// estimated.
func TestShippedParametersAreThoseOfTheirSources(t *testing.T) {
	all, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		for _, q := range score.Quantities() {
			if got, said := c.Parameters.Spread.At(q), c.Standards.At(q); got.Bias != said.Bias.Value || math.Abs(got.Scale-math.Sqrt(max(said.Scale, 1))) > 1e-8 {
				t.Errorf("%s: %v has %+v, the file says %+v", c.Name, q, *got, *said)
			}
		}
		for _, b := range c.Corpus.Bands {
			inside := c.Parameters.Ratings.Low <= b.Low && b.High-1 <= c.Parameters.Ratings.High
			if c.Prior == nil && inside && b.Test.Sides < BandSides {
				t.Errorf("%s: %v to %v count as calibrated on %d test sides", c.Name, b.Low, b.High, b.Test.Sides)
			}
		}
		e, f := c.Parameters.Effects, c.Effects
		for name, pair := range map[string][2]float64{
			"game": {e.Game, f.Game.Value}, "rating": {e.Rating, f.Rating.Value}, "ordinary event": {e.Event.Ordinary, f.Ordinary.Value},
			"outlying event": {e.Event.Outlying, f.Outlying.Value}, "share": {e.Event.Share, f.Share.Value},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s: effect of %s is %v, was estimated as %v", c.Name, name, pair[0], pair[1])
			}
		}
	}
}
