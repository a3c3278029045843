package encoding

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
)

// vector is a line of testdata/vectors/evaluations.jsonl.gz.
type vector struct {
	Deep, Wide struct{ Lines [][]any }
}

// sent is a line of an engine: depth, index and move with its value.
type sent struct {
	depth, index int
	line         analysis.Line
}

// Evaluations of Stockfish come back as they were, and take less than a byte for
// each move with its value.
func TestRealEvaluations(t *testing.T) {
	var deepBytes, wideBytes, lines int
	for _, v := range vectors(t) {
		deep, wide := deepOf(t, v), wideOf(t, v)
		b, err := Deep(deep, deep[len(deep)-1].Move)
		if err != nil {
			t.Fatal(err)
		}
		gotDeep, _, err := DecodeDeep(b)
		if diff := cmp.Diff(deep, gotDeep, cmp.AllowUnexported(analysis.Score{})); err != nil || diff != "" {
			t.Fatal(err, diff)
		}
		deepBytes += len(b)
		if b, err = Wide(wide); err != nil {
			t.Fatal(err)
		}
		gotWide, err := DecodeWide(b)
		if diff := cmp.Diff(wide, gotWide, cmp.AllowUnexported(analysis.Score{})); err != nil || diff != "" {
			t.Fatal(err, diff)
		}
		wideBytes += len(b)
		lines += len(deep)
		for _, table := range wide {
			lines += len(table.Lines)
		}
	}
	t.Logf("deep passes %d bytes, wide passes %d bytes, %d lines", deepBytes, wideBytes, lines)
	if total := deepBytes + wideBytes; total > lines {
		t.Errorf("%d lines take %d bytes", lines, total)
	}
}

func vectors(t *testing.T) (all []vector) {
	t.Helper()
	f, err := os.Open("../../testdata/vectors/evaluations.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(zip); ; {
		var v vector
		if err := d.Decode(&v); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
}

// exact reads the lines whose score is not a bound.
func exact(t *testing.T, raw [][]any) (lines []sent) {
	t.Helper()
	for _, r := range raw {
		if len(r) > 5 {
			continue
		}
		value := analysis.Centipawns(int(r[4].(float64)))
		if mate := int(r[4].(float64)); r[3] == "mate" && mate > 0 {
			value = analysis.MateIn(mate)
		} else if r[3] == "mate" {
			value = analysis.MatedIn(-mate)
		}
		lines = append(lines, sent{int(r[0].(float64)), int(r[1].(float64)),
			analysis.Line{Move: line(t, r[2].(string), 0).Move, Value: value}})
	}
	return lines
}

// deepOf keeps the last line of each depth.
func deepOf(t *testing.T, v vector) (deep []analysis.DepthLine) {
	for _, s := range exact(t, v.Deep.Lines) {
		if last := len(deep) - 1; last >= 0 && deep[last].Depth == s.depth {
			deep = deep[:last]
		}
		deep = append(deep, analysis.DepthLine{Depth: s.depth, Line: s.line})
	}
	return deep
}

// wideOf keeps the first table of each depth that is complete for as many moves
// as the first.
func wideOf(t *testing.T, v vector) (wide []analysis.DepthTable) {
	var table analysis.DepthTable
	for _, s := range exact(t, v.Wide.Lines) {
		if s.index == 1 || s.depth != table.Depth {
			table = analysis.DepthTable{Depth: s.depth}
		}
		table.Lines = append(table.Lines, s.line)
		complete := len(wide) == 0 || len(table.Lines) == len(wide[0].Lines)
		switch last := len(wide) - 1; {
		case last >= 0 && wide[last].Depth == s.depth:
			if last == 0 && len(wide[0].Lines) < len(table.Lines) {
				wide[0] = table // still growing
			}
		case complete:
			wide = append(wide, table)
		}
	}
	return wide
}
