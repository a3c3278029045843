package reports

import (
	"math"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/score"
)

// TestedGame is one game of the tested player.
type TestedGame struct {
	Game  *analysis.Game
	Color analysis.Color // of the tested player
	Moves []TestedMove   // of both sides, in order; also those that do not count
}

// TestedMove is one move of either side. What is said of it is set only where
// it counts.
type TestedMove struct {
	Record analysis.MoveRecord
	Scored score.Scored
	// Expected tells that Scored holds what was to be expected: the player has a
	// rating, and there is a calibration.
	Expected bool
	// Likelihood is the log-probability of the move made by a player of any
	// rating, in nats.
	Likelihood func(rating float64) float64
	// Honest is what the e-value takes of the move, around a rating.
	Honest func(rating float64) *score.Honest
	// InField is Scored in an event whose players play so many Elo points above their
	// ratings.
	InField func(offset float64) score.Scored
}

// counted tells whether the move enters the figures.
func (m *TestedMove) counted() bool { return m.Record.Excluded == analysis.Counted }

func (m *TestedMove) expected() bool { return m.counted() && m.Expected }

// inField returns the games with what was to be expected of every move in a field, without
// what an e-value takes of it; as they are where nothing is known of the field.
func inField(games []TestedGame, field score.Offset) []TestedGame {
	there := slices.Clone(games)
	for i := range there {
		there[i].Moves = slices.Clone(games[i].Moves)
		for k := range there[i].Moves {
			m := &there[i].Moves[k]
			m.Honest = nil
			if field.OK && m.expected() && m.InField != nil {
				m.Scored = m.InField(field.Mean)
			}
		}
	}
	return there
}

// performance gathers the counted moves of the player, with the likelihoods that the
// e-value is made of, or of his opponents, game by game.
func (in *FullTestInput) performance(own bool) score.Performance {
	p := score.Performance{Rating: in.Rating, RatingSD: in.RatingSD}
	if !own {
		p.Rating, p.RatingSD = in.opponentRating((*TestedMove).expected), score.UsualRatingSD
	}
	if in.uncalibrated {
		p.Rating = math.NaN() // nothing is expected of such a player
	}
	for i := range in.Games {
		g := &in.Games[i]
		game := score.Game{ID: g.Game.ID, Round: mainRound(g.Game.Round)}
		if !own {
			opponent := in.Roster.Of(g.Game, g.Color.Other())
			game.Player = opponent.FideID + " " + opponent.Name
		}
		for k := range g.Moves {
			// An opponent of whom nothing is expected is left out.
			if m := &g.Moves[k]; m.counted() && (m.Record.Color == g.Color) == own && (own || m.Expected || in.uncalibrated) {
				scored := m.Scored
				if own && m.Expected && m.Honest != nil {
					scored.Honest = m.Honest(in.Rating)
				}
				game.Moves = append(game.Moves, scored)
			}
		}
		p.Games = append(p.Games, game)
	}
	return p
}
