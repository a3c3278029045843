package main

import (
	"io"
	"time"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/reports"
	"fairplay/reports/render"
)

const dutiesHelp = `List what must be done for an event, by whom and until when: registration, waivers,
measures of protection, reports, games to be sent, and what an online event asks for.
Every duty names its article, and its deadline in the event's time zone. If a deciding
fact is missing, the duty is undecided and names it. Mandatory duties that are overdue
are listed once more for the fair-play section of the chief arbiter's report. What was
done or waived is in the record, under duties.`

// dutiesCommand returns the command "fairplay duties".
func dutiesCommand(p *config.Program) *cobra.Command {
	var out config.Output
	var event string
	var at instant
	c := &cobra.Command{
		Use: "duties --event FILE [FILE.trf]", Short: "List what must be done, and until when", Long: dutiesHelp, Args: config.Args(cobra.MaximumNArgs(1)),
		Example: config.Example("fairplay duties --event event.yaml", "fairplay duties --event event.yaml --format html --lang uk --output duties.html event.trf"),
		RunE: func(c *cobra.Command, files []string) error {
			if event == "" {
				return fault.New(fault.Invalid, "no_event", "name the record of the event with --event")
			}
			if err := out.Check(files...); err != nil {
				return err
			}
			now := at.OrNow()
			made := config.Provenance(reports.UsedEngine{})
			d, err := dossier(p, statedFlags{event: event}, files, &made)
			if err != nil {
				return err
			}
			d.Now = now
			r, err := d.Duties()
			if err != nil {
				return err
			}
			made.State("at", now.Format(time.RFC3339))
			made.Complete(reports.TaskDuties)
			return out.Write(p, func(w io.Writer, o render.Options) error { return render.EventDuties(w, out.Format, r, &made, o) })
		},
	}
	c.Flags().StringVar(&event, "event", "", "record of the event in this `FILE` (YAML or JSON)")
	c.Flags().Var(&at, "at", "as of this `MOMENT`, as 2026-03-14T15:00:00+02:00 (default: now)")
	out.Add(c.Flags(), render.Formats(), render.Languages())
	return c
}
