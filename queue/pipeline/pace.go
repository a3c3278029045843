package pipeline

import (
	"math"
	"time"
)

// Pace measures how long steps of work take, from the stretches between two looks at it. The zero
// value knows nothing.
type Pace struct {
	stretches int
	// Sums over the stretches: seconds, steps, and their squares and products.
	seconds, steps, secondsSquared, stepsSquared, product float64
}

// Vaguest is the relative standard error up to which the time that is left is told.
const Vaguest = 1. / 3

// fewestStretches is how many stretches an error is estimated from at least.
const fewestStretches = 3

// Took adds a stretch in which some steps were done. One without a step belongs to the next: the
// caller adds its time there.
func (p *Pace) Took(steps int, taken time.Duration) {
	x, y := float64(steps), taken.Seconds()
	p.stretches++
	p.seconds += y
	p.steps += x
	p.secondsSquared += y * y
	p.stepsSquared += x * x
	p.product += x * y
}

// Left estimates how long further steps take. known is false until the mean time of a step is known
// to a third, by its standard error as a ratio of two sums (Cochran, Sampling Techniques, 3rd ed.
// 1977, 2.11):
//
//	R = sum y / sum x,   SE(R) / R = sqrt(n/(n-1) sum (y - R x)^2) / sum y
//
// for n stretches of x steps in y seconds.
func (p *Pace) Left(steps int) (left time.Duration, known bool) {
	if p.stretches < fewestStretches || p.steps <= 0 || p.seconds <= 0 {
		return 0, false
	}
	r, n := p.seconds/p.steps, float64(p.stretches)
	squares := max(0, p.secondsSquared-2*r*p.product+r*r*p.stepsSquared)
	if math.Sqrt(n/(n-1)*squares)/p.seconds > Vaguest {
		return 0, false
	}
	return time.Duration(float64(steps) * r * float64(time.Second)), true
}
