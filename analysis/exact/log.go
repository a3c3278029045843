package exact

import "math"

// Log returns the natural logarithm of x, to within one unit in the last place.
//
// With x = 2^k (1 + f), sqrt(1/2) <= 1 + f < sqrt 2, and s = f/(2 + f),
//
//	log x = k ln 2 + log(1 + f),   log(1 + f) = f - f²/2 + s(f²/2 + R(s²))
//
// (K. C. Ng, e_log.c of FreeBSD's msun, 1993).
func Log(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	f, k := reduced(x)
	return logOf(f, k, 0)
}

// Log1p returns log(1 + x), also for small x to within one unit in the last place
// or little more.
//
// The sum u = 1 + x is rounded. log(1 + x) is log u with the correction c/u, where c is what
// the rounding lost (K. C. Ng, s_log1p.c of FreeBSD's msun, 1993).
func Log1p(x float64) float64 {
	switch {
	case math.IsNaN(x) || x < -1:
		return math.NaN()
	case x == -1:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return x
	case math.Abs(x) < 0x1p-54:
		return x
	case math.Sqrt2/2-1 < x && x < math.Sqrt2-1:
		return logOf(x, 0, 0)
	}
	u := 1 + x
	lost := x - (u - 1)
	if x > 1 {
		lost = 1 - (u - x)
	}
	f, k := reduced(u)
	return logOf(f, k, lost/u)
}

// reduced returns f and k with x = 2^k (1 + f) and sqrt(1/2) <= 1 + f < sqrt 2.
func reduced(x float64) (f, k float64) {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = m*2, e-1
	}
	return m - 1, float64(e)
}

// logOf returns k ln 2 + log(1 + f) + correction.
func logOf(f, k, correction float64) float64 {
	s := f / (2 + f)
	z := float64(s * s)
	w := float64(z * z)
	odd := float64(z * (6.666666666666735130e-01 +
		float64(w*(2.857142874366239149e-01+
			float64(w*(1.818357216161805012e-01+
				float64(w*1.479819860511658591e-01)))))))
	even := float64(w * (3.999999999940941908e-01 +
		float64(w*(2.222219843214978396e-01+
			float64(w*1.531383769920937332e-01)))))
	half := float64(0.5 * f * f)
	rest := float64(s * (half + (odd + even)))
	if k == 0 {
		return f - (half - rest)
	}
	return float64(k*ln2High) - ((half - (rest + (float64(k*ln2Low) + correction))) - f)
}
