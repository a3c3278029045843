package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"fairplay/analysis"
	"fairplay/analysis/behaviour"
	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/store"
	"fairplay/uci"
)

const engineCheckHelp = `Start an engine, show who it is and which options it offers, and test that it is
deterministic: 20 positions are evaluated in order, then backwards in the same
process, and in order in a fresh process, and every difference is listed. An
engine that fails this test gives figures that nobody can reproduce; the exit
code is then 6.

Then say which calibrations apply to it. They know an engine by its name, version
and network and by its behaviour, which is how it evaluates 40 reference positions:
any build of the engine with which a calibration was fitted will do, for any system
or processor. The evaluations are kept in the cache.

If another program runs the engine, name both; every file is part of the identity:

    fairplay engine check node --engine-arg stockfish-19-single.js --recipe second`

// engineCommand returns the command "fairplay engine".
func engineCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{Use: "engine", Short: "Look at UCI engines", Args: config.Args(cobra.NoArgs)}
	c.AddCommand(engineCheckCommand(p), engineListCommand(p))
	return c
}

const engineListHelp = `Say which engines are installed where fairplay looks for one (in its own folder, in
the package fairplay-engine, in the search path, where Debian puts games), in the order
in which it takes them, and which calibration each has under which recipe. Without a calibration reports
hold counts and averages, but no z, ROI or intrinsic rating.`

func engineListCommand(p *config.Program) *cobra.Command {
	var out config.Output
	c := &cobra.Command{
		Use: "list", Short: "Say which engines are there, and which calibration each has", Long: engineListHelp,
		Args: config.Args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			if err := out.Check(); err != nil {
				return err
			}
			all, err := engineList(c.Context())
			if err != nil {
				return err
			}
			return out.Write(p, func(w io.Writer, _ render.Options) error { return render.EngineList(w, out.Format, all) })
		},
	}
	out.Add(c.Flags(), []string{"table", "json"}, []string{"en"})
	return c
}

// engineList starts each engine that is installed and looks for its calibrations.
func engineList(ctx context.Context) ([]reports.ListedEngine, error) {
	library, err := calibration.Shipped()
	if err != nil {
		return nil, err
	}
	all := []reports.ListedEngine{}
	for _, path := range uci.Installed() {
		e := reports.ListedEngine{Path: path, Recipes: []reports.RecipeCalibration{}}
		pool, err := config.StartPool(ctx, config.EngineFlags{Engine: path}, 1)
		if err != nil {
			e.Error = err.Error()
			all = append(all, e)
			continue
		}
		id := pool.Identity()
		pool.Close()
		e.Name, e.SHA256 = id.Name, id.SHA256
		for _, standard := range []analysis.Recipe{analysis.Quick(), analysis.Full()} {
			if r, err := id.Complete(standard); err == nil {
				e.Recipes = append(e.Recipes, calibrationFor(library, r))
			}
		}
		all = append(all, e)
	}
	return all, nil
}

// calibrationFor names the calibration of a recipe, whatever build of its engine is there.
func calibrationFor(library calibration.Library, r analysis.Recipe) reports.RecipeCalibration {
	of := reports.RecipeCalibration{Recipe: r.Name}
	for _, c := range library {
		if calibration.SameButBinary(c.Recipe, r) {
			of.Calibration = c.Name
			of.Proved = c.Recipe.EngineSHA256 == r.EngineSHA256 || c.Behaviour != "" && behaviour.OfBuild(r.EngineSHA256, r.Name) == c.Behaviour
		}
	}
	return of
}

