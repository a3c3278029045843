package exact

import "math"

// BetaQuantile returns the x below which a beta variable of parameters a and b > 0 lies with
// probability p in [0, 1], to a relative error of about 1e-12.
func BetaQuantile(p, a, b float64) float64 {
	return bisect(func(x float64) bool { return beta(x, a, b) < p })
}

// bisect returns the least number in [0, 1] that is not below a threshold. It halves the set of
// floating-point numbers, not their range, so that small answers have as many digits as large
// ones.
func bisect(below func(x float64) bool) float64 {
	from, to := uint64(0), math.Float64bits(1)
	for from < to {
		middle := from + (to-from)/2
		if below(math.Float64frombits(middle)) {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return math.Float64frombits(to)
}

// The most terms of a continued fraction, which ends earlier when a term changes nothing, and
// what replaces a denominator of 0.
const (
	mostTerms = 10_000
	nearlyNil = 1e-300
	resolved  = 0x1p-52
)

// beta returns the regularised incomplete beta function
//
//	I_x(a, b) = x^a (1-x)^b / (a B(a, b)) * 1/(1 + d_1/(1 + d_2/(1 + ...)))
//
// (NIST Digital Library of Mathematical Functions, 8.17.22), from the end where
// the fraction converges quickly.
func beta(x, a, b float64) float64 {
	switch {
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	case x > (a+1)/(a+b+2):
		return 1 - betaBelow(1-x, Log1p(-x), Log(x), b, a)
	}
	return betaBelow(x, Log(x), Log1p(-x), a, b)
}

func betaBelow(x, logX, logRest, a, b float64) float64 {
	front := Exp(float64(a*logX) + float64(b*logRest) + logGamma(a+b) - logGamma(a) - logGamma(b))
	return front / a / fraction(func(i int) float64 {
		m := float64(i / 2)
		if i%2 == 0 {
			return m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		}
		return -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
	})
}

// fraction returns 1 + d(1)/(1 + d(2)/(1 + ...)) by the method of Lentz (Applied
// Optics 15, 1976, p. 668).
func fraction(d func(i int) float64) float64 {
	value, c, e := 1.0, 1.0, 0.0
	for i := 1; i < mostTerms; i++ {
		term := d(i)
		e = 1 / notNil(1+float64(term*e))
		c = notNil(1 + term/c)
		factor := float64(c * e)
		value *= factor
		if math.Abs(factor-1) < resolved {
			break
		}
	}
	return value
}

func notNil(x float64) float64 {
	if math.Abs(x) < nearlyNil {
		return nearlyNil
	}
	return x
}

// logGamma returns the logarithm of the gamma function for x > 0, to about 1e-14 of itself, or
// of 1 where that is more. It is Stirling's series (NIST Digital Library of Mathematical
// Functions, 5.11.1) beyond 12; smaller x are raised by gamma(x+1) = x gamma(x).
func logGamma(x float64) float64 {
	const halfLog2Pi = 0.91893853320467274178
	product := 1.0
	for ; x < 12; x++ {
		product *= x
	}
	series := Polynomial(1/(x*x), 1./12, -1./360, 1./1260, -1./1680, 1./1188, -691./360360, 1./156) / x
	return float64((x-0.5)*Log(x)) - x + halfLog2Pi + series - Log(product)
}
