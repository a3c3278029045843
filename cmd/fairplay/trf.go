package main

import (
	"io"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/tournament/trf"
)

const trfCheckHelp = `Read Tournament Report Files (TRF16, TRF26) and say what is in them: players,
rounds, games, forfeits and byes, every line that is wrong with its line, column
and reason, and every code that no edition of the format knows. Lines may end in
any way, and the text may be UTF-8 or of an old code page. The exit code is 2 if
anything is wrong; warnings do not change it.

The file is also written back, and the report says whether the bytes are the same.`

// trfCommand returns the command "fairplay trf".
func trfCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{Use: "trf", Short: "Look at tournament files", Args: config.Args(cobra.NoArgs)}
	c.AddCommand(trfCheckCommand(p))
	return c
}

func trfCheckCommand(p *config.Program) *cobra.Command {
	var out config.Output
	c := &cobra.Command{
		Use: "check FILES...", Short: "Say what the reader finds in tournament files", Long: trfCheckHelp,
		Example: config.Example("fairplay trf check event.trf", "fairplay trf check --format json event.trf"), Args: config.Args(cobra.MinimumNArgs(1)),
		RunE: func(_ *cobra.Command, files []string) error {
			check := &reports.TRFCheck{Files: []reports.CheckedTRF{}}
			for _, file := range files {
				f, err := p.Open(file)
				if err != nil {
					return err
				}
				check.Add(file, f)
				f.Close()
			}
			err := out.Write(p, func(w io.Writer, _ render.Options) error { return render.TRFCheck(w, out.Format, check) })
			if err == nil && check.Errors > 0 {
				err = fault.New(fault.Invalid, "trf", "%d places are wrong", check.Errors)
			}
			return err
		},
	}
	out.Add(c.Flags(), []string{"table", "json"}, []string{"en"})
	return c
}

// readTournament reads a tournament file that is to be compared with.
func readTournament(p *config.Program, file string) (*trf.Tournament, error) {
	f, err := p.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return reports.ReadTournament(file, f)
}
