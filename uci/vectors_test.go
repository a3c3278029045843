package uci

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
)

// stockfish is the engine that made the vectors of the quick and full recipe.
const stockfish = "/usr/games/stockfish"

// vector is one position and the engine's output for it under one recipe.
type vector struct {
	RecipeName string `json:"recipe"`
	FEN        string `json:"fen"`
	Deep, Wide recordedPass
}

type recordedPass struct {
	Lines    []recordedLine
	Bestmove analysis.Move
}

// recordedLine is [depth, index, move, "cp" or "mate", value, optional bound].
type recordedLine struct {
	Info
	kind  string
	value int
}

func (r *recordedLine) UnmarshalJSON(b []byte) error {
	bound := ""
	if err := json.Unmarshal(b, &[]any{&r.Depth, &r.MultiPV, &r.Move, &r.kind, &r.value, &bound}); err != nil {
		return err
	}
	r.Bound = map[string]Bound{"": Exact, "lowerbound": Lower, "upperbound": Upper}[bound]
	switch {
	case r.kind == "cp":
		r.Score = analysis.Centipawns(r.value)
	case r.value > 0:
		r.Score = analysis.MateIn(r.value)
	default:
		r.Score = analysis.MatedIn(-r.value)
	}
	return nil
}

// text writes the line as Stockfish does, with everything that must be ignored.
func (r recordedLine) text() string {
	bound := map[Bound]string{Lower: " lowerbound", Upper: " upperbound"}[r.Bound]
	return fmt.Sprintf("info depth %d seldepth %d multipv %d score %s %d%s nodes 20018 nps 2001800 hashfull 2 tbhits 0 time 10 pv %v e2e4 e7e5",
		r.Depth, r.Depth+3, r.MultiPV, r.kind, r.value, bound, r.Move)
}

func (v vector) recipe() analysis.Recipe {
	switch v.RecipeName {
	case "full":
		return analysis.Full()
	case "second":
		return analysis.Second()
	}
	return analysis.Quick()
}

func (v vector) position(t testing.TB) analysis.Position { return position(t, v.FEN) }

func position(t testing.TB, fen string) analysis.Position {
	t.Helper()
	p, err := pgn.NewPosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// evaluation reads the record by the letter of MODEL 1, without package uci. The deep pass
// keeps the last exact line of each depth. The wide pass is cut into stretches that begin with
// index 1; those with every index, one depth and no bound are tables.
func (v vector) evaluation(t testing.TB) analysis.Evaluation {
	ev := analysis.Evaluation{BestMove: v.Deep.Bestmove}
	deep := map[int]analysis.DepthLine{}
	last := 0
	for _, l := range v.Deep.Lines {
		if l.Bound == Exact {
			deep[l.Depth] = analysis.DepthLine{Depth: l.Depth, Line: analysis.Line{Move: l.Move, Value: l.Score}}
			last = max(last, l.Depth)
		}
	}
	for d := 1; d <= last; d++ {
		if l, ok := deep[d]; ok {
			ev.Deep = append(ev.Deep, l)
		}
	}
	size := min(50, len(v.position(t).Legal))
	for i, l := range v.Wide.Lines {
		if l.MultiPV != 1 || i+size > len(v.Wide.Lines) {
			continue
		}
		table := analysis.DepthTable{Depth: l.Depth}
		for j, m := range v.Wide.Lines[i : i+size] {
			if m.MultiPV == j+1 && m.Depth == l.Depth && m.Bound == Exact {
				table.Lines = append(table.Lines, analysis.Line{Move: m.Move, Value: m.Score})
			}
		}
		if len(table.Lines) == size {
			ev.Wide = append(ev.Wide, table)
		}
	}
	return ev
}

func vectors(t testing.TB) []vector {
	t.Helper()
	all := append(vectorsIn(t, "evaluations.jsonl.gz"), vectorsIn(t, "second.jsonl.gz")...)
	if len(all) != 120 {
		t.Fatalf("%d vectors", len(all))
	}
	return all
}

func vectorsIn(t testing.TB, file string) []vector {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "testdata", "vectors", file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
	return all
}

// some returns the vectors of one recipe, every nth of them.
func some(all []vector, recipe string, nth int) []vector {
	var kept []vector
	seen := 0
	for _, v := range all {
		if v.RecipeName != recipe {
			continue
		}
		if seen%nth == 0 {
			kept = append(kept, v)
		}
		seen++
	}
	return kept
}
