package score

import (
	"math"
	"testing"
)

func TestFooting(t *testing.T) {
	p := plain() // calibrated from 1500 to 2700
	for _, c := range []struct {
		name   string
		n      int
		rating float64
		want   Footing
		judged bool
	}{
		{"enough", 120, 2000, Footing{}, true},
		{"too few", 119, 2000, Footing{Insufficient: true}, false},
		{"nothing", 0, 2000, Footing{Insufficient: true}, false},
		{"lowest answered", 300, 1400, Footing{Extrapolated: true}, true},
		{"below", 300, 1399, Footing{Refused: true}, false},
		{"no rating", 10, math.NaN(), Footing{Refused: true, Insufficient: true}, false},
		{"edges belong to the range", 300, 2700, Footing{}, true},
		{"above the range", 300, 2701, Footing{Extrapolated: true}, true},
	} {
		if got := p.Footing(c.n, c.rating); got != c.want || got.Judged() != c.judged {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestRefusedHasNoExpectation(t *testing.T) {
	p := plain()
	perf := indicators(50, []hit{{true, 0.5, 0.001}, {false, 0.5, 0.001}})
	perf.Rating = 1300
	a := p.Assess(perf)
	if a.Tests.MM != (TestResult{N: 2, Actual: 1}) || a.Combined.OK || a.ROI.OK || a.Moves != 2 {
		t.Errorf("%+v", a)
	}
}

// MM alone has a variance here, so that both indices are its z: (2-1)/sqrt 0.5.
func TestAssess(t *testing.T) {
	p := plain()
	a := p.Assess(indicators(0, []hit{{true, 0.5, 0}, {true, 0.5, 0}}))
	want := math.Sqrt2
	if !near(a.Combined.Z, want, 1e-12) || !near(a.ROI.Z, want, 1e-12) || !a.Footing.Insufficient {
		t.Errorf("%+v", a)
	}
}
