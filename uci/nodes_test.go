package uci

import (
	"path/filepath"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/uci/ucitest"
)

// TestNodeLimitIgnored shows engines that search more or fewer nodes than they should: the
// error says so, and they are not tried again.
func TestNodeLimitIgnored(t *testing.T) {
	req := Request{Position: position(t, lonely), Recipe: analysis.Quick()}
	for f, says := range map[ucitest.Fault]string{
		ucitest.StopsEarly: "stopped after 4 nodes, though it was told to search 200000",
		ucitest.SearchesOn: "has searched 5000000 nodes, though it was told to stop after 200000",
	} {
		p := pool(t, ucitest.Engine{Fault: f}, 1)
		for range 2 {
			_, err := p.Evaluate(t.Context(), req)
			if fault.KindOf(err) != fault.Unprocessable || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), `does not obey "go nodes"`) {
				t.Errorf("%s: %v, want %q", f, err, says)
			}
		}
		if got := p.Stats(); got != (Stats{}) {
			t.Errorf("%s: %+v", f, got)
		}
	}
}

// TestEtherealIsRefused shows a real engine that takes a node limit for something
// else and stops after a handful of nodes.
func TestEtherealIsRefused(t *testing.T) {
	e, err := Start(t.Context(), filepath.Join(filepath.Dir(stockfish), "ethereal-chess"))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, recipe := range []analysis.Recipe{analysis.Quick(), analysis.Full()} {
		for _, p := range checkPositions(t) {
			if _, err := e.Evaluate(t.Context(), Request{Position: p, Recipe: recipe}); fault.KindOf(err) != fault.Unprocessable || !strings.Contains(err.Error(), "nodes, though") {
				t.Errorf("%s, %s: %v", recipe.Name, p.Key, err)
			}
		}
	}
}

// TestNodeCounts judges searches by the counts that the engine reports, against a limit of a
// hundred thousand nodes.
func TestNodeCounts(t *testing.T) {
	for name, c := range map[string]struct {
		lines string
		says  string // "" where the search is as it should be
	}{
		"just as many":           {"info depth 9 score cp 5 nodes 100032 pv e2e4", ""},
		"the whole depths":       {"info depth 9 score cp 5 nodes 10000 pv e2e4", ""},
		"a little over":          {"info depth 9 score cp 5 nodes 216384 pv e2e4", ""},
		"the last one counts":    {"info nodes 9\ninfo depth 9 score cp 5 nodes 12000 pv e2e4\ninfo nodes 99000 nps 5", ""},
		"too few":                {"info depth 9 score cp 5 nodes 9999 pv e2e4", "stopped after 9999 nodes, though it was told to search 100000"},
		"far too many":           {"info nodes 216385 nps 5", "has searched 216385 nodes, though it was told to stop after 100000"},
		"none told":              {"info depth 9 score cp 5 pv e2e4", "does not tell how many nodes"},
		"nothing said":           {"", "does not tell how many nodes"},
		"words are no count":     {"info string nodes 100000\ninfo depth 9 score cp 5 pv e2e4 nodes 100000", "does not tell how many nodes"},
		"mate":                   {"info depth 9 score mate 3 nodes 40 pv e2e4", ""},
		"mated":                  {"info depth 9 score mate -3 nodes 40 pv e2e4", ""},
		"mate on another line":   {"info depth 9 multipv 1 score cp 3 nodes 40 pv e2e4\ninfo depth 9 multipv 2 score mate -3 nodes 40 pv e2e4", "stopped after 40 nodes"},
		"mate no more":           {"info depth 8 score mate 3 nodes 30 pv e2e4\ninfo depth 9 score cp 300 nodes 40 pv e2e4", "stopped after 40 nodes"},
		"nothing left to search": {"info depth 245 score cp 0 nodes 4000 pv e2e4", ""},
	} {
		n, err := nodeCount{limit: 100_000}, error(nil)
		for line := range strings.SplitSeq(c.lines, "\n") {
			if err = n.note([]byte(line)); err != nil {
				break
			}
		}
		if err == nil {
			err = n.verdict()
		}
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}
