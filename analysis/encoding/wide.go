package encoding

import (
	"math/bits"
	"slices"

	"fairplay/analysis"
)

// Wide encodes a wide pass. Depths must rise and lie in 1..2047, and a table holds 1 to 256
// moves, each once; anything else is an error of kind fault.Invalid.
func Wide(tables []analysis.DepthTable) ([]byte, error) {
	w := header(wideV1)
	w.golomb(uint32(len(tables)), 0)
	var before analysis.DepthTable
	for _, t := range tables {
		if err := w.depth(t.Depth, before.Depth); err != nil {
			return nil, err
		}
		if err := w.table(t, before.Lines); err != nil {
			return nil, err
		}
		before = t
	}
	return w.b, nil
}

// table writes one table, given the lines of the one before.
func (b *bitWriter) table(t analysis.DepthTable, before []analysis.Line) error {
	moves := sortedMoves(t.Lines)
	if err := fit(moves, t.Depth); err != nil {
		return err
	}
	same := len(before) > 0 && slices.Equal(moves, sortedMoves(before))
	b.flag(same)
	if same {
		b.changes(t.Lines, before)
	} else {
		b.fresh(t.Lines, moves)
	}
	return nil
}

// fit returns an error for what a table cannot hold. The moves are in ascending order.
func fit(moves []analysis.Move, depth int) error {
	switch {
	case len(moves) == 0 || len(moves) > maxLines:
		return refuse("the table of depth %d has %d moves", depth, len(moves))
	case slices.ContainsFunc(moves, func(m analysis.Move) bool { return m>>15 != 0 }):
		return refuse("the table of depth %d holds a move that is none", depth)
	case len(slices.Compact(slices.Clone(moves))) < len(moves):
		return refuse("the table of depth %d names a move twice", depth)
	}
	return nil
}

// fresh writes a table with moves of its own; moves lists them in ascending order.
func (b *bitWriter) fresh(lines []analysis.Line, moves []analysis.Move) {
	b.golomb(uint32(len(lines)), 3)
	steps := make([]uint32, len(moves))
	last := -1
	for i, m := range moves {
		steps[i] = uint32(place(m) - last - 1)
		last = place(m)
	}
	b.golombs(steps)
	diffs := fallSteps(lines)
	k := order(diffs)
	b.put(uint32(k), 4)
	rest := slices.Clone(moves)
	for i, l := range lines {
		at := slices.Index(rest, l.Move)
		b.put(uint32(at), bits.Len(uint(len(rest)-1)))
		rest = slices.Delete(rest, at, at+1)
		b.golomb(diffs[i], k)
	}
}

// golombs writes the values after their order.
func (b *bitWriter) golombs(values []uint32) {
	k := order(values)
	b.put(uint32(k), 4)
	for _, v := range values {
		b.golomb(v, k)
	}
}

// fallSteps returns by how much each score lies below the one before.
func fallSteps(lines []analysis.Line) []uint32 {
	steps := make([]uint32, len(lines))
	before := 0
	for i, l := range lines {
		steps[i] = zigzag(before - l.Value.Int())
		before = l.Value.Int()
	}
	return steps
}

// changes writes a table that has the moves of the one before.
func (b *bitWriter) changes(lines, before []analysis.Line) {
	now := make(map[analysis.Move]analysis.Score, len(lines))
	for _, l := range lines {
		now[l.Move] = l.Value
	}
	expected := slices.Clone(before)
	var diffs []uint32
	for i, l := range before {
		expected[i].Value = now[l.Move]
		if d := zigzag(now[l.Move].Int() - l.Value.Int()); d != 0 {
			diffs = append(diffs, d-1)
		}
	}
	k := order(diffs)
	b.put(uint32(k), 4)
	for i, l := range before {
		changed := expected[i].Value != l.Value
		b.flag(changed)
		if changed {
			b.golomb(diffs[0], k)
			diffs = diffs[1:]
		}
	}
	byValue(expected)
	b.flag(!slices.Equal(lines, expected))
	if slices.Equal(lines, expected) {
		return
	}
	for _, l := range lines {
		at := slices.Index(expected, l)
		b.golomb(uint32(at), 0)
		expected = slices.Delete(expected, at, at+1)
	}
}

// byValue sorts lines from best to worst; equal ones keep their order.
func byValue(lines []analysis.Line) {
	slices.SortStableFunc(lines, func(a, b analysis.Line) int { return b.Value.Compare(a.Value) })
}

// place numbers moves, below 1<<15, by from-square, to-square and promotion, so that the moves
// of one piece are neighbours.
func place(m analysis.Move) int { return m.From()<<9 | m.To()<<3 | int(m>>12) }

// moveAt is the inverse of place.
func moveAt(p int) analysis.Move {
	return analysis.Move(p&7<<12 | p>>3&63<<6 | p>>9)
}

func sortedMoves(lines []analysis.Line) []analysis.Move {
	moves := make([]analysis.Move, len(lines))
	for i, l := range lines {
		moves[i] = l.Move
	}
	slices.SortFunc(moves, func(a, b analysis.Move) int { return place(a) - place(b) })
	return moves
}
