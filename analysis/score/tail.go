package score

import (
	"cmp"
	"math"
	"slices"

	"fairplay/analysis/exact"
)

// farthest is the z beyond which tail probabilities no longer fall (about 1e-299): smaller ones do
// not fit into a float64.
const farthest = 37

// Tail returns Q(z), the probability that a standard normal value is z or more:
//
//	Q(z) = erfc(z/sqrt 2) / 2
//
// Range (0, 1]: z is drawn in to +-37. Tail of NaN is NaN.
func Tail(z float64) float64 {
	return exact.NormalTail(min(max(z, -farthest), farthest))
}

// OneIn returns the natural frequency 1/Q(z): among how many honest performances one of z or more
// is expected. z = 2 gives 44.0, z = 5 gives 3 488 556.
func OneIn(z float64) float64 { return 1 / Tail(z) }

// Odds returns the one-sided odds (1-Q)/Q against a value of z or more by chance
// ([AM], notes on statistics, II: z = 2 is 43 to 1).
func Odds(z float64) float64 { return Tail(-z) / Tail(z) }

// Published rounds a figure to the nine significant digits that reports give.
func Published(x float64) float64 { return exact.Round(x, exact.Digits) }

// mostShifts is the greatest number of normal parts that the offsets of several events are kept in.
const mostShifts = 32

// shifts returns the distribution of what the offsets of events add to a sum with these slopes:
// sum_e o_e S_e. One event gives the parts of its own offset; each further one doubles them, and
// beyond mostShifts the two that are most alike become one of the same mean and variance.
func (o Offset) shifts(slopes people, e Effects) []part {
	all := []part{{weight: 1}}
	for _, x := range slopes {
		var next []part
		for _, p := range o.Of(x.name, e).parts() {
			if !(p.weight > 0) {
				continue
			}
			for _, before := range all {
				next = append(next, part{
					float64(before.weight * p.weight), before.mean + float64(p.mean*x.sum), before.variance + float64(p.variance*x.sum*x.sum),
				})
			}
		}
		if all = next; len(all) > mostShifts {
			all = joined(all)
		}
	}
	return all
}

// reaching is a part with how far it reaches.
type reaching struct {
	part
	reach float64
}

func reachOf(p part) reaching { return reaching{p, p.mean + float64(3*math.Sqrt(p.variance))} }

// joined makes the two parts that are most alike one until there are no more than mostShifts, in the order
// of how far they reach. Parts count as alike by that, and rather if one of them weighs little.
func joined(parts []part) []part {
	all := make([]reaching, len(parts))
	for i, p := range parts {
		all[i] = reachOf(p)
	}
	slices.SortStableFunc(all, func(a, b reaching) int { return cmp.Compare(a.reach, b.reach) })
	for made := -1; len(all) > mostShifts; {
		if made >= 0 {
			settle(all, made)
		}
		all, made = closestJoined(all)
	}
	parts = parts[:0]
	for _, p := range all {
		parts = append(parts, p.part)
	}
	return parts
}

// settle moves the part at a place, beside which all are sorted, to where it belongs.
func settle(all []reaching, at int) {
	for ; at > 0 && all[at].reach < all[at-1].reach; at-- {
		all[at-1], all[at] = all[at], all[at-1]
	}
	for ; at+1 < len(all) && all[at].reach > all[at+1].reach; at++ {
		all[at], all[at+1] = all[at+1], all[at]
	}
}

// closestJoined returns sorted parts with the two that are most alike made one, and the place of that.
func closestJoined(all []reaching) ([]reaching, int) {
	at, least := 1, math.Inf(1)
	for i := 1; i < len(all); i++ {
		a, b := &all[i-1], &all[i]
		d := b.reach - a.reach
		if cost := d * d * a.weight * b.weight / (a.weight + b.weight); cost < least {
			at, least = i, cost
		}
	}
	a, b := all[at-1].part, all[at].part
	w := a.weight + b.weight
	mean := (float64(a.weight*a.mean) + float64(b.weight*b.mean)) / w
	spread := func(p part) float64 { return float64(p.weight * (p.variance + float64((p.mean-mean)*(p.mean-mean)))) }
	all[at-1] = reachOf(part{w, mean, (spread(a) + spread(b)) / w})
	return slices.Delete(all, at, at+1), at - 1
}

// tailed returns the normal value with the same tail probability as an excess x of variance known
// and that third moment, plus a shift that is a mixture of normal parts:
//
//	p = sum_k w_k Q(u_k),   u_k = (x - m_k) / sqrt(known + v_k) made symmetric,   z = Q⁻¹(p)
//
// The smaller of both tails is used, so that nothing is lost near 1. Beyond the reach of a float64
// (about 37) the largest part counts alone.
func tailed(x, known, third float64, shifts []part) float64 {
	upper, lower, nearest := 0.0, 0.0, math.Inf(1)
	for _, p := range shifts {
		sd := math.Sqrt(known + p.variance)
		u := unskewed((x-p.mean)/sd, third/(sd*sd*sd))
		if len(shifts) == 1 || math.IsNaN(u) {
			return u
		}
		upper += float64(p.weight * exact.NormalTail(u))
		lower += float64(p.weight * exact.NormalTail(-u))
		nearest = math.Copysign(min(math.Abs(nearest), math.Sqrt(float64(u*u)-float64(2*exact.Log(p.weight)))), u)
	}
	switch {
	case min(upper, lower) < leastTail:
		return nearest
	case upper < lower:
		return -exact.NormalQuantile(upper)
	}
	return exact.NormalQuantile(lower)
}

// leastTail is the tail probability below which a float64 is too coarse.
const leastTail = 1e-290
