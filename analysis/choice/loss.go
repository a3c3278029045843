package choice

import (
	"math"

	"fairplay/analysis/exact"
)

// LossClasses is how many classes there are for the loss of a move: nothing; under .05, .15,
// .30, .60, 1.20, 2.50 and 5 pawns; and more. lossEdges are the losses in pawns at which the
// classes end. Losses are whole centipawns, so an edge lies half a centipawn below its figure.
const LossClasses = 9

var lossEdges = [LossClasses - 1]float64{0.005, 0.045, CloseLoss, 0.295, 0.595, 1.195, 2.495, 4.995}

// CloseClasses is the number of classes, from the lowest, whose moves lose less than .15 pawns.
// CloseLoss is where they end.
const (
	CloseClasses = 3
	CloseLoss    = 0.145
)

// LossClass returns the class of a loss in pawns, from 0.
func LossClass(pawns float64) int {
	class := 0
	for class < len(lossEdges) && pawns > lossEdges[class] {
		class++
	}
	return class
}

// LossTerms names the terms on which the loss of a move depends, in the order of the
// coefficients. v is the deep value of the position, v_i the value of the move in the wide
// pass, and f the scale. p is the probability of the deep best and E the mean of the scaled
// difference delta, both by the choice model at the player's rating.
//
//	lg     ln(max(g, 0) + 0.03), g = f(v) - f(v_i)
//	lg1    max(lg + 2.8, 0), so that the slope may change
//	lg2    max(lg + 1.4, 0)
//	g      g itself
//	delta  scaled difference of the move in the wide pass
//	up     min(max(v, 0), 3)/3
//	down   min(max(-v, 0), 3)/3
//	op     1 to the player's turn 8, 0 from turn 24 (ByOpening)
//	br     how many moves are nearly as good (ByBreadth)
//	r      (R - 2100)/400
//	r1     max(r - 1, 0): the best players lose less than a straight line says
//	lq     ln(1 - p + 0.02)
//	lE     ln(E + 0.01)
//
// The last four describe the player. They are 0 for engines.
func LossTerms() []string {
	return []string{"lg", "lg1", "lg2", "g", "delta", "up", "down", "op", "br", "r", "r1", "lq", "lE"}
}

const (
	lossTermCount = 13
	// MoveTermCount is how many of LossTerms, from the first on, do not depend on the
	// player.
	MoveTermCount = 9
)

// Offsets that keep the logarithms of the terms finite: of scaled differences, of a
// probability, and of a mean scaled difference.
const (
	lossFloorG = 0.03
	lossFloorP = 0.02
	lossFloorE = 0.01
)

// Where the slopes of lg and r may change.
const (
	lossBendR = 1.0
	lossBend1 = -2.8
	lossBend2 = -1.4
)

// Loss models what a move that is not the deep best loses, deep value against deep value. A
// logit says whether it loses anything, and an ordered logit how much (McCullagh, Journal of
// the Royal Statistical Society B 42, 1980, p. 109), over the classes of losses:
//
//	P(class = 0)              = 1 / (1 + exp(-(a_0 - b_0'z)))
//	P(class <= c | class > 0) = 1 / (1 + exp(-(a_c - b_1'z)))
//
// with cuts a and coefficients b of LossTerms. A move that loses nothing differs in kind from
// one that loses little: often the wide pass was wrong about it. The deep best loses nothing.
//
// The wide pass says how tempting a move is, not how good. A player who sees that a move which
// looks .3 pawns worse there loses nothing has looked deeper (MODEL 5c).
type Loss struct {
	Cuts      [LossClasses - 1]float64 `json:"cuts"` // rising, from the second on
	Something [lossTermCount]float64   `json:"something"`
	HowMuch   [lossTermCount]float64   `json:"how_much"`
}

// Valid reports whether all numbers are finite, the cuts rise, and no cut is so large that its
// exponential overflows.
func (l *Loss) Valid() bool {
	for i := range l.HowMuch {
		if !finite(l.Something[i]) || !finite(l.HowMuch[i]) {
			return false
		}
	}
	for c, a := range l.Cuts {
		if !(math.Abs(a) < 100) || c > 1 && !(a > l.Cuts[c-1]) {
			return false
		}
	}
	return true
}

// LossIndex is b'z, or a part of it, for the two questions: whether a move loses anything, and
// how much.
type LossIndex [2]float64

// Add returns the sum.
func (l LossIndex) Add(y LossIndex) LossIndex { return LossIndex{l[0] + y[0], l[1] + y[1]} }

// PlayerTerms holds those terms of a loss that describe the player, with their derivatives by
// the rating, per Elo point. The zero value is for an engine.
type PlayerTerms struct {
	terms, slopes [lossTermCount - MoveTermCount]float64
}

// PlayerTermsOf returns the terms of a player of that rating, in a position with these
// probabilities of its moves and their derivatives (Utilities.Probabilities and
// ProbabilitySlopes). Without slopes the derivatives are 0.
func PlayerTermsOf(p *Position, rating float64, ps, slopes []float64) PlayerTerms {
	rest, mean := max(1-ps[p.Best], 0)+lossFloorP, max(exact.Dot(ps, p.Delta), 0)+lossFloorE
	r, above := RelativeRating(rating), 0.0
	if r > lossBendR {
		above = 1.0 / ratingUnit
	}
	m := PlayerTerms{terms: [...]float64{r, max(r-lossBendR, 0), exact.Log(rest), exact.Log(mean)}}
	if slopes != nil {
		m.slopes = [...]float64{1.0 / ratingUnit, above, -slopes[p.Best] / rest, exact.Dot(slopes, p.Delta) / mean}
	}
	return m
}

