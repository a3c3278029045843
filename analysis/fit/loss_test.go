package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
)

// drawLoss draws a move that loses as a model says. The loss is any of its class.
func drawLoss(random *rand.Rand, l *choice.Loss, row []float64) graded {
	u, v, at := random.Float64(), random.Float64(), 0
	if u > 1/(1+math.Exp(exact.Dot(l.Something[:len(row)], row)-l.Cuts[0])) {
		for at = 1; at < len(l.Cuts) && v > 1/(1+math.Exp(exact.Dot(l.HowMuch[:len(row)], row)-l.Cuts[at])); at++ {
		}
	}
	return graded{row: row, weight: 1, loss: levels(nil)[at].Loss}
}

func truth() choice.Loss {
	return choice.Loss{
		Cuts:      [8]float64{-1.5, -2, -1.2, -0.5, 0.4, 1.5, 2.5, 4},
		HowMuch:   [13]float64{0.8, -0.5, 0.3},
		Something: [13]float64{0.4, 0.6, -0.2},
	}
}

func drawnLosses(n int) (all []graded) {
	random := rand.New(rand.NewPCG(4, 4))
	l := truth()
	for range n {
		all = append(all, drawLoss(random, &l, []float64{random.NormFloat64(), random.Float64(), random.NormFloat64()}))
	}
	return all
}

// What was put in is found, and what is not among the terms stays 0.
func TestLossesAreFound(t *testing.T) {
	all := drawnLosses(20_000)
	got, err := fitLoss(all, lossPenalty)
	if err != nil {
		t.Fatal(err)
	}
	want := truth()
	for i, term := range choice.LossTerms() {
		near(t, term, got.HowMuch[i], want.HowMuch[i], 0.12)
		near(t, term, got.Something[i], want.Something[i], 0.12)
	}
	for c, a := range got.Cuts {
		near(t, "cut", a, want.Cuts[c], 0.15)
	}
	// The likelihood equations make expected and actual classes agree, but for the half
	// moves and the pull of coefficients to 0.
	var expected, actual [choice.LossClasses]float64
	var ps, slopes [choice.LossClasses]float64
	steps := got.Steps()
	for _, g := range all {
		index := choice.LossIndex{exact.Dot(got.Something[:3], g.row), exact.Dot(got.HowMuch[:3], g.row)}
		steps.Classes(index, choice.LossIndex{}, &ps, &slopes)
		for c, p := range ps {
			expected[c] += p
		}
		actual[choice.LossClass(g.loss)]++
	}
	for c := range expected {
		near(t, "moves of a class", expected[c], actual[c], 15)
	}
}

// Gradient and curvature are held against differences.
func TestOrderedLogitDerivatives(t *testing.T) {
	var all []ranked
	for _, g := range drawnLosses(300) {
		all = append(all, ranked{g.row, g.weight, choice.LossClass(g.loss)})
	}
	x := []float64{-2, -1.5, -1, -0.2, 0.5, 1.2, 2, 3, 0.4, -0.1, 0.2}
	_, gradient, curvature := ordered(all, 8, x, 0.3)
	const h = 1e-5
	for i := range x {
		up, down := append([]float64{}, x...), append([]float64{}, x...)
		up[i] += h
		down[i] -= h
		high, gradientUp, _ := ordered(all, 8, up, 0.3)
		low, gradientDown, _ := ordered(all, 8, down, 0.3)
		near(t, "gradient", gradient[i], (high-low)/(2*h), 1e-4)
		for j := range x {
			near(t, "curvature", curvature.At(i, j), (gradientUp[j]-gradientDown[j])/(2*h), 1e-3)
		}
	}
}

// A class that nobody is in keeps its place, and cuts out of order are impossible.
func TestEmptyClass(t *testing.T) {
	var all []graded
	for _, g := range drawnLosses(500) {
		if c := choice.LossClass(g.loss); c != 4 && c != 8 {
			all = append(all, g)
		}
	}
	l, err := fitLoss(all, lossPenalty)
	if err != nil || !l.Valid() {
		t.Errorf("%+v, %v", l, err)
	}
	if value, _, _ := ordered(nil, 8, make([]float64, 11), 1); !math.IsInf(value, 1) {
		t.Errorf("equal cuts have the value %v", value)
	}
	if _, err := fitLoss(nil, lossPenalty); err == nil {
		t.Error("no losses were fitted")
	}
}

// Levels are means by class, and of empty classes their middles.
func TestLevels(t *testing.T) {
	l := levels([]graded{{weight: 1, loss: 0.2}, {weight: 3, loss: 0.24}})
	near(t, "loss", l[3].Loss, 0.23, 1e-12)
	near(t, "square", l[3].Square, 0.0532, 1e-12)
	if l[0] != (choice.LossLevel{}) || l[8].Loss != 7 || l[8].Root != math.Sqrt(7) {
		t.Errorf("%+v", l)
	}
}
