package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"fairplay/analysis"
	"fairplay/analysis/behaviour"
	"fairplay/analysis/fault"
	"fairplay/analysis/fit"
	"fairplay/cmd/config"
	"fairplay/queue/corpus"
	"fairplay/reports/store"
)

const fitHelp = `Fit a calibration: the model of how players of each rating choose moves, the
uncertainty of every test, and the proof, on games that took no part in the fit,
of how far it can be trusted. A corpus is a folder made by "corpus build".

The same corpus always gives the same file, to the last byte. The calibrations
that come with fairplay were made in this way from testdata/corpus; "make calibrate"
makes them again.`

type fitFlags struct {
	corpus, recipe, name, timeClass, prior, book, output string
	further                                              string
	quiet                                                bool
}

// CalibrateCommand returns the command "fairplay-calibrate fit".
func fitCommand(p *config.Program) *cobra.Command {
	var f fitFlags
	c := &cobra.Command{
		Use: "fit --output FILE", Short: "Fit a calibration to a corpus", Long: fitHelp, Args: config.Args(cobra.NoArgs),
		Example: config.Example("fairplay-calibrate fit --corpus testdata/corpus --recipe quick --output standard-quick.json",
			"fairplay-calibrate fit --corpus testdata/corpus --recipe full --prior standard-quick.json --output standard-full.json"),
		RunE: func(c *cobra.Command, _ []string) error { return fitCorpus(c.Context(), p, f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.corpus, "corpus", "testdata/corpus", "`FOLDER` with the corpus")
	flags.StringVar(&f.recipe, "recipe", "quick", "recipe of the evaluations to fit on, as `NAME`")
	flags.StringVar(&f.name, "name", "", "`NAME` of the calibration (default: time class and recipe)")
	flags.StringVar(&f.timeClass, "time-class", string(analysis.StandardTime), "time class of the games, as `CLASS`")
	flags.StringVar(&f.prior, "prior", "", "calibration of another recipe in `FILE`, fitted on more games: all is taken from it but the bias of each test, which games under both recipes give")
	flags.StringVar(&f.further, "further", "", "recipe of a further engine, as `NAME`, whose choice --prior is extended by: that of the recipe without it")
	flags.StringVar(&f.book, "book", "", "Polyglot book whose positions do not count: `FILE` or none (default: the book that comes with fairplay)")
	flags.StringVar(&f.output, "output", "", "`FILE` to write the calibration to")
	flags.BoolVar(&f.quiet, "quiet", false, "say nothing on the way")
	return c
}

func fitCorpus(ctx context.Context, p *config.Program, f fitFlags) error {
	if f.output == "" {
		return fault.New(fault.Invalid, "output", "say where the calibration goes, with --output FILE")
	}
	class, err := config.ParseTimeClass(f.timeClass)
	if err != nil {
		return err
	}
	opened, err := openCorpus(p, f.corpus, f.recipe, f.book)
	if err != nil {
		return err
	}
	options := fit.Options{
		Run: corpus.OnAllCores, Name: f.name, Program: config.Version, TimeClass: class, Recipe: opened.recipe, Policy: opened.Policy,
	}
	if options.Name == "" {
		options.Name = string(class) + "-" + opened.recipe.Name
	}
	if options.Prior, err = config.ReadCalibration(f.prior); err != nil {
		return err
	}
	say(p, f.quiet, "Reading %s ...", f.corpus)
	games, loaded, err := corpus.LoadForFit(ctx, &opened.Loader)
	if err != nil {
		return err
	}
	if err := addForeign(p, games, f, f.recipe); err != nil {
		return err
	}
	if f.further != "" {
		err = addFurther(ctx, p, f, &options, games)
	} else if options.Prior != nil {
		err = compare(ctx, p, f, &options, opened, games)
	}
	if err != nil {
		return err
	}
	say(p, f.quiet, "Fitting to %d games with %d counted moves ...", loaded.Games, loaded.Moves)
	fitted, err := fit.Calibrate(games, options)
	if err != nil {
		return err
	}
	if fitted.Behaviour, err = opened.behaviour(ctx); err != nil {
		return err
	}
	if fitted.Behaviour == "" {
		say(p, f.quiet, "The corpus lacks the reference positions (corpus build --complete): no other build of its engine will be taken for the same.")
	}
	say(p, f.quiet, "Measuring on the games that took no part ...")
	if fitted.Report, err = fit.Prove(games, fitted, options); err != nil {
		return err
	}
	if err := config.WriteWhole(f.output, config.ForEverybody, func(w io.Writer) error { return fitted.Save(w) }); err != nil {
		return fault.Wrap(err, fault.Unavailable, "output", "cannot write %s", f.output)
	}
	say(p, f.quiet, "Written to %s", f.output)
	return nil
}

// compare reads the games of the corpus under the recipe of the prior calibration, and with the
// deep pass of one recipe and the wide pass of the other, if both have the same engine.
func compare(ctx context.Context, p *config.Program, f fitFlags, o *fit.Options, own *openedCorpus, games *fit.Corpus) error {
	prior, err := openCorpus(p, f.corpus, o.Prior.Recipe.Name, f.book)
	if err != nil {
		return err
	}
	load := func(c corpus.Loader, deep *openedCorpus) (*fit.Corpus, error) {
		read, _, err := corpus.LoadForFit(ctx, &c)
		if err == nil {
			err = addForeign(p, read, f, deep.recipe.Name)
		}
		return read, err
	}
	if o.Control, err = load(prior.Loader, prior); err != nil {
		return err
	}
	o.Passes = []fit.Passes{{Deep: prior.recipe, Wide: prior.recipe, Corpus: o.Control}, {Deep: own.recipe, Wide: own.recipe, Corpus: games}}
	if own.recipe.Engine != prior.recipe.Engine {
		return nil // passes of two engines do not mix
	}
	for _, of := range [][2]*openedCorpus{{own, prior}, {prior, own}} {
		mixed, err := load(own.Passes(of[0].Loader, of[1].Loader), of[0])
		if err != nil {
			return err
		}
		o.Passes = append(o.Passes, fit.Passes{Deep: of[0].recipe, Wide: of[1].recipe, Corpus: mixed})
	}
	return nil
}

// addFurther adds what a further engine would play, and the engine to the recipe.
func addFurther(ctx context.Context, p *config.Program, f fitFlags, o *fit.Options, games *fit.Corpus) error {
	further, err := openCorpus(p, f.corpus, f.further, f.book)
	if err != nil {
		return err
	}
	o.Recipe.Further = &further.recipe
	choices, err := corpus.LoadFurther(ctx, &further.Loader)
	if err != nil {
		return err
	}
	asked, err := corpus.ReadFurther(p.Texts(corpusFiles(f.corpus, "further-", f.further, ".jsonl.zst")))
	if err != nil {
		return err
	}
	games.AddFurther(append(choices, asked...))
	return nil
}

// addForeign adds the corpus' moves of other engines under a recipe.
func addForeign(p *config.Program, games *fit.Corpus, f fitFlags, recipe string) error {
	files := corpusFiles(f.corpus, "assist-", recipe, ".jsonl.zst")
	if len(files) == 0 {
		return nil
	}
	foreign, err := corpus.ReadForeign(p.Texts(files))
	games.AddForeign(foreign)
	return err
}

// say prints a line about progress.
func say(p *config.Program, quiet bool, format string, args ...any) {
	if !quiet {
		fmt.Fprintf(p.Stderr, format+"\n", args...)
	}
}

// openedCorpus is a corpus and the recipe of its evaluations.
type openedCorpus struct {
	corpus.Loader
	recipe analysis.Recipe
}

// openCorpus opens the corpus of one recipe in a folder.
func openCorpus(p *config.Program, folder, recipe, bookPath string) (*openedCorpus, error) {
	reference, err := config.OpenBook(bookPath)
	if err != nil {
		return nil, err
	}
	evaluations := corpusFiles(folder, "evaluations-", recipe, ".zst")
	if len(evaluations) == 0 {
		return nil, fault.New(fault.Invalid, "corpus", "there is no corpus of the recipe %q in %s", recipe, folder)
	}
	var files []io.Reader
	for _, file := range evaluations {
		f, err := os.Open(file)
		if err != nil {
			return nil, fault.Wrap(err, fault.Unavailable, "corpus", "cannot open %s", file)
		}
		defer f.Close()
		files = append(files, f)
	}
	archive, err := store.ReadArchive(files...)
	if err != nil {
		return nil, err
	}
	known, err := archive.Recipes()
	if err != nil {
		return nil, err
	}
	full, err := store.RecipeNamed(known, recipe)
	if err != nil {
		return nil, err
	}
	return &openedCorpus{
		Loader: corpus.Loader{
			Games: p.Texts(corpusFiles(folder, "games-", recipe, ".pgn.zst")), Evaluations: archive,
			Recipe: full.Fingerprint(), Policy: config.PolicyWith(reference), Book: reference,
		},
		recipe: full,
	}, nil
}

// behaviour returns the behaviour of the corpus' engine, "" if the corpus does not contain it.
func (o *openedCorpus) behaviour(ctx context.Context) (string, error) {
	said, err := o.Evaluations.GetMany(ctx, o.Recipe, behaviour.Keys(o.recipe.Name))
	if err != nil {
		return "", err
	}
	return behaviour.Digest(o.recipe.Name, said)
}
