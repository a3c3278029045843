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

// z returns the combined value of three quantities. Its statistic is
//
//	L = sum_i w_i x_i / sigma_i,   sigma_i² = V_0i + s² sum_e S_ie²
//
// with x, V_0 and S as in sums.test and s the standard deviation of ordinary events, for which weights and
// correlations hold. In such events L has the variance w'Sw, and L / sqrt(w'Sw) is the weighted sum of
// the three z divided by its standard deviation. The offset of an event moves all three at once: L has
// the slopes g_e = sum_i w_i S_ie / sigma_i, the variance w'Sw - s² sum_e g_e² if the offsets are
// known, and the tail of sums.test (MODEL 6a). S and w are reduced to the quantities that have a z; ok is
// false if there is none of positive weight. [AM] I.6 asks for one overall Z and gives no formula.
func (t *Triple) z(of [3]standing, field Offset, e Effects) (z float64, ok bool) {
	l, ok := t.sum(of, e)
	if !ok {
		return 0, false
	}
	return l.z(field, e), true
}

// leastKnown is the least share of the variance of a combination that is left if the offset of its
// event is known.
const leastKnown = 0.05

// sum returns the statistic L of z.
func (t *Triple) sum(of [3]standing, e Effects) (l standing, ok bool) {
	var scale [3]float64
	for i := range of {
		s := &of[i]
		if !s.ok {
			continue
		}
		scale[i] = 1
		w := t.Weights[i] / math.Sqrt(s.ordinary(e))
		l.excess += float64(w * s.excess)
		for _, x := range s.events {
			*l.events.of(x.name) += float64(w * x.sum)
		}
	}
	v := t.variance(scale)
	l.known = max(v-float64(e.Event.Ordinary*e.Event.Ordinary*l.events.squares()), leastKnown*v)
	return l, v > 0
}

// ordinary returns the variance of a sum in ordinary events.
func (s *standing) ordinary(e Effects) float64 {
	return s.known + float64(e.Event.Ordinary*e.Event.Ordinary*s.events.squares())
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

// combinedParts returns what forms the combined Z: MM, EV and ASD.
func combinedParts[T any](r *Each[T]) [3]T { return [3]T{r.MM, r.EV, r.ASD} }

// roiParts returns what forms the ROI: MM, ASD (which [ECU25] calls scaled AE) and T3 (MODEL 5).
func roiParts[T any](r *Each[T]) [3]T { return [3]T{r.MM, r.ASD, r.T3} }

// The scale of the ROI: 50 is what was expected, and 5 points are one standard deviation [ECU25].
const (
	roiMiddle = 50
	roiStep   = 5
)

// ROI returns 50 + 5z for the combined z of a quick test.
func ROI(z float64) float64 { return roiMiddle + float64(roiStep*z) }

// FromROI is the inverse of ROI.
func FromROI(roi float64) (z float64) { return (roi - roiMiddle) / roiStep }
