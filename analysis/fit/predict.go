package fit

import (
	"fairplay/analysis/score"
)

// scored is a side with the expectation of every move.
type scored struct {
	*Side
	game score.Game
	logP func(rating float64) float64 // log-likelihood of all its moves, nats
}

// predict returns the sides with the expectations of models that have not seen them.
func predict(run Runner, models *score.Models, sides []Side) []scored {
	out := make([]scored, len(sides))
	run(len(sides), func(i int) { out[i] = look(models, &sides[i]) })
	return out
}

func look(models *score.Models, s *Side) scored {
	out := scored{Side: s, game: score.Game{ID: s.Game, Round: s.Round, Moves: make([]score.Scored, len(s.Moves))}}
	outlooks := make([]score.Outlook, len(s.Moves))
	for i, m := range s.Moves {
		outlooks[i] = models.Outlook(m.Position)
		out.game.Moves[i] = scoredBy(&outlooks[i], m.Figures, m.Position.Played, s.Rating)
	}
	out.logP = func(rating float64) float64 {
		sum := 0.0
		for i, m := range s.Moves {
			sum += outlooks[i].LogP(&m.Figures, m.Position.Played, rating)
		}
		return sum
	}
	return out
}

// scoredBy scores a move, with everything that the e-value and the bank need.
func scoredBy(o *score.Outlook, m score.Figures, made int, rating float64) score.Scored {
	s := o.Score(m, made, rating)
	s.Honest, s.Joint = o.Honest(&m, made, rating), o.Joint(&m, made, rating)
	return s
}
