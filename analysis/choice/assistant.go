package choice

import (
	"slices"

	"fairplay/analysis/exact"
)

// AssistantTermCount is how many terms the choice of an assistant has: the utility of the move
// to a player rated 2100 under the choice model, what 400 points more add to it, whether the
// move is the deep best, its scaled difference delta in the wide pass, the root of that, and
// whether it is tied with the best (Position.Tied).
const AssistantTermCount = 6

// Assistant says how an assisted player's move comes about: which move an engine plays in a
// position that ours has evaluated, and what that move loses (MODEL 5c). With probability Best
// it is the deep best at once, otherwise a conditional logit.
type Assistant struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`  // OwnKind, ModernKind or OlderKind
	Moves int    `json:"moves"` // to which it was fitted; 0 for a supposed assistant
	// Best is the probability of playing the deep best without looking further.
	Best   float64                     `json:"best,omitempty"`
	Choice [AssistantTermCount]float64 `json:"choice"`
	// Further is what it adds that the recipe's further engine would play the move too.
	Further float64 `json:"further,omitempty"`
	Loss    Loss    `json:"loss"`
}

// The kinds of assistants: the engine that evaluates, other engines of its time, and engines that
// judge positions in the classical way, as all did until 2020.
const (
	OwnKind    = "own"
	ModernKind = "modern"
	OlderKind  = "older"
)

// Weighed reports whether the odds weigh this assistant. They leave older engines out: strong players
// choose much as those do, so that odds for them rise above 1 on average where nobody is helped
// (MODEL 6a).
func (a Assistant) Weighed() bool { return a.Kind != OlderKind }

// Valid reports whether the numbers are finite, the kind is known, Best is a probability, and Loss is
// valid.
func (a *Assistant) Valid() bool {
	for _, b := range a.Choice {
		if !finite(b) {
			return false
		}
	}
	if !finite(a.Further) {
		return false
	}
	return slices.Contains([]string{OwnKind, ModernKind, OlderKind}, a.Kind) && a.Best >= 0 && a.Best <= 1 && a.Loss.Valid()
}

// AssistantRow returns the values of the terms of an assistant's choice for move i.
func (p *Position) AssistantRow(u Utilities, i int) [AssistantTermCount]float64 {
	best, tied := 0.0, 0.0
	if i == p.Best {
		best = 1
	}
	if p.Tied(i) {
		tied = 1
	}
	return [AssistantTermCount]float64{u.Base[i], u.Slope[i], best, p.Delta[i], p.Feature(i, RootDelta), tied}
}

// leastAssisted is the probability below which an engine counts as never choosing a move;
// such bad moves cost time and tell nothing.
const leastAssisted = 1e-5

// Probabilities returns the probability that the assistant chooses each move. Probabilities
// below leastAssisted become 0, so that they sum to 1 or a little less.
func (a *Assistant) Probabilities(p *Position, u Utilities) []float64 {
	ps := make([]float64, len(p.Moves))
	for i := range ps {
		row := p.AssistantRow(u, i)
		ps[i] = exact.Dot(a.Choice[:], row[:])
		if i == p.Further {
			ps[i] += a.Further
		}
	}
	softmax(ps)
	for i := range ps {
		if ps[i] *= 1 - a.Best; ps[i] < leastAssisted {
			ps[i] = 0
		}
	}
	ps[p.Best] += a.Best
	return ps
}
