package reports

import (
	"strconv"

	"fairplay/analysis"
	"fairplay/analysis/score"
)

// ScoredMove is one move of an analysed game. Figures and expectations are set only if it counts.
type ScoredMove struct {
	Record analysis.MoveRecord
	Scored score.Scored
	// Rating is the one for which Scored gives the expectation, in Elo; 0 if there is no rating or
	// no calibration, and so no expectation. PBest and PPlayed are the probabilities of the engine's
	// choice and of the move made at that rating alone, whatever the field.
	Rating         float64
	PBest, PPlayed float64
	// Chances give the expectation for players of any rating; nil without a calibration.
	Chances Chances
}

// Chances say how likely a move was and what was expected in its place. *score.Made implements it.
type Chances interface {
	LogP(rating float64) float64 // log-probability of the move made, in nats
	Score(rating float64) score.Scored
}

func (s *ScoredMove) counted() bool { return s.Record.Excluded == analysis.Counted }

func (s *ScoredMove) expected() bool { return s.counted() && s.Rating > 0 }

// Sheet is what an analysed game adds to the figures of a screening. It keeps sums and no moves, so
// that an event may have any number of games, and one more costs little.
type Sheet struct {
	Game  *analysis.Game
	Sides [2]*SheetSide // by analysis.Color; never changed
}

// SheetSide is one player's part of a Sheet.
type SheetSide struct {
	Sums     score.GameSums // of the counted moves; without a calibration nothing is expected
	Excluded map[analysis.Exclusion]int
}

// NewSheet returns the sheet of the moves of a game.
func NewSheet(g *analysis.Game, moves []ScoredMove) Sheet {
	s := Sheet{Game: g}
	for c := range s.Sides {
		s.Sides[c] = &SheetSide{score.SumGame(countedMoves(moves, analysis.Color(c))), map[analysis.Exclusion]int{}}
	}
	for i := range moves {
		if m := &moves[i]; !m.counted() {
			s.Sides[m.Record.Color].Excluded[m.Record.Excluded]++
		}
	}
	return s
}

// countedMoves returns the moves of one side that count.
func countedMoves(moves []ScoredMove, c analysis.Color) []score.Scored {
	var own []score.Scored
	for i := range moves {
		if m := &moves[i]; m.Record.Color == c && m.counted() {
			own = append(own, m.Scored)
		}
	}
	return own
}

// mainRound drops the board from a round, so that games of one round are one look.
func mainRound(round string) string {
	n, _, ok := analysis.ParseRound(round)
	if !ok {
		return round
	}
	return strconv.Itoa(n)
}
