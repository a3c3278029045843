package uci

import (
	"fmt"
	"slices"

	"fairplay/analysis"
)

// deepHistory gathers the lines of a search with one line.
type deepHistory struct {
	lines []analysis.DepthLine
	last  analysis.Move // first move of the last line, exact or not
}

// add takes the next line of the search.
func (h *deepHistory) add(in Info) {
	if in.MultiPV != 1 {
		return
	}
	h.last = in.Move
	if in.Bound != Exact {
		return
	}
	for len(h.lines) > 0 && h.lines[len(h.lines)-1].Depth >= in.Depth {
		h.lines = h.lines[:len(h.lines)-1]
	}
	h.lines = append(h.lines, analysis.DepthLine{Depth: in.Depth, Line: analysis.Line{Move: in.Move, Value: in.Score}})
}

// result returns the last exact line of every depth, ascending.
//
// The engine's bestmove must be the move of its last line. That line may be a
// bound, when the node limit struck while the engine was changing its mind
// (one position in forty with Stockfish 15.1): the last exact line then has
// another move, and the evaluation is not settled (Evaluation.Settled).
func (h *deepHistory) result(best analysis.Move) ([]analysis.DepthLine, error) {
	switch {
	case len(h.lines) == 0:
		return nil, fmt.Errorf("the search ended with bestmove %v but without one exact score", best)
	case h.last != best:
		return nil, fmt.Errorf("bestmove is %v but the last line begins with %v", best, h.last)
	}
	return h.lines, nil
}

// wideHistory gathers the lines of a search with several lines. Engines send
// them in blocks, from index 1 upwards without a gap; a table is complete when
// a block has every index, with one and the same depth, no bound and no move
// twice.
//
// Stockfish 15.1 also sends blocks that are not complete depths. When the node limit strikes,
// it sends all lines once more, and those not searched again carry the previous depth. Once a
// search has lasted three seconds, it sends such a block after every index. So the last full
// block of a depth decides whether that depth is complete: it is sent at any speed of the
// machine, the others are not. Blocks that are cut short change nothing.
type wideHistory struct {
	size   int // lines of a full block
	tables []analysis.DepthTable
	block  []analysis.Line
	depth  int  // of the block's first line
	whole  bool // all lines so far are exact and of that depth
}

// newWideHistory expects blocks of that many lines.
func newWideHistory(size int) *wideHistory {
	return &wideHistory{size: size, block: make([]analysis.Line, 0, size)}
}

// add takes the next line of the search.
func (h *wideHistory) add(in Info) {
	switch {
	case in.MultiPV == 1:
		h.block, h.depth, h.whole = h.block[:0], in.Depth, true
	case len(h.block) == 0 || in.MultiPV != len(h.block)+1:
		h.block = h.block[:0]
		return
	}
	h.whole = h.whole && in.Bound == Exact && in.Depth == h.depth
	h.block = append(h.block, analysis.Line{Move: in.Move, Value: in.Score})
	if len(h.block) == h.size {
		h.finish()
	}
}

// finish judges a full block.
func (h *wideHistory) finish() {
	complete := h.whole && distinct(h.block)
	keep := len(h.tables)
	for keep > 0 && (h.tables[keep-1].Depth == h.depth || complete && h.tables[keep-1].Depth > h.depth) {
		keep--
	}
	h.tables = h.tables[:keep]
	if complete {
		h.tables = append(h.tables, analysis.DepthTable{Depth: h.depth, Lines: slices.Clone(h.block)})
	}
	h.block = h.block[:0]
}

// result returns the complete tables, ascending in depth.
func (h *wideHistory) result(best analysis.Move) ([]analysis.DepthTable, error) {
	if len(h.tables) == 0 {
		return nil, fmt.Errorf("the search ended with bestmove %v but without one depth complete for all %d moves", best, h.size)
	}
	return h.tables, nil
}

// distinct reports whether no move stands twice in a block.
func distinct(block []analysis.Line) bool {
	var seen [1 << 16 / 64]uint64
	for _, l := range block {
		if seen[l.Move/64]>>(l.Move%64)&1 == 1 {
			return false
		}
		seen[l.Move/64] |= 1 << (l.Move % 64)
	}
	return true
}
