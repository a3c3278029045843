package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/corpus"
)

const corpusHelp = `A calibration is fitted on a corpus: rated games and the evaluations of their
positions under one recipe. These commands take in evaluations that were
recorded elsewhere and write the compact corpus that a calibration can be fitted
on again, by anybody, without an engine.`

const corpusImportHelp = `Read recorded evaluations and put them into the cache. A recording is a text with
one game in each line, as JSON:

  {"pos": [{"ply": 16, "fen": "...", "legal": 33, "played": "c1b2",
            "deep": [[1, 1, "c1b2", -16], ...], "best": "b1d2", "wide": [...]}]}

deep and wide hold every exact line of that pass in the order in which the
engine sent them: depth, index, first move, and score in centipawns from the
mover's side (mate in n is 100000-n, mated in n is n-100000). Other fields are
ignored. FILES may be packed with gzip, zstd or bzip2, and may be cut off.

Every position is checked against the rules of chess; a line with anything wrong
in it is refused as a whole, with file, line and reason, and the exit code is 2.
The engine determines the recipe under which the evaluations are stored. --verify
evaluates a number of them again, chosen at random, and compares bit by bit.`

type corpusImportFlags struct {
	config.EvaluationFlags
	verify int
	seed   uint64
	asJSON bool
}

// corpusCommand returns the command "fairplay-calibrate corpus".
func corpusCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{Use: "corpus", Short: "Make the corpus that a calibration is fitted on", Long: corpusHelp, Args: config.Args(cobra.NoArgs)}
	c.AddCommand(corpusImportCommand(p), corpusBuildCommand(p))
	return c
}

func corpusImportCommand(p *config.Program) *cobra.Command {
	var f corpusImportFlags
	c := &cobra.Command{
		Use: "import FILES...", Short: "Put recorded evaluations into the cache", Long: corpusImportHelp,
		Args:    config.Args(cobra.MinimumNArgs(1)),
		Example: config.Example("fairplay-calibrate corpus import --recipe quick --verify 200 evals-quick.jsonl.zst"),
		RunE:    func(c *cobra.Command, files []string) error { return corpusImport(c.Context(), p, f, files) },
	}
	flags := c.Flags()
	flags.StringVar(&f.Recipe, "recipe", "quick", "recipe under which the positions were evaluated: `NAME` is quick, modern, full or second")
	f.EngineFlags.Add(flags, "UCI engine that evaluated them, if not Stockfish: `PATH`")
	flags.StringVar(&f.Cache, "cache", "", "`FILE` that keeps evaluations (default: in the user's cache folder)")
	flags.IntVar(&f.Workers, "workers", 0, "`NUMBER` of engines to verify with at a time (default: one for each core)")
	flags.BoolVar(&f.Quiet, "quiet", false, "show no progress")
	flags.IntVar(&f.verify, "verify", 0, "evaluate `NUMBER` of the positions again and compare")
	flags.Uint64Var(&f.seed, "seed", 1, "`NUMBER` that decides which positions are verified")
	flags.BoolVar(&f.asJSON, "json", false, "answer in JSON")
	return c
}

// corpusImported is the answer of the command.
type corpusImported struct {
	corpus.Imported
	Recipe   string          `json:"recipe"` // fingerprint
	Verified corpus.Verified `json:"verified"`
}

func corpusImport(ctx context.Context, p *config.Program, f corpusImportFlags, files []string) (err error) {
	if f.verify < 0 {
		return fault.New(fault.Invalid, "verify", "--verify must not be negative")
	}
	run, err := config.Prepare(ctx, p, f.EvaluationFlags)
	if err != nil {
		return err
	}
	defer run.Close(&err)
	sample := corpus.NewSample(f.verify, rand.New(rand.NewPCG(f.seed, 0)))
	reading := corpus.Import{Recipe: run.Recipe, Cache: run.Cache, Sample: sample, Progress: counting(p, f.Quiet)}
	answer := corpusImported{Recipe: run.Recipe.Fingerprint()}
	if answer.Imported, err = reading.Run(ctx, p.Texts(files)); err != nil {
		return err
	}
	steps := p.StepsBar(f.Quiet, "positions verified")
	answer.Verified, err = sample.Verify(ctx, run.Engines, run.Recipe, run.Workers, steps.Update)
	steps.Finish()
	if err != nil {
		return err
	}
	if err := sayImported(p, answer, f.asJSON); err != nil {
		return err
	}
	return answer.fault()
}

// counting prints every few seconds how much of the input has been read, if its length is
// unknown.
func counting(p *config.Program, quiet bool) func(games, positions int) {
	shown := time.Now()
	return func(games, positions int) {
		if !quiet && time.Since(shown) >= config.PlainEvery {
			shown = time.Now()
			fmt.Fprintf(p.Stderr, "%d games, %d positions read\n", games, positions)
		}
	}
}

func sayImported(p *config.Program, a corpusImported, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(p.Stdout).Encode(a)
	}
	for _, e := range a.Errors {
		at := e.File
		if e.Line > 0 {
			at = fmt.Sprintf("%s:%d", e.File, e.Line)
		}
		fmt.Fprintf(p.Stderr, "%s: %s\n", at, e.Reason)
	}
	for _, n := range a.Notes {
		fmt.Fprintf(p.Stderr, "%s:%d: %s\n", n.File, n.Line, n.Note)
	}
	_, err := fmt.Fprintf(p.Stdout, "Imported %d games: %d positions, %d of them with the wide pass.\n", a.Games, a.Positions, a.Wide)
	if err == nil && a.Verified.Positions > 0 {
		_, err = fmt.Fprintf(p.Stdout, "Evaluated %d positions again (%d passes): %d differ.\n",
			a.Verified.Positions, a.Verified.Passes, len(a.Verified.Differences))
	}
	return err
}

// fault returns the error that follows from the answer.
func (c corpusImported) fault() error {
	switch {
	case len(c.Verified.Differences) > 0:
		return fault.New(fault.Corrupt, "recording_differs",
			"the engine evaluates %d positions in another way than the recording; the first is %q",
			len(c.Verified.Differences), c.Verified.Differences[0])
	case len(c.Errors) > 0:
		return fault.New(fault.Invalid, "recording", "%d lines or files are refused", len(c.Errors))
	}
	return nil
}
