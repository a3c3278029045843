package uci

import (
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/behaviour"
	"fairplay/analysis/calibration"
	"fairplay/uci/ucitest"
)

// The shipped calibrations name the behaviour of the engine that made the vectors, from lines
// that an independent driver recorded.
func TestShippedBehaviourIsThatOfTheVectors(t *testing.T) {
	library, err := calibration.Shipped()
	if err != nil || len(library) != 4 {
		t.Fatalf("%d calibrations, %v", len(library), err)
	}
	for _, c := range library {
		if c.Recipe.Name == analysis.Second().Name { // its positions are evaluated by the real engine in another test
			if c.Behaviour != ucitest.SecondBehaviour {
				t.Errorf("%s: behaviour %q, the second engine has %q", c.Name, c.Behaviour, ucitest.SecondBehaviour)
			}
			continue
		}
		if c.Recipe.Name == analysis.Modern().Name { // Stockfish 17 itself is asked in the slow tests
			continue
		}
		said := map[string]analysis.Evaluation{}
		for _, v := range some(vectors(t), c.Recipe.Name, 1) {
			said[v.FEN] = v.evaluation(t)
		}
		got, err := behaviour.Digest("quick", said)
		if err != nil || got == "" || got != c.Behaviour {
			t.Errorf("%s: behaviour %q, the vectors have %q, %v", c.Name, c.Behaviour, got, err)
		}
		for key, e := range said {
			e.Deep[len(e.Deep)-1].Value = analysis.Centipawns(e.Deep[len(e.Deep)-1].Value.Int() + 1)
			if other, err := behaviour.Digest("quick", said); err != nil || other == got {
				t.Errorf("%s: a centipawn more at %s makes no difference, %v", c.Name, key, err)
			}
			e.Wide = nil
			said[key] = e
			if none, err := behaviour.Digest("quick", said); err != nil || none != "" {
				t.Errorf("%s: without a wide pass the behaviour is %q, %v", c.Name, none, err)
			}
			break
		}
	}
}
