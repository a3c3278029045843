package pipeline

import (
	"context"
	"reflect"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/behaviour"
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

// Positions are evaluated once; after that the cache knows them, whatever the number of
// workers.
func TestPositionsAreEvaluatedOnce(t *testing.T) {
	positions, err := behaviour.Positions("quick")
	if err != nil {
		t.Fatal(err)
	}
	cache := &pipelinetest.Shelf{}
	var steps []int
	engine := &pipelinetest.Oracle{}
	first, err := new(screening(both{engine}, cache, 3).Evaluator).Positions(t.Context(), positions, func(done, total int) { steps = append(steps, done, total) })
	if err != nil || len(first) != 40 || len(engine.Asked) != 80 || len(steps) != 82 || steps[0] != 0 || steps[80] != 40 || steps[81] != 40 {
		t.Fatalf("%d positions after %d questions and steps %v, %v", len(first), len(engine.Asked), steps, err)
	}
	idle := &pipelinetest.Oracle{}
	again, err := new(screening(both{idle}, cache, 1).Evaluator).Positions(t.Context(), positions, nil)
	if err != nil || !reflect.DeepEqual(again, first) || len(idle.Asked) > 0 {
		t.Errorf("then %d positions after %d questions, %v", len(again), len(idle.Asked), err)
	}
	one, err := behaviour.Digest("quick", first)
	if other, errOther := behaviour.Digest("quick", again); err != nil || errOther != nil || one != other || len(one) != 64 {
		t.Errorf("behaviour %q and %q", one, other)
	}
}
