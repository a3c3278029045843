package pipeline

import (
	"bytes"
	"testing"

	"fairplay/analysis"
	"fairplay/queue/pipeline/pipelinetest"
)

// Part of the positions is evaluated anew, always the same part; what the cache
// has of them is compared, and the first ply that differs is named.
func TestRecheck(t *testing.T) {
	in, kept := read(t, demo), &pipelinetest.Shelf{}
	want := screen(t, screening(&pipelinetest.Oracle{}, kept, 2), in)
	recheck := func(share float64, engine *pipelinetest.Oracle) (*Recheck, []byte) {
		c := &Recheck{Fresh: &pipelinetest.Shelf{}, Kept: kept, Seed: "report", Share: share}
		return c, screen(t, screening(engine, c, 2), in)
	}
	asked := map[float64]int{}
	for _, share := range []float64{.1, .5, 1} {
		engine, again := &pipelinetest.Oracle{}, &pipelinetest.Oracle{}
		c, got := recheck(share, engine)
		if g, _ := c.Differs(in.Games); g != nil || !bytes.Equal(got, want) {
			t.Errorf("share %v: another report, or %v differs", share, g)
		}
		recheck(share, again)
		if asked[share] = len(engine.Asked); len(again.Asked) != asked[share] {
			t.Errorf("share %v: %d and %d positions", share, asked[share], len(again.Asked))
		}
	}
	if all := float64(asked[1]); float64(asked[.1]) > .2*all || asked[.1] == 0 || float64(asked[.5]) < .4*all || float64(asked[.5]) > .6*all {
		t.Errorf("evaluated anew by share: %v", asked)
	}

	g, ply := in.Games[2], 30
	spoil(t, kept, g.Plies[ply].Key)
	c, got := recheck(1, &pipelinetest.Oracle{})
	if found, at := c.Differs(in.Games); found != g || at != ply || !bytes.Equal(got, want) {
		t.Errorf("%v, ply %d differs", found, at)
	}
}

// spoil changes what a cache has of a position.
func spoil(t *testing.T, s *pipelinetest.Shelf, key string) {
	t.Helper()
	recipe := analysis.Quick()
	e, ok := s.Evaluations[recipe.Fingerprint()+key]
	if !ok {
		t.Fatal("the position was not evaluated")
	}
	deep := append([]analysis.DepthLine{}, e.Deep...)
	deep[0].Value = analysis.Centipawns(1)
	e.Deep = deep
	s.Evaluations[recipe.Fingerprint()+key] = e
}
