package exact

import "math"

// ln 2 in two parts, of which the first has zeros at its end, so that its product
// with a whole number of eleven bits is exact.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// Where exp(x) is no longer finite, and where it is no longer above 0.
const (
	greatestExponent = 7.09782712893383973096e+02
	leastExponent    = -7.45133219101941108420e+02
)

// Exp returns e to the power of x, to within one unit in the last place.
//
// With k the whole number next to x/ln 2 and r = x - k ln 2,
//
//	exp(x) = 2^k exp(r),   exp(r) = 1 + r + r c/(2 - c),   c = r - r² P(r²)
//
// P is the polynomial of Remez for r(exp r + 1)/(exp r - 1) (K. C. Ng, e_exp.c of
// FreeBSD's msun, 1993).
func Exp(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x > greatestExponent:
		return math.Inf(1)
	case x < leastExponent:
		return 0
	}
	k := math.Floor(float64(x*math.Log2E) + 0.5)
	high, low := x-float64(k*ln2High), float64(k*ln2Low)
	r := high - low
	t := float64(r * r)
	c := r - float64(t*(1.66666666666666019037e-01+
		float64(t*(-2.77777777770155933842e-03+
			float64(t*(6.61375632143793436117e-05+
				float64(t*(-1.65339022054652515390e-06+
					float64(t*4.13813679705723846039e-08)))))))))
	return scaled(1-((low-r*c/(2-c))-high), int(k))
}

// scaled returns y times 2^k for y between 1/2 and 2.
func scaled(y float64, k int) float64 {
	if k < -1021 || k > 1022 {
		return math.Ldexp(y, k)
	}
	return math.Float64frombits(math.Float64bits(y) + uint64(k)<<52)
}
