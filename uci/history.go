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
func (d *deepHistory) add(in Info) {
	if in.MultiPV != 1 {
		return
	}
	d.last = in.Move
	if in.Bound != Exact {
		return
	}
	for len(d.lines) > 0 && d.lines[len(d.lines)-1].Depth >= in.Depth {
		d.lines = d.lines[:len(d.lines)-1]
	}
	d.lines = append(d.lines, analysis.DepthLine{Depth: in.Depth, Line: analysis.Line{Move: in.Move, Value: in.Score}})
}

// result returns the last exact line of every depth, ascending.
//
// The engine's bestmove must be the move of its last line. That line may be a
// bound, when the node limit struck while the engine was changing its mind
// (one position in forty with Stockfish 15.1): the last exact line then has
// another move, and the evaluation is not settled (Evaluation.Settled).
func (d *deepHistory) result(best analysis.Move) ([]analysis.DepthLine, error) {
	switch {
	case len(d.lines) == 0:
		return nil, fmt.Errorf("the search ended with bestmove %v but without one exact score", best)
	case d.last != best:
		return nil, fmt.Errorf("bestmove is %v but the last line begins with %v", best, d.last)
	}
	return d.lines, nil
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
func (w *wideHistory) add(in Info) {
	switch {
	case in.MultiPV == 1:
		w.block, w.depth, w.whole = w.block[:0], in.Depth, true
	case len(w.block) == 0 || in.MultiPV != len(w.block)+1:
		w.block = w.block[:0]
		return
	}
	w.whole = w.whole && in.Bound == Exact && in.Depth == w.depth
	w.block = append(w.block, analysis.Line{Move: in.Move, Value: in.Score})
	if len(w.block) == w.size {
		w.finish()
	}
}

// finish judges a full block.
func (w *wideHistory) finish() {
	complete := w.whole && distinct(w.block)
	keep := len(w.tables)
	for keep > 0 && (w.tables[keep-1].Depth == w.depth || complete && w.tables[keep-1].Depth > w.depth) {
		keep--
	}
	w.tables = w.tables[:keep]
	if complete {
		w.tables = append(w.tables, analysis.DepthTable{Depth: w.depth, Lines: slices.Clone(w.block)})
	}
	w.block = w.block[:0]
}

// result returns the complete tables, ascending in depth.
func (w *wideHistory) result(best analysis.Move) ([]analysis.DepthTable, error) {
	if len(w.tables) == 0 {
		return nil, fmt.Errorf("the search ended with bestmove %v but without one depth complete for all %d moves", best, w.size)
	}
	return w.tables, nil
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
