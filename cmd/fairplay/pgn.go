package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/tournament/trf"
)

const pgnCheckHelp = `Read PGN files to their end and say what is in them: games, half-moves, games
without moves, games of other kinds of chess, and everything that is wrong, with
file, line and reason. The exit code is 2 if anything is wrong.

Oddities that do no harm, such as a result that contradicts the moves' ending,
are listed as notes and do not change the exit code.

With --trf the games are compared with the report file of the pairing program:
round by round, which games are missing, doubled or not paired there, whose
colours, names or results differ, and which were played although the file calls
them forfeits. The exit code is 2 if anything differs.

A round robin needs no such file: with --system the games are compared with the Berger
tables, under the only numbering of the players that fits them. If none fits, or more
than one, nothing is said (exit code 6).`

// pgnCommand returns the command "fairplay pgn".
func pgnCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{Use: "pgn", Short: "Look at PGN files", Args: config.Args(cobra.NoArgs)}
	c.AddCommand(pgnCheckCommand(p))
	return c
}

func pgnCheckCommand(p *config.Program) *cobra.Command {
	var out config.Output
	var against comparedWith
	c := &cobra.Command{
		Use: "check FILES...", Short: "Say what the reader finds in PGN files", Long: pgnCheckHelp,
		Example: config.Example("fairplay pgn check event.pgn", "fairplay pgn check --format json games.zip", "fairplay pgn check --trf event.trf round*.pgn",
			"fairplay pgn check --system round_robin event.pgn"),
		RunE: func(c *cobra.Command, files []string) error {
			if err := out.Check(files...); err != nil {
				return err
			}
			check, err := checkPGN(c.Context(), p, files, against)
			if err != nil {
				return err
			}
			err = out.Write(p, func(w io.Writer, o render.Options) error { return render.PGNCheck(w, out.Format, check, o) })
			if err == nil && len(check.Errors) > 0 {
				err = fault.New(fault.Invalid, "pgn", "something is wrong with %s", counted(wrong(check.Errors)))
			}
			if n := check.Deviations(); err == nil && n > 0 {
				err = fault.New(fault.Invalid, "trf", "the games differ from %s in %d places", cmp.Or(against.file, "the Berger tables"), n)
			}
			return err
		},
	}
	out.Add(c.Flags(), []string{"table", "json"}, render.Languages())
	c.Flags().StringVar(&against.file, "trf", "", "compare the games with the tournament `FILE` (TRF16, TRF26)")
	c.Flags().StringVar(&against.system, "system", "", "compare the games with the Berger tables of a `SYSTEM`: round_robin or double_round_robin")
	c.MarkFlagsMutuallyExclusive("trf", "system")
	return c
}

// comparedWith is what the games of PGN files are compared with: a tournament file, the tables of
// a pairing system, or nothing.
type comparedWith struct{ file, system string }

// checkPGN reads PGN files, and compares them with a tournament file or tables if one is named.
func checkPGN(ctx context.Context, p *config.Program, files []string, against comparedWith) (*reports.PGNCheck, error) {
	if against == (comparedWith{}) {
		return pipeline.CheckPGN(ctx, p.Texts(files), nil)
	}
	var listed *trf.Tournament
	if against.file != "" {
		var err error
		if listed, err = readTournament(p, against.file); err != nil {
			return nil, err
		}
	}
	var games []*analysis.Game
	check, err := pipeline.CheckPGN(ctx, p.Texts(files), func(g *analysis.Game) { games = append(games, g) })
	switch {
	case err != nil:
		return nil, err
	case listed == nil:
		return check, check.CompareTables(against.system, games)
	}
	check.Compare(against.file, listed, games)
	return check, nil
}

// wrong counts the games and the files with errors.
func wrong(errors []reports.InputError) (games, files int) {
	type game struct {
		file string
		n    int
	}
	seen := map[game]bool{}
	for _, e := range errors {
		if g := (game{e.File, e.Game}); !seen[g] {
			seen[g] = true
			if e.Game > 0 {
				games++
			} else {
				files++
			}
		}
	}
	return games, files
}

// counted writes numbers of games and files in words.
func counted(games, files int) string {
	var parts []string
	for _, n := range []struct {
		n    int
		what string
	}{{games, "game"}, {files, "file"}} {
		switch {
		case n.n == 1:
			parts = append(parts, "1 "+n.what)
		case n.n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", n.n, n.what))
		}
	}
	return strings.Join(parts, " and ")
}
