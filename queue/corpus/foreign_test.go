package corpus

import (
	"iter"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
)

func textOf(name, text string) iter.Seq2[pipeline.Text, error] {
	return func(yield func(pipeline.Text, error) bool) {
		yield(pipeline.Text{Name: name, Reader: strings.NewReader(text)}, nil)
	}
}

func TestForeignMovesAreRead(t *testing.T) {
	const good = `{"id": 321, "ply": 17, "part": "fit", "name": "sf19", "nodes": 400000, "move": "h7h6", "best": "g7g6", "value": -19, "after": -40}` + "\n"
	all, err := ReadForeign(textOf("a.jsonl", good+strings.Replace(good, "400000", "2000000", 1)+strings.Replace(good, `"nodes": 400000`, `"depth": 12`, 1)))
	if err != nil || len(all) != 3 {
		t.Fatal(all, err)
	}
	if f := all[0]; f.Engine != "sf19-400k" || all[1].Engine != "sf19-2M" || all[2].Engine != "sf19-depth12" || f.Game != "00321" || f.Ply != 17 || f.Move.String() != "h7h6" || f.Value.Int() != -19 || f.After.Int() != -40 {
		t.Errorf("%+v", f)
	}
	for bad, says := range map[string]string{
		good + "{":                                              "b.jsonl:2: this is no move",
		strings.Replace(good, "h7h6", "h7h9", 1):                "b.jsonl:1",
		strings.Replace(good, "400000", "0", 1):                 "number of nodes",
		strings.Replace(good, `"ply"`, `"depth": 12, "ply"`, 1): "or its depth",
		strings.Replace(good, `"sf19"`, `""`, 1):                "b.jsonl:1: the engine",
	} {
		if _, err := ReadForeign(textOf("b.jsonl", bad)); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
