package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"fairplay/analysis"
	"fairplay/analysis/behaviour"
	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/corpus"
	"fairplay/queue/pipeline"
	"fairplay/reports/intake"
	"fairplay/reports/store"
)

const corpusBuildHelp = `Write the compact corpus of one recipe into a folder: games-NAME.pgn.zst with the
games of which the cache holds every evaluation, in the order of their CorpusId
and without comments, and evaluations-NAME.zst with those evaluations, which
"fairplay cache import" reads too. NAME is the name of the recipe. The same games and
evaluations give the same bytes.

A file of a corpus is never changed. Where the folder has a corpus of that name, the
games that it does not have go into two further files, whose names end with the
beginning of their SHA-256.

Games need both ratings and the tags CorpusId and CorpusPart (fit or test).

No engine is needed. But recordings often end with the last move and leave out
the position after it, without which nobody knows what that move was worth.
--complete first lets the engine evaluate those positions into the cache, and also
the reference positions, by which a calibration recognises builds of its engine.`

type corpusBuildFlags struct {
	cache          string
	asJSON         bool
	recipe, folder string
	games          []string
	complete       bool
	config.EngineFlags
	workers int
	quiet   bool
}

// corpusBuilt is the answer of the command.
type corpusBuilt struct {
	corpus.Chosen
	Recipe      string   `json:"recipe"` // fingerprint
	Moves       int      `json:"moves"`  // moves that count under the standard policy, without a book
	Evaluations int      `json:"evaluations"`
	Bytes       int64    `json:"bytes"` // of both files
	Files       []string `json:"files"`
}

