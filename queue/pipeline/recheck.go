package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"reflect"
	"sync"

	"fairplay/analysis"
)

// Recheck is a cache that makes an Evaluator evaluate chosen positions again. It takes all other
// positions from Kept, stores new evaluations in Fresh, and compares them with those in Kept. It is
// safe for concurrent use.
type Recheck struct {
	Fresh, Kept EvaluationCache
	Seed        string  // the same seed chooses the same positions
	Share       float64 // of the positions, from 0 to 1 (all)

	mu      sync.Mutex
	differs map[string]bool
}

// chosen reports whether a position is evaluated again.
func (r *Recheck) chosen(key string) bool {
	digest := sha256.Sum256([]byte(r.Seed + "\n" + key))
	return float64(binary.BigEndian.Uint64(digest[:8])>>11) < r.Share*(1<<53)
}

// GetMany returns what is known of positions.
func (r *Recheck) GetMany(ctx context.Context, recipe string, keys []string) (map[string]analysis.Evaluation, error) {
	var anew, others []string
	for _, key := range keys {
		if r.chosen(key) {
			anew = append(anew, key)
		} else {
			others = append(others, key)
		}
	}
	found, err := r.Kept.GetMany(ctx, recipe, others)
	if err != nil {
		return nil, err
	}
	fresh, err := r.Fresh.GetMany(ctx, recipe, anew)
	if err != nil {
		return nil, err
	}
	for key, e := range fresh {
		if err := r.compare(ctx, recipe, key, e); err != nil {
			return nil, err
		}
		found[key] = e
	}
	return found, nil
}

// Put keeps an evaluation.
func (r *Recheck) Put(ctx context.Context, recipe, key string, e analysis.Evaluation, legal []analysis.Move) error {
	if !r.chosen(key) {
		return r.Kept.Put(ctx, recipe, key, e, legal)
	}
	if err := r.compare(ctx, recipe, key, e); err != nil {
		return err
	}
	return r.Fresh.Put(ctx, recipe, key, e, legal)
}

// compare notes whether Kept has another evaluation. A pass that only one of them has is ignored.
func (r *Recheck) compare(ctx context.Context, recipe, key string, e analysis.Evaluation) error {
	known, err := r.Kept.GetMany(ctx, recipe, []string{key})
	if err != nil {
		return err
	}
	k, ok := known[key]
	if !ok {
		return nil
	}
	deep := len(k.Deep) > 0 && len(e.Deep) > 0 && (!reflect.DeepEqual(k.Deep, e.Deep) || k.BestMove != e.BestMove)
	wide := len(k.Wide) > 0 && len(e.Wide) > 0 && !reflect.DeepEqual(k.Wide, e.Wide)
	if deep || wide {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.differs == nil {
			r.differs = map[string]bool{}
		}
		r.differs[key] = true
	}
	return nil
}

// Differs returns the first ply, in the order of the games, whose new evaluation differs from the
// kept one; nil if there is none.
func (r *Recheck) Differs(games []*analysis.Game) (*analysis.Game, int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, g := range games {
		for i, ply := range g.Plies {
			if r.differs[ply.Key] {
				return g, i
			}
		}
		if r.differs[g.End.Key] {
			return g, len(g.Plies)
		}
	}
	return nil, 0
}
