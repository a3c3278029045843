package score

// Running adds a performance up game by game, for those who cannot keep the moves
// of all games. It gives what a Performance with the same games in the same order
// does, to the last bit, but for the e-value, which it has none of. The zero value is empty.
type Running struct {
	moves int
	sums  Each[sums]
}

// Add takes the next game.
func (r *Running) Add(g *Game) {
	r.moves += len(g.Moves)
	for _, q := range Quantities() {
		r.sums.At(q).game(g, q)
	}
}

// Assess computes every test of the games added so far, as Parameters.Assess does
// of a Performance of that rating and uncertainty in that field.
func (r *Running) Assess(p *Parameters, rating, ratingSD float64, field Offset) Assessment {
	var tests Each[Result]
	for _, q := range Quantities() {
		*tests.At(q) = r.sums.At(q).test(q, *p.Spread.At(q), p.Effects, ratingSD, field)
	}
	return p.assess(r.moves, tests, Evidence{}, rating)
}
