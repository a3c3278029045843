package main

import (
	"bytes"
	"io"
	"os"

	"github.com/spf13/cobra"

	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/reports"
	"fairplay/reports/render"
)

const calibrationReportHelp = `Say how far a calibration can be trusted: what it was fitted on, how well it
predicts games that took no part in the fit, how the z of honest players spread,
how well intrinsic ratings agree with ratings, and which demands are met, are not
met, or cannot be decided with so few games. The calibration is one that comes
with fairplay, by name, or a file made by "calibrate".`

const powerHelp = `Say what the tests would have found: which share of performances lies above
each threshold when a share of an honest player's moves is replaced by the
engine's, in several ways, or by another engine's, and how that compares with a
plain percentage of matches and a plain average error at the same rate of false
alarms.`

// calibrationCommand returns the command "fairplay calibration".
func calibrationCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{Use: "calibration", Short: "Look at calibrations", Args: config.Args(cobra.NoArgs)}
	c.AddCommand(measuredCommand(p, "report", "Say how far a calibration can be trusted", calibrationReportHelp, reports.TaskCalibration, render.CalibrationReport))
	return c
}

// powerCommand returns the command "fairplay power".
func powerCommand(p *config.Program) *cobra.Command {
	return measuredCommand(p, "power", "Say what the tests would have found", powerHelp, reports.TaskPower, render.Power)
}

// measuredCommand makes a command that shows measurements of a calibration.
func measuredCommand(p *config.Program, name, short, long, task string,
	draw func(io.Writer, string, *calibration.Calibration, *reports.Provenance, render.Options) error) *cobra.Command {
	var out config.Output
	c := &cobra.Command{
		Use: name + " [NAME|FILE]", Short: short, Long: long, Args: config.Args(cobra.MaximumNArgs(1)),
		Example: config.Example("fairplay "+task+" standard-quick", "fairplay "+task+" --format html --output quick.html standard-quick"),
		RunE: func(_ *cobra.Command, a []string) error {
			if err := out.Check(a...); err != nil {
				return err
			}
			which := "standard-quick"
			if len(a) > 0 {
				which = a[0]
			}
			found, text, err := namedCalibration(which)
			if err != nil {
				return err
			}
			made := config.Provenance(reports.UsedEngine{})
			made.Inputs = fileOf(which, text)
			made.Complete(task)
			return out.Write(p, func(w io.Writer, o render.Options) error { return draw(w, out.Format, found, &made, o) })
		},
	}
	out.Add(c.Flags(), render.CalibrationFormats(), render.Languages())
	return c
}

// namedCalibration returns the shipped calibration of that name, or the one in that file, and
// its bytes.
func namedCalibration(which string) (*calibration.Calibration, []byte, error) {
	library, err := calibration.Shipped()
	if err != nil {
		return nil, nil, err
	}
	for _, c := range library {
		if c.Name == which {
			var text bytes.Buffer
			err := c.Save(&text)
			return c, text.Bytes(), err
		}
	}
	if !config.IsFile(which) {
		return nil, nil, fault.New(fault.NotFound, "calibration", "no calibration that comes with fairplay is called %q, and there is no such file", which)
	}
	text, err := os.ReadFile(which)
	if err != nil {
		return nil, nil, fault.Wrap(err, fault.Invalid, "calibration", "cannot open the calibration")
	}
	c, err := calibration.Load(bytes.NewReader(text))
	if err != nil {
		return nil, nil, fault.Wrap(err, fault.Invalid, "calibration", "%s is not a calibration", which)
	}
	return c, text, nil
}
