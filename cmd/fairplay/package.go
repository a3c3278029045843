package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/tournament"
)

const packageHelp = `Write what an organiser hands in with the report of an event for title norms into
one ZIP file: the games as clean PGN, the tournament file, the differences between
the two, the norms, and a list of everything in the PGN that was odd or could not be read.
The same files give the same bytes, and 'fairplay verify' proves later that nothing
in the package was changed. With --event it also contains the measures: the level of
protection, and every duty with its present state.

In such an event every game that was played must be handed in. If games of the
tournament file are missing, or cannot be read to their end, each is named and the exit
code is 6. With --override the package is made all the same; its manifest contains the
reason and what is missing.

Games are taken as they were handed in, without comments and variations. Nothing is
corrected or made up.`

type packageFlags struct {
	normFlags
	config.Output
	trf, reason, by string
	at              instant
}

// packageCommand returns the command "fairplay package".
func packageCommand(p *config.Program) *cobra.Command {
	var f packageFlags
	c := &cobra.Command{
		Use: "package --trf EVENT.trf --output FILE.zip GAMES...", Short: "Write the package of games and norms that an organiser hands in",
		Long: packageHelp, Args: config.Args(cobra.MinimumNArgs(1)),
		Example: config.Example("fairplay package --trf event.trf --output event.zip round*.pgn",
			`fairplay package --trf event.trf --output event.zip --override "boards 20 to 30 were not recorded" round*.pgn`),
		RunE: func(c *cobra.Command, files []string) error {
			if f.trf == "" || f.Path == "" {
				return fault.New(fault.Invalid, "flag", "name the tournament file with --trf and the package with --output")
			}
			if err := f.Check(append(files, f.trf)...); err != nil {
				return err
			}
			made, err := normPackage(c.Context(), p, f, files)
			if err != nil {
				return err
			}
			return writePackage(p, f.Path, made)
		},
	}
	f.normFlags.add(c.Flags())
	flags := c.Flags()
	flags.StringVar(&f.trf, "trf", "", "tournament `FILE` of the event (TRF16, TRF26)")
	flags.StringVar(&f.Path, "output", "", "write the package to `FILE`")
	flags.StringVar(&f.reason, "override", "", "make the package although games are missing, for this `REASON`")
	flags.Var(&f.at, "at", "with --event: how duties stand as of this `MOMENT`, as 2026-03-14T15:00:00+02:00 (default: now)")
	flags.StringVar(&f.by, "by", "", "`NAME` of who decided on --override")
	f.Lang = "en"
	flags.Var(config.NewWord(&f.Lang, render.Languages(), "language of the reports"), "lang", "language of what is there to be read, as `CODE`: "+strings.Join(render.Languages(), ", "))
	return c
}

// normPackage reads everything that goes into a package.
func normPackage(ctx context.Context, p *config.Program, f packageFlags, files []string) (*work.NormPackage, error) {
	for _, text := range []string{f.reason, f.by} {
		if !analysis.IsText(text, longestReason) {
			return nil, fault.New(fault.Invalid, "override", "reason and name have at most %d characters, all printable", longestReason)
		}
	}
	received, err := wholeFile(p, f.trf)
	if err != nil {
		return nil, err
	}
	made := &work.NormPackage{
		Received: received, Corrected: received, Direct: f.direct, Program: config.Provenance(reports.UsedEngine{}), Lang: f.Lang, Reason: f.reason, By: f.by,
	}
	if err := f.onRecord(&made.Program); err != nil {
		return nil, err
	}
	made.Stated = f.StatedFacts
	var answers []tournament.NameAnswer
	if f.Record != nil {
		answers = f.Record.Answers
		if made.Duties, err = f.duties(received); err != nil {
			return nil, err
		}
	}
	made.Check, err = checkAgainst(ctx, p, files, filepath.Base(f.trf), received, answers)
	return made, err
}

// duties returns the state of the event's duties by its record and tournament file.
func (p *packageFlags) duties(received []byte) (*reports.EventDuties, error) {
	d, err := p.Dossier()
	if err != nil {
		return nil, err
	}
	if _, err := d.Take(filepath.Base(p.trf), bytes.NewReader(received)); err != nil {
		return nil, err
	}
	d.Now = p.at.OrNow()
	return d.Duties()
}

// longestReason is the greatest length of a reason, in characters.
const longestReason = 2000

// wholeFile reads a tournament file.
func wholeFile(p *config.Program, path string) ([]byte, error) {
	f, err := p.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "no_file", "cannot read %s", path)
	}
	return text, nil
}

// checkAgainst compares games with a tournament file. The result does not depend on the folders of
// the files.
func checkAgainst(ctx context.Context, p *config.Program, files []string, name string, received []byte, answers []tournament.NameAnswer) (*reports.PGNCheck, error) {
	if err := config.Present(files); err != nil {
		return nil, err
	}
	listed, err := reports.ReadTournament(name, bytes.NewReader(received))
	if err != nil {
		return nil, err
	}
	var games []*analysis.Game
	check, err := pipeline.CheckPGN(ctx, config.HandedIn(files, p.Stdin, nil), func(g *analysis.Game) { games = append(games, g) })
	if err == nil {
		check.Compare(name, listed, games, answers...)
	}
	return check, err
}

// writePackage writes a package whole or not at all. If games are missing, it names them instead.
func writePackage(p *config.Program, path string, made *work.NormPackage) error {
	var written bytes.Buffer
	lacks, err := made.Lacks()
	if err != nil {
		return err
	}
	err = made.Write(&written)
	refused := len(lacks) > 0 && made.Reason == "" && fault.KindOf(err) == fault.Unprocessable
	if err != nil && !refused {
		return err
	}
	for _, line := range lacks {
		fmt.Fprintln(p.Stdout, line)
	}
	if refused {
		return fault.New(fault.Unprocessable, "package_lacks",
			"%d of %d games that were played are missing; hand them in, or say with --override why not", len(lacks), made.Check.Coverage.Expected)
	}
	if err := config.WriteWhole(path, config.ForEverybody, func(w io.Writer) error { _, err := w.Write(written.Bytes()); return err }); err != nil {
		return fault.Wrap(err, fault.Unavailable, "output", "cannot write %s", path)
	}
	_, err = fmt.Fprintf(p.Stdout, "%s: %d games, SHA-256 %x\n", path, len(made.Check.Coverage.Clean.Games), sha256.Sum256(written.Bytes()))
	return err
}
