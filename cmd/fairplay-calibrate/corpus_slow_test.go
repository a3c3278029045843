//go:build slow

package main

import (
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/pgn"
	"fairplay/cmd/config"
	"fairplay/uci"
	"fairplay/uci/ucitest"

	"github.com/google/go-cmp/cmp"
)

// The corpus contains the behaviour of its engine, so that no engine is needed to fit on it
// again.
func TestShippedBehaviourIsThatOfTheCorpus(t *testing.T) {
	library, err := calibration.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range library {
		p := &config.Program{}
		corpus, err := openCorpus(p, "../../testdata/corpus", c.Recipe.Name, "")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := corpus.behaviour(t.Context()); err != nil || got == "" || got != c.Behaviour {
			t.Errorf("%s: the corpus has behaviour %q, not %q, %v", c.Name, got, c.Behaviour, err)
		}
	}
}

// The real engine gives the evaluations in the second corpus.
func TestSecondEngineMadeTheSecondCorpus(t *testing.T) {
	p := &config.Program{}
	opened, err := openCorpus(p, "../../testdata/corpus", "second", "none")
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
		said, err := opened.Evaluations.GetMany(t.Context(), opened.Recipe, []string{key})
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
