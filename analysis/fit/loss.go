package fit

import (
	"errors"
	"math"
	"slices"

	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// Strengths of the penalty that pulls coefficients towards 0. Players' moves are many: there the
// penalty only keeps terms finite that say nearly the same. An engine's moves are few: there it is
// as strong as in the choice model.
const (
	lossPenalty      = 2e-3
	assistantPenalty = 1.0
)

// graded is one move other than the deep best: what it lost, and what that depends on.
type graded struct {
	row    []float64 // choice.LossTerms
	weight float64
	loss   float64 // pawns

	side   *Side // nil for moves of engines
	player choice.PlayerTerms
}

// gradedOf collects the moves of a fold whose loss is known. The terms are computed by a model that
// has not seen the fold, as in later predictions: a model that has seen a move expects it a little
// too much. Ratings are moved by the offsets of events.
func gradedOf(run Runner, f folded, o Offsets) (all []graded) {
	parts := make([][]graded, len(f.inside))
	run(len(f.inside), func(i int) {
		s := &f.inside[i]
		rating := s.Rating + o.Of[s.Event]
		for _, m := range s.Moves {
			p := m.Position
			if !m.Figures.HasLoss || m.Figures.Match {
				continue
			}
			u := f.model.Utilities(p)
			ps := u.Probabilities(rating, nil)
			player := choice.PlayerTermsOf(p, rating, ps, u.ProbabilitySlopes(ps))
			row := p.LossRow(p.Played, player)
			parts[i] = append(parts[i], graded{row: row[:], weight: 1, loss: m.Figures.Loss, side: s, player: player})
		}
	})
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

// fitLosses fits the losses of players' moves.
func fitLosses(models *score.Models, parts ...[]graded) (err error) {
	all := slices.Concat(parts...)
	if models.Loss, err = fitLoss(all, lossPenalty); err != nil {
		return err
	}
	models.Levels = levels(all)
	return nil
}

// levels returns the mean loss of the moves of each class. A class without moves gets its middle.
func levels(all []graded) (found [choice.LossClasses]choice.LossLevel) {
	var weight [choice.LossClasses]float64
	add := func(g graded) {
		c := choice.LossClass(g.loss)
		l := &found[c]
		weight[c] += g.weight
		for _, x := range []struct {
			sum   *float64
			value float64
		}{{&l.Loss, g.loss}, {&l.Square, g.loss * g.loss}, {&l.Root, math.Sqrt(g.loss)}} {
			*x.sum += float64(g.weight * x.value)
		}
	}
	for _, g := range all {
		add(g)
	}
	for c, usual := range [choice.LossClasses]float64{0, 0.025, 0.1, 0.22, 0.43, 0.85, 1.7, 3.4, 7} {
		if weight[c] == 0 {
			add(graded{weight: 1, loss: usual})
		}
		l := &found[c]
		for _, x := range []*float64{&l.Loss, &l.Square, &l.Root} {
			*x /= weight[c]
		}
	}
	return found
}

// errNoLosses says that no loss could be fitted.
var errNoLosses = errors.New("the losses of the moves cannot be fitted: there are none")

// fitLoss fits whether a move loses anything and, if it does, how much. If rows have fewer terms
// than the model, the coefficients of the others stay 0.
func fitLoss(all []graded, strength float64) (found choice.Loss, err error) {
	if len(all) == 0 {
		return found, errNoLosses
	}
	whether, some := make([]ranked, len(all)), []ranked{}
	for i, g := range all {
		class := choice.LossClass(g.loss)
		whether[i] = ranked{g.row, g.weight, min(class, 1)}
		if class > 0 {
			some = append(some, ranked{g.row, g.weight, class - 1})
		}
	}
	x, err := fitRanks(whether, 2, len(all[0].row), strength)
	if err != nil {
		return found, err
	}
	found.Cuts[0] = x[0]
	copy(found.Something[:], x[1:])
	const classes = choice.LossClasses - 1
	if x, err = fitRanks(some, classes, len(all[0].row), strength); err != nil {
		return found, err
	}
	copy(found.Cuts[1:], x)
	copy(found.HowMuch[:], x[classes-1:])
	return found, nil
}

// ranked is a case in one of several ordered classes, with the terms on which the class depends.
type ranked struct {
	row    []float64
	weight float64
	class  int
}

// fitRanks fits an ordered logit over the given number of classes and returns cuts and
// coefficients. The log-likelihood is concave in both (Pratt, Journal of the American Statistical
// Association 76, 1981, p. 103). Half a case is added to each class, with the mean terms, to keep
// the cuts apart if a class is empty.
func fitRanks(all []ranked, classes, terms int, strength float64) ([]float64, error) {
	mean := make([]float64, terms)
	for _, g := range all {
		for i, z := range g.row {
			mean[i] += z / float64(len(all))
		}
	}
	all = slices.Clone(all)
	for c := range classes {
		all = append(all, ranked{mean, 0.5, c})
	}
	return newton(startRanks(all, classes, terms), func(x []float64) (float64, []float64, exact.Symmetric) {
		return ordered(all, classes-1, x, strength)
	})
}

// startRanks returns the cuts that follow from the shares of the classes, with coefficients of 0.
func startRanks(all []ranked, classes, terms int) []float64 {
	weight, total := make([]float64, classes), 0.0
	for _, g := range all {
		weight[g.class] += g.weight
		total += g.weight
	}
	x := make([]float64, classes-1+terms)
	below := 0.0
	for c := range classes - 1 {
		below += weight[c] / total
		x[c] = exact.Log(below / (1 - below))
	}
	return x
}

// ordered returns minus the log-likelihood of an ordered logit plus its penalty, with gradient and
// curvature. x holds the cuts, then the coefficients. If the cuts do not rise, the value is +Inf.
func ordered(all []ranked, cuts int, x []float64, strength float64) (value float64, gradient []float64, curvature exact.Symmetric) {
	k := len(x)
	gradient, curvature = make([]float64, k), exact.NewSymmetric(k)
	for c := 1; c < cuts; c++ {
		if !(x[c] > x[c-1]) {
			return math.Inf(1), gradient, curvature
		}
	}
	for i := cuts; i < k; i++ {
		value += float64(strength * x[i] * x[i] / 2)
		gradient[i] = float64(strength * x[i])
		curvature[i][i] = strength
	}
	for i := range k {
		curvature[i][i] += flatness
	}
	for i := range all {
		value += float64(all[i].weight * all[i].descend(cuts, x, gradient, curvature))
	}
	return value, gradient, curvature
}

// descend returns -ln P of one case and adds its derivatives. With U and L the
// distances of the index from the cuts above and below, P = F(U) - F(L), F the
// logistic distribution with density f:
//
//	d ln P = (f(U) dU - f(L) dL) / P
//	d²ln P = (f'(U) dU² - f'(L) dL²) / P - (d ln P)²,   f' = f (1 - 2F)
func (r *ranked) descend(cuts int, x, gradient []float64, curvature exact.Symmetric) float64 {
	index := exact.Dot(x[cuts:], r.row)
	var at, density, bend [2]float64 // below and above
	at[1] = 1
	for side, c := range [2]int{r.class - 1, r.class} {
		if 0 <= c && c < cuts {
			f := 1 / (1 + exact.Exp(index-x[c]))
			at[side], density[side], bend[side] = f, f*(1-f), f*(1-f)*(1-2*f)
		}
	}
	p := math.Max(at[1]-at[0], math.SmallestNonzeroFloat64)
	// The vector of dU is the cut above minus the row, the vector of dL the cut below minus the
	// row.
	slopes := [2]float64{-density[0] / p, density[1] / p}
	bends := [2]float64{-bend[0] / p, bend[1] / p}
	first := func(i int) (sum float64) {
		for side, c := range [2]int{r.class - 1, r.class} {
			sum += float64(slopes[side] * r.along(i, c, cuts))
		}
		return sum
	}
	for i := range gradient {
		if i < cuts && i != r.class && i != r.class-1 {
			continue
		}
		di := first(i)
		gradient[i] -= float64(r.weight * di)
		for j := range i + 1 {
			if j < cuts && j != r.class && j != r.class-1 {
				continue
			}
			second := -float64(di * first(j))
			for side, c := range [2]int{r.class - 1, r.class} {
				second += float64(bends[side] * r.along(i, c, cuts) * r.along(j, c, cuts))
			}
			curvature[i][j] -= float64(r.weight * second)
		}
	}
	return -exact.Log(p)
}

// along returns the derivative of the distance from cut c with respect to parameter i.
func (r *ranked) along(i, c, cuts int) float64 {
	switch {
	case c < 0 || c >= cuts:
		return 0
	case i == c:
		return 1
	case i >= cuts:
		return -r.row[i-cuts]
	}
	return 0
}
