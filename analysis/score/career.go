package score

import (
	"math"
	"math/rand/v2"

	"fairplay/analysis/exact"
)

// WindowsTail bounds the probability that the Z of at least one window of that many successive games
// reaches z. information says how much each game adds to what is known of Z, in any unit, such as its
// counted moves; it must be positive.
//
// Windows that begin one game apart share nearly all their games, so that the number of windows times
// the tail of one says far too much. With A_i the event that window i reaches z,
//
//	P(A_1 or ... or A_n) <= P(A_1) + sum_i P(A_i+1 and not A_i)
//
// (Worsley, Biometrika 69, 1982, p. 297), where two neighbours are normal with the share of their
// information that they have in common as correlation. What all games share, such as the error of the
// rating, would only raise it. With fewer games than a window it is 1.
func WindowsTail(z float64, information []float64, size int) float64 {
	if size < 1 || len(information) < size {
		return 1
	}
	sum := 0.0
	for _, x := range information[:size] {
		sum += x
	}
	alone, bound := exact.NormalTail(z), exact.NormalTail(z)
	for i := size; i < len(information); i++ {
		shared := sum - information[i-size]
		next := shared + information[i]
		r := exact.NewSymmetric(2)
		r[0][0], r[1][1], r[1][0] = 1, 1, shared/math.Sqrt(sum*next)
		bound += math.Max(anyAbove([]float64{z, z}, r)-alone, 0)
		sum = next
	}
	return math.Min(bound, 1)
}

// Change is the place at which a row of performances falls apart most into two.
type Change struct {
	Before     int     // performances before it
	Difference float64 // of Z by move, after less before, in standard deviations
	// P is the probability, from exchanging the performances, that any place would show so great a
	// difference in either direction. Range (0, 1].
	P            float64
	Arrangements int // drawn orders that P rests on
}

// FindChange looks for the place between performances at which their Z changes most. Performance j has
// the Z z[j], which rests on information[j], such as its counted moves. ok is false with fewer than four
// performances. With e_j = z_j / sqrt(I_j) the statistic of a place is
//
//	T = (mean e after - mean e before) / sqrt(1/I_after + 1/I_before)
//
// with means weighted by I, and that of the row the greatest |T|. Its P is (1 + count)/(1 + draws) over
// random orders of the performances (Davison and Hinkley, Bootstrap Methods, 1997, section 4.3), so that
// the choice of the place is paid for.
func FindChange(z, information []float64, random *rand.Rand, draws int) (c Change, ok bool) {
	if len(z) < leastCareer || len(z) != len(information) {
		return c, false
	}
	order := make([]int, len(z))
	for i := range order {
		order[i] = i
	}
	c.Before, c.Difference = greatestChange(z, information, order)
	count := 0
	for range draws {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		if _, t := greatestChange(z, information, order); math.Abs(t) >= math.Abs(c.Difference)-tie {
			count++
		}
	}
	c.P, c.Arrangements = float64(1+count)/float64(1+draws), draws
	return c, true
}

// leastCareer is the least number of performances between which a change is looked for.
const leastCareer = 4

// greatestChange returns the place at which a row in some order changes most, and T there.
func greatestChange(z, information []float64, order []int) (before int, most float64) {
	all, sum := 0.0, 0.0
	for i, x := range information {
		all += x
		sum += float64(z[i] * math.Sqrt(x))
	}
	early, part := 0.0, 0.0
	for k, i := range order[:len(order)-1] {
		early += information[i]
		part += float64(z[i] * math.Sqrt(information[i]))
		late := all - early
		t := float64((sum-part)/late-part/early) / math.Sqrt(1/late+1/early)
		if math.Abs(t) > math.Abs(most) {
			before, most = k+1, t
		}
	}
	return before, most
}

// Found returns the probability that Z reaches a threshold if the helper of detector k makes a share f
// of the counted moves (power).
func (b *BankResult) Found(k int, f, threshold float64) float64 {
	return b.found(k, f, b.reaching(threshold))
}
