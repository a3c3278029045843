package fit

import "math/rand/v2"

// nearRating is how far the ratings may be apart of players whose games are
// taken for one performance, in Elo points (MODEL 7).
const nearRating = 50.0

// seed of every resampling. It is part of the result.
const seed = 20_260_101

// performance is a set of sides that is judged as a whole.
type performance []int

// draw draws a player and k of his games; where he has too few, the rest comes
// from players whose mean rating is within 50 points of his. ok is false where
// there are not enough.
func (c *cast) draw(random *rand.Rand, k int) (p performance, ok bool) {
	player := c.there[random.IntN(len(c.there))]
	own := c.players[player]
	for _, at := range random.Perm(len(own)) {
		if len(p) == k {
			return p, true
		}
		p = append(p, own[at])
	}
	if len(p) == k {
		return p, true
	}
	var near []int
	for i := range c.sides {
		s := &c.sides[i]
		if d := s.Rating - c.rating[player]; s.player != player && d >= -nearRating && d <= nearRating {
			near = append(near, i)
		}
	}
	if len(near) < k-len(p) {
		return nil, false
	}
	for _, at := range random.Perm(len(near))[:k-len(p)] {
		p = append(p, near[at])
	}
	return p, true
}

// drawn is how many performances one stream of random numbers makes.
const drawn = 100

// resample draws count performances of k games with at least the moves that a
// judgement needs, and returns what judge makes of each. Fewer are returned where
// the sides do not allow it.
func resample[T any](run Runner, c *cast, count, k int, judge func(p performance, random *rand.Rand) T) []T {
	batches := (count + drawn - 1) / drawn
	results := make([][]T, batches)
	run(batches, func(b int) {
		random := rand.New(rand.NewPCG(seed, uint64(k)<<32|uint64(b)))
		for range min(drawn, count-b*drawn) {
			if p, ok := c.suitable(random, k); ok {
				results[b] = append(results[b], judge(p, random))
			}
		}
	})
	var all []T
	for _, r := range results {
		all = append(all, r...)
	}
	return all
}

// attempts is how often a suitable performance is looked for.
const attempts = 50

func (c *cast) suitable(random *rand.Rand, k int) (performance, bool) {
	if len(c.there) == 0 {
		return nil, false
	}
	for range attempts {
		if p, ok := c.draw(random, k); ok && c.moves(p) >= c.least {
			return p, true
		}
	}
	return nil, false
}

func (c *cast) moves(p performance) int {
	n := 0
	for _, i := range p {
		n += len(c.sides[i].Moves)
	}
	return n
}

// worth returns how many independent performances of k games the sides are worth,
// at least one: drawing more adds no game.
func (c *cast) worth(k int) float64 { return max(float64(len(c.sides))/float64(k), 1) }

// meanRating returns the mean rating of the sides, weighted by moves.
func (c *cast) meanRating(p performance) float64 {
	sum, n := 0.0, 0.0
	for _, i := range p {
		m := float64(len(c.sides[i].Moves))
		sum += float64(m * c.sides[i].Rating)
		n += m
	}
	return sum / n
}

// whole returns the performances that were really played: all sides of one
// player in one event, with at least the given number of games and the moves
// that a judgement needs.
func (c *cast) whole(games int) (all []performance) {
	for _, sides := range c.players {
		byEvent := map[int]performance{}
		var order []int
		for _, i := range sides {
			e := c.sides[i].event
			if byEvent[e] == nil {
				order = append(order, e)
			}
			byEvent[e] = append(byEvent[e], i)
		}
		for _, e := range order {
			if p := byEvent[e]; len(p) >= games && c.moves(p) >= c.least {
				all = append(all, p)
			}
		}
	}
	return all
}
