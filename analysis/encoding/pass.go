package encoding

import (
	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// First bytes of the encoded passes.
const (
	deepV1 = 0x11
	wideV1 = 0x21
)

// Bounds of what can be encoded, far above what engines and positions give
// (no position has more than 218 legal moves). They bound the memory that a
// decoder takes: 8 MiB at most.
const (
	maxDepth = 2047 // of a line; also the most lines or tables of a pass
	maxLines = 256  // of a table
)

// header writes the first byte of a pass.
func header(kind byte) *bitWriter { return &bitWriter{b: []byte{kind}} }

// body returns a reader of what follows the first byte, and whether that byte
// is as expected.
func body(b []byte, kind byte) (*bitReader, error) {
	if len(b) == 0 || b[0] != kind {
		return nil, corrupt("its first byte is not 0x%02x", kind)
	}
	return &bitReader{b: b[1:]}, nil
}

// depth writes d as its distance to the depth before.
func (b *bitWriter) depth(d, before int) error {
	if d <= before || d > maxDepth {
		return refuse("depth %d after depth %d", d, before)
	}
	b.golomb(uint32(d-before-1), 0)
	return nil
}

func (b *bitReader) depth(before int) (int, error) {
	d := before + 1 + int(b.golomb(0))
	if b.failed || d > maxDepth {
		return 0, corrupt("a depth is missing or beyond %d", maxDepth)
	}
	return d, nil
}

// score returns the score that differs by diff from the one before.
func score(before, diff int) (analysis.Score, error) {
	s, ok := analysis.ScoreFromInt(before + diff)
	if !ok {
		return s, corrupt("a score is out of range")
	}
	return s, nil
}

func refuse(format string, args ...any) error {
	return fault.New(fault.Invalid, "evaluation_form", "this evaluation cannot be encoded: "+format, args...)
}

func corrupt(format string, args ...any) error {
	return fault.New(fault.Corrupt, "evaluation_encoding", "this is not an encoded evaluation: "+format, args...)
}
