package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/queue/pipeline"
	"fairplay/uci"
	"fairplay/uci/ucitest"
)

// wholeEventsFrom is the least CorpusId of the games that were chosen by whole
// events.
const wholeEventsFrom = "100000"

// gamesOf counts the games of each event of a corpus that were chosen by whole
// events, and lists them.
func gamesOf(t *testing.T, recipe string) (map[string]int, []pipeline.CorpusGame) {
	t.Helper()
	corpus, err := (&program{}).openCorpus("../../testdata/corpus", recipe, "none")
	if err != nil {
		t.Fatal(err)
	}
	counts, games := map[string]int{}, []pipeline.CorpusGame{}
	_, err = corpus.Load(t.Context(), func(g pipeline.CorpusGame) error {
		if g.ID >= wholeEventsFrom {
			counts[g.Event]++
			games = append(games, g)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return counts, games
}

// leastSecond is how many games the second corpus must not fall below. 60 are wanted.
const leastSecond = 10

// The second corpus has whole events of the quick one, with every evaluation under
// the second recipe.
func TestSecondCorpusHasWholeEvents(t *testing.T) {
	corpus, err := (&program{}).openCorpus("../../testdata/corpus", "second", "none")
	if err != nil {
		t.Fatal(err)
	}
	want := analysis.Second()
	want.EngineSHA256, want.Network = corpus.recipe.EngineSHA256, "nn-1a298aa575a0.nnue"
	if diff := cmp.Diff(want, corpus.recipe); diff != "" || len(corpus.recipe.EngineSHA256) != 64 {
		t.Errorf("recipe (-want +got):\n%s", diff)
	}
	if got, err := corpus.behaviour(t.Context()); err != nil || got != ucitest.SecondBehaviour {
		t.Errorf("behaviour %q, %v", got, err)
	}
	quick, _ := gamesOf(t, "quick")
	second, games := gamesOf(t, "second")
	if len(games) < leastSecond {
		t.Errorf("%d games", len(games))
	}
	for event, n := range second {
		if n != quick[event] {
			t.Errorf("%d of %d games of %s", n, quick[event], event)
		}
	}
}

// The real engine evaluates positions of the second corpus as it says.
func TestSecondEngineMadeTheSecondCorpus(t *testing.T) {
	corpus, err := (&program{}).openCorpus("../../testdata/corpus", "second", "none")
	if err != nil {
		t.Fatal(err)
	}
	program, argument := ucitest.Second(t)
	engine, err := uci.Start(t.Context(), program, uci.WithArgs(argument))
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	_, games := gamesOf(t, "second")
	for i := 0; i < len(games); i += max(1, len(games)/4) {
		g := games[i]
		key := g.Plies[len(g.Plies)/2].Key
		said, err := corpus.Evaluations.GetMany(t.Context(), corpus.Recipe, []string{key})
		if err != nil || len(said[key].Deep) == 0 {
			t.Fatalf("%s: nothing is known of %s, %v", g.Source, key, err)
		}
		at, err := pgn.NewPosition(key)
		if err != nil {
			t.Fatal(err)
		}
		passes := []string{analysis.Deep}
		if len(said[key].Wide) > 0 {
			passes = append(passes, analysis.Wide)
		}
		again, err := engine.Evaluate(t.Context(), uci.Request{Position: at, Recipe: analysis.Second(), Passes: passes})
		if diff := cmp.Diff(said[key], again, cmp.AllowUnexported(analysis.Score{})); diff != "" || err != nil {
			t.Errorf("%s: %v (-corpus +engine):\n%s", key, err, diff)
		}
	}
}
