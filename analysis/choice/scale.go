package choice

import (
	"math"

	"fairplay/analysis/exact"
)

// winSlope is the constant that Lichess publishes for the win expectation of a
// value in centipawns.
const winSlope = 0.00368208

// Scale returns f(v) = sgn(v) ln(1+|v|) for a value v in pawns: the integral of dz/(1+|z|) from
// 0 to v [RH11, section 3]. One pawn more matters less the further the game is from balance.
// Values have been cut to +-10 pawns (analysis.Score.Pawns).
func Scale(pawns float64) float64 {
	return math.Copysign(exact.Log1p(math.Abs(pawns)), pawns)
}

// WinExpectation returns W(v) = 1/(1+exp(-0.368208 v)) for a value v in pawns: the share of
// points that a side with this advantage scores. Range (0, 1).
func WinExpectation(pawns float64) float64 {
	return 1 / (1 + exact.Exp(-winSlope*100*pawns))
}
