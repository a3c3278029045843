package score

import (
	"math"

	"fairplay/analysis/exact"
	"fairplay/analysis/fault"
)

// leastLook is the least information that a look must add, as a share of all information so far. A
// round with fewer moves cannot change the picture, and the integration below would need a finer
// grid for it.
const leastLook = 1e-3

// Spent returns how much of the one-sided error alpha may have been used when a share t in (0, 1]
// of the plan is done (Lan, DeMets, Biometrika 70, 1983, p. 659, the function of O'Brien-Fleming
// type):
//
//	alpha*(t) = 2 - 2 Phi(z_(alpha/2) / sqrt t)
//
// Almost nothing is spent early, and all of alpha at t = 1.
func Spent(alpha, t float64) float64 {
	return 2 * Tail(-exact.NormalQuantile(alpha/2)/math.Sqrt(t))
}

// Boundary returns, for each look, the value that a cumulative z must reach. Looking after every
// round then keeps an honest player's chance of ever crossing it at alpha, which lies within (0,
// 0.5]; for a line meant for one look, take Tail(line). done holds the share of the plan that is
// over at each look, such as 3/9 after the third of nine rounds: not falling, within (0, 1].
// information is how much has come in by each look, in counted moves: positive, not falling.
//
// The error is spent by the plan and not by the information, since nobody knows beforehand how long
// games will be (Lan, DeMets, Statistics in Medicine 8, 1989, p. 1191). The boundary of a look
// therefore depends on nothing that comes later: it never changes afterwards.
//
// A look that adds less than a thousandth to the information does not count and keeps the boundary
// of the one before. If a look adds information but the plan has not gone on, there is no error to
// spend, no value is high enough, and its boundary is +Inf.
//
// The boundary is exact for independent increments. Effects of game and player make the looks of
// one player more alike. By Slepian's inequality that lowers the chance of crossing, so the
// boundary errs on the safe side.
//
// The crossing probabilities are integrated recursively (Armitage, McPherson, Rowe, Journal of the
// Royal Statistical Society A 132, 1969, p. 235), on the grid of Jennison and Turnbull, Group
// Sequential Methods, 2000, chapter 19.
func Boundary(alpha float64, done, information []float64) ([]float64, error) {
	if !(alpha > 0 && alpha <= 0.5) {
		return nil, fault.New(fault.Invalid, "boundary_alpha", "the error of a boundary must lie between 0 and 0.5, not at %v", alpha)
	}
	if len(done) != len(information) {
		return nil, fault.New(fault.Invalid, "boundary_looks", "%d looks have %d amounts of information", len(done), len(information))
	}
	share, sum := 0.0, 0.0
	for i, t := range done {
		v := information[i]
		if !(t > 0 && t <= 1 && t >= share && v > 0 && v >= sum && !math.IsInf(v, 0)) {
			return nil, fault.New(fault.Invalid, "boundary_looks",
				"look %d is at share %v of the plan with information %v: shares must lie between 0 and 1, information must be positive, and neither may fall", i+1, t, v)
		}
		share, sum = t, v
	}
	return boundary(alpha, done, information), nil
}

func boundary(alpha float64, done, information []float64) []float64 {
	bounds := make([]float64, len(done))
	var path paths
	at := 0.0 // the share of the plan up to which the error is spent
	for i, v := range information {
		if i > 0 && v-path.information < leastLook*v {
			bounds[i] = bounds[i-1]
			continue
		}
		if done[i] == at {
			bounds[i] = math.Inf(1)
			continue
		}
		bounds[i] = path.crossing(v, Spent(alpha, done[i])-Spent(alpha, at))
		path = path.advance(v, bounds[i])
		at = done[i]
	}
	return bounds
}

// paths is the density of the z of those who have not crossed so far, on a grid with the weights of
// Simpson's rule. The zero value is the start, before any information.
type paths struct {
	information float64
	z, mass     []float64 // mass is density times weight
}

// above returns the probability of being at b or more at information t without
// having crossed before.
func (p *paths) above(t, b float64) float64 {
	if p.information == 0 {
		return Tail(b)
	}
	sum := 0.0
	for i, z := range p.z {
		sum += float64(p.mass[i] * Tail(p.step(t, z, b)))
	}
	return sum
}

// step standardises the increment that leads from z now to x at information t.
func (p *paths) step(t, z, x float64) float64 {
	return (float64(x*math.Sqrt(t)) - float64(z*math.Sqrt(p.information))) / math.Sqrt(t-p.information)
}

// crossing returns the b for which above(t, b) is the error to be spent. It searches from above, to
// 1e-10.
func (p *paths) crossing(t, spend float64) float64 {
	low, high := -float64(farthest), float64(farthest)
	for high-low > 1e-10 {
		if middle := (low + high) / 2; p.above(t, middle) > spend {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// advance returns the density at information t of those below b.
func (p *paths) advance(t, b float64) paths {
	z, weights := grid(b)
	next := paths{information: t, z: z, mass: weights}
	for i := range z {
		next.mass[i] *= p.density(t, z[i])
	}
	return next
}

func (p *paths) density(t, x float64) float64 {
	if p.information == 0 {
		return exact.NormalDensity(x)
	}
	sum := 0.0
	for i, z := range p.z {
		sum += float64(p.mass[i] * exact.NormalDensity(p.step(t, z, x)))
	}
	return sum * math.Sqrt(t/(t-p.information))
}

// gridSize is r of Jennison and Turnbull: 6r-1 knots, dense between -3 and 3.
const gridSize = 32

// grid returns points up to b, the end of the region, and their weights under Simpson's rule: the
// knots of Jennison and Turnbull (section 19.2) and the middles between them. An alpha of at most
// 0.5 keeps b far above the first knot.
func grid(b float64) (z, weights []float64) {
	knots := []float64{}
	for i := 1; i < 6*gridSize; i++ {
		if x := knot(i); x < b {
			knots = append(knots, x)
		}
	}
	knots = append(knots, b)

	z, weights = make([]float64, 2*len(knots)-1), make([]float64, 2*len(knots)-1)
	for i, x := range knots {
		z[2*i] = x
		if i == 0 {
			continue
		}
		z[2*i-1] = (knots[i-1] + x) / 2
		width := x - knots[i-1]
		weights[2*i-2] += width / 6
		weights[2*i-1] += width * 4 / 6
		weights[2*i] += width / 6
	}
	return z, weights
}

// knot returns the i-th knot, i from 1 to 6r-1, of the grid for a normal value
// of mean 0.
func knot(i int) float64 {
	const r = gridSize
	switch x := float64(i); {
	case i < r:
		return -3 - float64(4*exact.Log(r/x))
	case i <= 5*r:
		return -3 + float64(3*(x-r)/(2*r))
	default:
		return 3 + float64(4*exact.Log(r/(float64(6*r)-x)))
	}
}
