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
	Moves []ScoredMove   // of both sides, in order; also those that do not count

	Ratings [2]float64 // of both players in this game, by colour; 0 for none
	Event   string     // if the games are of several
}

// inField returns the games with the expectation of every move in a field, without what the e-value
// needs. It returns them unchanged if nothing is known of the field.
func inField(games []TestedGame, field score.Offset) []TestedGame {
	if !field.OK {
		return games
	}
	there := slices.Clone(games)
	for i := range there {
		there[i].Moves = slices.Clone(games[i].Moves)
		for k := range there[i].Moves {
			if m := &there[i].Moves[k]; m.expected() {
				m.PBest, m.PPlayed = m.Scored.MM.Mean, m.Scored.P
				m.Scored = m.Chances.Score(m.Rating + field.Of(there[i].Event, score.Effects{}).Mean)
			}
		}
	}
	return there
}

// performance collects the counted moves of the player, or of his opponents, game by game, and those
// against them.
func (in *FullTestInput) performance(own bool) score.Performance {
	p := score.Performance{Rating: in.Rating, RatingSD: in.RatingSD}
	if !own {
		p.Rating, p.RatingSD = in.opponentRating((*ScoredMove).expected), usualSD(0, in.Parameters)
	}
	if in.uncalibrated {
		p.Rating = math.NaN() // nothing is expected of such a player
	}
	for i := range in.Games {
		p.Games = append(p.Games, in.played(&in.Games[i], own))
		p.Opponents = append(p.Opponents, in.played(&in.Games[i], !own))
	}
	return p
}

// played returns what a game adds to the performance of the player, or of his opponents. An
// opponent of whom nothing is expected adds no moves.
func (in *FullTestInput) played(g *TestedGame, own bool) score.Game {
	played := score.Game{ID: g.Game.ID, Round: mainRound(g.Game.Round), Event: g.Event}
	if own {
		played.Moves = countedMoves(g.Moves, g.Color)
		return played
	}
	opponent := g.Color.Other()
	played.Moves = countedMoves(g.Moves, opponent)
	person := in.Roster.Of(g.Game, opponent)
	played.Player = person.FideID + " " + person.Name
	expected := func(m ScoredMove) bool { return m.Record.Color == opponent && m.expected() }
	if !in.uncalibrated && !slices.ContainsFunc(g.Moves, expected) {
		played.Moves = nil
	}
	return played
}
