package fit

import (
	"errors"
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
)

// Strengths of the pull of coefficients towards 0: where players' moves are many,
// only so that terms which nearly say the same stay finite; where an engine's are
// few, as for the choice model.
const (
	lossPenalty      = 2e-3
	assistantPenalty = 1.0
)

// graded is one move that is not the deep best: what it lost, and on what that
// depends.
type graded struct {
	row    []float64 // choice.LossTerms
	weight float64
	loss   float64 // pawns
}

// gradedOf collects the moves of a fold whose loss is known. The terms are those of a
// model that has not seen the fold, as predictions will be: a model that has seen a
// move expects it a little too much. Ratings are moved by the offsets of events.
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
			row := p.LossRow(p.Played, choice.PlayerTermsOf(p, rating, ps, nil))
			parts[i] = append(parts[i], graded{row[:], 1, m.Figures.Loss})
		}
	})
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

// fitLosses fits what players' moves lose.
func fitLosses(models *calibration.Models, parts [][]graded) (err error) {
	var all []graded
	for _, p := range parts {
		all = append(all, p...)
	}
	if models.Loss, err = fitLoss(all, lossPenalty); err != nil {
		return err
	}
	models.Levels = levels(all)
	return nil
}

// levels returns what the moves of each class lose on average. A class that no move
// is in is taken for its middle.
func levels(all []graded) (found [choice.LossClasses]choice.Level) {
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

// cutCount is how many cuts the classes of losses have.
const cutCount = choice.LossClasses - 1

// fitLoss fits an ordered logit. The log-likelihood is concave in cuts and
// coefficients (Pratt, Journal of the American Statistical Association 76, 1981,
// p. 103). Half a move of each class, with the mean terms, keeps the cuts apart where a
// class is empty. Rows of fewer terms leave the coefficients of the others 0.
func fitLoss(all []graded, strength float64) (found choice.Loss, err error) {
	if len(all) == 0 {
		return found, errNoLosses
	}
	all = append(all[:len(all):len(all)], half(all)...)
	x, err := newton(startLoss(all), func(x []float64) (float64, []float64, exact.Symmetric) { return ordered(all, x, strength) })
	if err != nil {
		return found, err
	}
	copy(found.Cuts[:], x)
	copy(found.Coefficients[:], x[cutCount:])
	return found, nil
}

// half returns half a move of each class, with the mean terms of all.
func half(all []graded) (some []graded) {
	mean := make([]float64, len(all[0].row))
	for _, g := range all {
		for i, z := range g.row {
			mean[i] += z / float64(len(all))
		}
	}
	for c := range choice.LossClasses {
		some = append(some, graded{row: mean, weight: 0.5, loss: levels(nil)[c].Loss})
	}
	return some
}

// startLoss returns the cuts that the shares of the classes give, with coefficients
// of 0.
func startLoss(all []graded) []float64 {
	var weight [choice.LossClasses]float64
	total := 0.0
	for _, g := range all {
		weight[choice.LossClass(g.loss)] += g.weight
		total += g.weight
	}
	x := make([]float64, cutCount+len(all[0].row))
	below := 0.0
	for c := range cutCount {
		below += weight[c] / total
		x[c] = exact.Log(below / (1 - below))
	}
	return x
}

// ordered returns minus the log-likelihood of an ordered logit and its penalty, with
// gradient and curvature. Cuts that do not rise are impossible: +Inf.
func ordered(all []graded, x []float64, strength float64) (value float64, gradient []float64, curvature exact.Symmetric) {
	k := len(x)
	gradient, curvature = make([]float64, k), exact.NewSymmetric(k)
	for c := 1; c < cutCount; c++ {
		if !(x[c] > x[c-1]) {
			return math.Inf(1), gradient, curvature
		}
	}
	for i := cutCount; i < k; i++ {
		value += float64(strength * x[i] * x[i] / 2)
		gradient[i] = float64(strength * x[i])
		curvature[i][i] = strength
	}
	for i := range k {
		curvature[i][i] += flatness
	}
	for i := range all {
		value += float64(all[i].weight * all[i].descend(x, gradient, curvature))
	}
	return value, gradient, curvature
}

// descend returns -ln P of one move and adds its derivatives. With U and L the
// distances of the index from the cuts above and below, P = F(U) - F(L), F the
// logistic distribution with density f:
//
//	d ln P = (f(U) dU - f(L) dL) / P
//	d²ln P = (f'(U) dU² - f'(L) dL²) / P - (d ln P)²,   f' = f (1 - 2F)
func (g *graded) descend(x, gradient []float64, curvature exact.Symmetric) float64 {
	index := exact.Dot(x[cutCount:], g.row)
	class := choice.LossClass(g.loss)
	var at, density, bend [2]float64 // below and above
	at[1] = 1
	for side, c := range [2]int{class - 1, class} {
		if 0 <= c && c < cutCount {
			f := 1 / (1 + exact.Exp(index-x[c]))
			at[side], density[side], bend[side] = f, f*(1-f), f*(1-f)*(1-2*f)
		}
	}
	p := math.Max(at[1]-at[0], math.SmallestNonzeroFloat64)
	// The vector of dU is the cut above less the row, that of dL the cut below less it.
	slopes := [2]float64{-density[0] / p, density[1] / p}
	bends := [2]float64{-bend[0] / p, bend[1] / p}
	first := func(i int) (sum float64) {
		for side, c := range [2]int{class - 1, class} {
			sum += float64(slopes[side] * along(i, c, g.row))
		}
		return sum
	}
	for i := range gradient {
		if i < cutCount && i != class && i != class-1 {
			continue
		}
		di := first(i)
		gradient[i] -= float64(g.weight * di)
		for j := range i + 1 {
			if j < cutCount && j != class && j != class-1 {
				continue
			}
			second := -float64(di * first(j))
			for side, c := range [2]int{class - 1, class} {
				second += float64(bends[side] * along(i, c, g.row) * along(j, c, g.row))
			}
			curvature[i][j] -= float64(g.weight * second)
		}
	}
	return -exact.Log(p)
}

// along returns the derivative of the distance from cut c by parameter i.
func along(i, c int, row []float64) float64 {
	switch {
	case c < 0 || c >= cutCount:
		return 0
	case i == c:
		return 1
	case i >= cutCount:
		return -row[i-cutCount]
	}
	return 0
}
