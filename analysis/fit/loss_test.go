package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"fairplay/analysis/exact"
)

// Losses are drawn as they are modelled: zero or exponential with mean exp(b'z).
func TestLossesAreFound(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	truth := []float64{-0.8, 0.5, -0.3}
	var rows [][]float64
	var y, weight []float64
	for range 20_000 {
		z := []float64{1, random.NormFloat64(), random.Float64()}
		mean := math.Exp(exact.Dot(truth, z))
		loss := 0.0
		if random.Float64() < 0.5 {
			loss = 2 * mean * random.ExpFloat64()
		}
		rows, y, weight = append(rows, z), append(y, loss), append(weight, 0.5+random.Float64())
	}
	got, err := exponential(rows, weight, y)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range truth {
		if math.Abs(got[i]-want) > 0.1 {
			t.Errorf("coefficient %d is %.3f, truth %v", i, got[i], want)
		}
	}
	total := 0.0
	for i, z := range rows {
		total += weight[i] * (y[i] - math.Exp(exact.Dot(got, z)))
	}
	if math.Abs(total) > 0.01 {
		t.Errorf("losses less expected losses are %v", total)
	}
}

func TestLossesThatCannotBeFitted(t *testing.T) {
	if _, err := exponential(nil, nil, nil); err == nil {
		t.Error("no losses were fitted")
	}
	if _, err := exponential([][]float64{{1}, {1}}, []float64{1, 1}, []float64{0, 0}); err == nil {
		t.Error("losses that are all 0 were fitted")
	}
}
