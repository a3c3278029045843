package score

import (
	"math"

	"fairplay/analysis/fault"
)

// Spread says how one quantity of honest performances lies and spreads relative to the moments that
// the models give it, measured on held-out games.
type Spread struct {
	Bias  float64 `json:"bias"`  // mean of actual - expected per move; 0 unless the quantity is standardised (LR)
	Scale float64 `json:"scale"` // factor on the standard deviation of single moves, >= 1
}

// RatingRange is the range of ratings, in Elo, for which a calibration had enough players.
type RatingRange struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Empty reports whether the range holds no rating that is answered. The calibration then has too few
// players of every rating.
func (r RatingRange) Empty() bool { return r.High < MinRating }

// Parameters are the fitted numbers of the tests, part of a calibration file.
type Parameters struct {
	Effects Effects      `json:"effects"`
	Spread  Each[Spread] `json:"spread"`

	Triple Triple `json:"combined"` // of MM, EV, ASD
	ROI    Triple `json:"roi"`      // of MM, ASD, T3

	Ratings RatingRange `json:"ratings"`

	// Bank holds the bank of detectors; nil if there is none for the recipe.
	Bank *Bank `json:"bank,omitempty"`
}

// Validate checks that the parameters can be used. Every loader of a calibration calls it once, and
// the tests rely on it. The error is of kind Invalid and names the field.
func (p *Parameters) Validate() error {
	if err := p.Effects.validate(); err != nil {
		return err
	}
	for _, q := range Quantities() {
		if err := p.Spread.At(q).validate(q); err != nil {
			return err
		}
	}
	if err := p.Triple.Validate(); err != nil {
		return invalid("combined: %v", err)
	}
	if err := p.ROI.Validate(); err != nil {
		return invalid("roi: %v", err)
	}
	if err := p.Bank.validate(); err != nil {
		return err
	}
	if r := p.Ratings; !(r.Low < r.High) || !allOf(notNegative, r.Low, r.High) {
		return invalid("ratings must be a range from low to high")
	}
	return nil
}

func (s *Spread) validate(q Quantity) error {
	switch {
	case !finite(s.Bias):
		return invalid("spread of %v: bias must be a number", q)
	case !finite(s.Scale) || s.Scale < 1:
		return invalid("spread of %v: scale must be 1 or more", q)
	}
	return nil
}

func invalid(format string, args ...any) error {
	return fault.New(fault.Invalid, "calibration_parameters", format, args...)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func notNegative(x float64) bool { return finite(x) && x >= 0 }

func allOf(holds func(float64) bool, xs ...float64) bool {
	for _, x := range xs {
		if !holds(x) {
			return false
		}
	}
	return true
}
