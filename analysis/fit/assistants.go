package fit

import (
	"cmp"
	"slices"

	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// assistedShare is the share e of assisted moves that the likelihood ratio assumes (MODEL 5).
const assistedShare = 0.1

// assistingEngines are the engines whose moves assistants are fitted to, each with the kind that it
// stands for. The moves of all other engines are only used to measure power: they show what happens
// with an engine that nobody thought of (MODEL 5c).
func assistingEngines() []choice.Assistant {
	return []choice.Assistant{{Name: "fairy-2M", Kind: choice.OlderKind}, {Name: "sf19-400k", Kind: choice.ModernKind}}
}

// own returns the assistant that stands for help by the evaluating engine. It mostly plays the deep
// best, and now and then a move that is about as good, because a real user lets the engine search a
// little longer or shorter. The losses of such moves are those of the engine with the most recorded
// moves. If there is no other engine, only the deep best counts as help.
func own(others []choice.Assistant) choice.Assistant {
	h := choice.Assistant{Name: "own", Kind: choice.OwnKind, Best: 1}
	for c := range h.Loss.Cuts {
		h.Loss.Cuts[c] = float64(c)
	}
	if len(others) > 0 {
		most := slices.MaxFunc(others, func(a, b choice.Assistant) int { return cmp.Compare(a.Moves, b.Moves) })
		h.Best, h.Choice[3], h.Loss = 0.85, -10, most.Loss // exp(-10 delta)
	}
	return h
}

// suggestion is a move of another engine in a position of the corpus.
type suggestion struct {
	side     *Side
	position *choice.Position
	move     score.Figures
	made     int
}

// spot is a place in a game.
type spot struct {
	game string
	ply  int
}

// suggestions returns the moves of one engine in counted positions of the given sides, in the order
// of games and plies.
func suggestions(all []Foreign, engine string, sides []Side) (some []suggestion) {
	at := map[spot]*Foreign{}
	for i := range all {
		if all[i].Engine == engine {
			at[spot{all[i].Game, all[i].Ply}] = &all[i]
		}
	}
	for i := range sides {
		s := &sides[i]
		for _, m := range s.Moves {
			f := at[spot{s.Game, m.Figures.Ply}]
			if f == nil {
				continue
			}
			if made := slices.Index(m.Position.Moves, f.Move); made >= 0 {
				some = append(some, suggestion{s, m.Position, foreignMove(m.Position, made, *f), made})
			}
		}
	}
	return some
}

// assistantsOf fits one assistant to the moves of each assisting engine in the fit games.
func (w *work) assistantsOf(foreign []Foreign) ([]choice.Assistant, error) {
	var fitted []choice.Assistant
	for _, engine := range assistingEngines() {
		some := suggestions(foreign, engine.Name, w.sides)
		if len(some) < leastForeign {
			continue
		}
		h, err := fitAssistant(w.choice.model, some)
		if err != nil {
			return nil, err
		}
		h.Name, h.Kind = engine.Name, engine.Kind
		fitted = append(fitted, h)
	}
	return append([]choice.Assistant{own(fitted)}, fitted...), nil
}

// fitAssistant fits which moves an engine plays and how much they lose.
func fitAssistant(m *choice.Model, some []suggestion) (h choice.Assistant, err error) {
	h.Moves = len(some)
	var losses []graded
	var choices []helped
	for _, s := range some {
		u := m.Utilities(s.position)
		c := helped{made: s.made}
		for i := range s.position.Moves {
			row := s.position.AssistantRow(u, i)
			c.rows = append(c.rows, append(row[:], indicator(i == s.position.Further)))
		}
		choices = append(choices, c)
		if !s.move.Match {
			row := s.position.LossRow(s.made, choice.PlayerTerms{})
			losses = append(losses, graded{row: row[:choice.MoveTermCount], weight: 1, loss: s.move.Loss})
		}
	}
	b, err := fitChoices(choices)
	if err != nil {
		return h, err
	}
	copy(h.Choice[:], b)
	h.Further = b[len(h.Choice)]
	h.Loss, err = fitLoss(losses, assistantPenalty)
	return h, err
}

// helped is one move of an engine among all moves of the position. A row holds the terms of a move, and
// last whether the recipe's further engine would play it.
type helped struct {
	rows [][]float64
	made int
}

// fitChoices fits a conditional logit to the moves of an engine.
func fitChoices(all []helped) ([]float64, error) {
	return newton(make([]float64, choice.AssistantTermCount+1), func(x []float64) (float64, []float64, exact.Symmetric) { return logit(all, x) })
}

// logit returns minus the log-likelihood of choices and its penalty, with gradient and
// curvature.
func logit(all []helped, b []float64) (value float64, gradient []float64, curvature exact.Symmetric) {
	k := len(b)
	gradient, curvature = make([]float64, k), exact.NewSymmetric(k)
	for i, v := range b {
		value += float64(assistantPenalty * v * v / 2)
		gradient[i], curvature[i][i] = float64(assistantPenalty*v), assistantPenalty
	}
	for _, c := range all {
		us, top := make([]float64, len(c.rows)), 0.0
		for i := range c.rows {
			us[i] = exact.Dot(b, c.rows[i])
			if i == 0 || us[i] > top {
				top = us[i]
			}
		}
		total := 0.0
		for i, u := range us {
			us[i] = exact.Exp(u - top)
			total += us[i]
		}
		value -= exact.Log(us[c.made] / total)
		mean := make([]float64, k)
		for i, row := range c.rows {
			p := us[i] / total
			for t, z := range row {
				mean[t] += float64(p * z)
				for v, y := range row[:t+1] {
					curvature[t][v] += float64(p * z * y)
				}
			}
		}
		for t, m := range mean {
			gradient[t] += m - c.rows[c.made][t]
			for v, y := range mean[:t+1] {
				curvature[t][v] -= float64(m * y)
			}
		}
	}
	return value, gradient, curvature
}

// engineShifts returns, for each assisting engine with enough moves in the fit games, the mean of
// (engine's move - expectation for the player whose move it replaces) in each quantity. Positive is
// closer to the engine.
func engineShifts(run Runner, models *score.Models, foreign []Foreign, sides []Side) (all []score.Each[float64]) {
	for _, engine := range assistingEngines() {
		some := suggestions(foreign, engine.Name, sides)
		if len(some) < leastForeign {
			continue
		}
		scored := make([]score.Scored, len(some))
		run(len(some), func(i int) {
			outlook := models.Outlook(some[i].position)
			scored[i] = outlook.Score(some[i].move, some[i].made, some[i].side.Rating)
		})
		var shift score.Each[float64]
		for _, q := range score.Quantities() {
			for i := range scored {
				x, _ := scored[i].Actual(q)
				*shift.At(q) += q.Sign() * (x - scored[i].At(q).Mean) / float64(len(scored))
			}
		}
		all = append(all, shift)
	}
	return all
}
