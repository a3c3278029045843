package encoding

import (
	"math/rand/v2"
	"testing"

	"fairplay/analysis"
)

// typical is a wide pass like those of the quick recipe: seven tables of 33 moves, in which 40
// % of the values do not change from one depth to the next.
func typical() []analysis.DepthTable {
	r := rand.New(rand.NewPCG(1, 2))
	lines := make([]analysis.Line, 33)
	for i := range lines {
		lines[i] = analysis.Line{Move: analysis.NewMove(i, 63-i/2, 0), Value: score0(r.IntN(400) - 300)}
	}
	var tables []analysis.DepthTable
	for depth := 1; depth <= 7; depth++ {
		next := append([]analysis.Line{}, lines...)
		for i := range next {
			if r.IntN(5) > 1 {
				next[i].Value = score0(next[i].Value.Int() + r.IntN(61) - 30)
			}
		}
		byValue(next)
		tables = append(tables, analysis.DepthTable{Depth: depth, Lines: next})
		lines = next
	}
	return tables
}

func BenchmarkWide(b *testing.B) {
	tables := typical()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Wide(tables); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeWide(b *testing.B) {
	body, err := Wide(typical())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(len(body)), "bytes")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := DecodeWide(body); err != nil {
			b.Fatal(err)
		}
	}
}
