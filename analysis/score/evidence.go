package score

import (
	"math"
	"slices"

	"fairplay/analysis/exact"
)

// The grid of strengths over which the e-value integrates: gridPoints of them, in
// steps of gridStep Elo points around the rating.
const (
	gridPoints = 41
	gridStep   = 50.0
	gridMiddle = (gridPoints - 1) / 2
)

// gridOffset returns how far point j of the grid is from the rating, in Elo points.
func gridOffset(j int) float64 { return float64(gridStep * float64(j-gridMiddle)) }

// Honest says how likely a move and its loss were for players of each strength of
// the grid.
type Honest [gridPoints]float64

// HonestOf returns it from the log-likelihood, in nats, around a rating.
func HonestOf(logP func(rating float64) float64, rating float64) *Honest {
	var h Honest
	for j := range h {
		h[j] = math.Max(exact.Exp(logP(rating+gridOffset(j))), leastLikely)
	}
	return &h
}

// leastLikely is the likelihood below which a move counts no less likely.
const leastLikely = 1e-12

// shares returns the shares f of helped moves that the e-value takes for possible,
// each as likely as the others (MODEL 5b).
func shares() []float64 { return []float64{0.1, 0.2, 0.3, 0.5, 0.9} }

// hypothesis is one way in which moves may have come about: a share of them from one
// engine. The share of an honest player is 0.
type hypothesis struct {
	share  float64
	engine int
}

// hypotheses lists the honest one first, then all others.
func hypotheses(engines int) []hypothesis {
	all := []hypothesis{{}}
	for k := range engines {
		for _, f := range shares() {
			all = append(all, hypothesis{f, k})
		}
	}
	return all
}

// curve is the log-likelihood of moves, in nats, at each strength of the grid.
type curve [gridPoints]float64

// curve returns that of the moves of a game if the hypothesis is true, with the effect of
// the game integrated out:
//
//	ln integral over w of prod_t ((1-f) p_t(R+u+w) + f q_t) N(w; 0, tau_game²) dw
func (t hypothesis) curve(moves []Scored, e Effects) curve {
	var plain curve
	for j := range plain {
		plain[j] = t.logLikelihood(moves, j)
	}
	return e.blur(&plain)
}

// logLikelihood sums ln((1-f) p + f q) at one strength. Logarithms are taken of
// products of a few factors, none of which is below a tenth of leastLikely.
func (t hypothesis) logLikelihood(moves []Scored, j int) float64 {
	sum, product := 0.0, 1.0
	for i := range moves {
		m := &moves[i]
		if m.Honest == nil {
			continue
		}
		p := m.Honest[j]
		if t.share > 0 {
			p = float64((1-t.share)*p) + float64(t.share*m.Helped[t.engine])
		}
		product *= p
		if product < 1e-200 {
			sum += exact.Log(product)
			product = 1
		}
	}
	return sum + exact.Log(product)
}

// blur integrates over the effect of a game: each strength becomes the mean over
// those around it, weighted as the effect spreads, within the grid.
func (e Effects) blur(plain *curve) (out curve) {
	if !(e.Game > 0) {
		return *plain
	}
	top := plain[0]
	for _, v := range plain {
		top = max(top, v)
	}
	var likely, spread [gridPoints]float64
	for j, v := range plain {
		likely[j] = exact.Exp(v - top)
		x := gridStep * float64(j) / e.Game
		spread[j] = exact.Exp(-x * x / 2)
	}
	for j := range out {
		sum, total := 0.0, 0.0
		for i, v := range likely {
			near := spread[max(i-j, j-i)]
			sum += float64(near * v)
			total += near
		}
		out[j] = top + exact.Log(max(sum/total, math.SmallestNonzeroFloat64))
	}
	return out
}

// Evidence is the e-value of a performance: how much better "a share of the moves
// follows an engine" explains its moves than "none does".
//
//	ln BF = ln mean over hypotheses of [ sum over u of pi(u) prod_g L_g(u) ] - ln [ the same for the honest one ]
//
// with L_g the likelihood of the moves of game g, its effect integrated out, and pi
// what is believed of the player's strength beyond his rating: the field's offset, the
// error of the rating, and the effect of the player (MODEL 5b). If nobody is helped and
// the models are true, the mean of BF is 1, whenever one looks; so the probability that
// it ever reaches x is at most 1/x (Ville, Étude critique de la notion de collectif,
// 1939, p. 100). Of losses only half of the log-likelihood counts (Chance.LogP): for a
// player of known strength that makes the mean less than 1; for others it is shown by
// simulation and on honest performances, in the report of each calibration.
type Evidence struct {
	Log float64 // ln BF, nats
	OK  bool    // false where there is nothing to weigh
}

// Evidence computes the e-value of a performance of one player, from the moves of
// which Honest is known.
func (e Effects) Evidence(p *Performance) Evidence {
	engines := 0
	for i := range p.Games {
		for j := range p.Games[i].Moves {
			if m := &p.Games[i].Moves[j]; m.Honest != nil {
				engines = len(m.Helped)
			}
		}
	}
	if engines == 0 {
		return Evidence{}
	}
	prior := e.prior(p)
	all := hypotheses(engines)
	logs := make([]float64, len(all))
	for k, t := range all {
		var sum curve
		for i := range p.Games {
			for j, l := range t.curve(p.Games[i].Moves, e) {
				sum[j] += l
			}
		}
		logs[k] = prior.average(&sum)
	}
	top, helped := slices.Max(logs[1:]), 0.0
	for _, l := range logs[1:] {
		helped += exact.Exp(l-top) / float64(len(all)-1)
	}
	x := top + exact.Log(helped) - logs[0]
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return Evidence{}
	}
	return Evidence{Log: x, OK: true}
}

// prior returns how much each strength of the grid is believed in, but for a factor.
func (e Effects) prior(p *Performance) (prior curve) {
	field := p.Field
	if !field.OK {
		field = e.unknown()
	}
	// What is narrower than the grid is taken as wide as half a step.
	own := max(float64(e.Player*e.Player)+float64(p.RatingSD*p.RatingSD), gridStep*gridStep/4)
	for j := range prior {
		prior[j] = field.belief.density(gridOffset(j), own)
	}
	return prior
}

// average returns the logarithm of the sum of exponentials, weighted.
func (weight *curve) average(logs *curve) float64 {
	top, sum := slices.Max(logs[:]), 0.0
	for j, l := range logs {
		sum += float64(weight[j] * exact.Exp(l-top))
	}
	return top + exact.Log(sum)
}
