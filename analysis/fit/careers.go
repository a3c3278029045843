package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// leastCareerMoves is the least number of counted moves of one event from which a player's strength
// there is estimated.
const leastCareerMoves = 20

// strength is how far a player's moves in one event lie from his rating and from the field, in Elo
// points.
type strength struct {
	player             int
	estimate, variance float64
}

// strengthIn estimates the strength of a performance: u = (sum of gradients)/(sum of information) less
// the offset of the field, with the variance that moves, games and field leave.
func (c *sample) strengthIn(p *performance, e score.Effects) strength {
	var gradient, information, squares float64
	for _, i := range p.sides {
		g, n := score.Strength(c.sides[i].game.Moves)
		gradient += g
		information += n
		squares += float64(n * n)
	}
	field := p.field.Of("", e)
	return strength{
		player: c.sides[p.sides[0]].player, estimate: gradient/information - field.Mean,
		variance: 1/information + float64(e.Game*e.Game*squares)/(information*information) + float64(field.SD*field.SD),
	}
}

// careersOf measures what honest players share over events. The covariance of the strengths of one player
// in two events comes from the products of all pairs, each weighted by what is known of both; the interval
// from drawing players anew. c holds both parts: the games of one player weigh little in the models.
func careersOf(c *sample, e score.Effects) *calibration.Careers {
	byPlayer := map[int][]strength{}
	var players []int
	for _, p := range c.whole(1, leastCareerMoves, e) {
		s := c.strengthIn(&p, e)
		if !(s.variance > 0) || math.IsInf(s.variance, 0) {
			continue
		}
		if len(byPlayer[s.player]) == 1 {
			players = append(players, s.player)
		}
		byPlayer[s.player] = append(byPlayer[s.player], s)
	}
	r := &calibration.Careers{Players: len(players)}
	for _, k := range players {
		r.Pairs += len(byPlayer[k]) * (len(byPlayer[k]) - 1) / 2
	}
	if r.Players < 3 {
		return r
	}
	r.Shared = bootstrap(len(players), func(i int) int { return i }, func(items []int) []float64 {
		sum, weights := 0.0, 0.0
		for _, i := range items {
			s := byPlayer[players[i]]
			for a := range s {
				for b := range a {
					w := 1 / float64((s[a].variance+float64(e.Rating*e.Rating))*(s[b].variance+float64(e.Rating*e.Rating)))
					sum += float64(w * s[a].estimate * s[b].estimate)
					weights += w
				}
			}
		}
		return []float64{sum / weights}
	})[0]
	return r
}

// careerZ describes the Z over all events of the players with several, and adds the mean of the products
// of their odds to r.
func (c *sample) careerZ(run Runner, params *score.Parameters, r *calibration.Careers) []calibration.ZRow {
	byPlayer := map[int][]performance{}
	var players []int
	for _, p := range c.whole(1, leastCareerMoves, params.Effects) {
		k := c.sides[p.sides[0]].player
		if len(byPlayer[k]) == 1 {
			players = append(players, k)
		}
		byPlayer[k] = append(byPlayer[k], p)
	}
	var careers []performance
	found, logs := make([]score.Assessment, len(players)), make([]float64, len(players))
	run(len(players), func(i int) {
		parts := byPlayer[players[i]]
		found[i] = params.Assess(c.joined(parts, params))
		for k := range parts {
			logs[i] += c.assess(&parts[k], params, nil).Evidence.Log
		}
	})
	for i, k := range players {
		careers = append(careers, performance{event: i, sides: byPlayer[k][0].sides})
	}
	if len(players) >= 3 {
		r.Odds = bootstrap(len(players), func(i int) int { return i }, func(items []int) []float64 {
			mean := 0.0
			for _, i := range items {
				mean += exact.Exp(logs[i]) / float64(len(items))
			}
			return []float64{mean}
		})[0]
	}
	combined := []adjustedZ{{"combined", func(a *score.Assessment) float64 { return a.Combined.Z }}}
	return describeAll(calibration.SeveralEvents, combined, careers, found, false)
}

// joined returns the performances of one player in several events as one, each game in the field of its
// event.
func (c *sample) joined(parts []performance, params *score.Parameters) *score.Performance {
	fields, aparts := map[string]score.Offset{}, map[string]score.Offset{}
	all := &score.Performance{RatingSD: params.Effects.Rating, Field: score.Offset{Events: &fields}, Apart: score.Offset{Events: &aparts}}
	moves := 0.0
	for i := range parts {
		p := &parts[i]
		name := c.names[p.event]
		fields[name], aparts[name] = p.field, p.apart
		of := func(games []score.Game) []score.Game {
			for k := range games {
				games[k].Event = name
			}
			return games
		}
		all.Games, all.Opponents = append(all.Games, of(c.games(p.sides))...), append(all.Opponents, of(c.games(p.opponents))...)
		for _, k := range p.sides {
			n := float64(len(c.sides[k].Moves))
			all.Rating += float64(n * c.sides[k].Rating)
			moves += n
		}
	}
	all.Rating /= moves
	return all
}
