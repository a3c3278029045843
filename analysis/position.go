package analysis

import "strings"

// Position is a legal chess position with its legal moves, everything that an
// engine has to be asked about it. Package pgn makes positions and vouches for
// them; a Position built by hand has no such promise.
type Position struct {
	// Key is the position key (MODEL 1): a FEN whose en-passant square is
	// given only where a legal en-passant capture exists and whose full-move
	// number is written as 1. It is what an engine is sent and what the cache
	// is keyed by.
	Key string
	// Legal holds every legal move, in ascending order of Move.
	Legal []Move
	// InCheck reports whether the side to move is in check.
	InCheck bool
}

// Turn returns the side to move.
func (p Position) Turn() Color {
	if _, rest, ok := strings.Cut(p.Key, " "); ok && strings.HasPrefix(rest, "b") {
		return Black
	}
	return White
}

// Terminal returns the value of a position without a legal move: mated in 0
// when in check, equal when stalemated. ok is false where moves exist.
func (p Position) Terminal() (value Score, ok bool) {
	switch {
	case len(p.Legal) > 0:
		return Score{}, false
	case p.InCheck:
		return MatedIn(0), true
	}
	return Score{}, true
}
