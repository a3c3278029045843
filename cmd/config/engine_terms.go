package config

import (
	"context"

	"fairplay/analysis"
	"fairplay/analysis/book"
	"fairplay/queue/pipeline"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
)

// Terms returns the terms of one recipe, quick, modern, full or second, for a service, under the book, rules and calibrations that
// come with the program, as on the command line. n is how many positions the service evaluates at
// a time; 0 leaves that to workers elsewhere. progress, which may be nil, is called while the engine is measured.
func (w *Watched) Terms(ctx context.Context, name string, cache *store.Cache, n int, progress func(done, total int)) (pipeline.Terms, error) {
	recipe, err := RecipeNamed(name)
	if err == nil {
		recipe, err = w.Identity().Complete(recipe)
	}
	if err != nil {
		return pipeline.Terms{}, err
	}
	if err := cache.RegisterRecipe(ctx, recipe); err != nil {
		return pipeline.Terms{}, err
	}
	library, err := Calibrations("")
	if err != nil {
		return pipeline.Terms{}, err
	}
	reference := book.Standard()
	evaluation := pipeline.Evaluator{
		Recipe: recipe, Policy: PolicyWith(reference), Book: reference, Engines: w, Cache: cache, Workers: max(n, 1),
	}
	how, err := know(ctx, library, &evaluation, cache, progress)
	if err == nil {
		err = cache.Flush()
	}
	if err != nil {
		return pipeline.Terms{}, err
	}
	evaluation.Engines, evaluation.Cache = nil, nil
	if n > 0 {
		evaluation.Engines = w
	}
	return pipeline.Terms{
		Evaluator: evaluation, Rules: regulations.Shipped(), RuleSet: regulations.FIDE, Assume: analysis.StandardTime,
		Fits:       pipeline.EngineLibrary{Library: library, Behaviour: how},
		Provenance: Provenance(engineOf(w.Identity(), how)),
	}, nil
}
