package uci

import (
	"fmt"
	"slices"

	"fairplay/analysis"
)

// Recorded makes an Evaluation from lines that another driver has recorded, by the rules for
// the lines of a running engine. legal holds the legal moves of the position in ascending
// order; multiPV belongs to the recipe's wide pass; wide is empty if there was no wide pass.
//
// A record of exact lines is enough. It cannot show whether the last line of the deep pass
// began with the bestmove, because that line may have been a bound, so best is trusted (see
// Evaluation.Settled for the consequences). Lines that are missing from a block of the wide
// pass make the block incomplete, as bounds in their place would.
//
// Errors say what is wrong with the record: a move that is not legal, a bound, a deep pass
// without a line, a wide pass without a complete depth.
func Recorded(legal []analysis.Move, multiPV int, deep, wide []Info, best analysis.Move) (analysis.Evaluation, error) {
	if err := checkRecorded(legal, deep, wide, best); err != nil {
		return analysis.Evaluation{}, err
	}
	var history deepHistory
	for _, line := range deep {
		history.add(line)
	}
	history.last = best
	lines, err := history.result(best)
	if err != nil || len(wide) == 0 {
		return analysis.Evaluation{Deep: lines, BestMove: best}, err
	}
	tables := newWideHistory(min(multiPV, len(legal)))
	for _, line := range wide {
		tables.add(line)
	}
	complete, err := tables.result(best)
	return analysis.Evaluation{Deep: lines, BestMove: best, Wide: complete}, err
}

func checkRecorded(legal []analysis.Move, deep, wide []Info, best analysis.Move) error {
	if _, ok := slices.BinarySearch(legal, best); !ok {
		return fmt.Errorf("the bestmove %v is not legal", best)
	}
	for _, lines := range [][]Info{deep, wide} {
		for _, line := range lines {
			if _, ok := slices.BinarySearch(legal, line.Move); !ok {
				return fmt.Errorf("the move %v at depth %d is not legal", line.Move, line.Depth)
			}
			if line.Bound != Exact {
				return fmt.Errorf("the value of %v at depth %d is a bound", line.Move, line.Depth)
			}
		}
	}
	return nil
}
