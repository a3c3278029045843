package uci

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/uci/ucitest"
)

// lonely is a position with three legal moves: a1a2, a1b1 and a1b2.
const lonely = "7k/8/8/8/8/8/8/K7 w - - 0 1"

// greeting is the handshake of an engine with the usual options.
const greeting = `
	> uci
	< A banner that means nothing
	< id name Scripted
	< id author Nobody in particular
	< option name Threads type spin default 1 min 1 max 8
	< option name Hash type spin default 16 min 1 max 1024
	< option name MultiPV type spin default 1 min 1 max 500
	< option name Clear Hash type button
	< option name Analysis Contempt type combo default Both var Off var White Only var Both
	< option name Debug Log File type string default
	< option name EvalFile type string default nn-0.nnue
	< uciok
	> isready
	< readyok
`

// tiny is a recipe with both passes.
func tiny() analysis.Recipe {
	return analysis.Recipe{Name: "tiny", Threads: 1, HashMiB: 8,
		Passes: []analysis.Pass{{Name: analysis.Deep, MultiPV: 1, Nodes: 100}, {Name: analysis.Wide, MultiPV: 50, Nodes: 70}}}
}

// play starts an engine that plays the script, and closes it when the test
// ends.
func play(t *testing.T, script string) *Engine {
	t.Helper()
	e, err := connect(t.Context(), ucitest.Dial(t, script))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// line is a line of an evaluation.
func line(t *testing.T, move string, centipawns int) analysis.Line {
	t.Helper()
	m, err := analysis.ParseMove(move)
	if err != nil {
		t.Fatal(err)
	}
	return analysis.Line{Move: m, Value: analysis.Centipawns(centipawns)}
}

// TestCommands shows every command that an engine is sent for two positions
// and a change of recipe.
func TestCommands(t *testing.T) {
	e := play(t, greeting+`
		> setoption name Threads value 1
		> setoption name Hash value 8
		> setoption name MultiPV value 1
		> ucinewgame
		> isready
		< readyok
		> position fen 7k/8/8/8/8/8/8/K7 w - - 0 1
		> go nodes 100
		< info depth 1 seldepth 1 multipv 1 score cp 10 nodes 20 pv a1a2 h8g8
		< info depth 2 seldepth 2 multipv 1 score cp 30 lowerbound nodes 20 pv a1b2
		< info depth 2 seldepth 2 multipv 1 score cp 20 nodes 50 pv a1b2 h8g8
		< bestmove a1b2 ponder h8g8
		> setoption name MultiPV value 50
		> ucinewgame
		> isready
		< readyok
		> position fen 7k/8/8/8/8/8/8/K7 w - - 0 1
		> go nodes 70
		< info depth 1 multipv 1 score cp 10 nodes 70 pv a1a2
		< info depth 1 multipv 2 score cp 5 nodes 70 pv a1b2
		< info depth 1 multipv 3 score cp -5 nodes 70 pv a1b1
		< bestmove a1a2
		# another recipe: what it sets is set, what it does not mention goes back
		> setoption name Hash value 16
		> setoption name Analysis Contempt value White Only
		> setoption name MultiPV value 1
		> ucinewgame
		> isready
		< readyok
		> position fen 7k/8/8/8/8/8/8/K7 w - - 0 1
		> go nodes 5
		< info depth 1 score mate 3 pv a1a2
		< bestmove a1a2
		> setoption name Analysis Contempt value Both
		> setoption name Hash value 8
		> ucinewgame
		> isready
		< readyok
		> position fen 7k/8/8/8/8/8/8/K7 w - - 0 1
		> go nodes 100
		< info depth 1 score mate -2 pv a1a2
		< bestmove a1a2
		> quit
	`)
	p := position(t, lonely)
	other := analysis.Recipe{Name: "other", Threads: 1, HashMiB: 16,
		Options: []analysis.Option{{Name: "analysis contempt", Value: "White Only"}},
		Passes:  []analysis.Pass{{Name: analysis.Deep, MultiPV: 1, Nodes: 5}}}
	mate := func(s analysis.Score) analysis.Evaluation {
		m := line(t, "a1a2", 0).Move
		return analysis.Evaluation{Deep: []analysis.DepthLine{{Depth: 1, Line: analysis.Line{Move: m, Value: s}}}, BestMove: m}
	}
	for _, c := range []struct {
		req  Request
		want analysis.Evaluation
	}{
		{Request{Position: p, Recipe: tiny()}, analysis.Evaluation{
			Deep:     []analysis.DepthLine{{Depth: 1, Line: line(t, "a1a2", 10)}, {Depth: 2, Line: line(t, "a1b2", 20)}},
			BestMove: line(t, "a1b2", 0).Move,
			Wide:     []analysis.DepthTable{{Depth: 1, Lines: []analysis.Line{line(t, "a1a2", 10), line(t, "a1b2", 5), line(t, "a1b1", -5)}}},
		}},
		{Request{Position: p, Recipe: other}, mate(analysis.MateIn(3))},
		{Request{Position: p, Recipe: tiny(), Passes: []string{analysis.Deep}}, mate(analysis.MatedIn(2))},
	} {
		got, err := e.Evaluate(t.Context(), c.req)
		if diff := cmp.Diff(c.want, got, byInt); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", c.req.Recipe.Name, err, diff)
		}
	}
	set := []analysis.Option{{Name: "Analysis Contempt", Value: "Both"}, {Name: "Hash", Value: "8"}, {Name: "Threads", Value: "1"}}
	if diff := cmp.Diff(set, e.Identity().Set); diff != "" {
		t.Errorf("options set (-want +got):\n%s", diff)
	}
}

