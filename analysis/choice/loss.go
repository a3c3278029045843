package choice

import (
	"math"

	"fairplay/analysis/exact"
)

// LossTerms names what the expectation of the loss of a move is made of, in the
// order of the coefficients. p is the probability of the deep best, E and S are
// mean and standard deviation of the scaled difference delta, all as the choice
// model has them for the rating.
//
//	1     1
//	r     (R - 2100)/400
//	av    min(|deep value|, 3)/3
//	lq    ln(1 - p + 0.02)
//	lE    ln(E + 0.01)
//	lS    ln(S + 0.02)
func LossTerms() []string { return []string{"1", "r", "av", "lq", "lE", "lS"} }

// lossTermCount is the number of LossTerms.
const lossTermCount = 6

// Offsets that keep the logarithms of the terms finite: of a probability, and of
// scaled differences.
const (
	lossFloorP = 0.02
	lossFloorE = 0.01
	lossFloorS = 0.02
)

// Loss is the expected loss of a move, deep against deep, and its variance
// before the move is made: both the exponential of a linear form of the terms,
//
//	mean = exp(a'z),   variance = exp(c'z)
//
// fitted by the quasi-likelihood equations of McCullagh and Nelder, Generalized
// Linear Models, 1989, chapter 9, with variance proportional to the mean. The
// choice model alone cannot give it: it knows what moves are worth in the wide
// pass, while the loss is measured in the deep one.
type Loss struct {
	Mean     [lossTermCount]float64 `json:"mean"`
	Variance [lossTermCount]float64 `json:"variance"`
}

// LossInput is what the terms are made from, with derivatives by the rating.
type LossInput struct {
	Rating float64
	Pawns  float64 // deep value, pawns
	// Best is the probability of the deep best; Mean and SD are of the scaled
	// difference. The slopes are per Elo point.
	Best, BestSlope float64
	Mean, MeanSlope float64
	SD, SDSlope     float64
}

// Terms returns the values of LossTerms.
func (in *LossInput) Terms() [lossTermCount]float64 {
	return [lossTermCount]float64{
		1,
		RelativeRating(in.Rating),
		min(math.Abs(in.Pawns), 3) / 3,
		exact.Log(max(1-in.Best, 0) + lossFloorP),
		exact.Log(max(in.Mean, 0) + lossFloorE),
		exact.Log(max(in.SD, 0) + lossFloorS),
	}
}

// slopes returns the derivatives of the terms by the rating, per Elo point.
func (in *LossInput) slopes() [lossTermCount]float64 {
	return [lossTermCount]float64{
		0,
		1.0 / ratingUnit,
		0,
		-in.BestSlope / (max(1-in.Best, 0) + lossFloorP),
		in.MeanSlope / (max(in.Mean, 0) + lossFloorE),
		in.SDSlope / (max(in.SD, 0) + lossFloorS),
	}
}

// Expect returns mean and variance of the loss and the derivative of the mean by
// the rating, per Elo point.
func (l *Loss) Expect(in *LossInput) (mean, variance, slope float64) {
	z, dz := in.Terms(), in.slopes()
	var a, c, da float64
	for i := range z {
		a += float64(l.Mean[i] * z[i])
		c += float64(l.Variance[i] * z[i])
		da += float64(l.Mean[i] * dz[i])
	}
	mean, variance = bounded(a), bounded(c)
	return mean, variance, mean * da
}

// bounded returns exp(x) with x drawn in to [-12, 4]: a mean loss above 55 pawns
// or below a hundred-thousandth is none.
func bounded(x float64) float64 { return exact.Exp(min(max(x, -12), 4)) }

// Valid tells whether all coefficients are numbers.
func (l *Loss) Valid() bool {
	for i := range l.Mean {
		if !finite(l.Mean[i]) || !finite(l.Variance[i]) {
			return false
		}
	}
	return true
}
