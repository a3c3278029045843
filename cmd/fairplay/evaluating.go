package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/pflag"

	"fairplay/analysis"
	"fairplay/analysis/book"
	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
	"fairplay/uci"
)

// evaluating holds the flags of every command that evaluates games.
type evaluating struct {
	engineFlags
	recipe, cache, book string
	calibration         string
	second              engineFlags // for a second test; only some commands have it
	workers             int
	quiet               bool
}

func (f *evaluating) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.recipe, "recipe", "quick", "how positions are evaluated: `NAME` is quick, full, or second for Stockfish 19 under node")
	f.engineFlags.add(flags, engineHelp)
	flags.StringVar(&f.cache, "cache", "", "`FILE` that keeps evaluations (default: in the user's cache folder)")
	flags.StringVar(&f.book, "book", "", "Polyglot book whose positions do not count: `FILE` or none (default: the book that comes with fairplay)")
	flags.StringVar(&f.calibration, "calibration", "", "use the calibration in `FILE` (default: those that come with fairplay)")
	flags.IntVar(&f.workers, "workers", 0, "`NUMBER` of engines to run at a time (default: one for each core)")
	flags.BoolVar(&f.quiet, "quiet", false, "show no progress")
}

// running holds what an evaluating command works with and must close.
type running struct {
	pipeline.Evaluator
	engine  reports.UsedEngine
	options []reports.StatedOption // the ones that differ from the defaults
	fits    pipeline.Fits
	closing []io.Closer

	second *running // the same with the second engine; nil for none
}

// close closes in reverse order. Its error matters like any other, because the cache writes its
// last evaluations when it is closed.
func (r *running) close(err *error) {
	for i := len(r.closing) - 1; i >= 0; i-- {
		if failed := r.closing[i].Close(); failed != nil && *err == nil {
			*err = failed
		}
	}
}

// terms returns the terms of the flags, under the rules and calibrations that come with the
// program.
func (r *running) terms(rules regulations.RuleSet, assume analysis.TimeClass) pipeline.Terms {
	stated := provenance(r.engine)
	stated.Options = r.options
	return pipeline.Terms{
		Evaluator: r.Evaluator, Rules: regulations.Shipped(), RuleSet: rules, Assume: assume, Fits: r.fits,
		Provenance: stated,
	}
}

// quick returns the terms of the quick recipe for the same engine, for evaluations that are in
// the cache already.
func (r *running) quick(rules regulations.RuleSet, assume analysis.TimeClass) *pipeline.Terms {
	terms := r.terms(rules, assume)
	if full := terms.Recipe; full.Name == analysis.Full().Name {
		terms.Recipe = analysis.Quick()
		terms.Recipe.Engine, terms.Recipe.EngineSHA256, terms.Recipe.Network = full.Engine, full.EngineSHA256, full.Network
	}
	return &terms
}

// prepare opens the cache, starts the engines and completes the recipe.
func (p *program) prepare(ctx context.Context, f evaluating) (_ *running, err error) {
	recipe, err := recipeNamed(f.recipe)
	if err != nil {
		return nil, err
	}
	if f.workers < 0 {
		return nil, fault.New(fault.Invalid, "workers", "--workers must be at least 1, not %d", f.workers)
	}
	f.workers = cmp.Or(f.workers, runtime.GOMAXPROCS(0))
	reference, err := openBook(f.book)
	if err != nil {
		return nil, err
	}
	r := &running{options: f.stated()}
	defer func() {
		if err != nil {
			r.close(&err)
		}
	}()
	cache, err := p.openCache(ctx, f.cache)
	if err != nil {
		return nil, err
	}
	r.closing = append(r.closing, cache)
	r.Evaluator = pipeline.Evaluator{Recipe: recipe, Policy: policyWith(reference), Book: reference, Cache: cache, Workers: f.workers}
	if _, err := p.start(ctx, cache, r, f); err != nil {
		return nil, err
	}
	if f.second.engine != "" {
		err = p.startSecond(ctx, cache, r, f)
	}
	return r, err
}

// start starts the engines of a run and completes its recipe.
func (p *program) start(ctx context.Context, cache *store.Cache, r *running, f evaluating) (uci.Identity, error) {
	pool, err := startEngines(ctx, f.engineFlags, r.Workers)
	if err != nil {
		return uci.Identity{}, err
	}
	r.Engines, r.closing = pool, append(r.closing, pool)
	identity := pool.Identity()
	if r.Recipe, err = identity.Complete(r.Recipe); err != nil {
		return identity, err
	}
	if err := cache.RegisterRecipe(ctx, r.Recipe); err != nil {
		return identity, err
	}
	library, err := calibrationsIn(f.calibration)
	if err != nil {
		return identity, err
	}
	how, err := p.behaviour(ctx, library, &r.Evaluator, f.quiet)
	r.fits, r.engine = pipeline.EngineLibrary{Library: library, Behaviour: how}, engineOf(identity, how)
	return identity, err
}

