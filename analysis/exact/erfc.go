package exact

import "math"

// Erfc returns the complementary error function 2/sqrt(pi) times the integral of
// exp(-t²) from x to infinity, to within two units in the last place.
//
// It is a quotient of polynomials on each of four ranges. Beyond 1.25 it is exp(-x² - 0.5625 +
// R/S)/x, where x² is computed as z² + (x - z)(x + z), and z is x without its last 32 bits, so
// that its square is exact (K. C. Ng, s_erf.c of FreeBSD's msun, 1993).
func Erfc(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x < 0:
		return 2 - erfc(-x)
	}
	return erfc(x)
}

// erfc is Erfc for x >= 0.
func erfc(x float64) float64 {
	switch {
	case x < 0.84375:
		return erfcNearZero(x)
	case x < 1.25:
		return erfcNearOne(x)
	case x < 28:
		return erfcFar(x)
	}
	return 0
}

func erfcNearZero(x float64) float64 {
	z := float64(x * x)
	p := Polynomial(z, 1.28379167095512558561e-01, -3.25042107247001499370e-01, -2.84817495755985104766e-02,
		-5.77027029648944159157e-03, -2.37630166566501626084e-05)
	q := Polynomial(z, 1, 3.97917223959155352819e-01, 6.50222499887672944485e-02, 5.08130628187576562776e-03,
		1.32494738004321644526e-04, -3.96022827877536812320e-06)
	excess := float64(x * (p / q))
	if x < 0.25 {
		return 1 - (x + excess)
	}
	return 0.5 - (excess + (x - 0.5))
}

func erfcNearOne(x float64) float64 {
	const erfOfOne = 8.45062911510467529297e-01 // nearly
	s := x - 1
	p := Polynomial(s, -2.36211856075265944077e-03, 4.14856118683748331666e-01, -3.72207876035701323847e-01,
		3.18346619901161753674e-01, -1.10894694282396677476e-01, 3.54783043256182359371e-02, -2.16637559486879084300e-03)
	q := Polynomial(s, 1, 1.06420880400844228286e-01, 5.40397917702171048937e-01, 7.18286544141962662868e-02,
		1.26171219808761642112e-01, 1.36370839120290507362e-02, 1.19844998467991074170e-02)
	return 1 - erfOfOne - p/q
}

func erfcFar(x float64) float64 {
	s := 1 / (x * x)
	var p, q float64
	if x < 1/0.35 {
		p = Polynomial(s, -9.86494403484714822705e-03, -6.93858572707181764372e-01, -1.05586262253232909814e+01,
			-6.23753324503260060396e+01, -1.62396669462573470355e+02, -1.84605092906711035994e+02,
			-8.12874355063065934246e+01, -9.81432934416914548592e+00)
		q = Polynomial(s, 1, 1.96512716674392571292e+01, 1.37657754143519042600e+02, 4.34565877475229228821e+02,
			6.45387271733267880336e+02, 4.29008140027567833386e+02, 1.08635005541779435134e+02,
			6.57024977031928170135e+00, -6.04244152148580987438e-02)
	} else {
		p = Polynomial(s, -9.86494292470009928597e-03, -7.99283237680523006574e-01, -1.77579549177547519889e+01,
			-1.60636384855821916062e+02, -6.37566443368389627722e+02, -1.02509513161107724954e+03,
			-4.83519191608651397019e+02)
		q = Polynomial(s, 1, 3.03380607434824582924e+01, 3.25792512996573918826e+02, 1.53672958608443695994e+03,
			3.19985821950859553908e+03, 2.55305040643316442583e+03, 4.74528541206955367215e+02,
			-2.24409524465858183362e+01)
	}
	z := math.Float64frombits(math.Float64bits(x) &^ math.MaxUint32)
	return Exp(-float64(z*z)-0.5625) * Exp(float64((z-x)*(z+x))+p/q) / x
}

// Polynomial returns c[0] + c[1] x + c[2] x² + ... by Horner's rule.
func Polynomial(x float64, c ...float64) float64 {
	sum := c[len(c)-1]
	for i := len(c) - 2; i >= 0; i-- {
		sum = float64(sum*x) + c[i]
	}
	return sum
}
