package pipeline

import (
	"context"
	"testing"

	"fairplay/analysis"
	"fairplay/uci"
)

// both is an oracle that runs both passes at once.
type both struct{ *oracle }

func (b both) Evaluate(ctx context.Context, req uci.Request) (analysis.Evaluation, error) {
	req.Passes = []string{analysis.Deep}
	e, err := b.oracle.Evaluate(ctx, req)
	if err != nil {
		return e, err
	}
	req.Passes = []string{analysis.Wide}
	wide, err := b.oracle.Evaluate(ctx, req)
	e.Wide = wide.Wide
	return e, err
}

// The behaviour of an engine is taken once; after that the cache knows it,
// whatever the number of workers.
func TestBehaviourIsTakenOnce(t *testing.T) {
	cache := &shelf{}
	var steps []int
	engine := &oracle{}
	first, err := new(screening(both{engine}, cache, 3).Evaluation).Behaviour(t.Context(), func(done, total int) { steps = append(steps, done, total) })
	if err != nil || len(first) != 64 || len(engine.asked) != 80 || len(steps) != 80 || steps[78] != 40 || steps[79] != 40 {
		t.Fatalf("%q after %d questions and steps %v, %v", first, len(engine.asked), steps, err)
	}
	idle := &oracle{}
	again, err := new(screening(both{idle}, cache, 1).Evaluation).Behaviour(t.Context(), nil)
	if err != nil || again != first || len(idle.asked) > 0 {
		t.Errorf("then %q after %d questions, %v", again, len(idle.asked), err)
	}
}
