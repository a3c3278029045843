package score

import (
	"errors"
	"math"

	"fairplay/analysis/exact"
)

// Triple combines three z values that are not independent.
type Triple struct {
	Weights     [3]float64    `json:"weights"`     // >= 0, not all 0
	Correlation [3][3]float64 `json:"correlation"` // of the adjusted z of honest performances
}

// Validate checks that the weights are usable and that the correlations form a positive definite
// matrix with ones on its diagonal. The error says which rule is broken.
func (t *Triple) Validate() error {
	sum := 0.0
	for _, w := range t.Weights {
		if !notNegative(w) {
			return errors.New("weights must not be negative")
		}
		sum += w
	}
	if sum == 0 {
		return errors.New("one weight at least must be positive")
	}
	return t.validateCorrelation()
}

func (t *Triple) validateCorrelation() error {
	matrix := exact.NewSymmetric(3)
	for i, row := range t.Correlation {
		for j, r := range row {
			if !finite(r) || r != t.Correlation[j][i] || i == j && r != 1 {
				return errors.New("correlation must be symmetric with ones on the diagonal")
			}
		}
		copy(matrix[i], row[:])
	}
	if _, ok := matrix.Cholesky(); !ok {
		return errors.New("correlation must be positive definite")
	}
	return nil
}

// Z returns the combined value
//
//	Z = w'z / sqrt(w'Sw)
//
// over the results that have a z; S and w are reduced to those. ok is false if there is none of
// positive weight. Z of honest performances has mean 0 and standard deviation 1, as each z has.
// [AM] I.6 asks for one overall Z and gives no formula; this is the sum of the weighted values
// divided by its own standard deviation.
func (t *Triple) Z(results [3]TestResult) (z float64, ok bool) {
	sum := 0.0
	for i := range results {
		if results[i].OK {
			sum += float64(t.Weights[i] * results[i].Z)
		}
	}
	v := t.variance(present(results))
	if !(v > 0) {
		return 0, false
	}
	return sum / math.Sqrt(v), true
}

// present returns 1 for each result with a z and 0 for the others.
func present(results [3]TestResult) (scale [3]float64) {
	for i := range results {
		scale[i] = indicator(results[i].OK)
	}
	return scale
}

// variance returns w'DSDw, with D the diagonal matrix of the standard deviations of the three
// values. A standard deviation of 0 leaves a value out.
func (t *Triple) variance(sd [3]float64) float64 {
	sum := 0.0
	for i := range sd {
		for j := range sd {
			sum += float64(t.Weights[i] * sd[i] * t.Correlation[i][j] * sd[j] * t.Weights[j])
		}
	}
	return sum
}

// CombinedParts returns the results that form the combined Z: MM, EV and ASD.
func CombinedParts(r *Each[TestResult]) [3]TestResult { return [3]TestResult{r.MM, r.EV, r.ASD} }

// ROIParts returns the results that form the ROI: MM, ASD (which [ECU25] calls scaled AE) and T3
// (MODEL 5).
func ROIParts(r *Each[TestResult]) [3]TestResult { return [3]TestResult{r.MM, r.ASD, r.T3} }

// The scale of the ROI: 50 is what was expected, and 5 points are one standard deviation [ECU25].
const (
	roiMiddle = 50
	roiStep   = 5
)

// ROI returns 50 + 5z for the combined z of a quick test.
func ROI(z float64) float64 { return roiMiddle + float64(roiStep*z) }

// FromROI is the inverse of ROI.
func FromROI(roi float64) (z float64) { return (roi - roiMiddle) / roiStep }
