package ipr

import "math"

// chi95 is the 95 % quantile of chi-square with one degree of freedom.
const chi95 = 3.841458820694124

// flat is the difference of log-likelihood over the whole range below which the
// moves say nothing about a rating.
const flat = 1e-6

// precision is how closely ratings are computed, in Elo points.
const precision = 0.01

// Estimate is an intrinsic performance rating. All numbers are Elo.
type Estimate struct {
	Rating float64

	// Low and High bound the 95 % interval. Where it runs into an end of the
	// range they stand there, and LowOpen or HighOpen is true: the interval goes
	// on beyond.
	Low, High         float64
	LowOpen, HighOpen bool

	// AtMost or AtLeast is true where the likelihood is highest at the lower or
	// upper end of the range: the rating is that or beyond.
	AtMost, AtLeast bool

	// OK is false where the moves say nothing: there are none, or the likelihood
	// is the same at all ratings, or impossible at all.
	OK bool
}

// Of returns the rating that maximises a log-likelihood, in nats, and its
// interval from the profile likelihood
//
//	{ R : 2 (l(max) - l(R)) <= 3.841 phi }
//
// phi, at least 1, is the over-dispersion of log-likelihoods of honest
// performances (score.Dispersion): moves of one game and of one player are alike,
// so that l bends more sharply than it should. McCullagh and Nelder, Generalized
// Linear Models, 1989, section 9.2 for the factor; [RC12] for the quantity.
//
// The likelihood may have several maxima: l is computed on a grid of at most 50
// points distance, and the best grid point is refined by golden section. The
// interval is the hull of all ratings that satisfy the inequality on the grid,
// so that it errs on the wide side. Values that are no number, or -Inf, count as
// impossible. l is called about 130 times; it need not be cheap, but must be the
// same each time.
func Of(l func(rating float64) float64, phi float64, r Range) Estimate {
	p := newProfile(l, r)
	if !p.speaks() {
		return Estimate{}
	}
	e := Estimate{OK: true}
	var top float64
	e.Rating, top = p.maximum()
	e.AtMost = e.Rating <= r.Low
	e.AtLeast = e.Rating >= r.High
	line := top - chi95*max(phi, 1)/2
	e.Low, e.LowOpen = p.lower(line, e.Rating)
	e.High, e.HighOpen = p.upper(line, e.Rating)
	return e
}

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

// speaks tells whether the likelihood differs between ratings.
func (p *profile) speaks() bool {
	low, high := p.values[0], p.values[0]
	for _, v := range p.values {
		low, high = min(low, v), max(high, v)
	}
	return !math.IsInf(high, -1) && high-low > flat
}

// maximum returns the best rating and its log-likelihood. At an end of the range
// it is that end exactly.
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
	return rating, value
}

// golden narrows [a, b] around a maximum (Kiefer, Proceedings of the American
// Mathematical Society 4, 1953, p. 502).
func (p *profile) golden(a, b float64) (rating, value float64) {
	ratio := (math.Sqrt(5) - 1) / 2
	c, d := b-ratio*(b-a), a+ratio*(b-a)
	lc, ld := p.l(c), p.l(d)
	for b-a > precision {
		if lc >= ld {
			b, d, ld = d, c, lc
			c = b - ratio*(b-a)
			lc = p.l(c)
		} else {
			a, c, lc = c, d, ld
			d = a + ratio*(b-a)
			ld = p.l(d)
		}
	}
	if lc >= ld {
		return c, lc
	}
	return d, ld
}

// lower returns the lowest rating at which the log-likelihood reaches the line.
func (p *profile) lower(line, rating float64) (low float64, open bool) {
	outside := p.ratings[0]
	for i, r := range p.ratings {
		switch {
		case r >= rating:
			return p.cross(outside, rating, line), false
		case p.values[i] >= line && i == 0:
			return r, true
		case p.values[i] >= line:
			return p.cross(outside, r, line), false
		}
		outside = r
	}
	return rating, false
}

// upper returns the highest rating at which the log-likelihood reaches the line.
func (p *profile) upper(line, rating float64) (high float64, open bool) {
	last := len(p.ratings) - 1
	outside := p.ratings[last]
	for i := last; i >= 0; i-- {
		r := p.ratings[i]
		switch {
		case r <= rating:
			return p.cross(outside, rating, line), false
		case p.values[i] >= line && i == last:
			return r, true
		case p.values[i] >= line:
			return p.cross(outside, r, line), false
		}
		outside = r
	}
	return rating, false
}

// cross returns where, between a rating outside the interval and one inside, the
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
