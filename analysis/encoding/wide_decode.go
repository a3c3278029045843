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
func (b *bitReader) table(before []analysis.Line) ([]analysis.Line, error) {
	if !b.flag() {
		return b.fresh()
	}
	if len(before) == 0 {
		return nil, corrupt("a table refers to a table that is not there")
	}
	return b.changes(before)
}

func (b *bitReader) fresh() ([]analysis.Line, error) {
	n := int(b.golomb(3))
	if b.failed || n == 0 || n > maxLines {
		return nil, corrupt("the number of moves is zero, missing or too large")
	}
	rest, err := b.moves(n)
	if err != nil {
		return nil, err
	}
	k := int(b.take(4))
	lines := make([]analysis.Line, n)
	before := 0
	for i := range lines {
		at := int(b.take(bits.Len(uint(len(rest) - 1))))
		if at >= len(rest) {
			return nil, corrupt("a move is missing")
		}
		lines[i].Move = rest[at]
		rest = slices.Delete(rest, at, at+1)
		if lines[i].Value, err = score(before, -unzigzag(b.golomb(k))); err != nil {
			return nil, err
		}
		before = lines[i].Value.Int()
	}
	return lines, nil
}

// moves reads n moves in ascending order of their place.
func (b *bitReader) moves(n int) ([]analysis.Move, error) {
	moves := make([]analysis.Move, n)
	k := int(b.take(4))
	last := -1
	for i := range moves {
		last += 1 + int(b.golomb(k))
		if b.failed || last >= 1<<15 {
			return nil, corrupt("a move is missing")
		}
		moves[i] = moveAt(last)
	}
	return moves, nil
}

func (b *bitReader) changes(before []analysis.Line) ([]analysis.Line, error) {
	lines := slices.Clone(before)
	k := int(b.take(4))
	for i := range lines {
		if !b.flag() {
			continue
		}
		var err error
		if lines[i].Value, err = score(lines[i].Value.Int(), unzigzag(b.golomb(k)+1)); err != nil {
			return nil, err
		}
	}
	byValue(lines)
	if !b.flag() {
		return lines, nil
	}
	return b.reordered(lines)
}

// reordered reads the order of the lines, and returns the lines in it.
func (b *bitReader) reordered(rest []analysis.Line) ([]analysis.Line, error) {
	lines := make([]analysis.Line, 0, len(rest))
	for len(rest) > 0 {
		at := int(b.golomb(0))
		if b.failed || at >= len(rest) {
			return nil, corrupt("the order of moves is broken")
		}
		lines = append(lines, rest[at])
		rest = slices.Delete(rest, at, at+1)
	}
	return lines, nil
}
