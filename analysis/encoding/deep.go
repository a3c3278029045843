package encoding

import (
	"slices"

	"fairplay/analysis"
)

// Deep encodes a deep pass: its lines and the engine's bestmove, which does not matter where
// there are no lines. Depths must rise and lie in 1..2047; anything else is an error of kind
// fault.Invalid.
func Deep(lines []analysis.DepthLine, best analysis.Move) ([]byte, error) {
	w := header(deepV1)
	w.golomb(uint32(len(lines)), 0)
	diffs := scoreSteps(lines)
	k := order(diffs)
	w.put(uint32(k), 4)
	var met []analysis.Move
	depth := 0
	for i, l := range lines {
		if err := w.depth(l.Depth, depth); err != nil {
			return nil, err
		}
		depth = l.Depth
		if l.Move>>15 != 0 {
			return nil, refuse("the deep pass holds a move that is none")
		}
		met = w.known(met, l.Move)
		w.golomb(diffs[i], k)
	}
	if best>>15 != 0 {
		return nil, refuse("the bestmove is none")
	}
	if len(lines) > 0 {
		w.known(met, best)
	}
	return w.b, nil
}

// scoreSteps returns the differences of each score to the one before.
func scoreSteps(lines []analysis.DepthLine) []uint32 {
	steps := make([]uint32, len(lines))
	before := 0
	for i, l := range lines {
		steps[i] = zigzag(l.Value.Int() - before)
		before = l.Value.Int()
	}
	return steps
}

// known writes a move by its place among the moves met so far. It returns these moves, with the
// new one added if it was not among them.
func (b *bitWriter) known(met []analysis.Move, m analysis.Move) []analysis.Move {
	i := slices.Index(met, m)
	if i >= 0 {
		b.golomb(uint32(i), 1)
		return met
	}
	b.golomb(uint32(len(met)), 1)
	b.put(uint32(m), 15)
	return append(met, m)
}

// DecodeDeep reads what Deep wrote. No input makes it panic or take more than 32 KiB. What is
// not an encoded deep pass is an error of kind fault.Corrupt.
func DecodeDeep(b []byte) (_ []analysis.DepthLine, best analysis.Move, err error) {
	r, err := body(b, deepV1)
	if err != nil {
		return nil, 0, err
	}
	n := int(r.golomb(0))
	k := int(r.take(4))
	if r.failed || n > maxDepth {
		return nil, 0, corrupt("the number of lines is missing or too large")
	}
	lines := make([]analysis.DepthLine, n)
	var met []analysis.Move
	var before analysis.DepthLine
	for i := range lines {
		if lines[i].Depth, err = r.depth(before.Depth); err != nil {
			return nil, 0, err
		}
		if met, lines[i].Move, err = r.known(met); err != nil {
			return nil, 0, err
		}
		if lines[i].Value, err = score(before.Value.Int(), unzigzag(r.golomb(k))); err != nil {
			return nil, 0, err
		}
		before = lines[i]
	}
	if n > 0 {
		if _, best, err = r.known(met); err != nil {
			return nil, 0, err
		}
	}
	lines, err = finish(r, lines)
	return lines, best, err
}

func (b *bitReader) known(met []analysis.Move) ([]analysis.Move, analysis.Move, error) {
	i := int(b.golomb(1))
	switch {
	case b.failed || i > len(met):
		return nil, 0, corrupt("a move is missing")
	case i < len(met):
		return met, met[i], nil
	}
	m := analysis.Move(b.take(15))
	return append(met, m), m, nil
}

// finish returns items if the reader has come to its end, and nil for none.
func finish[T any](r *bitReader, items []T) ([]T, error) {
	if !r.ended() {
		return nil, corrupt("it is cut off or something follows it")
	}
	if len(items) == 0 {
		return nil, nil
	}
	return items, nil
}
