package score

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/combin"
)

// tie is the difference below which two sums of residuals count as equal, added up in another
// order.
const tie = 1e-9

// Contrast compares the moves of a subset with the other moves of the same
// games.
type Contrast struct {
	Inside, Outside int // counted moves compared

	// InsideExcess and OutsideExcess are the mean signed residuals per move, in the unit of the
	// quantity; positive is closer to the engine than expected.
	InsideExcess, OutsideExcess float64

	// P is the one-sided probability that moves drawn at random from the same games, the same
	// number from each, lie at least as close to the engine as the subset does. Range (0, 1]. It
	// means something only if OK.
	P            float64
	Arrangements int  // number of draws that P rests on
	Exact        bool // all possible draws were counted

	OK bool // false if no game has moves both inside and outside the subset
}

// Permute tests whether the moves of a subset are closer to the engine than the other moves of the
// same games.
//
// It exchanges residuals, actual minus expected, so that easy and hard moves are told apart. It
// keeps the number of moves of the subset in each game, so that a good day is no evidence. The
// statistic is the sum of signed residuals inside, which for fixed numbers orders draws as the
// difference of means within a single game does.
//
// If at most resamples draws are possible, all are counted and P is their share,
//
//	P = #{draws with sum >= observed} / #draws
//
// otherwise that many are drawn from random and P = (1 + count)/(1 + resamples) (Davison, Hinkley,
// Bootstrap Methods, 1997, section 4.3), which cannot be 0. The same performance, source and
// resamples give the same answer. Residuals are exchangeable only as far as the choice model is
// right, and their variance differs from move to move: P is approximate if the subset is very
// small.
func Permute(p *Performance, s Subset, q Quantity, random *rand.Rand, resamples int) Contrast {
	var c Contrast
	var games []draw
	for i := range p.Games {
		d := residuals(&p.Games[i], s, q)
		if d.inside == 0 {
			continue
		}
		c.add(d)
		if d.inside < len(d.values) {
			games = append(games, d)
		}
	}
	if c.Inside > 0 {
		c.InsideExcess /= float64(c.Inside)
	}
	if c.Outside > 0 {
		c.OutsideExcess /= float64(c.Outside)
	}
	if len(games) == 0 {
		return c
	}
	c.OK = true
	if n := possible(games); n <= float64(resamples) {
		c.Exact, c.P, c.Arrangements = true, exactly(games), int(n)
	} else {
		c.P, c.Arrangements = resampled(games, random, resamples), resamples
	}
	return c
}

// draw holds the signed residuals of one game, those inside the subset first.
type draw struct {
	values []float64
	inside int
}

func residuals(g *Game, s Subset, q Quantity) draw {
	var in, out []float64
	for i := range g.Moves {
		m := &g.Moves[i]
		x, ok := m.Actual(q)
		if !ok {
			continue
		}
		residual := q.Sign() * (x - m.At(q).Mean)
		if s.Holds(g.Round, m.Turn()) {
			in = append(in, residual)
		} else {
			out = append(out, residual)
		}
	}
	return draw{values: append(in, out...), inside: len(in)}
}

// add adds the sums of a game; Permute divides them later.
func (c *Contrast) add(d draw) {
	c.Inside += d.inside
	c.Outside += len(d.values) - d.inside
	c.InsideExcess += total(d.values[:d.inside])
	c.OutsideExcess += total(d.values[d.inside:])
}

func total(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum
}

func observed(games []draw) float64 {
	sum := 0.0
	for _, d := range games {
		sum += total(d.values[:d.inside])
	}
	return sum
}

// possible returns the number of possible draws: the product over games of n choose k.
func possible(games []draw) float64 {
	product := 1.0
	for _, d := range games {
		n := float64(len(d.values) - d.inside)
		for i := 1; i <= d.inside; i++ {
			product *= (n + float64(i)) / float64(i)
		}
	}
	return product
}

func exactly(games []draw) float64 {
	least := observed(games) - tie
	sums := []float64{0}
	for _, d := range games {
		sums = cross(sums, d)
	}
	count := 0
	for _, s := range sums {
		if s >= least {
			count++
		}
	}
	return float64(count) / float64(len(sums))
}

// cross returns every sum of one of sums and as many residuals of d as the subset has.
func cross(sums []float64, d draw) []float64 {
	var next []float64
	for _, chosen := range combin.Combinations(len(d.values), d.inside) {
		here := 0.0
		for _, i := range chosen {
			here += d.values[i]
		}
		for _, s := range sums {
			next = append(next, s+here)
		}
	}
	return next
}

func resampled(games []draw, random *rand.Rand, resamples int) float64 {
	least := observed(games) - tie
	count := 0
	for range resamples {
		sum := 0.0
		for _, d := range games {
			sum += d.next(random)
		}
		if sum >= least {
			count++
		}
	}
	return float64(1+count) / float64(1+resamples)
}

// next draws as many residuals as the subset has, without replacement, and returns their sum. The
// order of values changes, which does not matter to later draws.
func (d draw) next(random *rand.Rand) float64 {
	sum := 0.0
	for i := range d.inside {
		j := i + random.IntN(len(d.values)-i)
		d.values[i], d.values[j] = d.values[j], d.values[i]
		sum += d.values[i]
	}
	return sum
}
