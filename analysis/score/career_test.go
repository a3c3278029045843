package score_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// TestWindowsTail compares the bound with simulated rows of games.
func TestWindowsTail(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 0))
	information := make([]float64, 90)
	for i := range information {
		information[i] = 15 + float64(random.IntN(40))
	}
	const rows, size = 40_000, 30
	for _, z := range []float64{2, 2.5, 3} {
		hits := 0
		for range rows {
			if highestWindow(random, information, size) >= z {
				hits++
			}
		}
		seen, bound := float64(hits)/rows, score.WindowsTail(z, information, size)
		noise := 4 * math.Sqrt(seen/rows)
		t.Logf("a window reaches %.1f in %.4f of rows, bounded by %.4f", z, seen, bound)
		if bound < seen-noise || bound > 1.8*seen+noise {
			t.Errorf("a window reaches %.1f in %.4f of rows, bounded by %.4f", z, seen, bound)
		}
	}
	if one := score.WindowsTail(3, information[:size], size); one != exact.NormalTail(3) {
		t.Errorf("one window has the tail %v", one)
	}
	if short := score.WindowsTail(3, information[:size-1], size); short != 1 {
		t.Errorf("fewer games than a window have the tail %v", short)
	}
}

// highestWindow plays a row of games by chance and returns the highest Z of its windows.
func highestWindow(random *rand.Rand, information []float64, size int) float64 {
	played := make([]float64, len(information))
	for i, x := range information {
		played[i] = math.Sqrt(x) * random.NormFloat64()
	}
	highest := math.Inf(-1)
	for i := size; i <= len(played); i++ {
		sum, known := 0.0, 0.0
		for k := i - size; k < i; k++ {
			sum, known = sum+played[k], known+information[k]
		}
		highest = math.Max(highest, sum/math.Sqrt(known))
	}
	return highest
}

func TestFindChange(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 0))
	moves := []float64{200, 180, 220, 190, 210, 240, 160, 200, 230, 180}
	t.Run("a change is found where it is", func(t *testing.T) {
		z := []float64{.2, -.4, .1, .5, -.2, -.1, 2.8, 2.2, 3.1, 2.5}
		c, ok := score.FindChange(z, moves, random, 2000)
		if !ok || c.Before != 6 || c.Difference < 3 || c.P > .02 {
			t.Errorf("found %+v", c)
		}
	})
	t.Run("rows without a change have p as often as it says", func(t *testing.T) {
		small := 0
		const rows = 400
		for range rows {
			z := make([]float64, len(moves))
			for i := range z {
				z[i] = random.NormFloat64()
			}
			if c, _ := score.FindChange(z, moves, random, 199); c.P <= .1 {
				small++
			}
		}
		if share := float64(small) / rows; share < .05 || share > .16 {
			t.Errorf("p is at most .1 in %.3f of rows", share)
		}
	})
	t.Run("three performances are too few", func(t *testing.T) {
		if _, ok := score.FindChange([]float64{0, 1, 2}, moves[:3], random, 10); ok {
			t.Error("a change was found")
		}
	})
}
