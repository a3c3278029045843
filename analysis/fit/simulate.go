package fit

import (
	"math"
	"math/rand/v2"
	"slices"

	"fairplay/analysis/choice"
	"fairplay/analysis/score"
)

// nullDraws is how many times an honest player replays each whole performance.
const nullDraws = 200

// honestPlayer replays the positions of one performance as the models say that people play: a
// parametric bootstrap (Davison and Hinkley, Bootstrap Methods, 1997, section 2.2). It cannot show
// what the models leave out.
type honestPlayer struct {
	sample   *sample
	models   *score.Models
	effects  score.Effects
	of       *performance
	outlooks [][]score.Outlook
	played   []map[played]score.Scored // by counted move of the performance
}

// played is a move with the class of its loss, and whether it lost more than the mean of its class
// or less.
type played struct {
	move, class int
	more        bool
}

func (c *sample) honestPlayer(models *score.Models, e score.Effects, p *performance) *honestPlayer {
	h := &honestPlayer{sample: c, models: models, effects: e, of: p, outlooks: make([][]score.Outlook, len(p.sides))}
	for at, i := range p.sides {
		for _, m := range c.sides[i].Moves {
			h.outlooks[at] = append(h.outlooks[at], models.Outlook(m.Position))
			h.played = append(h.played, map[played]score.Scored{})
		}
	}
	return h
}

// play returns the games of one more honest performance. The strength of the event, of the player
// and of each game are drawn anew.
func (h *honestPlayer) play(random *rand.Rand) []score.Game {
	strength := h.of.field.Draw(h.effects, random) + float64(random.NormFloat64()*h.effects.Rating)
	losses := float64(random.NormFloat64() * h.effects.Losses.Player)
	games := make([]score.Game, len(h.of.sides))
	move := 0
	for at, i := range h.of.sides {
		s := &h.sample.sides[i]
		games[at] = score.Game{ID: s.game.ID, Round: s.game.Round}
		rating, effect := s.Rating+strength+float64(random.NormFloat64()*h.effects.Game), losses+float64(random.NormFloat64()*h.effects.Losses.Game)
		for k := range s.Moves {
			made, class := h.outlooks[at][k].Draw(rating, effect, random)
			key := played{made, class, random.IntN(2) == 1}
			known, there := h.played[move][key]
			if !there {
				known = h.score(s, at, k, key)
				h.played[move][key] = known
			}
			games[at].Moves = append(games[at].Moves, known)
			move++
		}
	}
	return games
}

// score returns what a move adds. Its loss lies one standard deviation above or below the mean of
// its class, so that simulated losses have the mean and the spread of the class.
func (h *honestPlayer) score(s *side, at, k int, key played) score.Scored {
	p := s.Moves[k].Position
	level := h.models.Levels[key.class]
	m := score.Figures{
		Ply: s.Moves[k].Figures.Ply, Match: key.move == p.Best, Equal: p.Tied(key.move), TopThree: p.TopThree(key.move),
		Delta: p.Delta[key.move], HasLoss: s.Moves[k].Figures.HasLoss,
	}
	if m.HasLoss && !m.Match {
		if m.Loss = level.Away(key.more); choice.LossClass(m.Loss) != key.class {
			m.Loss = level.Loss
		}
		m.ScaledLoss = choice.Scale(p.Pawns) - choice.Scale(max(p.Pawns-m.Loss, -score.MaxLoss))
	}
	return scoredBy(&h.outlooks[at][k], m, key.move, s.Rating)
}

// null replays every whole performance many times by honest players. It returns the sorted values
// of each detector, and the mean of the e-value itself.
func (l *simulation) null(run Runner) (values [][]float64, mean float64) {
	all := detectors()
	found, seen := make([][][]float64, len(l.whole)), make([][]together, len(l.whole))
	run(len(l.whole), func(i int) {
		random := rand.New(rand.NewPCG(seed, uint64(i)))
		p := &l.whole[i]
		player := l.sample.honestPlayer(l.models, l.params.Effects, p)
		for range nullDraws {
			games := player.play(random)
			a := l.sample.assess(p, l.params, games)
			row := make([]float64, len(all))
			for k, d := range all {
				row[k] = d.of(l, p, &a, games)
			}
			found[i], seen[i] = append(found[i], row), append(seen[i], togetherOf(&a))
		}
	})
	values = make([][]float64, len(all))
	for i, rows := range found {
		l.seen = append(l.seen, seen[i]...)
		for _, row := range rows {
			for k, v := range row {
				values[k] = append(values[k], v)
			}
		}
	}
	for k, d := range all {
		slices.Sort(values[k])
		if d.name == evidenceName {
			mean = meanOdds(values[k])
		}
	}
	return values, mean
}

// upper returns the value that this share of the sorted values reaches.
func upper(sorted []float64, share float64) float64 {
	return sorted[len(sorted)-int(math.Ceil(share*float64(len(sorted))))]
}
