package uci

import (
	"testing"

	"fairplay/analysis"
)

func TestParseInfo(t *testing.T) {
	e2e4, _ := analysis.ParseMove("e2e4")
	a7a8q, _ := analysis.ParseMove("a7a8q")
	cp, mate, mated := analysis.Centipawns, analysis.MateIn, analysis.MatedIn
	for text, want := range map[string]Info{
		"info depth 7 seldepth 9 multipv 3 score cp -41 nodes 4 nps 2 hashfull 0 tbhits 0 time 2 pv e2e4 e7e5": {7, 3, cp(-41), Exact, e2e4},
		"info depth 7 score cp 41 pv e2e4":                        {7, 1, cp(41), Exact, e2e4},
		"info depth 7 score cp 41 lowerbound pv e2e4":             {7, 1, cp(41), Lower, e2e4},
		"info depth 7 score upperbound cp 41 pv e2e4":             {7, 1, cp(41), Upper, e2e4},
		"info depth 7 score mate 3 pv a7a8q":                      {7, 1, mate(3), Exact, a7a8q},
		"info depth 7 score mate -3 pv e2e4":                      {7, 1, mated(3), Exact, e2e4},
		"info depth 7 score mate 0 pv e2e4":                       {7, 1, mated(0), Exact, e2e4},
		"info depth 7 score cp 41 wdl 300 600 100 pv e2e4":        {7, 1, cp(41), Exact, e2e4},
		"info score cp 41 multipv 2 depth 7 pv e2e4 string depth": {7, 2, cp(41), Exact, e2e4},
		"info pv e2e4 e7e5 g1f3 depth 7 score cp 41 lowerbound":   {7, 1, cp(41), Lower, e2e4},
		"  info\tdepth  7  score cp 41 novelty x pv e2e4 \r":      {7, 1, cp(41), Exact, e2e4},
		"info depth 7 score cp 99999999999999999999 pv e2e4":      {7, 1, cp(98000), Exact, e2e4},
	} {
		if got, ok := ParseInfo([]byte(text)); !ok || got != want {
			t.Errorf("%q: %+v %v, want %+v", text, got, ok, want)
		}
	}
}

func TestParseInfoPassesOver(t *testing.T) {
	for _, text := range []string{
		"", "info", "infodepth 7 score cp 1 pv e2e4", "bestmove e2e4", "Info depth 7 score cp 1 pv e2e4",
		"info string depth 7 score cp 1 pv e2e4",
		"info depth 7 string score cp 1 pv e2e4",
		"info depth 7 currmove e2e4 currmovenumber 1",
		"info depth 7 score cp 1",
		"info depth 7 score cp 1 pv",
		"info depth 7 score cp 1 pv 0000",
		"info depth 7 score cp 1 pv O-O",
		"info depth 7 pv e2e4",
		"info score cp 1 pv e2e4",
		"info depth x score cp 1 pv e2e4",
		"info depth 7 score cp - pv e2e4",
		"info depth 7 score cp 1.5 pv e2e4",
		"info depth 7 score mate 1001 pv e2e4",
		"info depth 7 score mate -1001 pv e2e4",
		"info depth 7 multipv two score cp 1 pv e2e4",
	} {
		if got, ok := ParseInfo([]byte(text)); ok {
			t.Errorf("%q was read as %+v", text, got)
		}
	}
}

// TestParseInfoAllocates keeps the parser cheap: a wide pass has hundreds of
// long lines.
func TestParseInfoAllocates(t *testing.T) {
	text := []byte("info depth 7 seldepth 9 multipv 3 score cp -41 nodes 4 nps 2 hashfull 0 tbhits 0 time 2 pv e2e4 e7e5 g1f3 b8c6")
	if n := testing.AllocsPerRun(100, func() { ParseInfo(text) }); n > 1 {
		t.Errorf("%v allocations for a line", n)
	}
}

func FuzzInfo(f *testing.F) {
	f.Add([]byte("info depth 7 seldepth 9 multipv 3 score cp -41 nodes 4 pv e2e4 e7e5"))
	f.Add([]byte("info depth 7 score mate -3 upperbound pv a7a8q string depth"))
	f.Add([]byte("info pv e2e4 depth 7 score lowerbound cp 99999999999"))
	f.Add([]byte("option name Hash type spin default 16 min 1 max 33554432"))
	f.Add([]byte("id name Stockfish"))
	f.Fuzz(func(t *testing.T, line []byte) {
		parseOffer(line)
		field(line, "name")
		in, ok := ParseInfo(line)
		if !ok {
			return
		}
		if again, ok := ParseInfo(in.Append(nil)); !ok || again != in {
			t.Errorf("%q gives %+v, which is written %q and read %+v", line, in, in.Append(nil), again)
		}
	})
}
