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
	sample         *sample
	models         *score.Models
	effects        score.Effects
	of             *performance
	own, opponents []replayed // in the order of the sides; an empty one where there is no opponent
}

// replayed is one side that is played again.
type replayed struct {
	*side
	outlooks []score.Outlook
	known    []map[played]score.Scored // by counted move
}

// played is a move with the class of its loss, and whether it lost more than the mean of its class
// or less.
type played struct {
	move, class int
	more        bool
}

func (c *sample) honestPlayer(models *score.Models, e score.Effects, p *performance) *honestPlayer {
	h := &honestPlayer{sample: c, models: models, effects: e, of: p}
	replay := func(sides []int) (all []replayed) {
		for _, i := range sides {
			r := replayed{}
			if i >= 0 {
				r.side = &c.sides[i]
				for _, m := range r.Moves {
					r.outlooks, r.known = append(r.outlooks, models.Outlook(m.Position)), append(r.known, map[played]score.Scored{})
				}
			}
			all = append(all, r)
		}
		return all
	}
	h.own, h.opponents = replay(p.sides), replay(p.opponents)
	return h
}

// play returns one more honest performance. The strength of the event, of the player and of each game
// are drawn anew. The opponents are drawn from a source of their own; what befalls the event and a
// game befalls them too.
func (h *honestPlayer) play(random, opponents *rand.Rand) (out play) {
	event := h.of.field.Draw(h.effects, random)
	strength := event + float64(random.NormFloat64()*h.effects.Rating)
	losses := float64(random.NormFloat64() * h.effects.Losses.Player)
	for at := range h.own {
		game, loss := float64(random.NormFloat64()*h.effects.Game), float64(random.NormFloat64()*h.effects.Losses.Game)
		out.games = append(out.games, h.again(&h.own[at], strength, game, losses+loss, random))
		own := float64(opponents.NormFloat64() * h.effects.Rating)
		lost := float64(opponents.NormFloat64() * h.effects.Losses.Player)
		out.opponents = append(out.opponents, h.again(&h.opponents[at], event+own, game, lost+loss, opponents))
	}
	return out
}

// again plays a side once more, by a player that much stronger than rated, in a game with that effect
// on strength and on losses.
func (h *honestPlayer) again(r *replayed, strength, game, effect float64, random *rand.Rand) (g score.Game) {
	if r.side == nil {
		return g
	}
	g = score.Game{ID: r.game.ID, Round: r.game.Round, Player: r.Player}
	for k := range r.Moves {
		made, class := r.outlooks[k].Draw(r.Rating+strength+game, effect, random)
		key := played{made, class, random.IntN(2) == 1}
		known, there := r.known[k][key]
		if !there {
			known = h.score(r, k, key)
			r.known[k][key] = known
		}
		g.Moves = append(g.Moves, known)
	}
	return g
}

// score returns what a move adds. Its loss lies one standard deviation above or below the mean of
// its class, so that simulated losses have the mean and the spread of the class.
func (h *honestPlayer) score(s *replayed, k int, key played) score.Scored {
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
	return scoredBy(&s.outlooks[k], m, key.move, s.Rating)
}

// null replays every whole performance many times by honest players. It returns the sorted values
// of each detector, and the mean of the e-value itself.
func (s *simulation) null(run Runner) (values [][]float64, mean float64) {
	all := s.detectors()
	found, seen := make([][][]float64, len(s.whole)), make([][]together, len(s.whole))
	run(len(s.whole), func(i int) {
		random, opponents := rand.New(rand.NewPCG(seed, uint64(i))), rand.New(rand.NewPCG(seed+1, uint64(i)))
		p := &s.whole[i]
		player := s.sample.honestPlayer(s.models, s.params.Effects, p)
		for range nullDraws {
			again := player.play(random, opponents)
			a := s.sample.assess(p, s.params, &again)
			row := make([]float64, len(all))
			for k, d := range all {
				row[k] = d.of(s, p, &a, again.games)
			}
			found[i], seen[i] = append(found[i], row), append(seen[i], togetherOf(&a))
		}
	})
	values = make([][]float64, len(all))
	for i, rows := range found {
		s.seen = append(s.seen, seen[i]...)
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
