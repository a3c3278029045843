package config

import (
	"context"

	"fairplay/analysis"
	"fairplay/analysis/behaviour"
	"fairplay/analysis/calibration"
	"fairplay/queue/pipeline"
	"fairplay/reports/store"
)

// know finds out what the engines of e evaluate like, and gives e the recipe under which that is kept: builds that
// evaluate alike share what they have evaluated, and their figures. It returns the behaviour, "" where no calibration asks
// for it. Measuring it takes a while, once for each binary, and calls progress; a build that is known needs none.
func know(ctx context.Context, library calibration.Library, e *pipeline.Evaluator, cache *store.Cache, progress func(done, total int)) (how string, err error) {
	own := e.Recipe // names the binary
	if library.Asks(own) {
		how = behaviour.OfBuild(own.EngineSHA256, own.Name)
		if how == "" {
			if how, err = BehaviourOf(ctx, e, progress); err != nil {
				return "", err
			}
		}
	}
	kept, known := library.Reference(own, how)
	e.Recipe = kept
	if err := cache.RegisterRecipe(ctx, kept); err != nil {
		return "", err
	}
	return how, adopt(ctx, cache, kept, known)
}

// adopt lets the cache answer with what other builds of the behaviour have evaluated, in this database or in one from which
// it was brought, before they shared a recipe.
func adopt(ctx context.Context, cache *store.Cache, kept analysis.Recipe, known string) error {
	if known == "" {
		return nil
	}
	recipes, err := cache.Recipes(ctx)
	if err != nil {
		return err
	}
	var alike []string
	for _, r := range recipes {
		print := r.Fingerprint()
		if r.EngineSHA256 == kept.EngineSHA256 || !calibration.SameButBinary(r, kept) {
			continue
		}
		how := behaviour.OfBuild(r.EngineSHA256, r.Name)
		if how == "" {
			said, err := cache.GetMany(ctx, print, behaviour.Keys(r.Name))
			if err != nil {
				return err
			}
			if how, err = behaviour.Digest(r.Name, said); err != nil {
				return err
			}
		}
		if how == known {
			alike = append(alike, print)
		}
	}
	cache.Adopt(kept.Fingerprint(), alike)
	return nil
}
