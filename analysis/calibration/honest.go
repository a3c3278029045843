package calibration

import "math"

// Honest is what honest performances that took no part in the fit showed. It limits what may be said
// of a high Z: beyond the highest one seen, every probability is an extrapolation.
type Honest struct {
	Performances int           `json:"performances"`
	Highest      float64       `json:"highest_z"` // combined Z
	SD           Figure        `json:"sd"`        // of the combined Z
	Relation     []RelationRow `json:"relation,omitempty"`
	Careers      *Careers      `json:"careers,omitempty"`
}

// Honest returns what honest performances showed; nil if that was not measured. A calibration with too
// few performances of its own for an interval has that of its prior.
func (c *Calibration) Honest() *Honest {
	if h := c.Report.honest(); h != nil && h.SD.Bounded {
		return h
	}
	if c.Prior != nil {
		return c.Prior.Honest
	}
	return nil
}

func (v *Validation) honest() *Honest {
	if v == nil {
		return nil
	}
	var careers *Careers
	if v.Careers != nil {
		careers = new(*v.Careers)
	}
	for i := range v.Z {
		if r := &v.Z[i]; r.Sample == SeveralEvents && careers != nil {
			careers.Performances, careers.Mean, careers.SD, careers.Highest = r.N, &r.Mean, &r.SD, r.Highest
		}
	}
	for i := range v.Z {
		if r := &v.Z[i]; r.Test == "combined" && r.Sample == WholePerformances {
			return &Honest{Performances: r.N, Highest: r.Highest, SD: r.SD, Relation: v.Relation, Careers: careers}
		}
	}
	return nil
}

// Stretched returns the values between which the z lies in standard deviations of honest performances,
// as their spread is known: z divided by the bounds of SD, the lower first.
func (h *Honest) Stretched(z float64) (low, high float64) {
	low, high = z/h.SD.High, z/h.SD.Low
	return min(low, high), max(low, high)
}

// Differ compares a z with ln BF: -1 if the odds are lower than those that go with the z, +1 if they
// are higher, 0 if they go together or nothing is known. Test is "combined" or "lr". Beyond the rows
// the nearest one counts.
func (h *Honest) Differ(test string, z, log float64) int {
	var nearest *RelationRow
	distance := math.Inf(1)
	for i := range h.Relation {
		r := &h.Relation[i]
		if d := max(r.Low-z, z-r.High, 0); r.Test == test && d < distance {
			nearest, distance = r, d
		}
	}
	switch {
	case nearest != nil && log < nearest.LogLow:
		return -1
	case nearest != nil && log > nearest.LogHigh:
		return 1
	}
	return 0
}
