package fit

import (
	"math"
	"slices"

	"fairplay/analysis/exact"
)

// kolmogorov returns the p-value of the Kolmogorov-Smirnov test that x comes from the standard
// normal distribution. independent is the number m of independent values that x is worth. With D
// the greatest distance between the distributions,
//
//	p = Q((sqrt m + 0.12 + 0.11/sqrt m) D),   Q(t) = 2 sum (-1)^(j-1) exp(-2j²t²)
//
// (Stephens, Journal of the Royal Statistical Society B 32, 1970, p. 115).
func kolmogorov(x []float64, independent float64) float64 {
	sorted := slices.Sorted(slices.Values(x))
	n, d := float64(len(sorted)), 0.0
	for i, v := range sorted {
		p := exact.NormalTail(-v)
		d = max(d, p-float64(i)/n, float64(i+1)/n-p)
	}
	root := math.Sqrt(independent)
	t := (root + 0.12 + 0.11/root) * d
	if t < 0.2 {
		return 1
	}
	sum := 0.0
	for j := 1.0; j <= 100; j++ {
		term := exact.Exp(-2 * j * j * t * t)
		if int(j)%2 == 0 {
			term = -term
		}
		sum += term
	}
	return min(max(2*sum, 0), 1)
}

// anderson returns the p-value of the Anderson-Darling test that x comes from the standard normal
// distribution. independent is the number of independent values that x is worth: the part of A²
// that grows with the number of values is scaled to it. The distribution is approximated as in
// Marsaglia and Marsaglia, Journal of Statistical Software 9(2), 2004.
func anderson(x []float64, independent float64) float64 {
	sorted := slices.Sorted(slices.Values(x))
	n, sum := float64(len(sorted)), 0.0
	for i, v := range sorted {
		low := max(exact.NormalTail(-v), math.SmallestNonzeroFloat64)
		high := max(exact.NormalTail(sorted[len(sorted)-1-i]), math.SmallestNonzeroFloat64)
		sum += float64(float64(2*i+1) * (exact.Log(low) + exact.Log(high)))
	}
	a := -n - sum/n
	return 1 - marsaglia(a*min(independent/n, 1))
}

// marsaglia is the limiting distribution function of A².
func marsaglia(z float64) float64 {
	switch {
	case !(z > 0):
		return 0
	case z < 2:
		return exact.Exp(-1.2337141/z) / math.Sqrt(z) *
			exact.Polynomial(z, 2.00012, 0.247105, -0.0649821, 0.0347962, -0.011672, 0.00168691)
	}
	return exact.Exp(-exact.Exp(exact.Polynomial(z, 1.0776, -2.30695, 0.43424, -0.082433, 0.008056, -0.0003146)))
}
