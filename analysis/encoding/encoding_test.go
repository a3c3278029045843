package encoding

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

func line(t testing.TB, move string, value int) analysis.Line {
	t.Helper()
	m, err := analysis.ParseMove(move)
	if err != nil {
		t.Fatal(err)
	}
	return analysis.Line{Move: m, Value: score0(value)}
}

func score0(v int) analysis.Score {
	s, _ := analysis.ScoreFromInt(v)
	return s
}

// packed turns a string of bits, written by hand in groups, into hex after the
// first byte of the pass.
func packed(first string, groups ...string) string {
	all := strings.ReplaceAll(strings.Join(groups, ""), " ", "")
	for len(all)%8 != 0 {
		all += "0"
	}
	out := first
	for ; all != ""; all = all[8:] {
		n := 0
		for _, c := range all[:8] {
			n = n<<1 | int(c-'0')
		}
		out += hex.EncodeToString([]byte{byte(n)})
	}
	return out
}

// The expected bits are worked out by hand from the description in doc.go.
func TestDeepByHand(t *testing.T) {
	lines := []analysis.DepthLine{
		{Depth: 1, Line: line(t, "e2e4", 3)},
		{Depth: 2, Line: line(t, "e2e4", 3)},
		{Depth: 4, Line: line(t, "a7a8q", 5)},
	}
	got, err := Deep(lines, line(t, "e2e4", 0).Move)
	if err != nil {
		t.Fatal(err)
	}
	// Scores differ by 3, 0, 2: counted 6, 0, 4. Lengths of g(0): 5+1+5 = 11;
	// g(1): 6+2+4 = 12 (6>>1+1 = 4, three bits: 5+1 = 6; 4>>1+1 = 3, 3+1 = 4).
	// So k = 0. e2 is 12, e4 28, a7 48, a8 56, queen 4.
	want := packed("11",
		"00100", "0000", // three lines, k = 0
		"1", "10", "000 011100 001100", "00111", // depth 1, new e2e4, +3
		"1", "10", "1", // depth 2, the same, +0
		"010", "11", "100 111000 110000", "00101", // depth 4, new a7a8q, +2
		"10", // bestmove e2e4, the first one met
	)
	if hex.EncodeToString(got) != want {
		t.Errorf("Deep = %x, want %s", got, want)
	}
}

func TestWideByHand(t *testing.T) {
	tables := []analysis.DepthTable{
		{Depth: 1, Lines: []analysis.Line{line(t, "a1a3", 1), line(t, "a1a2", 0)}},
		{Depth: 2, Lines: []analysis.Line{line(t, "a1a2", 1), line(t, "a1a3", 1)}},
	}
	got, err := Wide(tables)
	if err != nil {
		t.Fatal(err)
	}
	// Places: a1a2 is 0<<9|8<<3 = 64, a1a3 is 128; distances less one 64, 63.
	// g(5) takes 5+3 and 5+3 bits, g(6) 6+3 and 6+1, g(4) 4+5 and 4+5, so j = 5
	// (16 bits, as j = 6; the smaller one is taken).
	// Scores fall by -1 (counted 1) and 1 (counted 2): g(0) 3+3, g(1) 2+4, so k = 0.
	// In the second table a1a3 stays, a1a2 rises by 1 (counted 2, less one 1):
	// g(0) 3, g(1) 2: k = 1. Equal scores would leave a1a3 first; it is not.
	want := packed("21",
		"011",                    // two tables
		"1", "0", "1010", "0101", // depth 1, own moves, two of them (g(3) of 2 is 1 010), j = 5
		"011 00000", "010 11111", // 64, 63
		"0000", "1", "010", "011", // k = 0; second of two, 1; the only one left, 2
		"1", "1", "0001", "0", "1 11", // depth 2, same moves, k = 1, unchanged, changed by 1
		"1", "010", "1", // another order: second, then first
	)
	if hex.EncodeToString(got) != want {
		t.Errorf("Wide = %x, want %s", got, want)
	}
}

// evaluations draws passes like those of engines: mostly the same moves at each depth, now and
// then another set, and any values.
func evaluations(r *rapid.T) analysis.Evaluation {
	moves := rapid.SliceOfNDistinct(rapid.Uint16Range(0, 1<<15-1), 1, 60, rapid.ID).Draw(r, "moves")
	values := rapid.Map(rapid.OneOf(rapid.IntRange(-900, 900), rapid.IntRange(-100000, 100000)), score0)
	var e analysis.Evaluation
	for depth := range rapid.IntRange(0, 6).Draw(r, "depths") {
		d := 3*depth + 1
		ms := rapid.Permutation(moves).Draw(r, "order")
		if rapid.Bool().Draw(r, "fewer") {
			ms = ms[:1+len(ms)/2]
		}
		table := analysis.DepthTable{Depth: d}
		for _, m := range ms {
			table.Lines = append(table.Lines, analysis.Line{Move: analysis.Move(m), Value: values.Draw(r, "value")})
		}
		if rapid.Bool().Draw(r, "sorted") {
			byValue(table.Lines)
		}
		e.Wide = append(e.Wide, table)
		e.Deep = append(e.Deep, analysis.DepthLine{Depth: d, Line: table.Lines[0]})
		e.BestMove = analysis.Move(rapid.SampledFrom(moves).Draw(r, "best"))
	}
	return e
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		want := evaluations(r)
		var got analysis.Evaluation
		b, err := Deep(want.Deep, want.BestMove)
		if err != nil {
			r.Fatal(err)
		}
		if got.Deep, got.BestMove, err = DecodeDeep(b); err != nil {
			r.Fatal(err)
		}
		if b, err = Wide(want.Wide); err != nil {
			r.Fatal(err)
		}
		if got.Wide, err = DecodeWide(b); err != nil {
			r.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(analysis.Score{})); diff != "" {
			r.Fatal(diff)
		}
	})
}

