package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/render"
)

const trfCheckHelp = `Read Tournament Report Files (TRF16, TRF26) and say what is in them: players,
rounds, games, forfeits and byes, every line that is wrong with its line, column
and reason, and every code that no edition of the format knows. Lines may end in
any way, and the text may be UTF-8 or of an old code page. The exit code is 2 if
anything is wrong; warnings do not change it.

The file is also written back, and the report says whether the bytes are the same.`

func (p *program) trfCommand() *cobra.Command {
	c := &cobra.Command{Use: "trf", Short: "Look at tournament files", Args: args(cobra.NoArgs)}
	c.AddCommand(p.trfCheckCommand())
	return c
}

func (p *program) trfCheckCommand() *cobra.Command {
	var out output
	c := &cobra.Command{
		Use: "check FILES...", Short: "Say what the reader finds in tournament files", Long: trfCheckHelp,
		Example: example("fairplay trf check event.trf", "fairplay trf check --format json event.trf"), Args: args(cobra.MinimumNArgs(1)),
		RunE: func(_ *cobra.Command, files []string) error {
			check := &reports.TRFCheck{Files: []reports.TournamentFile{}}
			for _, file := range files {
				f, err := p.open(file)
				if err != nil {
					return err
				}
				check.Add(file, f)
				f.Close()
			}
			err := out.write(p, func(w io.Writer, _ render.Options) error { return render.TRFCheck(w, out.format, check) })
			if err == nil && check.Errors > 0 {
				err = fault.New(fault.Invalid, "trf", "%d places are wrong", check.Errors)
			}
			return err
		},
	}
	out.add(c.Flags(), []string{"table", "json"}, []string{"en"})
	return c
}

// open opens a file, or standard input for "-".
func (p *program) open(file string) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(p.stdin), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "no_file", "cannot open %s", file)
	}
	return f, nil
}

// readTournament reads a tournament file that is to be compared with.
func (p *program) readTournament(file string) (*reports.Tournament, error) {
	f, err := p.open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return reports.ReadTournament(file, f)
}
