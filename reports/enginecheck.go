package reports

import "fairplay/uci"

// EngineCheck is the result of checking an engine under a recipe, and the calibrations that accept
// it.
type EngineCheck struct {
	uci.CheckReport
	Behaviour    string              `json:"behaviour"` // behaviour.Digest; "" for an engine that is not deterministic
	Calibrations []CalibrationAnswer `json:"calibrations"`
}

// ListedEngine is an engine that is installed, and under which recipes it has figures.
type ListedEngine struct {
	Path    string              `json:"path"`
	Name    string              `json:"name"` // "" if it does not start
	SHA256  string              `json:"sha256"`
	Recipes []RecipeCalibration `json:"recipes"`
	Error   string              `json:"error,omitempty"` // why it does not start
}

// RecipeCalibration names the calibration for an engine under a recipe.
type RecipeCalibration struct {
	Recipe      string `json:"recipe"`
	Calibration string `json:"calibration"` // "" for none: counts and averages only
	// Proved is true if this build is known to evaluate as the calibration demands. Otherwise its first
	// evaluation, or a check, measures that.
	Proved bool `json:"proved"`
}

// CalibrationAnswer says whether a calibration accepts an engine.
type CalibrationAnswer struct {
	Name        string   `json:"name"`
	Applies     bool     `json:"applies"`
	Differences []string `json:"differences,omitempty"` // in words, where it does not
}
