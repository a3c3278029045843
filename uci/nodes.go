package uci

import (
	"fmt"

	"fairplay/analysis/fault"
)

// nodeCount watches whether an engine keeps to the node limit of a search. Otherwise its
// evaluations depend on its clock or on nothing at all, whatever it claims.
//
// Engines count in their own ways: they check the limit every few thousand nodes, and some
// report their count only after a whole depth. So a search has kept to its limit if the last
// count is at least a tenth of the limit and at most twice the limit plus nodeSlack. Fewer
// nodes are enough where there was nothing more to search: the best line ends in mate, or the
// depth has reached endDepth, which with honest counts happens only where almost nothing can
// move.
type nodeCount struct {
	limit  int
	last   int // 0 before the first count
	depth  int
	mating bool // the last best line is a mate
}

const (
	nodeSlack = 1 << 14
	endDepth  = 60
)

// note reads a line of the engine's output. Its error says that the engine searches far beyond
// the limit.
func (n *nodeCount) note(line []byte) error {
	if count, ok := countIn(line); ok {
		n.last = count
	}
	if in, ok := ParseInfo(line); ok && in.MultiPV == 1 {
		n.depth = in.Depth
		_, n.mating = in.Score.Mate()
	}
	if n.last > 2*n.limit+nodeSlack {
		return fmt.Errorf("the engine has searched %d nodes, though it was told to stop after %d", n.last, n.limit)
	}
	return nil
}

// verdict judges the search when it has ended.
func (n *nodeCount) verdict() error {
	switch {
	case n.mating || n.depth >= endDepth || n.last >= n.limit/10 && n.last > 0:
		return nil
	case n.last == 0:
		return fmt.Errorf("the engine does not tell how many nodes it searched, where it was told to search %d", n.limit)
	}
	return fmt.Errorf("the engine stopped after %d nodes, though it was told to search %d", n.last, n.limit)
}

// disobedient is the error for an engine that does not keep to a node limit. Another attempt
// would not help.
func disobedient(id Identity, position string, reason error) error {
	return fault.New(fault.Unprocessable, "engine_nodes",
		`%s at %q does not obey "go nodes", so that nobody could reproduce its evaluations; use another engine: %v, in the position %s`, id.Name, id.Path, reason, position)
}

// countIn returns the number of nodes in an "info" line.
func countIn(line []byte) (nodes int, ok bool) {
	word, rest := nextWord(line)
	if string(word) != "info" {
		return 0, false
	}
	for {
		if word, rest = nextWord(rest); len(word) == 0 || string(word) == "string" || string(word) == "pv" {
			return 0, false
		}
		if string(word) == "nodes" {
			nodes, _, ok = nextNumber(rest)
			return nodes, ok
		}
	}
}
