// Package corpus reads, chooses and checks what calibrations are fitted on: rated games, and the
// evaluations of their positions that were recorded elsewhere. It evaluates a position only to
// check a recorded evaluation, and fits nothing itself; package analysis/fit does.
package corpus

import (
	"context"

	"fairplay/analysis"
	"fairplay/analysis/book"
	"fairplay/analysis/record"
)

// The PGN tags of corpus games.
const (
	IDTag   = "CorpusId"   // unique in the corpus; gives the order of the games
	PartTag = "CorpusPart" // FitPart or TestPart (MODEL 7)
)

// The two parts of a corpus: a model is fitted on one and tested on the other.
const (
	FitPart  = "fit"
	TestPart = "test"
)

// Evaluations returns the known evaluations of positions. store.Cache and store.Archive implement
// it.
type Evaluations interface {
	GetMany(ctx context.Context, recipe string, keys []string) (map[string]analysis.Evaluation, error)
}

// planned is a game with the positions that it needs and those that are known.
type planned struct {
	*record.Plan
	known map[string]analysis.Evaluation
}

// planKnown plans a game and looks up its positions.
func planKnown(ctx context.Context, g *analysis.Game, p analysis.Policy, b *book.Book, from Evaluations, recipe string) (planned, error) {
	plan, err := record.New(g, p, b)
	if err != nil {
		return planned{}, err
	}
	keys := make([]string, len(plan.Positions))
	for i, need := range plan.Positions {
		keys[i] = need.Key
	}
	known, err := from.GetMany(ctx, recipe, keys)
	return planned{plan, known}, err
}

// missing returns the first ply whose position lacks a pass that it needs, -1 if there is none. The
// position after the last ply is not required: without it, the last move has no loss (HasAfter).
func (p planned) missing(policy analysis.Policy) int {
	for _, need := range p.Positions {
		if need.Ply < len(p.Game.Plies) && need.Unmet(policy, p.known[need.Key]) {
			return need.Ply
		}
	}
	return -1
}

// choices returns what the engine would play, by ply.
func (p planned) choices() map[int]analysis.Move {
	all := map[int]analysis.Move{}
	for _, need := range p.Positions {
		known := p.known[need.Key]
		if best, ok := known.Best(); ok {
			all[need.Ply] = best.Move
		}
	}
	return all
}

// records builds the move records of the game.
func (p planned) records(policy analysis.Policy) []analysis.MoveRecord {
	return record.Build(p.Plan, policy, func(key string) *analysis.Evaluation {
		if e, ok := p.known[key]; ok {
			return &e
		}
		return nil
	})
}

// unsuitable says why a game cannot be part of a corpus, "" if it can.
func unsuitable(g *analysis.Game) string {
	part := g.Tag(PartTag)
	switch {
	case g.Variant != analysis.Standard:
		return "it is a game of " + string(g.Variant)
	case g.Cut != nil:
		return "its record stops making sense: " + g.Cut.Reason
	case g.White.Rating == 0 || g.Black.Rating == 0:
		return "a rating is missing"
	case g.Tag(IDTag) == "":
		return "it has no tag " + IDTag
	case part != FitPart && part != TestPart:
		return "its tag " + PartTag + " is neither " + FitPart + " nor " + TestPart
	}
	return ""
}
