package pgn

import (
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// NewPosition reads a FEN, whose last two numbers may be missing, and returns the position with
// its key and its legal moves. A FEN that cannot be read, or a position that no game can reach,
// is a fault.Error of kind Invalid. Such a position shows in its kings, pawns on the first or
// last rank, too many men, the side not to move in check, and castling rights or an en-passant
// square that do not fit the board.
func NewPosition(fen string) (analysis.Position, error) {
	b, err := parseFEN(fen)
	if err != nil {
		return analysis.Position{}, invalidPosition(fen, err.Error())
	}
	reason := b.fault()
	if reason == "" && b.impossibleRights() != 0 {
		reason = "castling rights are given, but king and rook do not stand on their first squares"
	}
	if reason == "" && b.impossiblePassed() {
		reason = "an en-passant square is given, but no pawn can just have passed over it"
	}
	if reason != "" {
		return analysis.Position{}, invalidPosition(fen, reason)
	}
	p := newPosition(b)
	return p.snapshot(), nil
}

func invalidPosition(fen, reason string) error {
	return fault.New(fault.Invalid, "position_invalid", "the position %q is not possible: %s", fen, reason)
}

// snapshot returns the position in the words of package analysis.
func (p *position) snapshot() analysis.Position {
	return analysis.Position{Key: p.key(), Legal: slices.Clone(p.legal()), InCheck: p.checked}
}
