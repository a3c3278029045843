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

// anyAbove returns P(x_h >= z_h for any h): the sum over h of the probability that it is the first.
func anyAbove(z []float64, r exact.Symmetric) float64 {
	sum := exact.NormalTail(z[0])
	for h := 1; h < len(r); h++ {
		sum += over(z[h], reach(z[h]), func(x float64) float64 {
			return exact.NormalDensity(x) * under(z, x, r, h)
		})
	}
	return sum
}

// below returns P(x_h < z_h for all h).
func below(z []float64, r exact.Symmetric) float64 {
	h := len(r) - 1
	// x runs downwards from z_h.
	return over(-z[h], reach(-z[h]), func(x float64) float64 {
		return exact.NormalDensity(x) * under(z, -x, r, h)
	})
}

// under returns the probability that the values before h are below their z, given that value h is x.
func under(z []float64, x float64, r exact.Symmetric, h int) float64 {
	a, sa := given(z[0], x, r.At(h, 0))
	if h == 1 {
		return exact.NormalTail(-a)
	}
	b, sb := given(z[1], x, r.At(h, 1))
	return bothBelow(a, b, (r.At(1, 0)-float64(r.At(h, 0)*r.At(h, 1)))/(sa*sb))
}

// given returns how many standard deviations z is above the mean of a value whose correlation with
// x is rho, and that standard deviation.
func given(z, x, rho float64) (at, sd float64) {
	sd = math.Sqrt(math.Max(1-float64(rho*rho), leastApart))
	return (z - float64(rho*x)) / sd, sd
}

// leastApart is the least share of the variance of one detector that another leaves.
const leastApart = 1e-6

// bothBelow returns P(x < a and y < b) for two normal values of correlation rho, by the integral of
// the density over rho (Drezner and Wesolowsky, Journal of Statistical Computation and Simulation 35,
// 1990, p. 101), rho = sin t:
//
//	P(x < a) P(y < b) + 1/(2 pi) integral from 0 to arcsin rho of exp(-(a² + b² - 2ab sin t)/(2 cos² t)) dt
//
// The sine, which no machine computes alike, is replaced by s = 2u/(1+u²) with dt = 2 du/(1+u²).
func bothBelow(a, b, rho float64) float64 {
	rho = min(max(rho, -1), 1)
	// Beyond this no tail is left, and squares stay finite.
	a, b = min(max(a, -farthest), farthest), min(max(b, -farthest), farthest)
	to := rho / (1 + math.Sqrt(max(1-float64(rho*rho), 0)))
	sum := over(0, to, func(u float64) float64 {
		wide := 1 + float64(u*u)
		s, c := 2*u/wide, (1-float64(u*u))/wide
		return exact.Exp(-(float64(a*a)+float64(b*b)-float64(2*a*b*s))/(2*c*c)) * 2 / wide
	})
	return min(max(float64(exact.NormalTail(-a)*exact.NormalTail(-b))+float64(sum/(2*math.Pi)), 0), 1)
}

// reach returns how far beyond z the normal density falls to 1e-16 of what it is there, or to 1e-16
// of its top if z is below 0.
func reach(z float64) float64 {
	const nats = 74 // 2 ln 1e16
	if z < 0 {
		return math.Sqrt(nats) - z
	}
	return math.Sqrt(float64(z*z)+nats) - z
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
