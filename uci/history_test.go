package uci

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
)

// say makes lines from "depth index move score", with < or > for bounds.
func say(t *testing.T, text string) []Info {
	t.Helper()
	var all []Info
	for step := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\n' || c == ',' }) {
		f := strings.Fields(step)
		if len(f) == 0 {
			continue
		}
		bound := ""
		switch {
		case strings.HasPrefix(f[3], ">"):
			bound = " lowerbound"
		case strings.HasPrefix(f[3], "<"):
			bound = " upperbound"
		}
		in, ok := ParseInfo([]byte("info depth " + f[0] + " multipv " + f[1] + " score cp " + strings.Trim(f[3], "<>") + bound + " pv " + f[2]))
		if !ok {
			t.Fatalf("%q", step)
		}
		all = append(all, in)
	}
	return all
}

func TestDeepHistory(t *testing.T) {
	for name, c := range map[string]struct {
		said, best string
		want       []analysis.DepthLine // nil for an error
	}{
		"bounds never count": {
			"1 1 e2e4 10, 2 1 e2e4 >30, 2 1 d2d4 <5, 2 1 d2d4 20", "d2d4",
			[]analysis.DepthLine{{Depth: 1, Line: line(t, "e2e4", 10)}, {Depth: 2, Line: line(t, "d2d4", 20)}}},
		"the last exact line of a depth counts": {
			"1 1 e2e4 10, 1 1 d2d4 20", "d2d4", []analysis.DepthLine{{Depth: 1, Line: line(t, "d2d4", 20)}}},
		"stopped while changing its mind": {
			"1 1 e2e4 10, 2 1 d2d4 >30", "d2d4", []analysis.DepthLine{{Depth: 1, Line: line(t, "e2e4", 10)}}},
		"other indexes do not count": {
			"1 1 e2e4 10, 1 2 d2d4 5", "e2e4", []analysis.DepthLine{{Depth: 1, Line: line(t, "e2e4", 10)}}},
		"going back in depth": {
			"1 1 e2e4 10, 2 1 d2d4 5, 3 1 d2d4 6, 2 1 e2e4 7", "e2e4",
			[]analysis.DepthLine{{Depth: 1, Line: line(t, "e2e4", 10)}, {Depth: 2, Line: line(t, "e2e4", 7)}}},
		"only bounds":              {"1 1 e2e4 >10, 2 1 e2e4 >20", "e2e4", nil},
		"nothing said":             {"", "e2e4", nil},
		"bestmove out of the blue": {"1 1 e2e4 10", "d2d4", nil},
	} {
		var h deepHistory
		for _, in := range say(t, c.said) {
			h.add(in)
		}
		got, err := h.result(line(t, c.best, 0).Move)
		if diff := cmp.Diff(c.want, got, byInt); diff != "" || (err != nil) != (c.want == nil) {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}

func TestWideHistory(t *testing.T) {
	table := func(depth int, lines ...analysis.Line) analysis.DepthTable {
		return analysis.DepthTable{Depth: depth, Lines: lines}
	}
	const one = "1 1 e2e4 30, 1 2 d2d4 20, 1 3 c2c4 10,"
	first := table(1, line(t, "e2e4", 30), line(t, "d2d4", 20), line(t, "c2c4", 10))
	for name, c := range map[string]struct {
		said string
		want []analysis.DepthTable
	}{
		"complete":                       {one, []analysis.DepthTable{first}},
		"stopped: the rest is old":       {one + "2 1 d2d4 25, 1 2 e2e4 30, 1 3 c2c4 10", []analysis.DepthTable{first}},
		"stopped within a window":        {one + "2 1 d2d4 25, 2 2 e2e4 <30, 1 3 c2c4 10", []analysis.DepthTable{first}},
		"cut short at the same depth":    {one + "1 1 d2d4 25, 1 2 e2e4 10", []analysis.DepthTable{first}},
		"an index is missing":            {one + "2 1 d2d4 25, 2 3 e2e4 10", []analysis.DepthTable{first}},
		"starts in the middle":           {"1 2 d2d4 5," + one, []analysis.DepthTable{first}},
		"a bound":                        {one + "2 1 d2d4 25, 2 2 e2e4 >10, 2 3 c2c4 5", []analysis.DepthTable{first}},
		"a move twice":                   {one + "2 1 d2d4 25, 2 2 d2d4 10, 2 3 c2c4 5", []analysis.DepthTable{first}},
		"broken off and begun again":     {"1 1 d2d4 5, 1 2 c2c4 5," + one, []analysis.DepthTable{first}},
		"more lines than moves":          {one + "1 4 c2c4 5", []analysis.DepthTable{first}},
		"the last block of a depth wins": {"1 1 d2d4 5, 1 2 c2c4 4, 1 3 e2e4 3," + one, []analysis.DepthTable{first}},
		"the last block of a depth fails": {
			one + "2 1 d2d4 5, 2 2 c2c4 4, 2 3 e2e4 3, 2 1 d2d4 5, 2 2 c2c4 4, 2 3 e2e4 <3", []analysis.DepthTable{first}},
		"two depths": {one + "2 1 d2d4 25, 2 2 e2e4 10, 2 3 c2c4 5",
			[]analysis.DepthTable{first, table(2, line(t, "d2d4", 25), line(t, "e2e4", 10), line(t, "c2c4", 5))}},
		"going back in depth": {"5 1 d2d4 25, 5 2 e2e4 10, 5 3 c2c4 5," + one, []analysis.DepthTable{first}},
		"nothing complete":    {"1 1 e2e4 30, 1 2 d2d4 20", nil},
	} {
		h := newWideHistory(3)
		for _, in := range say(t, c.said) {
			h.add(in)
		}
		got, err := h.result(line(t, "e2e4", 0).Move)
		if diff := cmp.Diff(c.want, got, byInt); diff != "" || (err != nil) != (c.want == nil) {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}

// FuzzCollector feeds any sequence of lines, four bytes each, and looks for
// histories that no search can have.
func FuzzCollector(f *testing.F) {
	f.Add(byte(3), []byte{1, 1, 10, 0, 1, 2, 11, 0, 1, 3, 12, 0, 2, 1, 10, 0, 2, 2, 11, 1})
	f.Add(byte(1), []byte{1, 1, 10, 0, 2, 1, 10, 2, 3, 1, 9, 0})
	f.Fuzz(func(t *testing.T, size byte, b []byte) {
		n := int(size%8) + 1
		var deep deepHistory
		wide := newWideHistory(n)
		for c := range slices.Chunk(b, 4) {
			if len(c) < 4 {
				break
			}
			in := Info{Depth: int(c[0]), MultiPV: int(c[1] % 10), Move: analysis.Move(c[2]) + 1, Bound: Bound(c[3] % 3)}
			deep.add(in)
			wide.add(in)
		}
		lines, _ := deep.result(deep.last)
		for i := range lines[min(1, len(lines)):] {
			if lines[i].Depth >= lines[i+1].Depth {
				t.Errorf("deep history out of order: %v", lines)
			}
		}
		tables, _ := wide.result(0)
		for i, table := range tables {
			if len(table.Lines) != n || !distinct(table.Lines) || i > 0 && tables[i-1].Depth >= table.Depth {
				t.Errorf("impossible table %v after %v", table, tables[:i])
			}
		}
	})
}
