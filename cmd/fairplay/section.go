package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/reports"
	"fairplay/reports/render"
)

const sectionHelp = `Write the fair-play section of the chief arbiter's report: the event, its level of
protection, the measures and which of them were not taken, which games are here and which
were screened, by which engine and calibration, and how many absences, checks and
incidents the arbiters noted. It names nobody, contains no result, and mentions neither a
watch list nor a complaint.

GAMES are those of the event; --trf is its tournament file. --screening is what
'fairplay screen --format json' wrote.`

// sectionCommand returns the command "fairplay section".
func sectionCommand(p *config.Program) *cobra.Command {
	var out config.Output
	var event, trf, screening string
	var at instant
	c := &cobra.Command{
		Use: "section --event FILE [GAMES...]", Short: "Write the fair-play section of the chief arbiter's report", Long: sectionHelp,
		Example: config.Example("fairplay section --event event.yaml --trf event.trf --screening screening.json round*.pgn",
			"fairplay section --event event.yaml --format pdf --lang uk --output section.pdf"),
		RunE: func(c *cobra.Command, games []string) error {
			if event == "" {
				return fault.New(fault.Invalid, "no_event", "name the record of the event with --event")
			}
			inputs := slices.DeleteFunc(slices.Concat(games, []string{event, trf, screening}), func(file string) bool { return file == "" })
			if err := out.Check(inputs...); err != nil {
				return err
			}
			now := at.OrNow()
			made := config.Provenance(reports.UsedEngine{})
			var listed []string
			if trf != "" {
				listed = []string{trf}
				made.State("trf", filepath.Base(trf))
			}
			d, err := dossier(p, statedFlags{event: event}, listed, &made)
			if err != nil {
				return err
			}
			d.Now = now
			var given []reports.InputFile
			if len(games) > 0 {
				in, err := p.Read(c.Context(), games)
				if err != nil {
					return err
				}
				d.Games = in.Games
				for _, f := range in.Files {
					given = append(given, f.InputFile)
				}
			}
			made.Inputs = append(made.Inputs, given...)
			screened, err := screeningIn(screening, given, &made)
			if err != nil {
				return err
			}
			r, err := d.FairPlay(screened)
			if err != nil {
				return err
			}
			made.State("at", now.Format(time.RFC3339))
			made.Complete(reports.TaskSection)
			return out.Write(p, func(w io.Writer, o render.Options) error { return render.FairPlaySection(w, out.Format, r, &made, o) })
		},
	}
	c.Flags().StringVar(&event, "event", "", "record of the event in this `FILE` (YAML or JSON)")
	c.Flags().StringVar(&trf, "trf", "", "tournament `FILE` of the event (TRF16, TRF26)")
	c.Flags().StringVar(&screening, "screening", "", "screening of the event in this `FILE` (JSON)")
	c.Flags().Var(&at, "at", "as of this `MOMENT`, as 2026-03-14T15:00:00+02:00 (default: now)")
	out.Add(c.Flags(), render.Formats(), render.Languages())
	return c
}

// screeningIn reads the screening in a file, nil for none. It counts games in other given files as
// lacking.
func screeningIn(path string, given []reports.InputFile, made *reports.Provenance) (*reports.MadeScreening, error) {
	if path == "" {
		return nil, nil
	}
	body, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "no_file", "the screening %s cannot be read", path)
	}
	input := fileOf(path, body)
	s := &reports.MadeScreening{ID: input[0].SHA256, Screening: new(reports.Screening)}
	if err := json.Unmarshal(body, s.Screening); err != nil || s.Provenance.Task != reports.TaskScreen {
		return nil, fault.New(fault.Invalid, "no_screening", "%s is no screening in JSON, as fairplay screen --format json writes it", path)
	}
	made.Inputs = append(made.Inputs, input...)
	made.State("screening", filepath.Base(path))
	unread := 0
	for _, f := range given {
		if !slices.ContainsFunc(s.Provenance.Inputs, func(in reports.InputFile) bool { return in.SHA256 == f.SHA256 }) {
			unread++
		}
	}
	if unread > 0 {
		s.Lacking = &reports.Lacking{Batches: unread}
	}
	return s, nil
}
