package config

import (
	"context"
	"sync"

	"fairplay/analysis"
	"fairplay/analysis/behaviour"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/uci"
)

// Watched is a pool that remembers whether the last position could be
// evaluated.
type Watched struct {
	*uci.Pool

	mu     sync.Mutex
	failed error
}

// Evaluate asks a free engine about a position. The recipe may name another build that evaluates alike (see know); its
// name and network are still checked.
func (w *Watched) Evaluate(ctx context.Context, req uci.Request) (analysis.Evaluation, error) {
	req.Recipe.EngineSHA256 = w.Identity().SHA256
	found, err := w.Pool.Evaluate(ctx, req)
	if ctx.Err() == nil { // a cancelled request says nothing about the engine
		w.mu.Lock()
		defer w.mu.Unlock()
		w.failed = err
	}
	return found, err
}

// Health returns an Unavailable error if the engines failed on the last position, nil
// otherwise.
func (w *Watched) Health() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if fault.KindOf(w.failed) != fault.Unavailable {
		return nil
	}
	return w.failed
}

// BehaviourOf returns behaviour.Digest of the engines under the recipe. It evaluates the
// reference positions, once for each binary; later they are in the cache.
func BehaviourOf(ctx context.Context, e *pipeline.Evaluator, progress func(done, total int)) (string, error) {
	positions, err := behaviour.Positions(e.Recipe.Name)
	if err != nil {
		return "", err
	}
	said, err := e.Positions(ctx, positions, progress)
	if err != nil {
		return "", err
	}
	return behaviour.Digest(e.Recipe.Name, said)
}
