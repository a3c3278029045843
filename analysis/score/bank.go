package score

import (
	"math"

	"fairplay/analysis/exact"
)

// Bank holds what the bank of detectors needs beside Effects and Spread.
type Bank struct {
	Helpers []BankHelper `json:"helpers"` // the assistants of the models, in their order
}

// BankHelper says how the likelihood ratio against an assistant, at BankShare, lies and spreads on
// honest games.
type BankHelper struct {
	Kind string `json:"kind"` // as choice.Assistant has it; one of each
	Spread
}

// mostHelpers is the greatest number of detectors for whose maximum there is a joint tail.
const mostHelpers = 3

func (b *Bank) validate() error {
	if b == nil {
		return nil
	}
	if n := len(b.Helpers); n == 0 || n > mostHelpers {
		return invalid("the bank must have 1 to %d helpers", mostHelpers)
	}
	for i := range b.Helpers {
		if err := b.Helpers[i].validate(LR); err != nil {
			return err
		}
	}
	return nil
}

// spreads returns bias and scale of every quantity of the bank, in the order of its vectors.
func (p *Parameters) spreads() (all []Spread) {
	for _, q := range BankQuantities() {
		all = append(all, *p.Spread.At(q))
	}
	for _, h := range p.Bank.Helpers {
		all = append(all, h.Spread)
	}
	return all
}

// ownShare is the share of its variance that a quantity of a side at least has for itself, and
// leastOwn its least variance. Of few moves, one quantity may follow from the others so closely that
// a detector would look at nothing but the rest, of which the models know nothing.
const (
	ownShare = 0.01
	leastOwn = 1e-6
)

// bankSide is what the moves of one player in one game add to the quantities of the bank.
type bankSide struct {
	moves         int
	excess, slope []float64   // actual less expected and bias; dE/dR per Elo point
	shift         [][]float64 // by helper; nil for an opponent
	factor        exact.Cholesky
	game          int // number of the game, of its player and its event
	event, person string
	ratingSD      float64

	inverseSlope []float64 // B⁻¹S
	known        float64   // S'B⁻¹S
}

// side sums up moves. ok is false if none of them has what the bank needs.
func (p *Parameters) side(moves []Scored, own bool) (s bankSide, ok bool) {
	spreads := p.spreads()
	n := len(spreads)
	cov := exact.NewSymmetric(n)
	s.excess, s.slope = make([]float64, n), make([]float64, n)
	if own {
		s.shift = make([][]float64, len(p.Bank.Helpers))
		for h := range s.shift {
			s.shift[h] = make([]float64, n)
		}
	}
	for i := range moves {
		j := moves[i].Joint
		if j == nil || len(j.Actual) != n {
			continue
		}
		s.moves++
		for a := range n {
			if moves[i].HasLoss || a != bankClose && a != bankRoot {
				s.excess[a] += j.Actual[a] - j.Mean[a] - spreads[a].Bias
			}
			s.slope[a] += j.Slope[a]
			for b := range a + 1 {
				cov[a][b] += float64(j.Cov[a][b] * spreads[a].Scale * spreads[b].Scale)
			}
			for h := range s.shift {
				s.shift[h][a] += j.Shift[h][a]
			}
		}
	}
	if s.moves == 0 {
		return s, false
	}
	for a := range n {
		cov[a][a] += float64(ownShare*cov[a][a]) + leastOwn
	}
	if s.factor, ok = cov.Cholesky(); !ok {
		return s, false
	}
	s.inverseSlope = s.factor.Solve(s.slope)
	s.known = exact.Dot(s.slope, s.inverseSlope)
	return s, true
}

// BankDetector is one detector of the bank.
type BankDetector struct {
	Kind  string // of the helper it looks for
	Z     float64
	Shift float64   // of Z, in standard deviations, expected if the helper made every move
	Games []float64 // what each game of the performance adds to Z, the event's offset aside
}

// BankResult is what the bank says of a performance.
type BankResult struct {
	Z         float64 // of the highest detector, given how many there are
	Detectors []BankDetector
	Highest   int // the detector with the highest Z
	// Correlation is that of the detectors under honest play.
	Correlation exact.Symmetric
}

