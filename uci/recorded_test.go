package uci

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
)

var byInt = cmp.Comparer(func(a, b analysis.Score) bool { return a.Int() == b.Int() })

// TestRecordedLines feeds the recorded output of Stockfish, as UCI text, to
// parser and collectors.
func TestRecordedLines(t *testing.T) {
	for _, v := range vectors(t) {
		got := fromText(t, v)
		if diff := cmp.Diff(v.evaluation(t), got, byInt); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", v.RecipeName, v.FEN, diff)
		}
	}
}

func fromText(t *testing.T, v vector) analysis.Evaluation {
	var deep deepHistory
	for _, l := range v.Deep.Lines {
		deep.add(mustParse(t, l))
	}
	wide := newWideHistory(min(50, len(v.position(t).Legal)))
	for _, l := range v.Wide.Lines {
		wide.add(mustParse(t, l))
	}
	ev := analysis.Evaluation{BestMove: v.Deep.Bestmove}
	var err error
	if ev.Deep, err = deep.result(v.Deep.Bestmove); err != nil {
		t.Errorf("%s: %v", v.FEN, err)
	}
	if ev.Wide, err = wide.result(v.Wide.Bestmove); err != nil {
		t.Errorf("%s: %v", v.FEN, err)
	}
	return ev
}

func mustParse(t *testing.T, l recordedLine) Info {
	in, ok := ParseInfo([]byte(l.text()))
	if !ok || in != l.Info {
		t.Fatalf("%q: %+v %v", l.text(), in, ok)
	}
	return in
}
