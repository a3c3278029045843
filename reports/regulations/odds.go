package regulations

import "fairplay/analysis/exact"

// Tail returns Q(z), the probability that a standard normal variable exceeds z:
//
//	Q(z) = erfc(z / sqrt 2) / 2
func Tail(z float64) float64 { return exact.NormalTail(z) }

// Odds returns the odds against a deviation of z or more by chance, one-sided,
// as "43 to 1" for z = 2 (R-II-4):
//
//	(1 - Q(z)) / Q(z)
//
// It is 1 at z = 0 and +Inf where Q(z) underflows, beyond z = 38.
func Odds(z float64) float64 {
	q := Tail(z)
	return (1 - q) / q
}

// ZForOdds returns the smallest z whose odds are at least that many to one, the
// inverse of Odds. odds must be positive.
func ZForOdds(odds float64) float64 { return -exact.NormalQuantile(1 / (float64(odds) + 1)) }
