package score

import (
	"fairplay/analysis"
	"fairplay/analysis/choice"
)

// topMoves is the number of moves of the wide pass that T3 considers.
const topMoves = 3

// MaxLoss is where the loss of one move stops counting, in pawns (MODEL 3).
const MaxLoss = 10.0

// Figures are the contribution of one counted move to its player's figures (MODEL 3).
type Figures struct {
	Ply      int
	Match    bool    // T1: the engine's own choice at the end of the deep pass
	Equal    bool    // the engine's choice, or a move of the same value in the wide pass
	TopThree bool    // the engine's choice, or among the first three of the wide pass
	Delta    float64 // scaled difference to the best value of the wide pass, >= 0

	// Loss compares deep with deep, in pawns within [0, 10]; ScaledLoss is the same on the scale f.
	// Both are 0 if HasLoss is false, because the position after the move was not evaluated.
	Loss, ScaledLoss float64
	HasLoss          bool
}

// Of returns the figures of a counted move record. The record must have both passes.
//
// A played move that the wide pass does not list (it lists at most fifty) gets the difference of
// the worst listed move: it cannot be better than that.
func Of(r *analysis.MoveRecord) Figures {
	best, _ := r.Evaluation.Best()
	values := r.Evaluation.Values()
	m := Figures{Ply: r.Ply, Match: r.Played == best.Move}

	at := r.Index
	if at < 0 {
		at = len(values) - 1
	}
	m.Delta = Delta(values, at)
	listed := r.Index >= 0
	m.Equal = m.Match || listed && m.Delta == 0
	m.TopThree = m.Match || listed && r.Index < topMoves

	switch {
	case m.Match:
		m.HasLoss = true
	case r.HasAfter:
		m.HasLoss = true
		before, after := best.Value.Pawns(), r.After.Pawns()
		m.Loss = min(max(before-after, 0), MaxLoss)
		m.ScaledLoss = max(choice.Scale(before)-choice.Scale(after), 0)
	}
	return m
}

// Delta returns the scaled difference delta_i = f(v*) - f(v_i) of the i-th line
// to the best of all lines [RH11]. It is never negative.
func Delta(lines []analysis.Line, i int) float64 {
	best := lines[0].Value.Pawns()
	for _, l := range lines[1:] {
		best = max(best, l.Value.Pawns())
	}
	return choice.Scale(best) - choice.Scale(lines[i].Value.Pawns())
}
