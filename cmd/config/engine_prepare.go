package config

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
	"fairplay/analysis/behaviour"
	"fairplay/analysis/book"
	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
	"fairplay/uci"
)

// EvaluationFlags holds the flags of every command that evaluates games.
type EvaluationFlags struct {
	EngineFlags
	Recipe, Cache, Book, Calibration string
	Second                           EngineFlags // for a second test; only some commands have it
	Workers                          int
	Quiet                            bool
}

// Add declares the flags of an evaluation.
func (e *EvaluationFlags) Add(flags *pflag.FlagSet) {
	flags.StringVar(&e.Recipe, "recipe", "quick", "how positions are evaluated: `NAME` is quick (modern for Stockfish 17), full, or second for Stockfish 19 under node")
	e.EngineFlags.Add(flags, EngineHelp)
	flags.StringVar(&e.Cache, "cache", "", "`FILE` that keeps evaluations (default: in the user's cache folder)")
	flags.StringVar(&e.Book, "book", "", "Polyglot book whose positions do not count: `FILE` or none (default: the book that comes with fairplay)")
	flags.StringVar(&e.Calibration, "calibration", "", "use the calibration in `FILE` (default: those that come with fairplay)")
	flags.IntVar(&e.Workers, "workers", 0, "`NUMBER` of engines to run at a time (default: one for each core)")
	flags.BoolVar(&e.Quiet, "quiet", false, "show no progress")
}

// Prepared holds what an evaluating command works with and must close.
type Prepared struct {
	pipeline.Evaluator
	Engine  reports.UsedEngine
	options []reports.StatedOption // the ones that differ from the defaults
	fits    pipeline.Fits
	closing []io.Closer

	Second *Prepared // the same with the second engine; nil for none
}

// Close closes in reverse order. Its error matters like any other, because the cache writes its
// last evaluations when it is closed.
func (p *Prepared) Close(err *error) {
	for i := len(p.closing) - 1; i >= 0; i-- {
		if failed := p.closing[i].Close(); failed != nil && *err == nil {
			*err = failed
		}
	}
}

// Terms returns the terms of the flags, under the rules and calibrations that come with the
// program.
func (p *Prepared) Terms(rules regulations.RuleSet, assume analysis.TimeClass) pipeline.Terms {
	stated := Provenance(p.Engine)
	stated.Options = p.options
	return pipeline.Terms{
		Evaluator: p.Evaluator, Rules: regulations.Shipped(), RuleSet: rules, Assume: assume, Fits: p.fits,
		Provenance: stated,
	}
}

// Quick returns the terms of the quick recipe for the same engine, for evaluations that are in
// the cache already.
func (p *Prepared) Quick(rules regulations.RuleSet, assume analysis.TimeClass) *pipeline.Terms {
	terms := p.Terms(rules, assume)
	if full := terms.Recipe; full.Name == analysis.Full().Name {
		terms.Recipe = analysis.Quick().For(full.Engine)
		terms.Recipe.Engine, terms.Recipe.EngineSHA256, terms.Recipe.Network = full.Engine, full.EngineSHA256, full.Network
	}
	return &terms
}

// Prepare opens the cache, starts the engines and completes the recipe.
func Prepare(ctx context.Context, p *Program, f EvaluationFlags) (_ *Prepared, err error) {
	recipe, err := RecipeNamed(f.Recipe)
	if err != nil {
		return nil, err
	}
	if f.Workers < 0 {
		return nil, fault.New(fault.Invalid, "workers", "--workers must be at least 1, not %d", f.Workers)
	}
	f.Workers = cmp.Or(f.Workers, runtime.GOMAXPROCS(0))
	reference, err := OpenBook(f.Book)
	if err != nil {
		return nil, err
	}
	r := &Prepared{options: f.stated()}
	defer func() {
		if err != nil {
			r.Close(&err)
		}
	}()
	cache, err := openCache(ctx, p, f.Cache)
	if err != nil {
		return nil, err
	}
	r.closing = append(r.closing, cache)
	r.Evaluator = pipeline.Evaluator{Recipe: recipe, Policy: PolicyWith(reference), Book: reference, Cache: cache, Workers: f.Workers}
	if _, err := start(ctx, p, cache, r, f); err != nil {
		return nil, err
	}
	if f.Second.Engine != "" {
		err = startSecond(ctx, p, cache, r, f)
	}
	return r, err
}

// start starts the engines of a run and completes its recipe.
func start(ctx context.Context, p *Program, cache *store.Cache, r *Prepared, f EvaluationFlags) (uci.Identity, error) {
	pool, err := StartPool(ctx, f.EngineFlags, r.Workers)
	if err != nil {
		return uci.Identity{}, err
	}
	r.Engines, r.closing = &Watched{Pool: pool}, append(r.closing, pool)
	identity := pool.Identity()
	if r.Recipe, err = identity.Complete(r.Recipe); err != nil {
		return identity, err
	}
	if err := cache.RegisterRecipe(ctx, r.Recipe); err != nil {
		return identity, err
	}
	library, err := Calibrations(f.Calibration)
	if err != nil {
		return identity, err
	}
	how, err := knowShown(ctx, p, library, &r.Evaluator, cache, f.Quiet)
	r.fits, r.Engine = pipeline.EngineLibrary{Library: library, Behaviour: how}, engineOf(identity, how)
	return identity, err
}