func TestGolombLengthIsWhatIsWritten(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		v, k := rapid.Uint32Range(0, 400000).Draw(r, "v"), rapid.IntRange(0, maxOrder).Draw(r, "k")
		w := &bitWriter{}
		w.golomb(v, k)
		if n := 8*len(w.b) - w.free; n != golombLen(v, k) {
			r.Fatalf("golomb(%d, %d) wrote %d bits, golombLen says %d", v, k, n, golombLen(v, k))
		}
		rd := &bitReader{b: w.b}
		if got := rd.golomb(k); got != v || !rd.ended() {
			r.Fatalf("golomb(%d, %d) read as %d", v, k, got)
		}
	})
}

func TestRefusals(t *testing.T) {
	many := make([]analysis.Line, maxLines+1)
	for i := range many {
		many[i].Move = analysis.Move(i)
	}
	twice := []analysis.Line{line(t, "e2e4", 1), line(t, "e2e4", 0)}
	wide := func(lines ...analysis.Line) error {
		_, err := Wide([]analysis.DepthTable{{Depth: 1, Lines: lines}})
		return err
	}
	deep := func(lines ...analysis.DepthLine) error {
		_, err := Deep(lines, 0)
		return err
	}
	for name, err := range map[string]error{
		"depth zero":      deep(analysis.DepthLine{Depth: 0}),
		"depth falls":     deep(analysis.DepthLine{Depth: 2}, analysis.DepthLine{Depth: 2}),
		"depth too large": deep(analysis.DepthLine{Depth: maxDepth + 1}),
		"no move, deep":   deep(analysis.DepthLine{Depth: 1, Line: analysis.Line{Move: 1 << 15}}),
		"no move, wide":   wide(analysis.Line{Move: 1 << 15}),
		"empty table":     wide(),
		"too many moves":  wide(many...),
		"a move twice":    wide(twice...),
	} {
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: error %v, want an invalid fault", name, err)
		}
	}
}

func TestDamage(t *testing.T) {
	deep, err := Deep([]analysis.DepthLine{{Depth: 1, Line: line(t, "e2e4", 30)}, {Depth: 2, Line: line(t, "d2d4", 31)}}, line(t, "d2d4", 31).Move)
	if err != nil {
		t.Fatal(err)
	}
	wide, err := Wide([]analysis.DepthTable{{Depth: 1, Lines: []analysis.Line{line(t, "e2e4", 30), line(t, "d2d4", 10)}}})
	if err != nil {
		t.Fatal(err)
	}
	for n := range deep {
		expectCorrupt(t, "deep cut off", func() error { _, _, err := DecodeDeep(deep[:n]); return err })
	}
	for n := range wide {
		expectCorrupt(t, "wide cut off", func() error { _, err := DecodeWide(wide[:n]); return err })
	}
	expectCorrupt(t, "deep as wide", func() error { _, err := DecodeWide(deep); return err })
	expectCorrupt(t, "wide as deep", func() error { _, _, err := DecodeDeep(wide); return err })
	expectCorrupt(t, "deep with more", func() error { _, _, err := DecodeDeep(append(deep, 0)); return err })
	expectCorrupt(t, "wide with more", func() error { _, err := DecodeWide(append(wide, 0)); return err })
}

func expectCorrupt(t *testing.T, name string, decode func() error) {
	t.Helper()
	if err := decode(); fault.KindOf(err) != fault.Corrupt {
		t.Errorf("%s: error %v, want a corrupt fault", name, err)
	}
}

// Whatever the decoder accepts, the encoder writes again with the same meaning.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"", "11", "21", "1180", "2180", "21ff00ff00ff"} {
		b, _ := hex.DecodeString(seed)
		f.Add(b)
	}
	seedReal(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		if deep, best, err := DecodeDeep(b); err == nil {
			again, err := Deep(deep, best)
			if err != nil {
				t.Fatal(err)
			}
			got, gotBest, err := DecodeDeep(again)
			if diff := cmp.Diff(deep, got, cmp.AllowUnexported(analysis.Score{})); err != nil || diff != "" || gotBest != best {
				t.Fatal(err, diff)
			}
		}
		if wide, err := DecodeWide(b); err == nil {
			again, err := Wide(wide)
			if err != nil {
				t.Fatal(err)
			}
			got, err := DecodeWide(again)
			if diff := cmp.Diff(wide, got, cmp.AllowUnexported(analysis.Score{})); err != nil || diff != "" {
				t.Fatal(err, diff)
			}
		}
	})
}

func seedReal(f *testing.F) {
	lines := []analysis.Line{line(f, "e2e4", 30), line(f, "d2d4", 10), line(f, "a2a3", -5)}
	moved := []analysis.Line{lines[1], lines[0], lines[2]}
	wide, err := Wide([]analysis.DepthTable{{Depth: 1, Lines: lines}, {Depth: 2, Lines: moved}, {Depth: 3, Lines: lines[:2]}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(wide)
	deep, err := Deep([]analysis.DepthLine{{Depth: 1, Line: lines[0]}, {Depth: 2, Line: lines[1]}}, lines[1].Move)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(deep)
}
