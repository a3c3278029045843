package score

import (
	"math"
	"math/rand/v2"
	"testing"
)

// none is a performance whose player and event play exactly as rated.
func none(ps ...[]float64) *Performance {
	p := &Performance{Field: Offset{OK: true}}
	for _, game := range ps {
		var g Game
		for _, x := range game {
			g.Moves = append(g.Moves, Scored{Chance: Chance{Each: Each[Moment]{MM: Indicator(x, 0.0002)}}})
		}
		p.Games = append(p.Games, g)
	}
	return p
}

// inARow returns the probability that some row of length moves has least matches or more, the moves
// being independent: a Markov chain over which of the last moves matched.
func inARow(ps []float64, length, least int) float64 {
	state := map[string]float64{"": 1}
	reached := 0.0
	for _, p := range ps {
		next := map[string]float64{}
		for window, weight := range state {
			for hit, q := range map[string]float64{"1": p, "0": 1 - p} {
				w := window + hit
				w = w[max(0, len(w)-length):]
				n := 0
				for _, c := range w {
					n += int(c - '0')
				}
				if n >= least {
					reached += weight * q
				} else {
					next[w] += weight * q
				}
			}
		}
		state = next
	}
	return reached
}

// By hand: of three moves of one half the best row of two has two matches in 3 of 8 ways.
func TestInARowByHand(t *testing.T) {
	if got := inARow([]float64{.5, .5, .5}, 2, 2); got != 3./8 {
		t.Errorf("%v, want 3/8", got)
	}
	if got := inARow([]float64{.5, .2}, 5, 1); math.Abs(got-.6) > 1e-15 {
		t.Errorf("%v, want .6", got)
	}
}

// Draws agree with the chain over single moves, whatever the row: within four standard errors.
func TestDrawsAgreeWithTheChain(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var games [][]float64
	for range 5 {
		game := make([]float64, 10+random.IntN(25))
		for i := range game {
			game[i] = .1 + .85*random.Float64()
		}
		games = append(games, game)
	}
	p := none(games...)
	const draws = 40_000
	for _, length := range []int{1, 4, 8, 12} {
		var best Drawn
		DrawMatches(p, Effects{}, rand.New(rand.NewPCG(1, 1)), draws, func(matches [][]bool) {
			most := 0
			for _, game := range matches {
				most = max(most, MostIn(game, length))
			}
			best.Add(most)
		})
		if best.Draws != draws {
			t.Fatalf("%d draws, want %d", best.Draws, draws)
		}
		for least := range length + 2 {
			not := 1.0
			for _, game := range games {
				not *= 1 - inARow(game, length, least)
			}
			want := 1 - not
			if least == 0 {
				want = 1
			}
			got, se := best.AtLeast(least)
			if math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/draws)+2./draws || math.Abs(se-math.Sqrt(got*(1-got)/draws)) > 1e-12 {
				t.Errorf("%d of %d: drawn %.5f ± %.5f, exactly %.5f", least, length, got, se, want)
			}
		}
	}
}

// Strength that nobody knows spreads sums as MODEL 5a has it: V = sum p(1-p) + tau² sum S_g² + ... .
func TestDrawsSpreadAsTheVariance(t *testing.T) {
	games := make([][]float64, 6)
	for i := range games {
		for k := range 30 {
			games[i] = append(games[i], .3+.01*float64(k))
		}
	}
	p := none(games...)
	p.RatingSD = 50
	p.Field = Offset{}
	e := Effects{Game: 150, Event: Mixture{Ordinary: 40, Outlying: 200, Share: .1}}
	want := testOf(p, MM, Spread{Scale: 1}, e)
	const draws = 40_000
	sum, squares := 0.0, 0.0
	var total Drawn
	DrawMatches(p, e, rand.New(rand.NewPCG(1, 1)), draws, func(matches [][]bool) {
		n := 0
		for _, game := range matches {
			n += MostIn(game, len(game))
		}
		total.Add(n)
		sum += float64(n)
		squares += float64(n * n)
	})
	mean := sum / draws
	sd := math.Sqrt(squares/draws - mean*mean)
	if math.Abs(mean-want.Expected) > .02*want.Expected || math.Abs(sd-want.SD) > .05*want.SD {
		t.Errorf("drawn %.2f ± %.2f, by the variance %.2f ± %.2f", mean, sd, want.Expected, want.SD)
	}
	low, high := total.Within(.95)
	if math.Abs(float64(low)-(want.Expected-1.96*want.SD)) > 2 || math.Abs(float64(high)-(want.Expected+1.96*want.SD)) > 2 {
		t.Errorf("within %d to %d, by the variance %.1f to %.1f", low, high, want.Expected-1.96*want.SD, want.Expected+1.96*want.SD)
	}
}

func TestDrawn(t *testing.T) {
	var d Drawn
	if low, high := d.Within(.95); low != 0 || high != 0 {
		t.Errorf("of no draws %d to %d", low, high)
	}
	for k, n := range []int{2, 3, 90, 3, 2} {
		for range n {
			d.Add(k)
		}
	}
	for _, one := range []struct {
		level     float64
		low, high int
	}{{.95, 1, 3}, {.88, 2, 2}, {.97, 0, 4}, {.999, 0, 4}} {
		if low, high := d.Within(one.level); low != one.low || high != one.high {
			t.Errorf("within %v: %d to %d, want %d to %d", one.level, low, high, one.low, one.high)
		}
	}
	if p, _ := d.AtLeast(4); p != 3./101 {
		t.Errorf("4 or more: %v, want 3/101", p)
	}
	if p, _ := d.AtLeast(9); p != 1./101 {
		t.Errorf("9 or more: %v, want 1/101", p)
	}
	if p, _ := d.AtLeast(0); p != 1 {
		t.Errorf("0 or more: %v", p)
	}
}
