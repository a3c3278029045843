package fit

import (
	"errors"
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
)

// lossPenalty keeps the coefficients of the loss finite where the terms nearly
// say the same.
const lossPenalty = 1e-3

// eventMoves is the number of moves of one event from which on its weight stops
// growing much: each of the n moves of an event weighs 1/(1 + n/200). Otherwise
// one large event that plays unlike its ratings would decide the losses.
const eventMoves = 200.0

// lossRows are the moves of some sides whose loss is known, with the terms that
// the loss is expected from.
type lossRows struct {
	terms         [][]float64
	weight        []float64
	plain, scaled []float64
}

// lossRowsOf collects the moves of a fold. The terms are those of a model that
// has not seen the fold, as predictions will be: a model that has seen a move
// expects it a little too much. Ratings are moved by the offsets of events.
func lossRowsOf(run Runner, f folded, o Offsets, size map[string]int) lossRows {
	models := &calibration.Models{Choice: f.model, Assisted: assisted()}
	terms := make([][][]float64, len(f.inside))
	run(len(f.inside), func(i int) { terms[i] = lossTerms(models, &f.inside[i], o) })
	var rows lossRows
	for i := range f.inside {
		s := &f.inside[i]
		rows.terms = append(rows.terms, terms[i]...)
		for _, m := range s.Moves {
			if m.Figures.HasLoss {
				rows.weight = append(rows.weight, 1/(1+float64(size[s.Event])/eventMoves))
				rows.plain = append(rows.plain, m.Figures.Loss)
				rows.scaled = append(rows.scaled, m.Figures.ScaledLoss)
			}
		}
	}
	return rows
}

// eventSizes counts the moves of every event.
func eventSizes(sides []Side) map[string]int {
	size := make(map[string]int)
	for i := range sides {
		size[sides[i].Event] += len(sides[i].Moves)
	}
	return size
}

// lossTerms returns the terms of the loss for every move of a side whose loss is
// known.
func lossTerms(models *calibration.Models, s *Side, o Offsets) (rows [][]float64) {
	for _, m := range s.Moves {
		if !m.Figures.HasLoss {
			continue
		}
		outlook := models.Outlook(m.Position)
		in := outlook.LossInput(s.Rating + o.Of[s.Event])
		z := in.Terms()
		rows = append(rows, z[:])
	}
	return rows
}

// fitLosses fits the expectation of both losses.
func fitLosses(models *calibration.Models, parts []lossRows) (err error) {
	var all lossRows
	for _, p := range parts {
		all.terms = append(all.terms, p.terms...)
		all.weight = append(all.weight, p.weight...)
		all.plain = append(all.plain, p.plain...)
		all.scaled = append(all.scaled, p.scaled...)
	}
	if models.Loss, err = fitLoss(all.terms, all.weight, all.plain); err != nil {
		return err
	}
	models.Scaled, err = fitLoss(all.terms, all.weight, all.scaled)
	return err
}

// fitLoss fits first the mean, then the variance to the squares of what the mean
// leaves.
func fitLoss(rows [][]float64, weight, losses []float64) (choice.Loss, error) {
	var l choice.Loss
	mean, err := exponential(rows, weight, losses)
	if err != nil {
		return l, err
	}
	squares := make([]float64, len(losses))
	for i, y := range losses {
		squares[i] = square(y - exact.Exp(exact.Dot(mean, rows[i])))
	}
	variance, err := exponential(rows, weight, squares)
	copy(l.Mean[:], mean)
	copy(l.Variance[:], variance)
	return l, err
}

// errNoLosses says that no loss could be fitted.
var errNoLosses = errors.New("the losses of the moves cannot be fitted: there are none, or all are 0")

// Limits of the iteration for a loss: the longest step of a coefficient, and the
// step that ends it.
const (
	longestStep = 2.0
	lastStep    = 1e-11
)

// exponential fits y ~ exp(b'z) by the quasi-likelihood equations
//
//	sum w (y - exp(b'z)) z = penalty
//
// (quasi-Poisson, weights w), with Newton's method. The first term must be the constant 1.
func exponential(rows [][]float64, weight, y []float64) ([]float64, error) {
	total, weights := 0.0, 0.0
	for i, v := range y {
		total += float64(weight[i] * v)
		weights += weight[i]
	}
	if !(total > 0) {
		return nil, errNoLosses
	}
	k := len(rows[0])
	b := make([]float64, k)
	b[0] = exact.Log(total / weights)
	for range maxSteps {
		gradient, curvature := quasi(rows, weight, y, b)
		step, err := newtonStep(curvature, gradient)
		if err != nil {
			return nil, err
		}
		longest := 0.0
		for _, s := range step {
			longest = max(longest, math.Abs(s))
		}
		for i, s := range step {
			b[i] += float64(s * min(1, longestStep/longest))
		}
		if longest < lastStep {
			return b, nil
		}
	}
	return nil, errDiverged
}

// quasi returns gradient and curvature of sum w (exp(b'z) - y b'z) + the penalty.
func quasi(rows [][]float64, weight, y, b []float64) ([]float64, exact.Symmetric) {
	k := len(b)
	gradient, curvature := make([]float64, k), exact.NewSymmetric(k)
	for n, z := range rows {
		mean := exact.Exp(min(max(exact.Dot(b, z), -12), 4))
		for i, v := range z {
			gradient[i] += float64(weight[n] * (mean - y[n]) * v)
			for j, u := range z[:i+1] {
				curvature[i][j] += float64(weight[n] * mean * v * u)
			}
		}
	}
	for i := range k {
		if i > 0 {
			gradient[i] += float64(lossPenalty * b[i])
		}
		curvature[i][i] += lossPenalty
	}
	return gradient, curvature
}
