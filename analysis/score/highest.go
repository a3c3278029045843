package score

import (
	"math"

	"fairplay/analysis/exact"
)

// highest returns the normal value with the same tail probability as the highest of one to three
// normal values with these correlations has at z:
//
//	Z = Q⁻¹( P(max_h x_h >= z) )
//
// Beyond the reach of a float64 it is z itself, from which it then differs by less than a hundredth.
func highest(z float64, r exact.Symmetric) float64 {
	if len(r) == 1 {
		return z
	}
	all := []float64{z, z, z}[:len(r)]
	upper := anyAbove(all, r)
	switch {
	case upper < leastTail:
		return z
	case upper < 0.5:
		return -exact.NormalQuantile(upper)
	}
	lower := below(all, r)
	if lower < leastTail {
		return z
	}
	return exact.NormalQuantile(lower)
}

// anyAbove returns P(x_h >= z_h for any h) of one to three normal values with these correlations. Every
// part of it is as small as the tails are, so that it is exact relative to them.
func anyAbove(z []float64, r exact.Symmetric) float64 {
	switch len(r) {
	case 1:
		return exact.NormalTail(z[0])
	case 2:
		return either(z[0], z[1], r[1][0])
	}
	t := tripleOf(z, r)
	return min(exact.NormalTail(t.a)+float64(exact.NormalTail(-t.a)*either(t.b, t.c, t.bc))-t.shared(), 1)
}

// below returns P(x_h < z_h for all h) of two or three values.
func below(z []float64, r exact.Symmetric) float64 {
	if len(r) == 2 {
		return both(z[0], z[1], r[1][0])
	}
	t := tripleOf(z, r)
	return float64(exact.NormalTail(-t.a)*both(t.b, t.c, t.bc)) + t.shared()
}

// both returns P(x < a and y < b) for two normal values of correlation rho.
func both(a, b, rho float64) float64 {
	return float64(exact.NormalTail(-a)*exact.NormalTail(-b)) + sharedByTwo(a, b, rho)
}

// either returns P(x >= a or y >= b).
func either(a, b, rho float64) float64 {
	return exact.NormalTail(a) + float64(exact.NormalTail(-a)*exact.NormalTail(b)) - sharedByTwo(a, b, rho)
}

// sharedByTwo returns P(x < a and y < b) less what it were without their correlation: the integral of the
// density over the correlation (Drezner and Wesolowsky, Journal of Statistical Computation and
// Simulation 35, 1990, p. 101), which is sin t on the way to rho:
//
//	1/(2 pi) integral from 0 to arcsin rho of exp(-(a² + b² - 2ab sin t)/(2 cos² t)) dt
func sharedByTwo(a, b, rho float64) float64 {
	a, b = within(a), within(b)
	return overSine(min(max(rho, -1), 1), func(sine, cosine float64) float64 {
		return exact.Exp(-(float64(a*a) + float64(b*b) - float64(2*a*b*sine)) / (2 * cosine * cosine))
	}) / (2 * math.Pi)
}

// triple is three values of which b and c are the most alike, with their limits and correlations.
type triple struct{ a, b, c, ab, ac, bc float64 }

// tripleOf orders three values.
func tripleOf(z []float64, r exact.Symmetric) triple {
	t := triple{z[0], z[1], z[2], r[1][0], r[2][0], r[2][1]}
	switch ab, ac, bc := math.Abs(t.ab), math.Abs(t.ac), math.Abs(t.bc); {
	case ab >= max(ac, bc):
		t = triple{t.c, t.a, t.b, t.ac, t.bc, t.ab}
	case ac >= bc:
		t = triple{t.b, t.a, t.c, t.ab, t.bc, t.ac}
	}
	return t
}

// shared returns P(x < a and y < b and z < c) less what it were if x had nothing to do with the others. By
// Plackett's identity (Biometrika 41, 1954, p. 351) the derivative of the probability by a correlation is
// the density of these two at their limits, times the probability that the third is then below its own.
// Both correlations of x grow from 0 in step (Genz, Statistics and Computing 14, 2004, p. 251, has this way
// and others), with the sine for the greater one.
func (t triple) shared() float64 {
	t.a, t.b, t.c = within(t.a), within(t.b), within(t.c)
	most := max(math.Abs(t.ab), math.Abs(t.ac))
	if most == 0 {
		return 0
	}
	return overSine(min(most, 1), func(sine, cosine float64) float64 {
		ab, ac := sine*(t.ab/most), sine*(t.ac/most)
		return (float64(t.ab*grown(t.a, t.b, t.c, ab, ac, t.bc)) + float64(t.ac*grown(t.a, t.c, t.b, ac, ab, t.bc))) * cosine
	}) / (2 * math.Pi * most)
}

// grown returns the derivative, times 2 pi, of the probability that three values are below a, b and c, by
// the correlation of the first two.
func grown(a, b, c, ab, ac, bc float64) float64 {
	apart := math.Max(1-float64(ab*ab), leastApart)
	density := exact.Exp(-(float64(a*a)+float64(b*b)-float64(2*a*b*ab))/(2*apart)) / math.Sqrt(apart)
	byA, byB := (ac-float64(ab*bc))/apart, (bc-float64(ab*ac))/apart // of the mean of the third
	left := math.Max(1-float64(byA*ac)-float64(byB*bc), leastApart*leastApart)
	return density * exact.NormalTail((float64(byA*a)+float64(byB*b)-c)/math.Sqrt(left))
}

// within draws a limit in to where there is a tail left, and squares stay finite.
func within(z float64) float64 { return min(max(z, -farthest), farthest) }

// leastApart is the least share of the variance of one detector that another leaves.
const leastApart = 1e-9

// overSine integrates f(sin t, cos t) over t from 0 to arcsin rho. The sine, which no machine computes
// alike, is replaced by 2u/(1+u²) with dt = 2 du/(1+u²).
func overSine(rho float64, f func(sine, cosine float64) float64) float64 {
	to := rho / (1 + math.Sqrt(max(1-float64(rho*rho), 0)))
	return over(0, to, func(u float64) float64 {
		wide := 1 + float64(u*u)
		return f(2*u/wide, (1-float64(u*u))/wide) * (2 / wide)
	})
}

// panels is how many pieces an integral is cut into.
const panels = 8

// over integrates f from a to a + length, by Gauss and Legendre's rule of eight points on each of
// eight pieces.
func over(a, length float64, f func(x float64) float64) (sum float64) {
	half := length / (2 * panels)
	for k := range panels {
		middle := a + float64(half*float64(2*k+1))
		for _, g := range legendre() {
			sum += float64(g[1] * (f(middle-float64(half*g[0])) + f(middle+float64(half*g[0]))))
		}
	}
	return sum * half
}

// legendre returns abscissas and weights of the rule of eight points on [-1, 1] (Abramowitz and
// Stegun, Handbook of Mathematical Functions, 1964, table 25.4); those below 0 mirror them.
func legendre() [4][2]float64 {
	return [4][2]float64{
		{0.183434642495649805, 0.362683783378361983}, {0.525532409916328986, 0.313706645877887287},
		{0.796666477413626740, 0.222381034453374471}, {0.960289856497536232, 0.101228536290376259},
	}
}
