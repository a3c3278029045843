package main

import (
	"bufio"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/cmd/config"
	"fairplay/queue/corpus"
	"fairplay/uci/ucitest"
)

// gamesOf lists the games of a corpus by their identity in it.
func gamesOf(t *testing.T, recipe string) (ids map[string]bool, games []corpus.LoadedGame) {
	t.Helper()
	p := &config.Program{}
	opened, err := openCorpus(p, "../../testdata/corpus", recipe, "none")
	if err != nil {
		t.Fatal(err)
	}
	ids = map[string]bool{}
	_, err = opened.Load(t.Context(), func(g corpus.LoadedGame) error {
		ids[g.ID] = true
		games = append(games, g)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids, games
}

// idsOf lists the games of a corpus by their identity in it, without what is known of their positions.
func idsOf(t *testing.T, recipe string) map[string]bool {
	t.Helper()
	ids := map[string]bool{}
	for text, err := range (&config.Program{}).Texts([]string{"../../testdata/corpus/games-" + recipe + ".pgn.zst"}) {
		if err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(text); lines.Scan(); {
			if id, ok := strings.CutPrefix(lines.Text(), `[CorpusId "`); ok {
				ids[strings.TrimSuffix(id, `"]`)] = true
			}
		}
	}
	return ids
}

// leastSecond is the least number of games in the second corpus.
const leastSecond = 60

// The second corpus has games of the quick one, with every evaluation under the second
// recipe.
func TestSecondCorpus(t *testing.T) {
	p := &config.Program{}
	opened, err := openCorpus(p, "../../testdata/corpus", "second", "none")
	if err != nil {
		t.Fatal(err)
	}
	want := analysis.Second()
	want.EngineSHA256, want.Network = opened.recipe.EngineSHA256, "nn-1a298aa575a0.nnue"
	if diff := cmp.Diff(want, opened.recipe); diff != "" || len(opened.recipe.EngineSHA256) != 64 {
		t.Errorf("recipe (-want +got):\n%s", diff)
	}
	if got, err := opened.behaviour(t.Context()); err != nil || got != ucitest.SecondBehaviour {
		t.Errorf("behaviour %q, %v", got, err)
	}
	quick := idsOf(t, "quick")
	second, games := gamesOf(t, "second")
	if len(games) < leastSecond {
		t.Errorf("%d games", len(games))
	}
	for id := range second {
		if !quick[id] {
			t.Errorf("game %s is not known under the quick recipe", id)
		}
	}
}