func engineCheckCommand(p *config.Program) *cobra.Command {
	var out config.Output
	var f config.EvaluationFlags
	c := &cobra.Command{
		Use: "check [PATH]", Short: "Test an engine's handshake, options and determinism", Long: engineCheckHelp,
		Args: config.Args(cobra.MaximumNArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			if err := out.Check(); err != nil {
				return err
			}
			if len(a) > 0 {
				f.Engine = a[0]
			}
			report, err := engineCheck(c.Context(), p, f)
			if err != nil {
				return err
			}
			err = out.Write(p, func(w io.Writer, _ render.Options) error { return render.EngineCheck(w, out.Format, report) })
			if err == nil && !report.Deterministic() {
				err = fault.New(fault.Unprocessable, "not_deterministic", "the engine gave different answers to the same question")
			}
			return err
		},
	}
	out.Add(c.Flags(), []string{"table", "json"}, []string{"en"})
	c.Flags().Var(&f.Args, "engine-arg", config.EngineArgsHelp)
	c.Flags().StringVar(&f.Recipe, "recipe", "quick", "test under the recipe `NAME`: quick (modern for Stockfish 17), full or second")
	c.Flags().StringVar(&f.Cache, "cache", "", "`FILE` that keeps evaluations (default: in the user's cache folder)")
	c.Flags().StringVar(&f.Calibration, "calibration", "", "ask the calibration in `FILE` (default: those that come with fairplay)")
	c.Flags().BoolVar(&f.Quiet, "quiet", false, "show no progress")
	return c
}

// repeated is how many of the reference positions are evaluated again to check that an engine
// is deterministic.
const repeated = 20

func engineCheck(ctx context.Context, p *config.Program, f config.EvaluationFlags) (report reports.EngineCheck, err error) {
	path, err := uci.Find(f.Engine)
	if err != nil {
		return report, err
	}
	r, err := config.RecipeNamed(f.Recipe)
	if err != nil {
		return report, err
	}
	positions, err := behaviour.Positions(r.Name)
	if err != nil {
		return report, err
	}
	steps := p.StepsBar(f.Quiet, "positions searched")
	report.CheckReport, err = uci.Check(ctx, path, positions[:repeated], r, steps.Update, uci.WithArgs(f.Args...))
	steps.Finish()
	if err != nil || !report.Deterministic() {
		return report, err
	}
	return report, askCalibrations(ctx, p, f, positions, &report)
}

// askCalibrations determines the behaviour of a deterministic engine, starting from the results
// of the check, and tells for every calibration of the recipe's name whether it applies.
func askCalibrations(ctx context.Context, p *config.Program, f config.EvaluationFlags, positions []analysis.Position, report *reports.EngineCheck) (err error) {
	library, err := config.Calibrations(f.Calibration)
	if err != nil {
		return err
	}
	err = config.WithCache(ctx, p, f.Cache, func(cache *store.Cache) error {
		report.Behaviour, err = behaviourAfter(ctx, p, f, positions, &report.CheckReport, cache)
		return err
	})
	if err != nil {
		return err
	}
	for _, c := range library {
		if c.Recipe.Name == report.Recipe.Name {
			differences := c.Differences(report.Recipe, report.Behaviour)
			report.Calibrations = append(report.Calibrations,
				reports.CalibrationAnswer{Name: c.Name, Applies: len(differences) == 0, Differences: differences})
		}
	}
	return nil
}

// behaviourAfter uses the results of a check, and evaluates the remaining positions.
func behaviourAfter(ctx context.Context, p *config.Program, f config.EvaluationFlags, positions []analysis.Position, found *uci.CheckReport, cache *store.Cache) (string, error) {
	if err := cache.RegisterRecipe(ctx, found.Recipe); err != nil {
		return "", err
	}
	for i, e := range found.First {
		if err := cache.Put(ctx, found.Recipe.Fingerprint(), positions[i].Key, e, positions[i].Legal); err != nil {
			return "", err
		}
	}
	pool, err := config.StartPool(ctx, f.EngineFlags, 1)
	if err != nil {
		return "", err
	}
	defer pool.Close()
	steps := p.StepsBar(f.Quiet, "reference positions evaluated")
	defer steps.Finish()
	e := &pipeline.Evaluator{Recipe: found.Recipe, Engines: pool, Cache: cache, Workers: 1}
	return config.BehaviourOf(ctx, e, steps.Update)
}
