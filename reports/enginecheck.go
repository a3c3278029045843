package reports

import "fairplay/uci"

// EngineCheck is the result of checking an engine under a recipe, and the calibrations that accept
// it.
type EngineCheck struct {
	uci.CheckReport
	Behaviour    string              `json:"behaviour"` // behaviour.Digest; "" for an engine that is not deterministic
	Calibrations []CalibrationAnswer `json:"calibrations"`
}

// CalibrationAnswer says whether a calibration accepts an engine.
type CalibrationAnswer struct {
	Name        string   `json:"name"`
	Applies     bool     `json:"applies"`
	Differences []string `json:"differences,omitempty"` // in words, where it does not
}
