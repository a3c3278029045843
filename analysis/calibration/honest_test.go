package calibration

import (
	"math"
	"testing"
)

// A Z of 3.66 is one in 8 070 if the spread is 1; with a spread between .91 and 1.18 it lies between 3.10
// and 4.02 standard deviations (MODEL 6a).
func TestStretched(t *testing.T) {
	h := &Honest{SD: Figure{Value: 1.04, Low: 0.91, High: 1.18, Bounded: true}}
	if low, high := h.Stretched(3.66); math.Abs(low-3.1017) > 1e-4 || math.Abs(high-4.0220) > 1e-4 {
		t.Errorf("%v to %v", low, high)
	}
	if low, high := h.Stretched(-1); !(low < high && high < 0) {
		t.Errorf("%v to %v", low, high)
	}
}

func TestWhetherOddsGoWithZ(t *testing.T) {
	h := &Honest{Relation: []RelationRow{
		{Test: "lr", Low: 3, High: 3.5, LogLow: 2, LogHigh: 9}, {Test: "lr", Low: 6, High: 6.5, LogLow: 16, LogHigh: 30}, {Test: "combined", Low: 3, High: 3.5, LogLow: 1, LogHigh: 15},
	}}
	for _, c := range []struct {
		test   string
		z, log float64
		want   int
	}{
		{"lr", 3.2, 4, 0}, {"lr", 3.2, 1.9, -1}, {"lr", 3.2, 9.1, 1}, {"combined", 3.2, 9.1, 0},
		{"lr", 6.79, math.Log(92), -1}, // the nearest row counts beyond the last
		{"mm", 6.79, 0, 0},
	} {
		if got := h.Differ(c.test, c.z, c.log); got != c.want {
			t.Errorf("%s of %v beside ln BF %.1f: %d, want %d", c.test, c.z, c.log, got, c.want)
		}
	}
	if (&Honest{}).Differ("lr", 9, 0) != 0 {
		t.Error("nothing is known, and yet they differ")
	}
}

// Every shipped calibration says what honest performances showed, its own or its prior's: so few of the
// others were played that their spread has no interval. None lies beyond 2.6, as the page of help says (web.help.z).
func TestShippedSayWhatHonestPerformancesShowed(t *testing.T) {
	all, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		h := c.Honest()
		if h == nil || h.Performances < 100 || !h.SD.Bounded || !(h.Highest > 1.5 && h.Highest < 2.6) || len(h.Relation) < 20 {
			t.Errorf("%s: %+v", c.Name, h)
		}
		if c.Prior == nil && len(c.Report.Evidence.Bands) != 2 {
			t.Errorf("%s: odds in %d bands", c.Name, len(c.Report.Evidence.Bands))
		}
	}
}
