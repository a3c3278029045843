package fit

import (
	"fairplay/analysis/score"
)

// wholeGames is the least number of games of one event that make a whole performance.
const wholeGames = 5

// performance is the play of one player in one event, with the field of the other players.
type performance struct {
	sides  []int
	event  int
	rating float64 // mean of his ratings, weighted by moves
	field  score.Offset
}

// whole returns the performances that were really played: all sides of one player in one event, if
// they have at least the given numbers of games and moves (MODEL 7), in the order of the sides.
func (c *sample) whole(games, moves int, e score.Effects) (all []performance) {
	type key struct{ event, player int }
	place := map[key]int{}
	for i := range c.sides {
		s := &c.sides[i]
		k := key{s.event, s.player}
		at, known := place[k]
		if !known {
			at = len(all)
			place[k] = at
			all = append(all, performance{event: s.event})
		}
		all[at].sides = append(all[at].sides, i)
	}
	fields := map[int]*score.Field{}
	var enough []performance
	for _, p := range all {
		n := 0.0
		for _, i := range p.sides {
			m := float64(len(c.sides[i].Moves))
			p.rating += float64(m * c.sides[i].Rating)
			n += m
		}
		if len(p.sides) < games || int(n) < moves {
			continue
		}
		p.rating /= n
		if fields[p.event] == nil {
			fields[p.event] = score.NewField(c.strengths(p.event), e)
		}
		p.field = fields[p.event].Without(c.sides[p.sides[0]].player)
		enough = append(enough, p)
	}
	return enough
}

// assess computes every test of a performance, as for a player under test. games replaces the
// player's own games; nil means his own.
func (c *sample) assess(p *performance, params *score.Parameters, games []score.Game) score.Assessment {
	perf := score.Performance{Rating: p.rating, RatingSD: params.Effects.Rating, Field: p.field, Games: games}
	if games == nil {
		perf.Games = c.games(p)
	}
	return params.Assess(&perf)
}

// games returns the games of a performance.
func (c *sample) games(p *performance) []score.Game {
	games := make([]score.Game, len(p.sides))
	for at, i := range p.sides {
		games[at] = c.sides[i].game
	}
	return games
}
