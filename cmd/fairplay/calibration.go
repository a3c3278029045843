package main

import (
	"io"

	"github.com/spf13/cobra"

	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
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
	c.AddCommand(p.measuredCommand("report", "Say how far a calibration can be trusted", calibrationReportHelp, render.CalibrationReport))
	return c
}

func (p *program) powerCommand() *cobra.Command {
	return p.measuredCommand("power", "Say what the tests would have found", powerHelp, render.Power)
}

// measuredCommand is a command that shows what was measured of a calibration.
func (p *program) measuredCommand(name, short, long string, draw func(io.Writer, string, *calibration.Calibration, render.Options) error) *cobra.Command {
	var out output
	c := &cobra.Command{
		Use: name + " [NAME|FILE]", Short: short, Long: long, Args: args(cobra.MaximumNArgs(1)),
		Example: example("fairplay "+name+" standard-quick", "fairplay "+name+" --format html --output quick.html standard-quick"),
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
			return out.write(p, func(w io.Writer, o render.Options) error { return draw(w, out.format, found, o) })
		},
	}
	if name == "report" {
		c.Example = example("fairplay calibration report standard-quick", "fairplay calibration report --format html --output quick.html standard-quick")
	}
	out.add(c.Flags(), render.CalibrationFormats(), render.Languages())
	return c
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
