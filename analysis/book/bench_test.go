package book

import "testing"

func BenchmarkContains(b *testing.B) {
	position := "r1bq1rk1/1pp1bppp/2n5/p2np3/8/PP1PPN2/2Q2PPP/RNB1KB1R w KQ - 1 1"
	book := Standard()
	b.ReportAllocs()
	for b.Loop() {
		book.Contains(position)
	}
}