// startSecond starts the second engine of a run, which shares its cache. Its calibration is the
// one that comes with the program, if any.
func (p *program) startSecond(ctx context.Context, cache *store.Cache, r *running, f evaluating) error {
	second := &running{Evaluator: r.Evaluator}
	second.Recipe = analysis.Second()
	f.engineFlags, f.calibration = f.second, ""
	identity, err := p.start(ctx, cache, second, f)
	second.options = secondOptions(identity)
	r.second, r.closing = second, append(r.closing, second.closing...)
	return err
}

// stated returns the options that name the book and the calibration, without their folders, if
// they are not those that come with the program.
func (f *evaluating) stated() (options []reports.StatedOption) {
	for _, o := range []reports.StatedOption{{Name: "book", Value: f.book}, {Name: "calibration", Value: f.calibration}} {
		if o.Value != "" {
			options = append(options, reports.StatedOption{Name: o.Name, Value: filepath.Base(o.Value)})
		}
	}
	return options
}

// behaviour determines the behaviour of engines if a calibration asks for it, and says so,
// because it takes a while; otherwise it returns "".
func (p *program) behaviour(ctx context.Context, library calibration.Library, e *pipeline.Evaluator, quiet bool) (string, error) {
	if !library.Asks(e.Recipe) {
		return "", nil
	}
	steps := p.steps(quiet, "reference positions evaluated, to know this engine")
	defer steps.finish()
	return behaviourOf(ctx, e, steps.update)
}

// engineOf describes an engine for a report; behaviour is "" if it was not determined.
func engineOf(id uci.Identity, behaviour string) reports.UsedEngine {
	e := reports.UsedEngine{Name: id.Name, Author: id.Author, SHA256: id.SHA256, Network: id.Network, Behaviour: behaviour}
	if len(id.Args) > 0 {
		for _, f := range id.Files {
			e.Files = append(e.Files, reports.EngineFile{Name: filepath.Base(f.Path), SHA256: f.SHA256})
		}
		e.Arguments = argumentsOf(id)
	}
	return e
}

// argumentsOf returns the arguments of an engine, with its files without their folders, because
// their place concerns nobody.
func argumentsOf(id uci.Identity) []string {
	args := slices.Clone(id.Args)
	for i, a := range args {
		if slices.ContainsFunc(id.Files, func(f uci.File) bool { return filepath.Base(f.Path) == filepath.Base(a) }) {
			args[i] = filepath.Base(a)
		}
	}
	return args
}

// calibrationsIn returns the calibration in the file, or those that come with the
// program.
func calibrationsIn(path string) (calibration.Library, error) {
	if path == "" {
		return calibration.Shipped()
	}
	c, err := readCalibration(path)
	if err != nil {
		return nil, err
	}
	return calibration.Library{c}, nil
}

func recipeNamed(name string) (analysis.Recipe, error) {
	switch name {
	case "quick":
		return analysis.Quick(), nil
	case "full":
		return analysis.Full(), nil
	case "second":
		return analysis.Second(), nil
	}
	return analysis.Recipe{}, fault.New(fault.Invalid, "recipe", "%q is not a recipe; choose quick, full or second", name)
}

// policyWith returns the standard policy with the reference book, which may be
// nil.
func policyWith(reference *book.Book) analysis.Policy {
	policy := analysis.StandardPolicy()
	if reference != nil {
		policy.BookSHA256 = reference.SHA256()
	}
	return policy
}

// openBook reads the book at path; "" is the one that comes with the program, and "none" is no
// book.
func openBook(path string) (*book.Book, error) {
	switch path {
	case "":
		return book.Standard(), nil
	case "none":
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "book", "cannot open the book")
	}
	defer f.Close()
	b, err := book.Read(f)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "book", "%s is not a Polyglot book", path)
	}
	return b, nil
}

func (p *program) openCache(ctx context.Context, path string) (*store.Cache, error) {
	if path == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return nil, fault.Wrap(err, fault.Unavailable, "cache", "there is no cache folder; say --cache FILE")
		}
		path = filepath.Join(dir, "fairplay", "evaluations.db")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, fault.Wrap(err, fault.Unavailable, "cache", "cannot make the cache folder")
		}
	}
	return store.OpenCache(ctx, path)
}

// startEngines starts a pool of the engine. An error that the user can correct, such as a
// script in place of a program, is returned unchanged.
func startEngines(ctx context.Context, f engineFlags, n int) (*uci.Pool, error) {
	path, err := uci.Find(f.engine)
	if err != nil {
		return nil, err
	}
	pool, err := uci.NewPool(ctx, path, n, uci.WithBackoff(uci.StandardBackoff(rand.Float64)), uci.WithArgs(f.args...))
	if err != nil {
		if errors.Is(err, context.Canceled) || fault.KindOf(err) != fault.Unavailable {
			return nil, err
		}
		return nil, fault.Wrap(err, fault.Unavailable, "engine", "the engine %s does not start", path)
	}
	return pool, nil
}
