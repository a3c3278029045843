package score

import (
	"math"
	"math/rand/v2"
)

// plain are parameters under which nothing but the chance of single moves
// counts: every adjusted z is the raw one.
func plain() Parameters {
	p := Parameters{
		Triple:  Triple{Weights: [3]float64{1, 1, 1}, Correlation: independent()},
		ROI:     Triple{Weights: [3]float64{1, 1, 1}, Correlation: independent()},
		Ratings: RatingRange{1500, 2700},
	}
	for _, q := range Quantities() {
		p.Spread.At(q).Scale = 1
	}
	return p
}

func independent() [3][3]float64 {
	return [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
}

// alike are the correlations of three values that mostly agree.
func alike() [3][3]float64 {
	return [3][3]float64{{1, 0.8, 0.5}, {0.8, 1, 0.6}, {0.5, 0.6, 1}}
}

// indicators builds a performance of games in which each move matches, or not,
// with the probability given.
func indicators(ratingSD float64, games ...[]struct {
	hit      bool
	p, slope float64
}) *Performance {
	perf := &Performance{Rating: 2000, RatingSD: ratingSD}
	for _, g := range games {
		var game Game
		for i, m := range g {
			s := Scored{Figures: Figures{Ply: 16 + 2*i, Match: m.hit}}
			s.MM = Indicator(m.p, m.slope)
			game.Moves = append(game.Moves, s)
		}
		perf.Games = append(perf.Games, game)
	}
	return perf
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance*(1+math.Abs(b)) }

// source returns a generator with a fixed seed.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
