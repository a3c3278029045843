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
	// opponents are the sides against him, in the order of sides; -1 where there is none. apart is
	// the field without them.
	opponents []int
	apart     score.Offset
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
		player := c.sides[p.sides[0]].player
		p.field, p.apart = fields[p.event].Without(player), fields[p.event].Apart(player)
		p.opponents = c.against(&p)
		enough = append(enough, p)
	}
	return enough
}

// against returns the sides that played against a performance.
func (c *sample) against(p *performance) []int {
	place := map[int]int{} // by game
	for at, i := range p.sides {
		place[c.sides[i].number] = at
	}
	opponents := make([]int, len(p.sides))
	for at := range opponents {
		opponents[at] = -1
	}
	for _, i := range c.inEvent[p.event] {
		if at, there := place[c.sides[i].number]; there && i != p.sides[at] {
			opponents[at] = i
		}
	}
	return opponents
}

// play is what was played in a performance, by the player and by those against him.
type play struct{ games, opponents []score.Game }

// assess computes every test of a performance, as for a player under test. other replaces what was
// played; nil means what was.
func (c *sample) assess(p *performance, params *score.Parameters, other *play) score.Assessment {
	if other == nil {
		other = &play{c.games(p.sides), c.games(p.opponents)}
	}
	return params.Assess(&score.Performance{
		Rating: p.rating, RatingSD: params.Effects.Rating, Field: p.field, Games: other.games, Opponents: other.opponents, Apart: p.apart,
	})
}

// games returns the games of sides, with their players; an empty one for -1.
func (c *sample) games(sides []int) []score.Game {
	games := make([]score.Game, len(sides))
	for at, i := range sides {
		if i >= 0 {
			games[at] = c.sides[i].game
			games[at].Player = c.sides[i].Player
		}
	}
	return games
}
