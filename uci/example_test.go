package uci_test

import (
	"context"
	"fmt"
	"log"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/uci"
)

// The example evaluates one position with Stockfish, if the system has it. Searches end by
// nodes, not by time, so that the answer is the same everywhere.
func Example() {
	path, err := uci.Find("")
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	engine, err := uci.Start(ctx, path)
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	position, err := pgn.NewPosition("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	recipe := analysis.Recipe{Name: "example", Threads: 1, HashMiB: 16,
		Passes: []analysis.Pass{{Name: analysis.Deep, MultiPV: 1, Nodes: 20_000}}}
	evaluation, err := engine.Evaluate(ctx, uci.Request{Position: position, Recipe: recipe})
	if err != nil {
		log.Fatal(err)
	}
	best, _ := evaluation.Best()
	fmt.Println(pgn.SAN(position.Key, best.Move), best.Value)
	// Output:
	// Ra8# #1
}

// One line of an engine's output.
func ExampleParseInfo() {
	in, ok := uci.ParseInfo([]byte("info depth 12 seldepth 18 multipv 2 score cp 34 nodes 150123 pv e2e4 e7e5"))
	fmt.Println(in.Depth, in.MultiPV, in.Score, in.Move, ok)
	_, ok = uci.ParseInfo([]byte("info string NNUE evaluation enabled"))
	fmt.Println(ok)
	// Output:
	// 12 2 +0.34 e2e4 true
	// false
}
