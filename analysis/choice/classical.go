package choice

import "fairplay/analysis/exact"

// Classical is the two-parameter form of [RH11], kept as a second opinion and as the baseline
// that every other model must beat. It uses nothing but the scaled difference of a move:
//
//	p_i = p_0^(a_i),   a_i = exp((delta_i/s)^c),   sum p_i = 1
//
// The sensitivity s > 0, in scaled pawns, and the consistency c > 0 are linear in the rating.
// (The exponent has a plus sign. Two of the papers print a minus, which would make worse moves
// likelier.)
type Classical struct {
	S RatingLine `json:"s"`
	C RatingLine `json:"c"`
}

// RatingLine is a number that is linear in the rating: Middle + PerUnit r with
// r = (R - 2100)/400.
type RatingLine struct {
	Middle  float64 `json:"at_2100"`
	PerUnit float64 `json:"per_400"`
}

// At returns the number for a rating, but at least a twentieth of its middle, because far
// outside the fitted range a line would cross zero.
func (r RatingLine) At(rating float64) float64 {
	return max(r.Middle+float64(r.PerUnit*RelativeRating(rating)), r.Middle/20)
}

// greatestExponent is the largest a_i; p_0 to that power is practically 0.
const greatestExponent = 1e6

// Probabilities writes the probability of each move for a player of that rating to dst and
// returns dst, which may be nil. They sum to 1.
func (c Classical) Probabilities(p *Position, rating float64, dst []float64) []float64 {
	if cap(dst) < len(p.Delta) {
		dst = make([]float64, len(p.Delta))
	}
	dst = dst[:len(p.Delta)]
	s, k, most := c.S.At(rating), c.C.At(rating), exact.Log(greatestExponent)
	for i, d := range p.Delta {
		dst[i] = greatestExponent
		if e := exact.Exp(k * exact.Log(d/s)); e < most {
			dst[i] = exact.Exp(e)
		}
	}
	l := root(dst)
	total := 0.0
	for i, a := range dst {
		dst[i] = exact.Exp(-a * l)
		total += dst[i]
	}
	for i := range dst {
		dst[i] /= total
	}
	return dst
}

// root returns L = -ln p_0, the solution of g(L) = ln sum exp(-a_i L) = 0. g
// falls and is convex, so that Newton's steps from 0 never pass the solution.
func root(a []float64) float64 {
	l := 0.0
	for range 60 {
		sum, slope := 0.0, 0.0
		for _, e := range a {
			w := exact.Exp(-e * l)
			sum += w
			slope += float64(e * w)
		}
		step := exact.Log(sum) * sum / slope
		l += step
		if !(step > 1e-13*l) {
			break
		}
	}
	return l
}