// LossRow holds the values of LossTerms.
type LossRow [lossTermCount]float64

// LossRow returns the values for move i and a player with these terms.
func (p *Position) LossRow(i int, m PlayerTerms) (z LossRow) {
	g := Scale(p.Pawns) - Scale(p.Values[i])
	lg := exact.Log(max(g, 0) + lossFloorG)
	up, down := min(max(p.Pawns, 0), 3)/3, min(max(-p.Pawns, 0), 3)/3
	z = LossRow{lg, max(lg-lossBend1, 0), max(lg-lossBend2, 0), g, p.Delta[i], up, down, p.opening(), p.Breadth}
	copy(z[MoveTermCount:], m.terms[:])
	return z
}

// Index returns b'z without the terms of the player: the part that is the same for everybody.
// PlayerIndex returns the rest.
func (l *Loss) Index(row *LossRow) LossIndex {
	return l.dot(0, row[:MoveTermCount])
}

// PlayerIndex returns what the terms of a player add to Index, and its derivative by the
// rating, per Elo point.
func (l *Loss) PlayerIndex(m PlayerTerms) (index, slope LossIndex) {
	return l.dot(MoveTermCount, m.terms[:]), l.dot(MoveTermCount, m.slopes[:])
}

// dot sums some terms times their coefficients; the first one has number from.
func (l *Loss) dot(from int, terms []float64) LossIndex {
	to := from + len(terms)
	return LossIndex{exact.Dot(l.Something[from:to], terms), exact.Dot(l.HowMuch[from:to], terms)}
}

// Steps holds exp(-a) for the cuts a, which are the same for all moves.
type Steps [LossClasses - 1]float64

// Steps computes exp(-a) for the cuts.
func (l *Loss) Steps() (s Steps) {
	for c, a := range l.Cuts {
		s[c] = exact.Exp(-a)
	}
	return s
}

// Classes writes the probabilities of the classes at an index to ps. direction is the
// derivative of the index by some quantity; Classes writes the derivatives of the probabilities
// by the same quantity to slopes.
func (s *Steps) Classes(index, direction LossIndex, ps, slopes *[LossClasses]float64) {
	none := 1 / (1 + float64(exact.Exp(index[0])*s[0]))
	fall := float64(none * (1 - none) * direction[0])
	ps[0], slopes[0] = none, -fall
	odds, some := exact.Exp(index[1]), 1-none
	below, under := 0.0, 0.0
	for c := 1; c < LossClasses; c++ {
		at, density := 1.0, 0.0
		if c < len(s) {
			at = 1 / (1 + float64(odds*s[c]))
			density = float64(at * (1 - at) * direction[1])
		}
		share := at - below
		ps[c], slopes[c] = some*share, float64(fall*share)+float64(some*(under-density))
		below, under = at, density
	}
}

// Class returns the probability of one class at an index.
func (s *Steps) Class(index LossIndex, class int) float64 {
	none := 1 / (1 + float64(exact.Exp(index[0])*s[0]))
	if class == 0 {
		return none
	}
	odds := exact.Exp(index[1])
	low, high := 0.0, 1.0
	if class > 1 {
		low = 1 / (1 + float64(odds*s[class-1]))
	}
	if class < len(s) {
		high = 1 / (1 + float64(odds*s[class]))
	}
	return (1 - none) * (high - low)
}

// LossLevel describes the losses of the moves in one class.
type LossLevel struct {
	Loss   float64 `json:"loss"`        // pawns
	Square float64 `json:"loss_square"` // mean of the squares
	Root   float64 `json:"root"`        // mean of the roots of the losses in pawns
}

// Scaled returns the mean and mean square of such a loss on the scale f, in a position worth v
// pawns: f(v) - f(v - loss). The spread within the class is multiplied by the slope of f there.
func (l LossLevel) Scaled(v float64) (mean, square float64) {
	after := max(v-l.Loss, -maxPawns)
	mean = Scale(v) - Scale(after)
	slope := 1 / (1 + math.Abs(after))
	return mean, float64(mean*mean) + float64(slope*slope*max(l.Square-float64(l.Loss*l.Loss), 0))
}

// Away returns the loss in pawns one standard deviation above the mean, or below it but at least 0.
func (l LossLevel) Away(more bool) float64 {
	sd := math.Sqrt(max(l.Square-float64(l.Loss*l.Loss), 0))
	if more {
		return l.Loss + sd
	}
	return max(l.Loss-sd, 0)
}

// maxPawns is the largest value of a position (analysis.Score.Pawns).
const maxPawns = 10.0

// Valid reports whether some losses can have these numbers.
func (l LossLevel) Valid() bool {
	for _, v := range []float64{l.Loss, l.Square, l.Root} {
		if !finite(v) || v < 0 {
			return false
		}
	}
	return true
}
