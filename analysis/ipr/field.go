package ipr

import (
	"math"

	"fairplay/analysis/exact"
)

// leastField is how many players are a field. The spread between fewer of them is
// too uncertain to say how far all may be off.
const leastField = 5

// farthest is how far from its ratings a field is looked for, in Elo points, and
// offsetStep the distance of the offsets that are tabulated.
const (
	farthest   = 1000
	offsetStep = 100
)

// Field is how far the players of an event, taken together, play from their
// ratings. All numbers are Elo points; positive is stronger than rated.
type Field struct {
	Offset    float64
	Low, High float64 // 95 % interval

	// OK is false where nothing can be said: fewer than five players, or moves that
	// are as likely at all ratings.
	OK bool
}

// Offsets tabulates the log-likelihood of a player's moves, in nats, by the offset
// of his strength from his rating, for OfField. Curves of one player's games are
// added by Sum.
func Offsets(l func(offset float64) float64) Curve {
	c := Curve{within: offsetRange()}
	for u := c.within.Low; u <= c.within.High; u += offsetStep {
		c.values = append(c.values, l(u))
	}
	return c
}

// Tabulated returns the values of a curve, for OffsetsOf. They are not to be
// changed.
func (c Curve) Tabulated() []float64 { return c.values }

// OffsetsOf returns the curve that Offsets has made, of its values.
func OffsetsOf(values []float64) Curve { return Curve{within: offsetRange(), values: values} }

func offsetRange() Range { return Range{Low: -farthest, High: farthest} }

// OfField estimates the offset of a field from the curves of its players. With
// l_p the log-likelihood of player p at his rating + u, and sigma the standard
// deviation of offsets between events, spread > 0, the offset is that of the
// calibration's own events, drawn in towards 0 by a normal prior:
//
//	û = argmax L(u) - u²/(2 sigma²),   L = sum_p l_p
//
// Players of a field differ in how far they are from their ratings, and what is
// independent is a player and not a move. The variance takes each player's sum of
// derivatives as one draw (White, Econometrica 50, 1982, p. 1; P players):
//
//	Var û = (P/(P-1) sum_p l'_p(û)² + 1/sigma²) / H²,   H = -L''(û) + 1/sigma²
//
// at least 1/H, that of players who do not differ. The interval is û plus and minus
// the 97.5 % point of Student's t with P-1 degrees of freedom times its root.
// Offsets beyond 1000 points are given as 1000.
func OfField(players []Curve, spread float64) Field {
	if len(players) < leastField || !(spread > 0) {
		return Field{}
	}
	all, precision := Sum(players...), 1/(spread*spread)
	p := newProfile(all.At, offsetRange())
	if !p.speaks() {
		return Field{}
	}
	p = newProfile(func(u float64) float64 { return all.At(u) - float64(u*u*precision/2) }, offsetRange())
	f := Field{OK: true}
	f.Offset, _ = p.maximum()
	half := fieldError(players, all, f.Offset, precision)
	f.Low, f.High = f.Offset-half, f.Offset+half
	return f
}

// fieldError returns half the interval around an offset.
func fieldError(players []Curve, all Curve, offset, precision float64) float64 {
	n := float64(len(players))
	squares := 0.0
	for _, c := range players {
		slope, _ := c.bend(offset)
		squares += float64(slope * slope)
	}
	_, curvature := all.bend(offset)
	h := math.Max(-curvature, 0) + precision
	variance := math.Max((float64(n/(n-1)*squares)+precision)/(h*h), 1/h)
	return exact.StudentQuantile(0.975, n-1) * math.Sqrt(variance)
}

// bend returns the first and second derivative at u by differences over half a
// step, over which log-likelihoods are nearly parabolas.
func (c Curve) bend(u float64) (slope, curvature float64) {
	const h = offsetStep / 2
	low, middle, high := c.At(u-h), c.At(u), c.At(u+h)
	return (high - low) / (2 * h), (high - 2*middle + low) / (h * h)
}
