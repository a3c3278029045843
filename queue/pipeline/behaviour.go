package pipeline

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"fairplay/analysis"
	"fairplay/analysis/behaviour"
	"fairplay/uci"
)

// Behaviour returns behaviour.Digest of the engines under the recipe. The
// evaluations of the reference positions are kept in the cache like any others,
// so that they are made once for each binary, whoever asks. progress, which may
// be nil, is told how many positions are evaluated of those that the cache
// lacked. The errors are those of the engines and of the cache.
func (e *Evaluation) Behaviour(ctx context.Context, progress func(done, total int)) (string, error) {
	recipe := e.Recipe.Fingerprint()
	said, err := e.Cache.GetMany(ctx, recipe, behaviour.Keys())
	if err != nil {
		return "", err
	}
	positions, err := behaviour.Positions()
	if err != nil {
		return "", err
	}
	var missing []analysis.Position
	for _, at := range positions {
		if !behaviour.Whole(said[at.Key]) {
			missing = append(missing, at)
		}
	}
	found := make([]analysis.Evaluation, len(missing))
	var mu sync.Mutex // guards done, and has progress called by one goroutine at a time
	done := 0
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
		return "", err
	}
	for i, at := range missing {
		said[at.Key] = found[i]
	}
	return behaviour.Digest(said)
}
