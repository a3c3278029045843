package regulations

import (
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fairplay/analysis/exact"
)

func TestZForOdds(t *testing.T) {
	tests := []struct {
		players int
		z       float64
	}{
		{50, 2.653}, {100, 2.879}, {147, 2.998}, {148, 3.0001}, {150, 3.004}, {200, 3.091},
		{300, 3.209}, {400, 3.291}, {500, 3.353}, {1000, 3.540},
	}
	for _, tt := range tests {
		if got := ZForOdds(5 * float64(tt.players)); math.Abs(got-tt.z) > 0.0005 {
			t.Errorf("smallest z for %d players %.4f, want %.4f", tt.players, got, tt.z)
		}
	}
}

func TestZThreshold(t *testing.T) {
	tests := []struct {
		players int
		z       float64
		article string
	}{
		{0, 3.00, "R-IV-2"}, {10, 3.00, "R-IV-2"}, {150, 3.00, "R-IV-2"}, {151, 3.30, "R-IV-7"},
		{400, 3.30, "R-IV-7"}, {401, 3.30, "R-IV-7"}, {413, 3.30, "R-IV-7"}, {500, 3.353, "R-IV-7"}, {1000, 3.540, "R-IV-7"},
	}
	e := Shipped().Edition(day("2025-04-12"))
	for _, tt := range tests {
		got := e.ZThreshold(tt.players)
		if math.Abs(got.Z-tt.z) > 0.0005 || got.Source.Article != tt.article {
			t.Errorf("%d players: z >= %.4f by %s, want %.4f by %s", tt.players, got.Z, got.Source.Article, tt.z, tt.article)
		}
	}
	if got := e.SingledOutThreshold(); got.Z != 2 || got.Source.Article != "R-IV-3" {
		t.Errorf("singled out: %+v, want z >= 2 by R-IV-3", got)
	}
}

// More players never lower the threshold, and above 150 players the odds are never less than
// the principle demands.
func TestZThresholdProperties(t *testing.T) {
	e := Shipped().Edition(day("2025-04-12"))
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 100_000).Draw(t, "players")
		z, more := e.ZThreshold(n).Z, e.ZThreshold(n+1).Z
		if more < z {
			t.Fatalf("%d players %.5f, one more %.5f", n, z, more)
		}
		odds := exact.NormalTail(-z) / exact.NormalTail(z)
		if want := 5 * float64(n); n > 150 && odds < want*(1-1e-9) {
			t.Fatalf("%d players: odds %.3f, want at least %.0f", n, odds, want)
		}
	})
}

func TestMatchRateLine(t *testing.T) {
	tests := []struct {
		rating  int
		percent float64
	}{
		{2800, 70}, {2600, 67}, {2400, 64}, {2200, 61}, {2000, 58}, {1800, 55}, {1600, 52}, {1000, 43},
		{2350, 63.25}, {2799, 69.985}, // continuous in the rating
	}
	e := Shipped().Edition(day("2025-04-12"))
	for _, tt := range tests {
		got, ok := e.MatchRateLine(tt.rating)
		if !ok || math.Abs(got*100-tt.percent) > 1e-9 {
			t.Errorf("%d: %v %%, %v; want %v %%", tt.rating, got*100, ok, tt.percent)
		}
	}
	for _, rating := range []int{-1, 0, 999, 2801, 3000} {
		if got, ok := e.MatchRateLine(rating); ok {
			t.Errorf("%d: %v, want no answer", rating, got)
		}
	}
	if got := e.MatchRateSource(); got.Article != "R-IV-6" || got.Standing != InForce {
		t.Errorf("source %+v", got)
	}
}

// Lines are those of the tables.
func TestLinesAreThoseOfTheTables(t *testing.T) {
	named := map[float64]bool{}
	c := Shipped()
	for _, r := range c.statistics {
		for _, z := range append([]zRow{r.Significant, r.SingledOut, r.Support, r.Private}, r.Public...) {
			named[z.Z] = true
		}
		for _, size := range r.Intrusive {
			named[size.Z] = true
		}
	}
	for _, r := range c.presumption {
		named[r.OverTheBoard.Z], named[r.Online.Z], named[r.Support.Z] = true, true, true
	}
	if got := slices.Sorted(maps.Keys(named)); !slices.Equal(got, Lines()) {
		t.Errorf("the tables name %v, Lines %v", got, Lines())
	}
}
