package ipr

import (
	"math"
	"slices"
)

// flat is the difference of log-likelihood below which two ratings are equally
// likely, in nats.
const flat = 1e-6

// precision is how closely ratings are computed, in Elo points.
const precision = 0.01

// profile is a log-likelihood tabulated on a grid.
type profile struct {
	l       func(float64) float64
	ratings []float64
	values  []float64
}

func newProfile(l func(float64) float64, r Range) profile {
	p := profile{ratings: r.grid(), l: func(rating float64) float64 {
		v := l(rating)
		if math.IsNaN(v) || math.IsInf(v, 1) {
			return math.Inf(-1)
		}
		return v
	}}
	p.values = make([]float64, len(p.ratings))
	for i, rating := range p.ratings {
		p.values[i] = p.l(rating)
	}
	return p
}

// speaks reports whether the likelihood depends on the rating.
func (p *profile) speaks() bool {
	low, high := p.values[0], p.values[0]
	for _, v := range p.values {
		low, high = min(low, v), max(high, v)
	}
	return !math.IsInf(high, -1) && high-low > flat
}

// maximum returns the best rating and its log-likelihood. Where an end of the range is as good
// as the best, within flat, it returns that end.
func (p *profile) maximum() (rating, value float64) {
	best := 0
	for i, v := range p.values {
		if v > p.values[best] {
			best = i
		}
	}
	last := len(p.ratings) - 1
	rating, value = p.golden(p.ratings[max(best-1, 0)], p.ratings[min(best+1, last)])
	if p.values[best] >= value {
		rating, value = p.ratings[best], p.values[best]
	}
	for _, end := range []int{0, last} {
		if p.values[end] >= value-flat {
			return p.ratings[end], p.values[end]
		}
	}
	return rating, value
}

// golden narrows [a, b] around a maximum (Kiefer, Proceedings of the American
// Mathematical Society 4, 1953, p. 502).
func (p *profile) golden(a, b float64) (rating, value float64) {
	ratio := (math.Sqrt(5) - 1) / 2
	c, d := b-float64(ratio*(b-a)), a+float64(ratio*(b-a))
	lc, ld := p.l(c), p.l(d)
	for b-a > precision {
		if lc >= ld {
			b, d, ld = d, c, lc
			c = b - float64(ratio*(b-a))
			lc = p.l(c)
		} else {
			a, c, lc = c, d, ld
			d = a + float64(ratio*(b-a))
			ld = p.l(d)
		}
	}
	if lc >= ld {
		return c, lc
	}
	return d, ld
}

// insert adds a rating to the grid.
func (p *profile) insert(rating, value float64) {
	i, found := slices.BinarySearch(p.ratings, rating)
	if !found {
		p.ratings = slices.Insert(p.ratings, i, rating)
		p.values = slices.Insert(p.values, i, value)
	}
}

// lower returns the lowest rating at which the log-likelihood reaches the line, which it must
// do at some grid point. open is true if that rating is the end of the range.
func (p *profile) lower(line float64) (low float64, open bool) {
	i := 0
	for p.values[i] < line {
		i++
	}
	if i == 0 {
		return p.ratings[0], true
	}
	return p.cross(p.ratings[i-1], p.ratings[i], line), false
}

// upper is lower from the other end.
func (p *profile) upper(line float64) (high float64, open bool) {
	last := len(p.ratings) - 1
	i := last
	for p.values[i] < line {
		i--
	}
	if i == last {
		return p.ratings[last], true
	}
	return p.cross(p.ratings[i+1], p.ratings[i], line), false
}

// cross returns the rating, between one outside the interval and one inside, at which the
// log-likelihood reaches the line.
func (p *profile) cross(outside, inside, line float64) float64 {
	for math.Abs(inside-outside) > precision {
		if middle := (inside + outside) / 2; p.l(middle) >= line {
			inside = middle
		} else {
			outside = middle
		}
	}
	return inside
}
