package score

import (
	"math"
	"slices"

	"fairplay/analysis/exact"
)

// The grid of strengths over which the e-value integrates: gridPoints points, gridStep Elo points
// apart, around the rating.
const (
	gridPoints = 41
	gridStep   = 50.0
	gridMiddle = (gridPoints - 1) / 2
)

// MaxRatingSD is the largest uncertainty of a rating, in Elo points, for which there is an e-value.
// Beyond it, honest strengths would lie outside the grid and count as impossible.
const MaxRatingSD = 300.0

// gridOffset returns how far point j of the grid is from the rating, in Elo points.
func gridOffset(j int) float64 { return float64(gridStep * float64(j-gridMiddle)) }

// lossPoints is the number of effects on losses over which the e-value integrates. lossStep is the
// distance between them, in standard deviations of the effects of game and player together
// (Effects.Losses).
const (
	lossPoints = 9
	lossStep   = 0.75
	lossMiddle = (lossPoints - 1) / 2
)

// LossEffects returns the effects on losses over which the e-value integrates, in standard
// deviations of the effects of game and player together.
func LossEffects() (all [lossPoints]float64) {
	for l := range all {
		all[l] = lossStep * float64(l-lossMiddle)
	}
	return all
}

// Honest says how likely a move and its loss were for honest players, for each of LossEffects and
// each strength of the grid.
type Honest surface

// HonestOf computes an Honest around a rating. likely returns, for a player of the given rating,
// the likelihood for each of LossEffects.
func HonestOf(likely func(rating float64) [lossPoints]float64, rating float64) *Honest {
	var h Honest
	for j := range gridPoints {
		for l, x := range likely(rating + gridOffset(j)) {
			h[l][j] = math.Max(x, leastLikely)
		}
	}
	return &h
}

// At returns the likelihood at a strength this many Elo points from the rating, with no effect on
// losses. It is that of the nearest strength of the grid.
func (h *Honest) At(offset float64) float64 {
	j := gridMiddle + int(math.Round(offset/gridStep))
	return h[lossMiddle][min(max(j, 0), gridPoints-1)]
}

// leastLikely is the smallest likelihood of a move: smaller ones are raised to it.
const leastLikely = 1e-12

// shares returns the shares f of assisted moves that the e-value considers, each as likely as the
// others (MODEL 5b).
func shares() []float64 { return []float64{0.1, 0.2, 0.3, 0.5, 0.9} }

// hypothesis is one way in which moves may have come about: this share of them from one engine. The
// share of an honest player is 0.
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

// curve holds a value for each strength of the grid, surface one for each of LossEffects and each
// strength.
type (
	curve   [gridPoints]float64
	surface [lossPoints]curve
)

// likelihood is a surface times a power of two, so that products of many factors stay within range
// without logarithms. Values too far below the highest for a float64 are 0.
type likelihood struct {
	surface
	exponent int
}

func newLikelihood() *likelihood {
	l := &likelihood{}
	for i := range l.surface {
		for j := range l.surface[i] {
			l.surface[i][j] = 1
		}
	}
	return l
}

// scale brings the highest value between a half and 1.
func (l *likelihood) scale() {
	top := 0.0
	for i := range l.surface {
		top = max(top, slices.Max(l.surface[i][:]))
	}
	_, exponent := math.Frexp(top)
	factor := math.Ldexp(1, -exponent)
	for i := range l.surface {
		for j := range l.surface[i] {
			l.surface[i][j] *= factor
		}
	}
	l.exponent += exponent
}

// times multiplies by another likelihood.
func (l *likelihood) times(o *likelihood) {
	for i := range l.surface {
		for j, x := range o.surface[i] {
			l.surface[i][j] *= x
		}
	}
	l.exponent += o.exponent
	l.scale()
}

// often is the number of moves after which a likelihood is scaled: one move multiplies it by no less
// than a tenth of leastLikely.
const often = 16

// game returns the likelihood of the moves of a game if the hypothesis is true, for each effect on
// losses l and each strength u. The effects of the game are integrated out: w on the strength of
// its players, and v on the losses of its moves.
//
//	integral over w, v of prod_t ((1-f) p_t(R+u+w, l+v) + f q_t) N(w; 0, tau_game²) N(v; 0, lambda_game²) dw dv
func (h hypothesis) game(moves []Scored, s *gameSpread) *likelihood {
	all := newLikelihood()
	for i := range moves {
		m := &moves[i]
		if m.Honest == nil {
			continue
		}
		own, helped := 1.0, 0.0
		if h.share > 0 {
			own, helped = 1-h.share, h.share*m.Helped[h.engine]
		}
		for l := range all.surface {
			for j, p := range m.Honest[l] {
				all.surface[l][j] *= float64(own*p) + helped
			}
		}
		if i%often == often-1 {
			all.scale()
		}
	}
	all.scale()
	all.surface.blur(s)
	return all
}

// gameSpread says how the effects of a game spread strengths and losses: the weight of point
// i for point j.
type gameSpread struct {
	strength [gridPoints]curve
	loss     [lossPoints][lossPoints]float64
}

func (e Effects) gameSpread() (s gameSpread) {
	for j := range s.strength {
		spreadAround(s.strength[j][:], j, e.Game/gridStep)
	}
	_, game, _ := e.Losses.parts()
	for l := range s.loss {
		spreadAround(s.loss[l][:], l, game/lossStep)
	}
	return s
}

