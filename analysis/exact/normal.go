package exact

import "math"

// Normal95 is the two-sided 95 % point of the normal distribution, NormalQuantile(0.975).
const Normal95 = 1.959963984540054

// NormalTail returns the chance of z or more under the standard normal
// distribution, erfc(z/sqrt 2)/2.
func NormalTail(z float64) float64 { return float64(Erfc(z/math.Sqrt2) / 2) }

// NormalDensity returns the standard normal density exp(-z²/2)/sqrt(2 pi).
func NormalDensity(z float64) float64 {
	const root = 2.50662827463100050242 // sqrt(2 pi)
	return Exp(-z*z/2) / root
}

// NormalQuantile returns the z below which a standard normal variable lies with probability p,
// to a relative error of about 1e-15: a quotient of polynomials on each of three ranges
// (Wichura, Applied Statistics 37, 1988, p. 477, algorithm AS 241, PPND16). It is infinite for
// p = 0 and 1, and NaN outside [0, 1].
func NormalQuantile(p float64) float64 {
	p = float64(p) // an inlined p may be an unrounded product
	switch q := p - 0.5; {
	case !(p >= 0 && p <= 1):
		return math.NaN()
	case math.Abs(q) <= 0.425:
		return centralQuantile(q)
	case q < 0:
		return -tailQuantile(p)
	default:
		return tailQuantile(1 - p)
	}
}

func centralQuantile(q float64) float64 {
	r := 0.180625 - float64(q*q)
	a := Polynomial(r, 3.3871328727963666080e0, 1.3314166789178437745e+2, 1.9715909503065514427e+3,
		1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
		3.3430575583588128105e+4, 2.5090809287301226727e+3)
	b := Polynomial(r, 1, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
		2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4, 5.2264952788528545610e+3)
	return q * a / b
}

// tailQuantile returns the z that is exceeded with probability p < 0.075.
func tailQuantile(p float64) float64 {
	if p == 0 {
		return math.Inf(1)
	}
	r := math.Sqrt(-Log(p))
	if r <= 5 {
		r -= 1.6
		return Polynomial(r, 1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
			3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
			2.27238449892691845833e-2, 7.74545014278341407640e-4) /
			Polynomial(r, 1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
				1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
				1.05075007164441684324e-9)
	}
	r -= 5
	return Polynomial(r, 6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
		2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
		2.71155556874348757815e-5, 2.01033439929228813265e-7) /
		Polynomial(r, 1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
			7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
			2.04426310338993978564e-15)
}
