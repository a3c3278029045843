package choice

import (
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"testing"

	"pgregory.net/rapid"

	"fairplay/analysis"
)

// reference is one position of testdata/features.json.gz.
type reference struct {
	Position, Color               string
	Played, Previous, PreviousOwn analysis.Move
	PreviousCaptured              bool
	Evaluation                    *analysis.Evaluation
	Features                      map[string][]float64
	Turn                          int
	Breadth, Gap                  float64
}

func (r *reference) record() *analysis.MoveRecord {
	m := &analysis.MoveRecord{
		Position: r.Position, Turn: r.Turn, Played: r.Played, Previous: r.Previous, PreviousOwn: r.PreviousOwn,
		PreviousCaptured: r.PreviousCaptured, Evaluation: r.Evaluation,
	}
	if r.Color == "black" {
		m.Color = analysis.Black
	}
	return m
}

func references(t testing.TB) (all []reference) {
	t.Helper()
	f, err := os.Open("testdata/features.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(z).Decode(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestFeaturesOfRealPositions(t *testing.T) {
	for _, ref := range references(t) {
		p, err := NewPosition(ref.record())
		if err != nil {
			t.Fatal(err)
		}
		if len(ref.Features) != int(featureCount)-1 { // no further engine was asked
			t.Fatalf("%d features in the reference, %d here", len(ref.Features), featureCount)
		}
		if math.Abs(p.Breadth-ref.Breadth) > 1e-9 || math.Abs(p.Gap-ref.Gap) > 1e-9 || p.Turn != ref.Turn {
			t.Errorf("%s: breadth %v, gap %v, turn %d; want %v, %v, %d", ref.Position, p.Breadth, p.Gap, p.Turn, ref.Breadth, ref.Gap, ref.Turn)
		}
		for name, want := range ref.Features {
			f, ok := featureByName(name)
			if !ok || len(want) != len(p.Moves) {
				t.Fatalf("%s: unknown, or of %d moves instead of %d", name, len(want), len(p.Moves))
			}
			for i, x := range want {
				if got := p.Feature(i, f); math.Abs(got-x) > 1e-9 {
					t.Errorf("%s: %s of %v is %v, want %v", ref.Position, name, p.Moves[i], got, x)
				}
			}
		}
	}
}

func TestUnusableRecords(t *testing.T) {
	for name, spoil := range map[string]func(*analysis.MoveRecord){
		"no evaluation": func(r *analysis.MoveRecord) { r.Evaluation = nil },
		"no wide pass":  func(r *analysis.MoveRecord) { r.Evaluation.Wide = nil },
		"no deep pass":  func(r *analysis.MoveRecord) { r.Evaluation.Deep = nil },
		"another deep best": func(r *analysis.MoveRecord) {
			r.Evaluation.Deep[len(r.Evaluation.Deep)-1].Move = analysis.NewMove(0, 63, 0)
		},
		"another position": func(r *analysis.MoveRecord) { r.Position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1" },
		"no position":      func(r *analysis.MoveRecord) { r.Position = "" },
	} {
		r := references(t)[0].record()
		spoil(r)
		if p, err := NewPosition(r); err == nil {
			t.Errorf("%s: seen as %v", name, p)
		}
	}
}

// oddRecord draws evaluations that no engine gives: equal values everywhere, mates everywhere,
// missing depths, moves that come and go, a single move.
func oddRecord(t *rapid.T) *analysis.MoveRecord {
	const key = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	all := []string{"e1g1", "e1c1", "e5g6", "d5e6", "f3f6", "a2a3", "c3b5", "e2a6", "e1d1", "g2h3"}
	moves := make([]analysis.Move, rapid.IntRange(1, len(all)).Draw(t, "moves"))
	for i := range moves {
		moves[i], _ = analysis.ParseMove(all[i])
	}
	value := rapid.SampledFrom([]analysis.Score{{}, analysis.Centipawns(17), analysis.Centipawns(-4000), analysis.MateIn(1), analysis.MatedIn(2)})
	e := &analysis.Evaluation{}
	depth := 0
	for range rapid.IntRange(1, 8).Draw(t, "tables") {
		depth += rapid.IntRange(1, 4).Draw(t, "step")
		table := analysis.DepthTable{Depth: depth}
		for _, m := range moves[:rapid.IntRange(1, len(moves)).Draw(t, "listed")] {
			table.Lines = append(table.Lines, analysis.Line{Move: m, Value: value.Draw(t, "value")})
		}
		e.Wide = append(e.Wide, table)
	}
	last := e.Values()
	for d := range rapid.IntRange(1, 9).Draw(t, "deep") {
		e.Deep = append(e.Deep, analysis.DepthLine{Depth: d + 1, Line: last[rapid.IntRange(0, len(last)-1).Draw(t, "first")]})
	}
	return &analysis.MoveRecord{Position: key, Played: moves[0], Evaluation: e}
}

func TestFeaturesAreNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := NewPosition(oddRecord(t))
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Moves {
			for f := range featureCount {
				x := p.Feature(i, f)
				if math.IsNaN(x) || math.Abs(x) > 6 {
					t.Fatalf("%v of %v is %v", f, p.Moves[i], x)
				}
			}
			if f := p.Feature(i, Tied); (f == 1) != p.Tied(i) || p.Delta[i] < 0 {
				t.Fatalf("move %d: tied %v, delta %v", i, f, p.Delta[i])
			}
		}
		if !p.Tied(p.Best) || !p.TopThree(p.Best) || p.Feature(p.Best, LastBest) != 1 {
			t.Fatal("the deep best is not tied, in the top three or last best")
		}
	})
}

func BenchmarkNewPosition(b *testing.B) {
	r := references(b)[4].record()
	for b.Loop() {
		if _, err := NewPosition(r); err != nil {
			b.Fatal(err)
		}
	}
}
