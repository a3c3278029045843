package score

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Fisher's tea (The Design of Experiments, 1935, section 5): four of eight cups
// named, all four right: 1 of 70 draws. With equal chances at every move the
// permutation test is Fisher's exact test; three right are 17 of 70.
func TestPermutationIsFishersExactTest(t *testing.T) {
	for _, c := range []struct {
		name string
		hits [8]bool
		want float64
	}{
		{"four right", [8]bool{true, true, true, true}, 1.0 / 70},
		{"three right", [8]bool{true, true, true, false, true}, 17.0 / 70},
		{"none right", [8]bool{4: true, true, true, true}, 1},
		{"all the same", [8]bool{}, 1},
	} {
		var moves []hit
		for _, h := range c.hits {
			moves = append(moves, hit{h, 0.3, 0})
		}
		perf := indicators(0, moves)
		perf.Games[0].Round = "1"
		got := Permute(perf, Subset{{"1", 9, 12}}, MM, nil, 70)
		if !got.OK || !got.Exact || got.Arrangements != 70 || !near(got.P, c.want, 1e-12) {
			t.Errorf("%s: %+v, want %v", c.name, got, c.want)
		}
		drawn := Permute(perf, Subset{{"1", 9, 12}}, MM, source(1), 69)
		if drawn.Exact || drawn.Arrangements != 69 {
			t.Errorf("%s: %+v", c.name, drawn)
		}
	}
}

// Two games, by hand. Game 1 has residuals 0.5 inside, -0.5 and -0.5 outside
// (p = 0.5); game 2 has 0.2 inside, 0.8 outside (p = 0.8 and 0.2, both hit): of
// the six draws 0.5+0.2 and 0.5+0.8 reach 0.7. The third game has no move in the
// subset and does not count.
func TestPermutationWithinGames(t *testing.T) {
	perf := indicators(0,
		[]hit{{true, 0.5, 0}, {false, 0.5, 0}, {false, 0.5, 0}},
		[]hit{{true, 0.8, 0}, {true, 0.2, 0}},
		[]hit{{true, 0.9, 0}, {true, 0.1, 0}})
	for i, round := range []string{"1", "2", "3"} {
		perf.Games[i].Round = round
	}
	got := Permute(perf, Subset{{"1", 9, 9}, {"2", 9, 9}}, MM, nil, 6)
	want := Contrast{Inside: 2, Outside: 3, InsideExcess: 0.35, OutsideExcess: -0.2 / 3, P: 1.0 / 3, Arrangements: 6, Exact: true, OK: true}
	if math.Abs(got.InsideExcess-want.InsideExcess) > 1e-12 || math.Abs(got.OutsideExcess-want.OutsideExcess) > 1e-12 {
		t.Errorf("%+v, want %+v", got, want)
	}
	got.InsideExcess, got.OutsideExcess = want.InsideExcess, want.OutsideExcess
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestPermutationOfNothing(t *testing.T) {
	perf := indicators(0, []hit{{true, 0.5, 0}, {false, 0.5, 0}})
	perf.Games[0].Round = "1"
	for name, s := range map[string]Subset{"no move inside": {{"2", 1, 99}}, "no move outside": {{"1", 1, 99}}, "empty": nil} {
		if got := Permute(perf, s, MM, nil, 1000); got.OK || got.P != 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Resampling comes close to the exact answer, and to itself with the same seed.
func TestResamplingAgreesWithTheExactTest(t *testing.T) {
	const resamples = 20_000
	w := newWorld(source(11), 3, 12)
	perf := w.play(source(12))
	for i, round := range []string{"1", "2", "3"} {
		perf.Games[i].Round = round
	}
	s := Subset{{"1", 9, 11}, {"3", 12, 13}} // 220 * 66 draws
	for _, q := range []Quantity{MM, ASD} {
		exact := Permute(perf, s, q, nil, resamples)
		drawn := Permute(perf, s, q, source(13), resamples/2)
		again := Permute(perf, s, q, source(13), resamples/2)
		if !exact.Exact || exact.Arrangements != 220*66 || drawn.Exact || drawn != again {
			t.Fatalf("%v: %+v, %+v, %+v", q, exact, drawn, again)
		}
		if sd := math.Sqrt(exact.P * (1 - exact.P) * 2 / resamples); math.Abs(exact.P-drawn.P) > 5*sd+1e-3 {
			t.Errorf("%v: exact %v, drawn %v", q, exact.P, drawn.P)
		}
	}
}

// Among honest players the share of P at or below 0.1 is at most about 0.1.
func TestPermutationHoldsItsLevel(t *testing.T) {
	random := source(17)
	w := newWorld(random, 2, 25)
	const trials = 1000
	below := 0
	for range trials {
		perf := w.play(random)
		perf.Games[0].Round, perf.Games[1].Round = "1", "2"
		if Permute(perf, Subset{{"1", 12, 18}, {"2", 20, 25}}, ASD, random, 199).P <= 0.1 {
			below++
		}
	}
	if share := float64(below) / trials; share < 0.05 || share > 0.15 {
		t.Errorf("P <= 0.1 in %.3f of honest performances", share)
	}
}

func TestPermutationOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		perf := anyPerformance().Draw(t, "performance")
		s := Subset{{Round: "1", First: 10, Last: 14}, {Round: "2", First: 9, Last: 9}}
		for _, q := range Quantities() {
			got := Permute(perf, s, q, source(1), 50)
			if !finite(got.InsideExcess) || !finite(got.OutsideExcess) || got.OK != (got.P > 0) || got.P > 1 {
				t.Fatalf("%v: %+v", q, got)
			}
		}
	})
}
