package corpus

import (
	"strings"
	"testing"

	"fairplay/analysis/fit"
)

func TestFurtherChoicesAreRead(t *testing.T) {
	const line = `{"id":7,"part":"fit","engine":"Stockfish 19 WASM","nodes":200000,"positions":[{"ply":17,"best":"e2e4","deep":[[1,20,"d2d4",31],[2,44,"e2e4",28]]}]}` + "\n"
	got, err := ReadFurther(textOf("further.jsonl", line))
	if want := (fit.Further{Game: "00007", Ply: 17, Move: got[0].Move}); err != nil || len(got) != 1 || got[0] != want || got[0].Move.String() != "e2e4" {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []string{line + "{\n", line + `{"id":8,"positions":[{"ply":17,"deep":[]}]}`} {
		if _, err := ReadFurther(textOf("further.jsonl", bad)); err == nil || !strings.Contains(err.Error(), "further.jsonl:2") {
			t.Errorf("%v", err)
		}
	}
}
