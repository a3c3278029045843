package choice

import (
	"math"
	"slices"

	"fairplay/analysis/exact"
	"fairplay/analysis/fault"
)

// Model is a conditional logit (McFadden, Conditional logit analysis of
// qualitative choice behavior, 1974): a player of rating R chooses move i of a
// position with probability
//
//	p_i = exp(u_i) / sum_j exp(u_j),   u_i = sum_t b_t m_t x_{i,f(t)}
//
// where term t is the feature f(t) times the modifier m_t. u is linear in the rating, so the
// log-likelihood of any choices is concave in it. All moves that the wide pass lists take part.
//
// A Model does not change once NewModel has made it, and may be shared.
type Model struct {
	Terms        []Term
	Coefficients []float64 // b, one for each term
	UsualDepth   float64   // D0 of the modifier "wd": the usual last depth of the wide pass under the recipe

	design *design
}

// design says where in a row of features each term is found. Features that no
// term uses are left out.
type design struct {
	features []Feature // in use
	column   []int     // for each term, its place among features
}

func newDesign(terms []Term) *design {
	d := &design{column: make([]int, len(terms))}
	for t, term := range terms {
		d.column[t] = d.place(term.Feature)
	}
	return d
}

// Uses reports whether a term of the model has this feature.
func (m *Model) Uses(f Feature) bool { return slices.Contains(m.design.features, f) }

func (d *design) place(f Feature) int {
	for i, known := range d.features {
		if known == f {
			return i
		}
	}
	d.features = append(d.features, f)
	return len(d.features) - 1
}

// NewModel returns the model with these terms and coefficients. Numbers that are not finite, a
// term named twice, or more or fewer coefficients than terms are errors of kind Invalid.
func NewModel(terms []Term, coefficients []float64, usualDepth float64) (*Model, error) {
	if len(terms) != len(coefficients) || len(terms) == 0 {
		return nil, invalid("there are %d coefficients for %d terms", len(coefficients), len(terms))
	}
	seen := make(map[Term]bool, len(terms))
	for i, t := range terms {
		if seen[t] {
			return nil, invalid("the term %v is named twice", t)
		}
		seen[t] = true
		if !finite(coefficients[i]) {
			return nil, invalid("the coefficient of %v is no number", t)
		}
	}
	if !finite(usualDepth) {
		return nil, invalid("the usual depth is no number")
	}
	return &Model{terms, coefficients, usualDepth, newDesign(terms)}, nil
}

func invalid(format string, args ...any) error {
	return fault.New(fault.Invalid, "calibration_model", format, args...)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Utilities says how tempting the moves of a position are: move i has utility
// Base[i] + r Slope[i] to a player of relative rating r.
type Utilities struct{ Base, Slope []float64 }

// Utilities computes the utilities of a position under the model.
func (m *Model) Utilities(p *Position) Utilities {
	n := len(p.Moves)
	numbers := make([]float64, 2*n)
	u := Utilities{numbers[:n:n], numbers[n:]}
	base, slope := m.weights(p)
	for i := range p.Moves {
		x := p.row(i)
		for j, f := range m.design.features {
			u.Base[i] += float64(base[j] * x[f])
			u.Slope[i] += float64(slope[j] * x[f])
		}
	}
	return u
}

// weights returns the weight of each feature in this position: the part without the rating, and
// the part per unit of r.
func (m *Model) weights(p *Position) (base, slope [featureCount]float64) {
	by := p.modifiers(m.UsualDepth)
	for t, term := range m.Terms {
		w := float64(m.Coefficients[t] * by[term.Times])
		if term.Times == ByRating {
			slope[m.design.column[t]] += w
		} else {
			base[m.design.column[t]] += w
		}
	}
	return base, slope
}

// Probabilities writes the probability of each move, for a player of that rating, to dst and
// returns dst, which may be nil. They are not negative and sum to 1.
func (u Utilities) Probabilities(rating float64, dst []float64) []float64 {
	if cap(dst) < len(u.Base) {
		dst = make([]float64, len(u.Base))
	}
	dst = dst[:len(u.Base)]
	r := RelativeRating(rating)
	for i, b := range u.Base {
		dst[i] = b + float64(r*u.Slope[i])
	}
	softmax(dst)
	return dst
}

// softmax turns utilities into probabilities in place and returns the logarithm
// of the sum of their exponentials.
func softmax(u []float64) (logSum float64) {
	top := math.Inf(-1)
	for _, v := range u {
		top = max(top, v)
	}
	sum := 0.0
	for i, v := range u {
		u[i] = exact.Exp(v - top)
		sum += u[i]
	}
	for i := range u {
		u[i] /= sum
	}
	return top + exact.Log(sum)
}

// LogProbability returns the logarithm of the probability of move i for a player
// of that rating, in nats.
func (u Utilities) LogProbability(i int, rating float64) float64 {
	r := RelativeRating(rating)
	top := math.Inf(-1)
	for j, b := range u.Base {
		top = max(top, b+float64(r*u.Slope[j]))
	}
	sum := 0.0
	for j, b := range u.Base {
		sum += exact.Exp(b + float64(r*u.Slope[j]) - top)
	}
	return u.Base[i] + float64(r*u.Slope[i]) - top - exact.Log(sum)
}

// Probabilities returns the probabilities of the moves of a position for a player of that
// rating; see Utilities.Probabilities.
func (m *Model) Probabilities(p *Position, rating float64, dst []float64) []float64 {
	return m.Utilities(p).Probabilities(rating, dst)
}

// RatingScore returns the first derivative of LogProbability(i, rating) by the
// rating, per Elo point, and minus the second:
//
//	d ln p_i/dR = (s_i - E s)/400,   -d²ln p_i/dR² = Var s/400²
//
// with s the slopes. The second does not depend on i. scratch is overwritten.
func (u Utilities) RatingScore(i int, rating float64, scratch *[]float64) (score, information float64) {
	*scratch = u.Probabilities(rating, *scratch)
	return u.RatingScoreOf(i, *scratch)
}

// RatingScoreOf is RatingScore for the result of Probabilities.
func (u Utilities) RatingScoreOf(i int, ps []float64) (score, information float64) {
	mean, square := 0.0, 0.0
	for j, p := range ps {
		mean += float64(p * u.Slope[j])
		square += float64(p * u.Slope[j] * u.Slope[j])
	}
	return (u.Slope[i] - mean) / ratingUnit, max(square-float64(mean*mean), 0) / (ratingUnit * ratingUnit)
}

// With returns the same model with other coefficients, which must be as many
// finite numbers.
func (m *Model) With(coefficients []float64) *Model {
	return &Model{m.Terms, coefficients, m.UsualDepth, m.design}
}

// ProbabilitySlopes returns dp_i/dR, per Elo point, for the result of Probabilities:
//
//	dp_i/dR = p_i (s_i - E s)/400
func (u Utilities) ProbabilitySlopes(ps []float64) []float64 {
	mean := 0.0
	for i, p := range ps {
		mean += float64(p * u.Slope[i])
	}
	slopes := make([]float64, len(ps))
	for i, p := range ps {
		slopes[i] = p * (u.Slope[i] - mean) / ratingUnit
	}
	return slopes
}
