package score

import "fairplay/analysis/exact"

// farthest is the z beyond which tail probabilities no longer fall (about 1e-299): smaller ones do
// not fit into a float64.
const farthest = 37

// Tail returns Q(z), the probability that a standard normal value is z or more:
//
//	Q(z) = erfc(z/sqrt 2) / 2
//
// Range (0, 1]: z is drawn in to +-37. Tail of NaN is NaN.
func Tail(z float64) float64 {
	return exact.NormalTail(min(max(z, -farthest), farthest))
}

// OneIn returns the natural frequency 1/Q(z): among how many honest performances one of z or more
// is expected. z = 2 gives 44.0, z = 5 gives 3 488 556.
func OneIn(z float64) float64 { return 1 / Tail(z) }

// Odds returns the one-sided odds (1-Q)/Q against a value of z or more by chance
// ([AM], notes on statistics, II: z = 2 is 43 to 1).
func Odds(z float64) float64 { return Tail(-z) / Tail(z) }

// Published rounds a figure to the nine significant digits that reports give.
func Published(x float64) float64 { return exact.Round(x, exact.Digits) }
