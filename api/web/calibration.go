package web

import (
	"context"
	"slices"

	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/render"
)

// calibrationContent is how far figures can be trusted, by calibration.
type calibrationContent []calibrationShown

// Formats returns the formats in which the whole report can be downloaded.
func (calibrationContent) Formats() []string { return []string{"html", "pdf", "xlsx"} }

// calibrationShown is a calibration with its measurements, which are nil for one that has none.
type calibrationShown struct {
	wire.ListedCalibration
	Measured *render.MeasuredCalibration
	Page     render.CalibrationPage
	Approved string // who has approved the method, "" for nobody
}

// Approved reports whether the method of one of them is approved.
func (c calibrationContent) Approved() bool {
	return slices.ContainsFunc(c, func(of calibrationShown) bool { return of.Approved != "" })
}

// Kind is the test that it serves, by its message; "" for another.
func (c calibrationShown) Kind() string {
	if k := wire.TestKind(c.Recipe); k.Valid() {
		return string(k)
	}
	return ""
}

// Answers counts the answers to the requirements on the calibration.
func (c calibrationShown) Answers() map[string]int {
	n := map[string]int{string(calibration.Met): 0, string(calibration.NotMet): 0, string(calibration.Undecided): 0}
	for _, v := range c.Measured.Report.Acceptance {
		n[string(v.Answer)]++
	}
	return n
}

// Helped returns the measurements without help and with the engine's choice at moves drawn at
// random.
func (c calibrationShown) Helped() []calibration.PowerRow {
	var rows []calibration.PowerRow
	for _, r := range c.Measured.Report.Power.Rows {
		if r.Help == "none" || r.Help == "best" {
			rows = append(rows, r)
		}
	}
	return rows
}

func showCalibration(v *visit) (any, error) {
	all, err := ask(v, "listCalibrations", v.api.Calibrations)
	if err != nil {
		return nil, err
	}
	approved, err := v.approved()
	if err != nil {
		return nil, err
	}
	var content calibrationContent
	for _, c := range all {
		shown := calibrationShown{ListedCalibration: c}
		shown.Measured, err = ask(v, "readCalibration", func(ctx context.Context, who *door.Caller) (*render.MeasuredCalibration, error) {
			return v.api.Measured(ctx, who, c.Name)
		})
		if err == nil {
			shown.Page, err = v.Calibrated(shown.Measured)
		}
		if refused(err, fault.Unprocessable) {
			shown.Measured, err = nil, nil
		}
		if err != nil {
			return nil, err
		}
		shown.Approved = approved[c.RecipeFingerprint]
		content = append(content, shown)
	}
	return content, nil
}
