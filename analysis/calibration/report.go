package calibration

// Report is a placeholder until the measurements are defined.
type Report struct{}
