package analysis

import (
	"cmp"
	"fmt"
	"strconv"
)

// mateBase is the value given to "mate in 0". Mate in n moves is mateBase - n,
// so that a nearer mate is worth more and every mate is worth more than any
// number of pawns.
const mateBase = 100000

// maxPawns is where values stop counting: a mate and any advantage above ten
// pawns are ten pawns (MODEL 1).
const maxPawns = 10.0

// Score is an engine's value of a position or move, always from the side of
// the player to move, in centipawns or as a mate in so many moves. Scores are
// totally ordered; the zero value is an equal position.
//
// Scores must not be subtracted, because a mate is not a number of pawns: take
// Pawns of both first. White's point of view exists only where a report is
// shown to people.
type Score struct{ v int32 }

// Centipawns returns the score of n hundredths of a pawn. Values beyond any
// that an engine gives are drawn in to stay below the mates.
func Centipawns(n int) Score {
	const limit = mateBase - 2000
	return Score{int32(min(max(n, -limit), limit))}
}

// MateIn returns the score of a forced mate in n > 0 moves by the side to move.
func MateIn(n int) Score { return Score{int32(mateBase - n)} }

// MatedIn returns the score of being mated in n >= 0 moves; MatedIn(0) is the
// value of a position in which the side to move is checkmated.
func MatedIn(n int) Score { return Score{int32(n - mateBase)} }

// ScoreFromInt is the inverse of Score.Int. ok is false if no score has
// that value.
func ScoreFromInt(v int) (s Score, ok bool) {
	return Score{int32(v)}, v >= -mateBase && v <= mateBase
}

// Int returns the score as one integer that keeps the order: centipawns, or
// 100000-n for mate in n and n-100000 for mated in n.
func (s Score) Int() int { return int(s.v) }

// Mate reports whether the score is a mate, and in how many moves: positive
// when the side to move mates, zero or negative when it is mated.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s.v > mateBase-2000:
		return int(mateBase - s.v), true
	case s.v < -(mateBase - 2000):
		return -int(mateBase + s.v), true
	}
	return 0, false
}

// Pawns returns the value in pawns for arithmetic: centipawns divided by 100,
// with mates and everything beyond ten pawns drawn in to +-10 (MODEL 1).
// Range [-10, 10].
func (s Score) Pawns() float64 {
	return min(max(float64(s.v)/100, -maxPawns), maxPawns)
}

// Negate returns the same value seen from the other side.
func (s Score) Negate() Score { return Score{-s.v} }

// Compare orders scores from worst to best for the side to move.
func (s Score) Compare(t Score) int { return cmp.Compare(s.v, t.v) }

// String shows the score as people write it: "+0.35", "-2.10", "#3", "#-2".
func (s Score) String() string {
	if n, ok := s.Mate(); ok {
		if s.v < 0 {
			return fmt.Sprintf("#-%d", -n)
		}
		return fmt.Sprintf("#%d", n)
	}
	return fmt.Sprintf("%+.2f", float64(s.v)/100)
}

// MarshalJSON writes Int.
func (s Score) MarshalJSON() ([]byte, error) { return strconv.AppendInt(nil, int64(s.v), 10), nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Score) UnmarshalJSON(b []byte) error {
	v, err := strconv.Atoi(string(b))
	if err != nil {
		return fmt.Errorf("score %q is not a whole number", b)
	}
	t, ok := ScoreFromInt(v)
	if !ok {
		return fmt.Errorf("score %d is out of range", v)
	}
	*s = t
	return nil
}