func corpusBuildCommand(p *config.Program) *cobra.Command {
	var f corpusBuildFlags
	c := &cobra.Command{
		Use: "build", Short: "Write the compact corpus of one recipe", Long: corpusBuildHelp, Args: config.Args(cobra.NoArgs),
		Example: config.Example("fairplay-calibrate corpus build --recipe quick --games games.pgn.zst --output testdata/corpus"),
		RunE: func(c *cobra.Command, _ []string) error {
			return config.WithCache(c.Context(), p, f.cache, func(cache *store.Cache) error {
				built, err := corpusBuild(c.Context(), p, f, cache)
				if err != nil {
					return err
				}
				return sayBuilt(p, built, f.asJSON)
			})
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.recipe, "recipe", "quick", "recipe in the cache: its `NAME`, or the beginning of its fingerprint")
	flags.StringVar(&f.cache, "cache", "", "`FILE` that keeps evaluations (default: in the user's cache folder)")
	flags.StringSliceVar(&f.games, "games", nil, "PGN `FILES` to choose games from")
	flags.StringVar(&f.folder, "output", "", "`FOLDER` to write into")
	flags.BoolVar(&f.complete, "complete", false, "evaluate the final positions of the games and the reference positions first")
	f.EngineFlags.Add(flags, "UCI engine to complete with, if not Stockfish: `PATH`")
	flags.IntVar(&f.workers, "workers", 0, "`NUMBER` of engines to complete with at a time (default: one for each core)")
	flags.BoolVar(&f.quiet, "quiet", false, "show no progress")
	flags.BoolVar(&f.asJSON, "json", false, "answer in JSON")
	return c
}

func corpusBuild(ctx context.Context, p *config.Program, f corpusBuildFlags, cache *store.Cache) (corpusBuilt, error) {
	if len(f.games) == 0 || !config.IsFolder(f.folder) {
		return corpusBuilt{}, fault.New(fault.Invalid, "corpus_build", "name the games with --games, and with --output a folder that is there")
	}
	known, err := cache.Recipes(ctx)
	if err != nil {
		return corpusBuilt{}, err
	}
	recipe, err := store.RecipeNamed(known, f.recipe)
	if err != nil {
		return corpusBuilt{}, err
	}
	choice, err := corpus.Choose(ctx, p.Texts(f.games), cache, recipe.Fingerprint(), analysis.StandardPolicy())
	if err != nil {
		return corpusBuilt{}, err
	}
	if len(choice.Games) == 0 {
		return corpusBuilt{}, fault.New(fault.Unprocessable, "corpus_empty",
			"of none of the %d games does the cache hold every evaluation", choice.Counts.Read)
	}
	there := corpusFiles(f.folder, "games-", recipe.Name, ".pgn.zst")
	if len(there) > 0 {
		if err := choice.Drop(p.Texts(there)); err != nil {
			return corpusBuilt{}, err
		}
		if len(choice.Games) == 0 {
			return corpusBuilt{Chosen: choice.Counts, Recipe: recipe.Fingerprint()}, nil
		}
	}
	if f.complete {
		if err := complete(ctx, p, f, recipe, cache, choice.Games); err != nil {
			return corpusBuilt{}, err
		}
	}
	return f.write(ctx, recipe, cache, choice, len(there) > 0)
}

// complete adds the missing evaluations of the games.
func complete(ctx context.Context, p *config.Program, f corpusBuildFlags, recipe analysis.Recipe, cache *store.Cache, games []*analysis.Game) error {
	workers := cmp.Or(max(f.workers, 0), runtime.GOMAXPROCS(0))
	pool, err := config.StartPool(ctx, f.EngineFlags, workers)
	if err != nil {
		return err
	}
	defer pool.Close()
	if _, err := pool.Identity().Complete(recipe); err != nil {
		return err // the engine is not the recipe's
	}
	bar := p.GamesBar(f.quiet)
	missing := pipeline.Evaluator{
		Recipe: recipe, Policy: analysis.StandardPolicy(), Engines: pool, Cache: cache, Workers: workers, Progress: bar.Update,
	}
	failed, err := missing.Run(ctx, games, func(int, []analysis.MoveRecord) error { return nil })
	bar.Finish(err == nil)
	if err == nil && len(failed) > 0 {
		err = fmt.Errorf("%s, ply %d: %w", failed[0].Source, failed[0].Ply, failed[0].Err)
	}
	if err == nil {
		_, err = config.BehaviourOf(ctx, &missing, nil)
	}
	return err
}

// write writes both files; further ones are named by their content.
func (c *corpusBuildFlags) write(ctx context.Context, recipe analysis.Recipe, cache *store.Cache, choice *corpus.Choice, further bool) (corpusBuilt, error) {
	built := corpusBuilt{Chosen: choice.Counts, Recipe: recipe.Fingerprint(), Moves: choice.Moves}
	positions := choice.Positions
	if !further {
		positions = append(positions, behaviour.Keys(recipe.Name)...)
	}
	for _, file := range []struct {
		kind, end string
		draw      func(io.Writer) error
	}{
		{"games-", ".pgn.zst", func(w io.Writer) error { return packed(w, choice.WriteGames) }},
		{"evaluations-", ".zst", func(w io.Writer) error {
			written, err := cache.ExportOf(ctx, w, built.Recipe, positions)
			built.Evaluations = written.Rows
			return err
		}},
	} {
		var content bytes.Buffer
		if err := file.draw(&content); err != nil {
			return built, err
		}
		name := file.kind + recipe.Name
		if further {
			digest := sha256.Sum256(content.Bytes())
			name += "-" + hex.EncodeToString(digest[:])[:digestLen]
		}
		path := filepath.Join(c.folder, name+file.end)
		built.Files, built.Bytes = append(built.Files, path), built.Bytes+int64(content.Len())
		if err := config.WriteWhole(path, config.ForEverybody, func(w io.Writer) error { _, err := content.WriteTo(w); return err }); err != nil {
			return built, err
		}
	}
	return built, nil
}

// digestLen is how many hexadecimal digits of its SHA-256 end the name of a further file of a corpus.
const digestLen = 12

// corpusFiles returns the files of one kind of a corpus: the first, and then those that were added, in the order of their names.
func corpusFiles(folder, kind, recipe, end string) (files []string) {
	first := filepath.Join(folder, kind+recipe+end)
	if _, err := os.Stat(first); err == nil {
		files = append(files, first)
	}
	further, _ := filepath.Glob(filepath.Join(folder, kind+recipe+"-"+strings.Repeat("[0-9a-f]", digestLen)+end)) // the pattern is right
	return append(files, further...)
}

func packed(w io.Writer, write func(io.Writer) error) error {
	z, err := intake.Pack(w)
	if err != nil {
		return err
	}
	if err := write(z); err != nil {
		return err
	}
	return z.Close()
}

func sayBuilt(p *config.Program, b corpusBuilt, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(p.Stdout).Encode(b)
	}
	_, err := fmt.Fprintf(p.Stdout, "%d of %d games have every evaluation (%d come twice, %d are there already, %d miss some, %d cannot be used): %d moves that count, %d passes, %.1f MiB.\n",
		b.Games, b.Read, b.Doubled, b.There, b.Missing, b.Unsuitable, b.Moves, b.Evaluations, float64(b.Bytes)/(1<<20))
	return err
}
