//go:build slow

package main

import (
	"testing"

	"fairplay/analysis/calibration"
	"fairplay/cmd/config"
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
