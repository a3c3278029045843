package record

import (
	"fmt"
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/book"
	"fairplay/analysis/pgn"
)

// Plan says which positions of a game the engine must evaluate, and why its other moves do not
// count.
type Plan struct {
	Game  *analysis.Game
	Plies []PlyPlan
	// Positions holds every position to be evaluated, in the order of play.
	Positions []Need
}

// PlyPlan is what is known about a ply before any engine has seen it.
type PlyPlan struct {
	Turn     int // the player's turn, from 1
	Excluded analysis.Exclusion
}

// Need is one position to be evaluated: the deep pass always, the wide pass
// only where the move made there may count.
type Need struct {
	analysis.Position
	Ply  int  // the ply made in it; len(Game.Plies) for the final position
	Wide bool // the wide pass is needed too, if the deep value is within the policy
}

// Unmet reports whether a needed pass is missing from the known evaluation of the position.
func (n Need) Unmet(p analysis.Policy, known analysis.Evaluation) bool {
	best, ok := known.Best()
	return !ok || n.Wide && known.Wide == nil && known.Settled() && WithinPolicy(p, best.Value)
}

// New applies the rules of the policy that need no engine (MODEL 2, rules 1 to
// 4). A position is needed where the move made in it may count, or follows one
// that may: the loss of a move is the difference of two deep values. The book
// may be nil.
//
// Package pgn has replayed the game, so an error means that the game was changed since.
func New(g *analysis.Game, p analysis.Policy, b *book.Book) (*Plan, error) {
	plan := &Plan{Game: g, Plies: make([]PlyPlan, len(g.Plies))}
	first := firstTurn(g)
	follows := false
	for i, ply := range g.Plies {
		turn := turnAt(g, first, i)
		excluded := beforeEngine(p, b, ply, turn)
		if excluded == analysis.Counted || follows {
			at, err := pgn.NewPosition(ply.Key)
			if err != nil {
				return nil, fmt.Errorf("%s, ply %d: %w", g.Source, i, err)
			}
			if excluded == analysis.Counted && len(at.Legal) == 1 {
				excluded = analysis.Forced
			}
			if excluded == analysis.Counted || follows {
				plan.Positions = append(plan.Positions, Need{Position: at, Ply: i, Wide: excluded == analysis.Counted})
			}
		}
		plan.Plies[i] = PlyPlan{Turn: turn, Excluded: excluded}
		follows = excluded == analysis.Counted
	}
	if _, over := g.End.Terminal(); follows && !over {
		plan.Positions = append(plan.Positions, Need{Position: g.End, Ply: len(g.Plies)})
	}
	return plan, nil
}

// beforeEngine applies the rules that need neither the engine nor the legal moves.
func beforeEngine(p analysis.Policy, b *book.Book, ply analysis.Ply, turn int) analysis.Exclusion {
	switch {
	case turn < p.FirstTurn:
		return analysis.InOpening
	case p.LastTurn > 0 && turn > p.LastTurn:
		return analysis.PastLastTurn
	case ply.Repeats > 0:
		return analysis.Repetition
	case b != nil && b.Contains(ply.Key):
		return analysis.InBook
	}
	return analysis.Counted
}

// firstTurn returns the number of the first turn of the record: 1, or what the
// FEN tag says of a game that starts from a set-up position.
func firstTurn(g *analysis.Game) int {
	if !g.SetUp {
		return 1
	}
	fields := strings.Fields(g.Tag("FEN"))
	if len(fields) < 6 {
		return 1
	}
	n, err := strconv.Atoi(fields[5])
	if err != nil || n < 1 {
		return 1
	}
	return n
}

// turnAt returns the number of the turn that ply i belongs to.
func turnAt(g *analysis.Game, first, i int) int {
	if g.Turn(0) == analysis.Black {
		i++
	}
	return first + i/2
}

// WithinPolicy reports whether a move with this deep value counts (MODEL 2, rule 5).
func WithinPolicy(p analysis.Policy, value analysis.Score) bool {
	v := value.Pawns()
	return -p.MaxPawns <= v && v <= p.MaxPawns
}
