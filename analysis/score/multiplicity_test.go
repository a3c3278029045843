package score

import (
	"testing"

	"pgregory.net/rapid"
)

// References: the four p values of the worked example in "Holm-Bonferroni
// method" (Wikipedia); the fifteen of Benjamini and Hochberg (Journal of the
// Royal Statistical Society B 57, 1995, p. 295), of which a Bonferroni type
// procedure rejects three at 0.05, multiplied by hand.
func TestHolm(t *testing.T) {
	for _, c := range []struct {
		name    string
		p, want []float64
		n       int
	}{
		{"four", []float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}, 4},
		{"fifteen",
			[]float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1},
			[]float64{0.0015, 0.0056, 0.0247, 0.1140, 0.2211, 0.2780, 0.2780, 0.2780, 0.3213, 1, 1, 1, 1, 1, 1}, 15},
		{"two given of ten", []float64{0.02, 0.001}, []float64{0.18, 0.01}, 10},
		{"n too small", []float64{0.02, 0.03}, []float64{0.04, 0.04}, 0},
		{"none", nil, nil, 5},
	} {
		got := Holm(c.p, c.n)
		if len(got) != len(c.want) {
			t.Fatalf("%s: %v", c.name, got)
		}
		for i := range got {
			if !near(got[i], c.want[i], 1e-12) {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
				break
			}
		}
	}
}

// Between the unadjusted p and the p of Bonferroni, and in the same order.
func TestHolmKeepsItsPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Float64Range(0, 1), 0, 30).Draw(t, "p")
		n := rapid.IntRange(0, 60).Draw(t, "n")
		adjusted := Holm(p, n)
		for i := range p {
			if adjusted[i] < p[i] || adjusted[i] > min(1, float64(max(n, len(p)))*p[i]) {
				t.Fatalf("%v becomes %v", p[i], adjusted[i])
			}
			for j := range p {
				if p[i] < p[j] && adjusted[i] > adjusted[j] {
					t.Fatalf("%v and %v become %v and %v", p[i], p[j], adjusted[i], adjusted[j])
				}
			}
		}
	})
}

// Of 1000 players 22.75 are two standard deviations up (ROI 60), 1.35 are three
// (ROI 65): normal tables.
func TestExpectedAtOrAbove(t *testing.T) {
	for _, c := range []struct{ roi, want float64 }{{50, 500}, {60, 22.750}, {65, 1.3499}} {
		if got := ExpectedAtOrAbove(1000, FromROI(c.roi)); !near(got, c.want, 1e-4) {
			t.Errorf("ROI %v: %v, want %v", c.roi, got, c.want)
		}
	}
}
