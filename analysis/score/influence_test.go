package score

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// However seldom an honest player makes a move, it says no more than ln((c+e)/c) = ln(.143/.043) = 1.20
// and takes away no more than ln((1-c-e)/(1-c)) = ln(.857/.957) = -.110 (MODEL 6a).
func TestOneMoveSaysNoMoreThanItMay(t *testing.T) {
	a := Assisted{Share: 0.1, Unaided: 0.043}
	for _, c := range []struct{ q, p, want float64 }{
		{0.5, 0.5, 0}, {0.3, 0, math.Log(0.143 / 0.043)}, {0, 0.3, math.Log(0.857 / 0.957)},
		// (.857 .0004 + .143 .6)/(.957 .0004 + .043 .6) = .0861428/.0261828
		{0.6, 0.0004, math.Log(0.0861428 / 0.0261828)},
	} {
		if got := a.ratio(c.q, c.p); !near(got, c.want, 1e-6) {
			t.Errorf("q %v, p %v: %v, want %v", c.q, c.p, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		p, q := rapid.Float64Range(0, 1).Draw(t, "p"), rapid.Float64Range(0, 1).Draw(t, "q")
		if r := a.ratio(q, p); !(r >= math.Log(0.857/0.957)-1e-12 && r <= math.Log(0.143/0.043)+1e-12) {
			t.Fatalf("ratio %v", r)
		}
	})
}

// The z without a move is that of the performance without it, and no other move leaves a lower one.
func TestInfluenceIsLeavingTheMoveOut(t *testing.T) {
	p := spread()
	rapid.Check(t, func(t *rapid.T) {
		perf := anyPerformance().Draw(t, "performance")
		tests, combined := p.Influences(perf)
		for i := range perf.Games {
			for j := range perf.Games[i].Moves {
				less := *perf
				less.Games = append([]Game(nil), perf.Games...)
				g := &less.Games[i]
				g.Moves = append(append([]Scored(nil), g.Moves[:j]...), g.Moves[j+1:]...)
				results := testsOf(&p, &less)
				for _, q := range Quantities() {
					r, f := results.At(q), tests.At(q)
					if _, counts := perf.Games[i].Moves[j].Actual(q); !counts || !r.OK || r.SD < 1e-3 {
						continue
					}
					if r.Z < f.Z-1e-6 || f.Game == i && f.Move == j && math.Abs(r.Z-f.Z) > 1e-6 {
						t.Fatalf("%v without move %d of game %d: %v; most influential %+v", q, j, i, r.Z, *f)
					}
				}
				if a := p.Assess(&less); a.Combined.OK && !a.Footing.Refused && combined.Game == i && combined.Move == j && math.Abs(a.Combined.Z-combined.Z) > 1e-6 {
					t.Fatalf("combined without move %d of game %d: %v, not %v", j, i, a.Combined.Z, combined.Z)
				}
			}
		}
	})
}
