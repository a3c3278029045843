package pipeline

import (
	"context"
	"strings"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline/pipelinetest"
	"fairplay/uci"
	"fairplay/uci/ucitest"
)

// An engine that fails on every position, in whatever way, is given up after ten
// in a row: three attempts for the first, one for each of the others, and less
// than a minute of pauses between them.
func TestAnEngineThatAlwaysFailsIsGivenUpInTime(t *testing.T) {
	for _, f := range []ucitest.Fault{ucitest.DiesInSearch, ucitest.LongLines, ucitest.Floods, ucitest.OnlyBounds} {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			paused := time.Duration(0)
			patience := uci.StandardBackoff(nil)
			patience.Wait = func(ctx context.Context, d time.Duration) error {
				paused += d
				return ctx.Err()
			}
			pool, err := uci.NewPool(t.Context(), ucitest.Engine{Fault: f}.Command(t), 1, uci.WithBackoff(patience))
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			e := screening(pool, &pipelinetest.Shelf{}, 1).Evaluator
			_, err = e.Run(t.Context(), read(t, demo).Games, func(int, []analysis.MoveRecord) error { return nil })
			if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "could not be evaluated") {
				t.Errorf("the run ended with %v", err)
			}
			if got := pool.Stats(); got.Evaluations != 0 || got.Restarts != 2+9 {
				t.Errorf("%+v", got)
			}
			if paused == 0 || paused >= time.Minute {
				t.Errorf("%v of pauses", paused)
			}
		})
	}
}