// TestIdentity reads who an engine is and what it offers.
func TestIdentity(t *testing.T) {
	id := play(t, greeting+"> quit").Identity()
	want := Identity{Name: "Scripted", Author: "Nobody in particular", Path: "-", Network: "nn-0.nnue", Offers: []Offer{
		{Name: "Threads", Type: "spin", Default: "1", Min: 1, Max: 8},
		{Name: "Hash", Type: "spin", Default: "16", Min: 1, Max: 1024},
		{Name: "MultiPV", Type: "spin", Default: "1", Min: 1, Max: 500},
		{Name: "Clear Hash", Type: "button"},
		{Name: "Analysis Contempt", Type: "combo", Default: "Both", Vars: []string{"Off", "White Only", "Both"}},
		{Name: "Debug Log File", Type: "string"},
		{Name: "EvalFile", Type: "string", Default: "nn-0.nnue"},
	}}
	if diff := cmp.Diff(want, id); diff != "" {
		t.Errorf("identity (-want +got):\n%s", diff)
	}
}

// TestRefused lists the requests that an engine never sees.
func TestRefused(t *testing.T) {
	e := play(t, greeting+"> quit")
	good := position(t, lonely)
	with := func(change func(*analysis.Recipe)) analysis.Recipe {
		r := tiny()
		change(&r)
		return r
	}
	pass := func(p analysis.Pass) func(*analysis.Recipe) {
		return func(r *analysis.Recipe) { r.Passes = []analysis.Pass{p} }
	}
	option := func(name, value string) func(*analysis.Recipe) {
		return func(r *analysis.Recipe) { r.Options = []analysis.Option{{Name: name, Value: value}} }
	}
	for name, c := range map[string]struct {
		req  Request
		want fault.Kind
	}{
		"no position":          {Request{Recipe: tiny()}, fault.Invalid},
		"stalemate":            {Request{Position: position(t, "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"), Recipe: tiny()}, fault.Invalid},
		"smuggled command":     {Request{Position: analysis.Position{Key: lonely + "\nquit", Legal: good.Legal}, Recipe: tiny()}, fault.Invalid},
		"no such pass":         {Request{Position: good, Recipe: tiny(), Passes: []string{"middling"}}, fault.Invalid},
		"unknown pass":         {Request{Position: good, Recipe: with(pass(analysis.Pass{Name: "middling", MultiPV: 1, Nodes: 1}))}, fault.Invalid},
		"no nodes":             {Request{Position: good, Recipe: with(pass(analysis.Pass{Name: analysis.Deep, MultiPV: 1}))}, fault.Invalid},
		"no lines":             {Request{Position: good, Recipe: with(pass(analysis.Pass{Name: analysis.Wide, Nodes: 1}))}, fault.Invalid},
		"smuggled option":      {Request{Position: good, Recipe: with(option("Clear Hash", "x\nquit"))}, fault.Invalid},
		"hash as option":       {Request{Position: good, Recipe: with(option("Hash", "5"))}, fault.Invalid},
		"option not offered":   {Request{Position: good, Recipe: with(option("Contempt", "5"))}, fault.Unprocessable},
		"hash out of range":    {Request{Position: good, Recipe: with(func(r *analysis.Recipe) { r.HashMiB = 2048 })}, fault.Unprocessable},
		"threads out of range": {Request{Position: good, Recipe: with(func(r *analysis.Recipe) { r.Threads = 0 })}, fault.Unprocessable},
		"another engine":       {Request{Position: good, Recipe: with(func(r *analysis.Recipe) { r.Engine = "Stockfish 15.1" })}, fault.Unprocessable},
		"another binary":       {Request{Position: good, Recipe: with(func(r *analysis.Recipe) { r.EngineSHA256 = "00" })}, fault.Unprocessable},
	} {
		if _, err := e.Evaluate(t.Context(), c.req); fault.KindOf(err) != c.want {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
