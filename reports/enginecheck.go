package reports

import "fairplay/uci"

// EngineCheck is what a check found out about an engine under a recipe, and which
// calibrations take it.
type EngineCheck struct {
	uci.CheckReport
	Behaviour    string              `json:"behaviour"` // behaviour.Digest; "" for an engine that is not deterministic
	Calibrations []CalibrationAnswer `json:"calibrations"`
}

// CalibrationAnswer says whether a calibration takes an engine.
type CalibrationAnswer struct {
	Name        string   `json:"name"`
	Applies     bool     `json:"applies"`
	Differences []string `json:"differences,omitempty"` // in words, where it does not
}
