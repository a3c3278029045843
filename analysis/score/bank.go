package score

import (
	"math"
	"slices"

	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
)

// Bank holds what the bank of detectors needs beside Effects and Spread.
type Bank struct {
	// Helpers are the kinds of the models' assistants (choice.Assistant), in their order; one of each.
	Helpers []string `json:"helpers"`
	// Ratio says how the likelihood ratio of the bank lies and spreads on honest games.
	Ratio Spread `json:"ratio"`
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
	if !slices.Contains(b.Helpers, choice.OwnKind) {
		return invalid("the bank needs a helper of kind %s", choice.OwnKind)
	}
	return b.Ratio.validate(LR)
}

// spreads returns bias and scale of every quantity of the bank, in the order of its vectors.
func (p *Parameters) spreads() (all []Spread) {
	for _, q := range BankQuantities() {
		all = append(all, *p.Spread.At(q))
	}
	return append(all, p.Bank.Ratio)
}

// ownShare is the share of its variance that a quantity of a side at least has for itself, and
// leastOwn its least variance. Of few moves, one quantity may follow from the others so closely that
// a detector would look at nothing but the rest, of which the models know nothing.
const (
	ownShare = 0.01
	leastOwn = 1e-6
)

// bankSide is what the moves of one player in one game tell the detectors.
type bankSide struct {
	excess, slope []float64   // actual less expected and bias; dE/dR per Elo point
	shift         [][]float64 // by helper; nil for an opponent
	factor        exact.Cholesky
	game          int // number of the game, of its player and its event
	event, person string
	ratingSD      float64

	inverseSlope []float64 // B⁻¹S
	known        float64   // S'B⁻¹S
}

// side applies bias and scale to the sums of a game. ok is false if none of its moves has what the
// bank needs.
func (p *Parameters) side(of *BankSums, own bool) (s bankSide, ok bool) {
	spreads := p.spreads()
	n := len(spreads)
	if of == nil || of.Moves == 0 || len(of.Excess) != n || len(of.Shift) != len(p.Bank.Helpers) {
		return s, false
	}
	if own {
		s.shift = of.Shift
	}
	s.excess, s.slope = slices.Clone(of.Excess), of.Slope
	cov := exact.NewSymmetric(n)
	for a := range n {
		moves := of.Moves
		if a == bankClose || a == bankRoot {
			moves = of.Losses
		}
		s.excess[a] -= float64(float64(moves) * spreads[a].Bias)
		for b := range a + 1 {
			cov[a][b] = of.Cov[a][b] * spreads[a].Scale * spreads[b].Scale
		}
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
	Games []float64 // what each game of the performance adds to Z, in order, the event's offset aside
}

// BankResult is what the bank says of a performance.
type BankResult struct {
	Z         float64 // of the highest detector, given how many there are
	Detectors []BankDetector
	Highest   int // the detector with the highest Z
	// Correlation is that of the detectors under honest play.
	Correlation exact.Symmetric
}

// banked computes the bank of the games added so far (MODEL 5d). apart is the offset of the event from
// those games in which the player has no part (Field.Apart): the bank weighs his opponents itself. It
// is nil without a calibrated bank, and if a detector has nothing to look at, as without any Joint.
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
func (r *Running) banked(p *Parameters, ratingSD float64, apart Offset) *BankResult {
	if p.Bank == nil {
		return nil
	}
	sides := r.bankSides(p, ratingSD)
	weights, ok := p.bankWeights(sides, apart)
	if !ok {
		return nil
	}
	helpers := len(p.Bank.Helpers)
	b := &BankResult{Correlation: exact.NewSymmetric(helpers)}
	sd := make([]float64, helpers)
	for h, w := range weights {
		for k := range h + 1 {
			for i := range sides {
				if sides[i].shift != nil {
					b.Correlation[h][k] += exact.Dot(w[i], sides[i].shift[k])
				}
			}
		}
		if sd[h] = math.Sqrt(math.Max(b.Correlation[h][h], 0)); !(sd[h]*sd[h] > leastVariance) {
			return nil
		}
	}
	for h, w := range weights {
		for k := range h + 1 {
			b.Correlation[h][k] /= sd[h] * sd[k]
		}
		b.Correlation[h][h] = 1
		d := BankDetector{Kind: p.Bank.Helpers[h], Shift: sd[h], Games: make([]float64, len(r.games))}
		at := standing{ok: true, known: sd[h] * sd[h]}
		for i := range sides {
			s := &sides[i]
			x := exact.Dot(w[i], s.excess)
			at.excess += x
			d.Games[s.game] += x / sd[h]
			*at.events.of(s.event) += exact.Dot(w[i], s.slope)
		}
		for _, x := range at.events {
			o := apart.Of(x.name, p.Effects)
			at.known -= float64(o.SD * o.SD * x.sum * x.sum)
		}
		at.known = math.Max(at.known, leastKnown*sd[h]*sd[h])
		if d.Z = at.z(apart, p.Effects); math.IsNaN(d.Z) || math.IsInf(d.Z, 0) {
			return nil
		}
		b.Detectors = append(b.Detectors, d)
		if d.Z > b.Detectors[b.Highest].Z {
			b.Highest = h
		}
	}
	b.Z = highest(b.Detectors[b.Highest].Z, b.Correlation)
	return b
}

// bankSides returns the sides of the games added so far: the player's, then his opponents'.
func (r *Running) bankSides(p *Parameters, ratingSD float64) (sides []bankSide) {
	for i := range r.games {
		g := &r.games[i]
		if s, ok := p.side(g.own, true); ok {
			s.game, s.event, s.person, s.ratingSD = i, g.event, "of "+g.player, ratingSD
			sides = append(sides, s)
		}
	}
	for i := range r.games {
		g := &r.games[i]
		if s, ok := p.side(g.other, false); ok {
			s.game, s.event, s.person, s.ratingSD = i, g.event, "against "+g.opponent, p.Effects.Rating
			sides = append(sides, s)
		}
	}
	return sides
}

// bankWeights returns w_h by helper and side. ok is false if there are no sides.
func (p *Parameters) bankWeights(sides []bankSide, apart Offset) (weights [][][]float64, ok bool) {
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
				sd := apart.Of(s.event, p.Effects).SD
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