// Banked computes the bank of a performance, of one player (MODEL 5d). It is nil
// without a calibrated bank, and if a detector has nothing to look at, as without any Joint.
//
// D holds the sums of the quantities by side, of the player and of his opponents in the same games.
// With B the covariances of the moves of each side, S the slopes and C the covariance of the sides'
// strengths, in Elo points squared,
//
//	Cov(D) = B + S C S',   C_st = tau_game² [same game] + sigma_R² [same person] + s_F² [same event]
//
// A helper h shifts the player's sums by delta_h, expected if he made every move, and those of the
// opponents by nothing. The detector is the linear one that shows this shift best (Fisher, Annals of
// Eugenics 7, 1936, p. 179),
//
//	w_h = Cov⁻¹ delta_h,   z_h = w_h'(D - E) / sqrt(w_h' Cov w_h)
//
// where the offset of the event has the tail of sums.test (MODEL 6a). Opponents enter through Cov⁻¹:
// they take out what both sides of a game share. Z is the normal quantile of the probability that the
// highest of as many normal values with the correlations of the detectors is at least the highest z_h.
//
// With J = diag(S'B⁻¹S) and A = I + J^½ C J^½, Cov⁻¹ is B⁻¹ - B⁻¹S J^-½ (I - A⁻¹) J^-½ S'B⁻¹, so
// nothing larger than the number of sides is factorised.
func (p *Parameters) Banked(perf *Performance) *BankResult {
	if p.Bank == nil {
		return nil
	}
	sides := p.bankSides(perf)
	weights, ok := p.bankWeights(perf, sides)
	if !ok {
		return nil
	}
	helpers := len(p.Bank.Helpers)
	r := &BankResult{Correlation: exact.NewSymmetric(helpers)}
	sd := make([]float64, helpers)
	for h, w := range weights {
		for k := range h + 1 {
			for i := range sides {
				if sides[i].shift != nil {
					r.Correlation[h][k] += exact.Dot(w[i], sides[i].shift[k])
				}
			}
		}
		if sd[h] = math.Sqrt(math.Max(r.Correlation[h][h], 0)); !(sd[h]*sd[h] > leastVariance) {
			return nil
		}
	}
	for h, w := range weights {
		for k := range h + 1 {
			r.Correlation[h][k] /= sd[h] * sd[k]
		}
		r.Correlation[h][h] = 1
		d := BankDetector{Kind: p.Bank.Helpers[h].Kind, Shift: sd[h], Games: make([]float64, len(perf.Games))}
		at := standing{ok: true, known: sd[h] * sd[h]}
		for i := range sides {
			s := &sides[i]
			x := exact.Dot(w[i], s.excess)
			at.excess += x
			d.Games[s.game] += x / sd[h]
			*at.events.of(s.event) += exact.Dot(w[i], s.slope)
		}
		for _, x := range at.events {
			o := perf.Apart.Of(x.name, p.Effects)
			at.known -= float64(o.SD * o.SD * x.sum * x.sum)
		}
		at.known = math.Max(at.known, leastKnown*sd[h]*sd[h])
		if d.Z = at.z(perf.Apart, p.Effects); math.IsNaN(d.Z) || math.IsInf(d.Z, 0) {
			return nil
		}
		r.Detectors = append(r.Detectors, d)
		if d.Z > r.Detectors[r.Highest].Z {
			r.Highest = h
		}
	}
	r.Z = highest(r.Detectors[r.Highest].Z, r.Correlation)
	return r
}

// bankSides returns the sides of a performance: of the player's games, then of his opponents.
func (p *Parameters) bankSides(perf *Performance) (sides []bankSide) {
	add := func(g *Game, at int, own bool) {
		s, ok := p.side(g.Moves, own)
		if !ok {
			return
		}
		s.game, s.event, s.person, s.ratingSD = at, perf.Games[at].Event, "of "+g.Player, perf.RatingSD
		if !own {
			s.person, s.ratingSD = "against "+g.Player, p.Effects.Rating
		}
		sides = append(sides, s)
	}
	for i := range perf.Games {
		add(&perf.Games[i], i, true)
	}
	for i := range perf.Opponents {
		if i < len(perf.Games) {
			add(&perf.Opponents[i], i, false)
		}
	}
	return sides
}

// bankWeights returns w_h by helper and side. ok is false if there are no sides.
func (p *Parameters) bankWeights(perf *Performance, sides []bankSide) (weights [][][]float64, ok bool) {
	n := len(sides)
	root, a := make([]float64, n), exact.NewSymmetric(n)
	for i := range sides {
		root[i] = math.Sqrt(math.Max(sides[i].known, 0))
		s := &sides[i]
		for j := range i + 1 {
			t, shared := &sides[j], 0.0
			if s.game == t.game {
				shared += float64(p.Effects.Game * p.Effects.Game)
			}
			if s.person == t.person {
				shared += float64(s.ratingSD * s.ratingSD)
			}
			if s.event == t.event {
				sd := perf.Apart.Of(s.event, p.Effects).SD
				shared += float64(sd * sd)
			}
			a[i][j] = float64(root[i] * root[j] * shared)
		}
		a[i][i]++
	}
	factor, ok := a.Cholesky()
	if !ok || n == 0 {
		return nil, false
	}
	for h := range p.Bank.Helpers {
		along, solved := make([]float64, n), make([][]float64, n)
		for i := range sides {
			if s := &sides[i]; s.shift != nil {
				solved[i] = s.factor.Solve(s.shift[h])
				if root[i] > 0 {
					along[i] = exact.Dot(s.inverseSlope, s.shift[h]) / root[i]
				}
			}
		}
		rest := factor.Solve(along)
		w := make([][]float64, n)
		for i := range sides {
			s := &sides[i]
			w[i] = make([]float64, len(s.slope))
			copy(w[i], solved[i])
			if !(root[i] > 0) {
				continue
			}
			strength := (along[i] - rest[i]) / root[i]
			for k, x := range s.inverseSlope {
				w[i][k] -= float64(strength * x)
			}
		}
		weights = append(weights, w)
	}
	return weights, true
}
