package choice

import "fairplay/analysis/exact"

// AssistantTermCount is how many terms the choice of an assistant has. They are the
// utility of the move to a player rated 2100 under the choice model and what 400 points
// more add to it, whether it is the deep best, its scaled difference delta in the wide
// pass and the root of it, and whether it is the best of the wide pass.
const AssistantTermCount = 6

// Assistant says how an assisted player's move comes about: which move an engine plays
// in a position that ours has evaluated, and what that move loses (MODEL 5c). The
// choice is a conditional logit, but for a share that is the deep best at once.
type Assistant struct {
	Name  string `json:"name"`
	Moves int    `json:"moves"` // that it was fitted to; 0 where it is only supposed
	// Best is the probability of playing the deep best without looking further.
	Best   float64                     `json:"best,omitempty"`
	Choice [AssistantTermCount]float64 `json:"choice"`
	Loss   Loss                        `json:"loss"`
}

// Valid tells whether all numbers are finite.
func (h *Assistant) Valid() bool {
	for _, b := range h.Choice {
		if !finite(b) {
			return false
		}
	}
	return h.Best >= 0 && h.Best <= 1 && h.Loss.Valid()
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

// leastAssisted is the probability below which an engine does not choose a move at
// all: what is that bad costs time and tells nothing.
const leastAssisted = 1e-5

// Probabilities returns the probability that the assistant chooses each move. What is
// below leastAssisted is 0, so that they sum to 1 or a little less.
func (h *Assistant) Probabilities(p *Position, u Utilities) []float64 {
	ps := make([]float64, len(p.Moves))
	for i := range ps {
		row := p.AssistantRow(u, i)
		ps[i] = exact.Dot(h.Choice[:], row[:])
	}
	softmax(ps)
	for i := range ps {
		if ps[i] *= 1 - h.Best; ps[i] < leastAssisted {
			ps[i] = 0
		}
	}
	ps[p.Best] += h.Best
	return ps
}
