package pipeline

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"fairplay/analysis"
	"fairplay/uci"
)

// Positions returns the evaluations of positions under all passes of the recipe, by key. It takes
// from the cache what is there, evaluates the rest and stores it, so that each evaluation is made
// once, whoever asks. progress, which may be nil, counts the positions evaluated, from 0 on. The errors are
// those of the engines and of the cache.
func (e *Evaluator) Positions(ctx context.Context, positions []analysis.Position, progress func(done, total int)) (map[string]analysis.Evaluation, error) {
	recipe, keys := e.Recipe.Fingerprint(), make([]string, len(positions))
	for i, at := range positions {
		keys[i] = at.Key
	}
	said, err := e.Cache.GetMany(ctx, recipe, keys)
	if err != nil {
		return nil, err
	}
	var missing []analysis.Position
	for _, at := range positions {
		if e := said[at.Key]; !e.BothPasses() {
			missing = append(missing, at)
		}
	}
	found := make([]analysis.Evaluation, len(missing))
	var mu sync.Mutex // guards done, and keeps calls of progress apart
	done := 0
	if progress != nil && len(missing) > 0 {
		progress(0, len(missing))
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(e.Workers)
	for i, at := range missing {
		group.Go(func() (err error) {
			if found[i], err = e.Engines.Evaluate(ctx, uci.Request{Position: at, Recipe: e.Recipe}); err != nil {
				return err
			}
			if err := e.Cache.Put(ctx, recipe, at.Key, found[i], at.Legal); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if done++; progress != nil {
				progress(done, len(missing))
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for i, at := range missing {
		said[at.Key] = found[i]
	}
	return said, nil
}
