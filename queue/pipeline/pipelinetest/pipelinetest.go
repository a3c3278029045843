// Package pipelinetest stands in for engines and for the cache in the tests of
// the pipeline, of its tasks and of the corpus. It never judges a position: what it
// answers follows from the position's key alone.
package pipelinetest

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync"

	"fairplay/analysis"
	"fairplay/uci"
)

// Oracle answers every position at once and always alike: the values of moves
// follow from the position's key. It counts what it was asked.
type Oracle struct {
	mu    sync.Mutex
	Asked map[string]int
	Fail  func(key string) error // an answer for positions that are to fail
	Seed  uint64                 // another one gives other answers
}

// Evaluate returns the answer for the first pass that is asked for, or the error of Fail.
func (o *Oracle) Evaluate(ctx context.Context, req uci.Request) (analysis.Evaluation, error) {
	if err := ctx.Err(); err != nil {
		return analysis.Evaluation{}, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.Asked == nil {
		o.Asked = map[string]int{}
	}
	o.Asked[req.Position.Key+" "+req.Passes[0]]++
	if o.Fail != nil {
		if err := o.Fail(req.Position.Key); err != nil {
			return analysis.Evaluation{}, err
		}
	}
	h := fnv.New64a()
	h.Write([]byte(req.Position.Key))
	r := rand.New(rand.NewPCG(h.Sum64(), 1+o.Seed))
	table := analysis.DepthTable{Depth: 8}
	for _, m := range req.Position.Legal {
		table.Lines = append(table.Lines, analysis.Line{Move: m, Value: analysis.Centipawns(r.IntN(700) - 350)})
	}
	slices.SortStableFunc(table.Lines, func(a, b analysis.Line) int { return b.Value.Compare(a.Value) })
	if req.Passes[0] == analysis.Wide {
		return analysis.Evaluation{Wide: []analysis.DepthTable{table}}, nil
	}
	return analysis.Evaluation{
		Deep: []analysis.DepthLine{{Depth: 16, Line: table.Lines[0]}}, BestMove: table.Lines[0].Move,
	}, nil
}

// Count returns how many positions it was asked for, each pass by itself.
func (o *Oracle) Count() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.Asked)
}

// Shelf is a cache in memory.
type Shelf struct {
	mu          sync.Mutex
	Evaluations map[string]analysis.Evaluation
}

// GetMany returns those of the evaluations that are known.
func (s *Shelf) GetMany(_ context.Context, recipe string, keys []string) (map[string]analysis.Evaluation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := map[string]analysis.Evaluation{}
	for _, key := range keys {
		if e, ok := s.Evaluations[recipe+key]; ok {
			found[key] = e
		}
	}
	return found, nil
}

// Put keeps an evaluation.
func (s *Shelf) Put(_ context.Context, recipe, key string, e analysis.Evaluation, _ []analysis.Move) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Evaluations == nil {
		s.Evaluations = map[string]analysis.Evaluation{}
	}
	s.Evaluations[recipe+key] = e
	return nil
}
