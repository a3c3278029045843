package score

import (
	"cmp"
	"slices"
)

// ExpectedAtOrAbove returns how many of n honest players reach z by chance: n Q(z). A value of the
// ROI is first turned into z by FromROI.
func ExpectedAtOrAbove(n int, z float64) float64 { return float64(n) * Tail(z) }

// Holm returns the adjusted p-values of a family of n hypotheses, of which only these p are given;
// n below len(p) counts as len(p). In order of size,
//
//	p'_(i) = max over j <= i of min(1, (n-j+1) p_(j))
//
// Rejecting where p' <= alpha keeps the chance of any false rejection at or below alpha, however
// the hypotheses depend on each other (Holm, Scandinavian Journal of Statistics 6, 1979, p. 65).
// The answer is in the order of p; each p must lie within [0, 1].
func Holm(p []float64, n int) []float64 {
	n = max(n, len(p))
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })

	adjusted := make([]float64, len(p))
	highest := 0.0
	for rank, i := range order {
		highest = max(highest, min(1, float64(n-rank)*p[i]))
		adjusted[i] = highest
	}
	return adjusted
}
