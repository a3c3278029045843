package calibration

import "fairplay/analysis"

// Mismatch is the first property in which no calibration of a library agrees with what is asked
// for.
type Mismatch string

// The mismatches, in the order in which they are checked.
const (
	NoneAtAll        Mismatch = "no_calibration"
	TimeClassDiffers Mismatch = "time_class"
	PolicyDiffers    Mismatch = "policy"
	RecipeDiffers    Mismatch = "recipe"
	EngineDiffers    Mismatch = "engine"
)

// Lacks returns why Find has no answer: what would have to be fitted, or asked for, instead.
func (l Library) Lacks(r analysis.Recipe, p analysis.Policy, class analysis.TimeClass) Mismatch {
	lacks := NoneAtAll
	left := l
	for _, step := range []struct {
		lacks Mismatch
		same  func(*Calibration) bool
	}{
		{TimeClassDiffers, func(c *Calibration) bool { return c.TimeClass == class }},
		{PolicyDiffers, func(c *Calibration) bool { return c.PolicyFingerprint == p.Fingerprint() }},
		{RecipeDiffers, func(c *Calibration) bool { return withoutEngine(c.Recipe) == withoutEngine(r) }},
		{EngineDiffers, func(*Calibration) bool { return false }},
	} {
		var same Library
		for _, c := range left {
			if step.same(c) {
				same = append(same, c)
			}
		}
		if len(left) > 0 {
			lacks = step.lacks
		}
		left = same
	}
	return lacks
}

// withoutEngine returns the fingerprint of a recipe without its engine.
func withoutEngine(r analysis.Recipe) string {
	r.Engine, r.EngineSHA256, r.Network = "", "", ""
	return r.Fingerprint()
}
