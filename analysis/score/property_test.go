package score

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

// Whatever is drawn, every number of an assessment is one, and no adjusted
// standard deviation is below the raw one.
func TestNumbersEverywhere(t *testing.T) {
	p := spread()
	rapid.Check(t, func(t *rapid.T) {
		perf := anyPerformance().Draw(t, "performance")
		a := p.Assess(perf)
		for _, q := range Quantities() {
			r := a.Tests.At(q)
			for _, x := range []float64{r.Actual, r.Expected, r.RawSD, r.RawZ, r.SD, r.Z} {
				if !finite(x) {
					t.Fatalf("%v: %+v", q, r)
				}
			}
			if r.SD < r.RawSD || !r.OK && (r.Z != 0 || r.RawZ != 0) {
				t.Fatalf("%v: %+v", q, r)
			}
		}
		if !finite(a.Combined.Z) || !finite(a.ROI.Z) {
			t.Fatalf("%+v", a)
		}
		if p.Effects.Dispersion(perf) < 1 {
			t.Fatal("the factor is below 1")
		}
	})
}

func TestOrderChangesNothing(t *testing.T) {
	p := spread()
	rapid.Check(t, func(t *rapid.T) {
		perf := anyPerformance().Draw(t, "performance")
		other := &Performance{Rating: perf.Rating, RatingSD: perf.RatingSD, Games: slices.Clone(perf.Games)}
		random := source(rapid.Uint64().Draw(t, "seed"))
		random.Shuffle(len(other.Games), func(i, j int) { other.Games[i], other.Games[j] = other.Games[j], other.Games[i] })
		for i := range other.Games {
			moves := slices.Clone(other.Games[i].Moves)
			random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			other.Games[i].Moves = moves
		}
		a, b := p.Assess(perf), p.Assess(other)
		for _, q := range Quantities() {
			if !near(a.Tests.At(q).Z, b.Tests.At(q).Z, 1e-9) {
				t.Fatalf("%v: %v and %v", q, a.Tests.At(q), b.Tests.At(q))
			}
		}
		if !near(a.Combined.Z, b.Combined.Z, 1e-9) || !near(a.ROI.Z, b.ROI.Z, 1e-9) {
			t.Fatalf("%v and %v", a.Combined, b.Combined)
		}
	})
}

func TestMoreMatchesRaiseZ(t *testing.T) {
	p := spread()
	rapid.Check(t, func(t *rapid.T) {
		perf := anyPerformance().Draw(t, "performance")
		before := testOf(perf, MM, p.Spread.MM, p.Effects)
		raised := raise(perf)
		after := testOf(perf, MM, p.Spread.MM, p.Effects)
		if before.OK != after.OK || before.OK && raised > 0 && after.Z <= before.Z {
			t.Fatalf("%d more matches: %v and %v", raised, before.Z, after.Z)
		}
	})
}

// raise turns every second miss into a match and returns how many.
func raise(perf *Performance) int {
	misses := 0
	for i := range perf.Games {
		for j := range perf.Games[i].Moves {
			if m := &perf.Games[i].Moves[j]; !m.Match {
				misses++
				m.Match = misses%2 == 1
			}
		}
	}
	return (misses + 1) / 2
}

// Honest players with good and bad days: every adjusted z and the combined ones
// have mean 0 and standard deviation 1, and the raw ones are too wide.
func TestHonestPlayIsStandardNormal(t *testing.T) {
	random := source(3)
	w := newWorld(random, 9, 30)
	p := w.parameters(random, 1500)
	const trials = 1500
	zs := map[string][]float64{}
	for range trials {
		a := p.Assess(w.play(random))
		for _, q := range []Quantity{MM, EV, T3, ASD} {
			zs[q.String()] = append(zs[q.String()], a.Tests.At(q).Z)
			zs["raw "+q.String()] = append(zs["raw "+q.String()], a.Tests.At(q).RawZ)
		}
		zs["combined"] = append(zs["combined"], a.Combined.Z)
	}
	// Four standard errors of each, on both sides of the measurement.
	meanError, sdError := 4*math.Sqrt(2.0/trials), 4*math.Sqrt(1.0/trials)
	for _, name := range []string{"mm", "ev", "t3", "asd", "combined"} {
		mean, sd := stat.MeanStdDev(zs[name], nil)
		if math.Abs(mean) > meanError || math.Abs(sd-1) > sdError {
			t.Errorf("%s: mean %.3f, sd %.3f", name, mean, sd)
		}
	}
	if _, sd := stat.MeanStdDev(zs["raw mm"], nil); sd < 1+sdError {
		t.Errorf("raw sd %.3f: the simulation has no effects of game and player", sd)
	}
}

func BenchmarkAssess(b *testing.B) {
	random := source(5)
	w := newWorld(random, 9, 30)
	p := spread()
	perf := w.play(random)
	b.ReportAllocs()
	for b.Loop() {
		p.Assess(perf)
	}
}
