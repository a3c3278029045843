package pipeline

import (
	"context"
	"testing"

	"fairplay/analysis"
	"fairplay/queue/pipeline/pipelinetest"
	"fairplay/uci"
)

// both is an oracle that runs both passes at once.
type both struct{ *pipelinetest.Oracle }

func (b both) Evaluate(ctx context.Context, req uci.Request) (analysis.Evaluation, error) {
	req.Passes = []string{analysis.Deep}
	e, err := b.Oracle.Evaluate(ctx, req)
	if err != nil {
		return e, err
	}
	req.Passes = []string{analysis.Wide}
	wide, err := b.Oracle.Evaluate(ctx, req)
	e.Wide = wide.Wide
	return e, err
}

// The behaviour of an engine is taken once; after that the cache knows it,
// whatever the number of workers.
func TestBehaviourIsTakenOnce(t *testing.T) {
	cache := &pipelinetest.Shelf{}
	var steps []int
	engine := &pipelinetest.Oracle{}
	first, err := new(screening(both{engine}, cache, 3).Evaluation).Behaviour(t.Context(), func(done, total int) { steps = append(steps, done, total) })
	if err != nil || len(first) != 64 || len(engine.Asked) != 80 || len(steps) != 80 || steps[78] != 40 || steps[79] != 40 {
		t.Fatalf("%q after %d questions and steps %v, %v", first, len(engine.Asked), steps, err)
	}
	idle := &pipelinetest.Oracle{}
	again, err := new(screening(both{idle}, cache, 1).Evaluation).Behaviour(t.Context(), nil)
	if err != nil || again != first || len(idle.Asked) > 0 {
		t.Errorf("then %q after %d questions, %v", again, len(idle.Asked), err)
	}
}