// startSecond starts the second engine of a run, which shares its cache. Its calibration is the
// one that comes with the program, if any.
func startSecond(ctx context.Context, p *Program, cache *store.Cache, r *Prepared, f EvaluationFlags) error {
	second := &Prepared{Evaluator: r.Evaluator}
	second.Recipe = analysis.Second()
	f.EngineFlags, f.Calibration = f.Second, ""
	identity, err := start(ctx, p, cache, second, f)
	second.options = SecondOptions(identity)
	r.Second, r.closing = second, append(r.closing, second.closing...)
	return err
}

// stated returns the options that name the book and the calibration, without their folders, if
// they are not those that come with the program.
func (e *EvaluationFlags) stated() (options []reports.StatedOption) {
	for _, o := range []reports.StatedOption{{Name: "book", Value: e.Book}, {Name: "calibration", Value: e.Calibration}} {
		if o.Value != "" {
			options = append(options, reports.StatedOption{Name: o.Name, Value: filepath.Base(o.Value)})
		}
	}
	return options
}

// knowShown is know with its progress shown, where it takes a while.
func knowShown(ctx context.Context, p *Program, library calibration.Library, e *pipeline.Evaluator, cache *store.Cache, quiet bool) (string, error) {
	if !library.Asks(e.Recipe) || behaviour.OfBuild(e.Recipe.EngineSHA256, e.Recipe.Name) != "" {
		return know(ctx, library, e, cache, nil)
	}
	steps := p.StepsBar(quiet, "reference positions evaluated, to know this engine")
	defer steps.Finish()
	return know(ctx, library, e, cache, steps.Update)
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
		if slices.ContainsFunc(id.Files, func(f uci.ProgramFile) bool { return filepath.Base(f.Path) == filepath.Base(a) }) {
			args[i] = filepath.Base(a)
		}
	}
	return args
}

// Calibrations returns the calibration in the file, or those that come with the
// program.
func Calibrations(path string) (calibration.Library, error) {
	if path == "" {
		return calibration.Shipped()
	}
	c, err := ReadCalibration(path)
	if err != nil {
		return nil, err
	}
	return calibration.Library{c}, nil
}

func RecipeNamed(name string) (analysis.Recipe, error) {
	switch name {
	case "quick":
		return analysis.Quick(), nil
	case "modern":
		return analysis.Modern(), nil
	case "full":
		return analysis.Full(), nil
	case "second":
		return analysis.Second(), nil
	}
	return analysis.Recipe{}, fault.New(fault.Invalid, "recipe", "%q is not a recipe; choose quick, modern, full or second", name)
}

// PolicyWith returns the standard policy with the reference book, which may be
// nil.
func PolicyWith(reference *book.Book) analysis.Policy {
	policy := analysis.StandardPolicy()
	if reference != nil {
		policy.BookSHA256 = reference.SHA256()
	}
	return policy
}

// OpenBook reads the book at path; "" is the one that comes with the program, and "none" is no
// book.
func OpenBook(path string) (*book.Book, error) {
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

func openCache(ctx context.Context, p *Program, path string) (*store.Cache, error) {
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

// StartPool starts a pool of the engine. An error that the user can correct, such as a
// script in place of a program, is returned unchanged.
func StartPool(ctx context.Context, f EngineFlags, n int) (*uci.Pool, error) {
	path, err := uci.Find(f.Engine)
	if err != nil {
		return nil, err
	}
	pool, err := uci.NewPool(ctx, path, n, uci.WithBackoff(uci.StandardBackoff(rand.Float64)), uci.WithArgs(f.Args...))
	if err != nil {
		if errors.Is(err, context.Canceled) || fault.KindOf(err) != fault.Unavailable {
			return nil, err
		}
		return nil, fault.Wrap(err, fault.Unavailable, "engine", "the engine %s does not start", path)
	}
	return pool, nil
}

// ReadCalibration reads the calibration in a file; it returns nil for an empty path.
func ReadCalibration(path string) (*calibration.Calibration, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "calibration", "cannot open the calibration")
	}
	defer f.Close()
	c, err := calibration.Load(f)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "calibration", "%s is not a calibration", path)
	}
	return c, nil
}

// WithCache opens the cache for one command and closes it.
func WithCache(ctx context.Context, p *Program, path string, do func(*store.Cache) error) (err error) {
	cache, err := openCache(ctx, p, path)
	if err != nil {
		return err
	}
	defer func() {
		if failed := cache.Close(); err == nil {
			err = failed
		}
	}()
	return do(cache)
}
