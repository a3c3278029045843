package fit

import (
	"fmt"
	"testing"
)

func TestPartOf(t *testing.T) {
	if PartOf("test", "x", "2020") != Test || PartOf("fit", "x", "2020") != Train {
		t.Error("a game that names its part is put into another")
	}
	test := 0
	for i := range 4000 {
		event := fmt.Sprint("Open ", i)
		part := PartOf("", event, "2021.05.03")
		if part == Test {
			test++
		}
		if PartOf("?", event, "2021.12.31") != part {
			t.Fatalf("the games of %s are in two parts", event)
		}
	}
	if test < 900 || test > 1100 {
		t.Errorf("%d of 4000 events are in the test part, a quarter is wanted", test)
	}
}

func TestFoldsAreEvenAndOfWholeEvents(t *testing.T) {
	w := newWorld(t, 8, []string{"delta"}, []float64{-3})
	sides := corpusOf(t, w.events(13, 1)...).Part(Train)
	of := foldOf(sides)
	var size [folds]int
	for _, s := range sides {
		size[of[s.Event]] += len(s.Moves)
	}
	for f, n := range size {
		if n < 60 || n > 90 {
			t.Errorf("fold %d has %d of %d moves", f, n, moves(sides))
		}
	}
	for f := range folds {
		inside, outside := apart(sides, of, f)
		if len(inside)+len(outside) != len(sides) || len(inside) == 0 {
			t.Errorf("fold %d: %d and %d of %d sides", f, len(inside), len(outside), len(sides))
		}
	}
}