// spreadAround fills in the weight of each point of a grid for values that spread normally around
// point j, with a standard deviation in steps of the grid. The weights sum to 1. With a standard
// deviation of 0 all weight is at j.
func spreadAround(weights []float64, j int, sd float64) {
	if !(sd > 0) {
		weights[j] = 1
		return
	}
	total := 0.0
	for i := range weights {
		x := float64(i-j) / sd
		weights[i] = exact.Exp(-x * x / 2)
		total += weights[i]
	}
	for i := range weights {
		weights[i] /= total
	}
}

// blur integrates over the effects of a game: the likelihood at each point becomes the mean of
// those around it, weighted as the effects spread, within the grid.
func (likely *surface) blur(s *gameSpread) {
	var across surface
	for l := range likely {
		for k, weight := range s.loss[l] {
			for j, x := range likely[k] {
				across[l][j] += float64(weight * x)
			}
		}
	}
	for l := range across {
		for j := range across[l] {
			sum := 0.0
			for i, weight := range s.strength[j] {
				sum += float64(weight * across[l][i])
			}
			likely[l][j] = sum
		}
	}
}

// EValue is the e-value of a performance: how much better "a share of the moves follows an engine"
// explains its moves than "none does".
//
//	ln BF = ln mean over hypotheses of [ sum over u and l of pi(u) pi(l) prod_g L_g(u, l) ] - ln [ the same for the honest one ]
//
// L_g is the likelihood of the moves of game g, its effects integrated out. pi(u) is the prior of
// the player's strength beyond his rating, from the field's offset and the error of the rating (MODEL
// 5b); pi(l) is the prior of the player's effect on losses. The offsets of several events are
// integrated out event by event.
//
// If nobody is helped and the models are true, the mean of BF is 1 whenever one looks. The
// probability that it ever reaches x is then at most 1/x (Ville, Étude critique de la notion de
// collectif, 1939, p. 100).
type EValue struct {
	Log float64 // ln BF, nats
	OK  bool    // false if there is nothing to weigh
}

// Odds returns BF, the odds to 1: how many times as likely the moves are with help as without. It
// is +Inf if BF is too large for a float64.
func (e EValue) Odds() float64 { return exact.Exp(e.Log) }

// Evidence computes the e-value of a performance of one player, from the moves that have an Honest.
// There is none above MaxRatingSD.
func (e Effects) Evidence(p *Performance) EValue {
	if p.RatingSD > MaxRatingSD {
		return EValue{}
	}
	engines := 0
	for i := range p.Games {
		for j := range p.Games[i].Moves {
			if m := &p.Games[i].Moves[j]; m.Honest != nil {
				engines = len(m.Helped)
			}
		}
	}
	if engines == 0 {
		return EValue{}
	}
	events, spread := eventsOf(p), e.gameSpread()
	prior := e.prior(p, len(events) > 1)
	all := hypotheses(engines)
	logs := make([]float64, len(all))
	for k, t := range all {
		product := newLikelihood()
		for _, event := range events {
			one := newLikelihood()
			for i := range p.Games {
				if p.Games[i].Event == event {
					one.times(t.game(p.Games[i].Moves, &spread))
				}
			}
			if len(events) > 1 {
				one.move(p.Field.Of(event, e))
			}
			product.times(one)
		}
		logs[k] = product.log(&prior)
	}
	top, helped := slices.Max(logs[1:]), 0.0
	for _, l := range logs[1:] {
		helped += exact.Exp(l-top) / float64(len(all)-1)
	}
	x := top + exact.Log(helped) - logs[0]
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return EValue{}
	}
	return EValue{Log: x, OK: true}
}

// eventsOf lists the events of a performance.
func eventsOf(p *Performance) (events []string) {
	for i := range p.Games {
		if !slices.Contains(events, p.Games[i].Event) {
			events = append(events, p.Games[i].Event)
		}
	}
	return events
}

// narrowest is the least variance on the grid of strengths: a spread narrower than the grid is taken
// as half a step wide.
const narrowest = gridStep * gridStep / 4

// move integrates over the offset of an event: the likelihood at each strength becomes the mean of
// those around it, weighted by the offset's distribution, within the grid.
func (l *likelihood) move(field Offset) {
	var weights [gridPoints]curve
	for j := range weights {
		total := 0.0
		for i := range weights[j] {
			weights[j][i] = field.belief.density(gridOffset(i)-gridOffset(j), narrowest)
			total += weights[j][i]
		}
		for i := range weights[j] {
			weights[j][i] /= total
		}
	}
	for k := range l.surface {
		var moved curve
		for j := range moved {
			for i, weight := range weights[j] {
				moved[j] += float64(weight * l.surface[k][i])
			}
		}
		l.surface[k] = moved
	}
	l.scale()
}

// prior returns the prior of each strength of the grid with each effect on losses, up to a factor.
// The offset of the event is part of it if there is one event; those of several are in their
// likelihoods (move).
func (e Effects) prior(p *Performance, several bool) (prior surface) {
	field := belief{{weight: 1}}
	if !several && len(p.Games) > 0 {
		field = p.Field.Of(p.Games[0].Event, e).belief
	}
	own := max(float64(p.RatingSD*p.RatingSD), narrowest)
	var loss [lossPoints]float64
	_, _, player := e.Losses.parts()
	spreadAround(loss[:], lossMiddle, player/lossStep)
	for j := range gridPoints {
		believed := field.density(gridOffset(j), own)
		for l, weight := range loss {
			prior[l][j] = float64(weight * believed)
		}
	}
	return prior
}

// log returns the logarithm of the sum of all values, weighted.
func (l *likelihood) log(weight *surface) float64 {
	sum := 0.0
	for i := range l.surface {
		for j, x := range l.surface[i] {
			sum += float64(weight[i][j] * x)
		}
	}
	return exact.Log(max(sum, math.SmallestNonzeroFloat64)) + float64(float64(l.exponent)*math.Ln2)
}
