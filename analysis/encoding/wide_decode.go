package encoding

import (
	"math/bits"
	"slices"

	"fairplay/analysis"
)

// DecodeWide reads what Wide wrote. No input makes it panic or take more than 8 MiB. What is
// not an encoded wide pass is an error of kind fault.Corrupt.
func DecodeWide(b []byte) ([]analysis.DepthTable, error) {
	r, err := body(b, wideV1)
	if err != nil {
		return nil, err
	}
	n := int(r.golomb(0))
	if r.failed || n > maxDepth {
		return nil, corrupt("the number of tables is missing or too large")
	}
	tables := make([]analysis.DepthTable, n)
	var before analysis.DepthTable
	for i := range tables {
		if tables[i].Depth, err = r.depth(before.Depth); err != nil {
			return nil, err
		}
		if tables[i].Lines, err = r.table(before.Lines); err != nil {
			return nil, err
		}
		before = tables[i]
	}
	return finish(r, tables)
}

// table reads one table, given the lines of the one before.
func (r *bitReader) table(before []analysis.Line) ([]analysis.Line, error) {
	if !r.flag() {
		return r.fresh()
	}
	if len(before) == 0 {
		return nil, corrupt("a table refers to a table that is not there")
	}
	return r.changes(before)
}

func (r *bitReader) fresh() ([]analysis.Line, error) {
	n := int(r.golomb(3))
	if r.failed || n == 0 || n > maxLines {
		return nil, corrupt("the number of moves is zero, missing or too large")
	}
	rest, err := r.moves(n)
	if err != nil {
		return nil, err
	}
	k := int(r.take(4))
	lines := make([]analysis.Line, n)
	before := 0
	for i := range lines {
		at := int(r.take(bits.Len(uint(len(rest) - 1))))
		if at >= len(rest) {
			return nil, corrupt("a move is missing")
		}
		lines[i].Move = rest[at]
		rest = slices.Delete(rest, at, at+1)
		if lines[i].Value, err = score(before, -unzigzag(r.golomb(k))); err != nil {
			return nil, err
		}
		before = lines[i].Value.Int()
	}
	return lines, nil
}

// moves reads n moves in ascending order of their place.
func (r *bitReader) moves(n int) ([]analysis.Move, error) {
	moves := make([]analysis.Move, n)
	k := int(r.take(4))
	last := -1
	for i := range moves {
		last += 1 + int(r.golomb(k))
		if r.failed || last >= 1<<15 {
			return nil, corrupt("a move is missing")
		}
		moves[i] = moveAt(last)
	}
	return moves, nil
}

func (r *bitReader) changes(before []analysis.Line) ([]analysis.Line, error) {
	lines := slices.Clone(before)
	k := int(r.take(4))
	for i := range lines {
		if !r.flag() {
			continue
		}
		var err error
		if lines[i].Value, err = score(lines[i].Value.Int(), unzigzag(r.golomb(k)+1)); err != nil {
			return nil, err
		}
	}
	byValue(lines)
	if !r.flag() {
		return lines, nil
	}
	return r.reordered(lines)
}

// reordered reads the order of the lines, and returns the lines in it.
func (r *bitReader) reordered(rest []analysis.Line) ([]analysis.Line, error) {
	lines := make([]analysis.Line, 0, len(rest))
	for len(rest) > 0 {
		at := int(r.golomb(0))
		if r.failed || at >= len(rest) {
			return nil, corrupt("the order of moves is broken")
		}
		lines = append(lines, rest[at])
		rest = slices.Delete(rest, at, at+1)
	}
	return lines, nil
}
