package corpus

import (
	"bytes"
	"context"
	"math/rand/v2"
	"sync"

	"golang.org/x/sync/errgroup"

	"fairplay/analysis"
	"fairplay/analysis/encoding"
	"fairplay/queue/pipeline"
	"fairplay/uci"
)

// Sample keeps some of the positions that it is shown, each with the same probability, whatever
// their number (reservoir sampling: J. S. Vitter, Random Sampling with a Reservoir, ACM TOMS 11,
// 1985, algorithm R).
type Sample struct {
	random *rand.Rand
	size   int
	shown  int
	kept   []evaluated
}

// NewSample returns a sample of the given size, chosen by random.
func NewSample(size int, random *rand.Rand) *Sample {
	return &Sample{random: random, size: size}
}

func (s *Sample) add(p evaluated) {
	s.shown++
	if len(s.kept) < s.size {
		s.kept = append(s.kept, p)
	} else if i := s.random.IntN(s.shown); i < s.size {
		s.kept[i] = p
	}
}

// Verified is the result of evaluating a sample again.
type Verified struct {
	Positions   int      `json:"positions"`
	Passes      int      `json:"passes"`
	Differences []string `json:"differences"` // keys of positions with another evaluation, in the order of the sample
}

// Verify evaluates the positions of the sample with the engines, workers at a time, and compares
// each pass bit by bit. Only failures of the engines are errors.
func (s *Sample) Verify(ctx context.Context, engines pipeline.Engines, recipe analysis.Recipe, workers int, progress func(done, total int)) (Verified, error) {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	var mu sync.Mutex
	result := Verified{Differences: []string{}}
	differs := make([]bool, len(s.kept))
	for i, p := range s.kept {
		group.Go(func() error {
			again, err := engines.Evaluate(ctx, uci.Request{Position: p.Position, Recipe: recipe, Passes: passesOf(p.Evaluation)})
			if err != nil {
				return err
			}
			same, err := sameBits(p.Evaluation, again)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			differs[i] = !same
			result.Positions++
			result.Passes += len(passesOf(p.Evaluation))
			progress(result.Positions, len(s.kept))
			return nil
		})
	}
	err := group.Wait()
	for i, p := range s.kept {
		if differs[i] {
			result.Differences = append(result.Differences, p.Key)
		}
	}
	return result, err
}

// passesOf names the passes that an evaluation has.
func passesOf(e analysis.Evaluation) []string {
	if len(e.Wide) == 0 {
		return []string{analysis.Deep}
	}
	return []string{analysis.Deep, analysis.Wide}
}

// sameBits compares two evaluations by their canonical bytes.
func sameBits(a, b analysis.Evaluation) (bool, error) {
	first, err := canonicalBytes(a)
	if err != nil {
		return false, err
	}
	second, err := canonicalBytes(b)
	return bytes.Equal(first, second), err
}

func canonicalBytes(e analysis.Evaluation) ([]byte, error) {
	deep, err := encoding.Deep(e.Deep, e.BestMove)
	if err != nil {
		return nil, err
	}
	wide, err := encoding.Wide(e.Wide)
	return append(deep, wide...), err
}
