package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
)

// drawLoss draws a move that loses as an ordered logit says. The loss is any of its
// class.
func drawLoss(random *rand.Rand, l *choice.Loss, row []float64) graded {
	usual := levels(nil)
	u := random.Float64()
	at := len(l.Cuts)
	for c, cut := range l.Cuts {
		if u < 1/(1+math.Exp(exact.Dot(l.Coefficients[:len(row)], row)-cut)) {
			at = c
			break
		}
	}
	return graded{row: row, weight: 1, loss: usual[at].Loss}
}

func truth() choice.Loss {
	return choice.Loss{
		Cuts:         [8]float64{-2.5, -2, -1.2, -0.5, 0.4, 1.5, 2.5, 4},
		Coefficients: [8]float64{0.8, -0.5, 0.3},
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
	for i, b := range got.Coefficients {
		near(t, choice.LossTerms()[i], b, want.Coefficients[i], 0.12)
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
		steps.Classes(exact.Dot(got.Coefficients[:3], g.row), &ps, &slopes)
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
	all := drawnLosses(300)
	x := []float64{-2, -1.5, -1, -0.2, 0.5, 1.2, 2, 3, 0.4, -0.1, 0.2}
	_, gradient, curvature := ordered(all, x, 0.3)
	const h = 1e-5
	for i := range x {
		up, down := append([]float64{}, x...), append([]float64{}, x...)
		up[i] += h
		down[i] -= h
		high, gradientUp, _ := ordered(all, up, 0.3)
		low, gradientDown, _ := ordered(all, down, 0.3)
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
	if value, _, _ := ordered(all, make([]float64, 11), 1); !math.IsInf(value, 1) {
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
	if l[0] != (choice.Level{}) || l[8].Loss != 7 || l[8].Root != math.Sqrt(7) {
		t.Errorf("%+v", l)
	}
}
