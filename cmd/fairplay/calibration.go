package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/render"
)

const calibrationReportHelp = `Say how far a calibration can be trusted: what it was fitted on, how well it
predicts games that took no part in the fit, how the z of honest players spread,
how well intrinsic ratings agree with ratings, and which demands are met, are not
met, or cannot be decided with so few games. The calibration is one that comes
with fairplay, by name, or a file made by "calibrate".`

const powerHelp = `Say what the tests would have found: which share of performances stands above
each threshold when a share of an honest player's moves is replaced by the
engine's, in four ways, and how that compares with a plain percentage of matches
and a plain average error at the same rate of false alarms.`

func (p *program) calibrationCommand() *cobra.Command {
	c := &cobra.Command{Use: "calibration", Short: "Look at calibrations", Args: args(cobra.NoArgs)}
	c.AddCommand(p.measuredCommand("report", "Say how far a calibration can be trusted", calibrationReportHelp, reports.TaskCalibration, render.CalibrationReport))
	return c
}

func (p *program) powerCommand() *cobra.Command {
	return p.measuredCommand("power", "Say what the tests would have found", powerHelp, reports.TaskPower, render.Power)
}

// measuredCommand is a command that shows what was measured of a calibration.
func (p *program) measuredCommand(name, short, long, task string,
	draw func(io.Writer, string, *calibration.Calibration, *reports.Provenance, render.Options) error) *cobra.Command {
	var out output
	c := &cobra.Command{
		Use: name + " [NAME|FILE]", Short: short, Long: long, Args: args(cobra.MaximumNArgs(1)),
		Example: example("fairplay "+task+" standard-quick", "fairplay "+task+" --format html --output quick.html standard-quick"),
		RunE: func(_ *cobra.Command, a []string) error {
			if err := out.check(a...); err != nil {
				return err
			}
			which := "standard-quick"
			if len(a) > 0 {
				which = a[0]
			}
			found, err := namedCalibration(which)
			if err != nil {
				return err
			}
			made := provenance(reports.Engine{})
			if made.Inputs, err = calibrationFile(which, found); err != nil {
				return err
			}
			made.Complete(task)
			return out.write(p, func(w io.Writer, o render.Options) error { return draw(w, out.format, found, &made, o) })
		},
	}
	out.add(c.Flags(), render.CalibrationFormats(), render.Languages())
	return c
}

// calibrationFile names a calibration as the input of a report: the file, or the
// one that comes with fairplay.
func calibrationFile(which string, c *calibration.Calibration) ([]reports.InputFile, error) {
	var text bytes.Buffer
	if err := c.Save(&text); err != nil {
		return nil, err
	}
	if isFile(which) {
		body, err := os.ReadFile(which)
		if err != nil {
			return nil, fault.Wrap(err, fault.NotFound, "calibration", "cannot read the calibration")
		}
		text = *bytes.NewBuffer(body)
	}
	part, err := pipeline.NewDigestReader(&text).Part(filepath.Base(which))
	return []reports.InputFile{{File: part.File, Bytes: part.Bytes, SHA256: part.SHA256}}, err
}

// namedCalibration returns the shipped calibration of that name, or the one in
// the file.
func namedCalibration(which string) (*calibration.Calibration, error) {
	library, err := calibration.Shipped()
	if err != nil {
		return nil, err
	}
	for _, c := range library {
		if c.Name == which {
			return c, nil
		}
	}
	if isFile(which) {
		return readCalibration(which)
	}
	return nil, fault.New(fault.NotFound, "calibration", "no calibration that comes with fairplay is called %q, and there is no such file", which)
}
