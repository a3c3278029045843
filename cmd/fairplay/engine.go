package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"fairplay/analysis"
	"fairplay/analysis/behaviour"
	"fairplay/analysis/fault"
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

func (p *program) engineCommand() *cobra.Command {
	c := &cobra.Command{Use: "engine", Short: "Look at UCI engines", Args: args(cobra.NoArgs)}
	c.AddCommand(p.engineCheckCommand())
	return c
}

func (p *program) engineCheckCommand() *cobra.Command {
	var out output
	var f evaluating
	c := &cobra.Command{
		Use: "check [PATH]", Short: "Test an engine's handshake, options and determinism", Long: engineCheckHelp,
		Args: args(cobra.MaximumNArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			if err := out.check(); err != nil {
				return err
			}
			if len(a) > 0 {
				f.engine = a[0]
			}
			report, err := p.engineCheck(c.Context(), f)
			if err != nil {
				return err
			}
			err = out.write(p, func(w io.Writer, _ render.Options) error { return render.EngineCheck(w, out.format, report) })
			if err == nil && !report.Deterministic() {
				err = fault.New(fault.Unprocessable, "not_deterministic", "the engine gave different answers to the same question")
			}
			return err
		},
	}
	out.add(c.Flags(), []string{"table", "json"}, []string{"en"})
	c.Flags().Var(&f.args, "engine-arg", engineArgsHelp)
	c.Flags().StringVar(&f.recipe, "recipe", "quick", "test under the recipe `NAME`: quick, full or second")
	c.Flags().StringVar(&f.cache, "cache", "", "`FILE` that keeps evaluations (default: in the user's cache folder)")
	c.Flags().StringVar(&f.calibration, "calibration", "", "ask the calibration in `FILE` (default: those that come with fairplay)")
	c.Flags().BoolVar(&f.quiet, "quiet", false, "show no progress")
	return c
}

// repeated is how many of the reference positions are evaluated again to check that an engine
// is deterministic.
const repeated = 20

func (p *program) engineCheck(ctx context.Context, f evaluating) (report reports.EngineCheck, err error) {
	path, err := uci.Find(f.engine)
	if err != nil {
		return report, err
	}
	r, err := recipeNamed(f.recipe)
	if err != nil {
		return report, err
	}
	positions, err := behaviour.Positions()
	if err != nil {
		return report, err
	}
	steps := p.steps(f.quiet, "positions searched")
	report.CheckReport, err = uci.Check(ctx, path, positions[:repeated], r, steps.update, uci.WithArgs(f.args...))
	steps.finish()
	if err != nil || !report.Deterministic() {
		return report, err
	}
	return report, p.askCalibrations(ctx, f, positions, &report)
}

// askCalibrations determines the behaviour of a deterministic engine, starting from the results
// of the check, and tells for every calibration of the recipe's name whether it applies.
func (p *program) askCalibrations(ctx context.Context, f evaluating, positions []analysis.Position, report *reports.EngineCheck) (err error) {
	library, err := calibrationsIn(f.calibration)
	if err != nil {
		return err
	}
	err = p.withCache(ctx, &cacheFlags{path: f.cache}, func(cache *store.Cache) error {
		report.Behaviour, err = p.behaviourAfter(ctx, f, positions, &report.CheckReport, cache)
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
func (p *program) behaviourAfter(ctx context.Context, f evaluating, positions []analysis.Position, found *uci.CheckReport, cache *store.Cache) (string, error) {
	if err := cache.RegisterRecipe(ctx, found.Recipe); err != nil {
		return "", err
	}
	for i, e := range found.First {
		if err := cache.Put(ctx, found.Recipe.Fingerprint(), positions[i].Key, e, positions[i].Legal); err != nil {
			return "", err
		}
	}
	pool, err := startEngines(ctx, f.engineFlags, 1)
	if err != nil {
		return "", err
	}
	defer pool.Close()
	steps := p.steps(f.quiet, "reference positions evaluated")
	defer steps.finish()
	e := &pipeline.Evaluator{Recipe: found.Recipe, Engines: pool, Cache: cache, Workers: 1}
	return behaviourOf(ctx, e, steps.update)
}
