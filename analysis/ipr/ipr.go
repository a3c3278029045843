package ipr

// chi95 is the 95 % quantile of chi-square with one degree of freedom.
const chi95 = 3.841458820694124

// Estimate is an intrinsic performance rating. All numbers are Elo.
type Estimate struct {
	Rating float64

	// Low and High bound the 95 % interval. If it reaches an end of the range, the bound is
	// that end, and LowOpen or HighOpen is true: the interval goes on beyond.
	Low, High         float64
	LowOpen, HighOpen bool

	// AtMost or AtLeast is true if the likelihood is highest at the lower or
	// upper end of the range: the rating is that or beyond.
	AtMost, AtLeast bool

	// OK is false if the moves say nothing: there are none, or their likelihood is the same
	// at all ratings or zero at all of them.
	OK bool
}

// Of returns the rating that maximises a log-likelihood, in nats, and its
// interval from the profile likelihood
//
//	{ R : 2 (l(max) - l(R)) <= 3.841 phi }
//
// phi, at least 1, is the over-dispersion of log-likelihoods of honest performances
// (score.Dispersion). Moves of one game and of one player are alike, so l bends more sharply
// than it should. McCullagh and Nelder, Generalized Linear Models, 1989, section 9.2 for the
// factor; [RC12] for the quantity.
//
// The likelihood may have several maxima, so l is computed on a grid with steps of at most 50
// points, and the best grid point is refined by golden section. The interval is the hull of all
// grid ratings that satisfy the inequality, and so errs on the wide side. Values that are
// infinite or NaN count as impossible. l is called about 130 times; it may be slow, but must
// return the same value each time.
func Of(l func(rating float64) float64, phi float64, r Range) Estimate {
	p := newProfile(l, r)
	if !p.speaks() {
		return Estimate{}
	}
	e := Estimate{OK: true}
	rating, top := p.maximum()
	p.insert(rating, top)
	e.Rating = rating
	e.AtMost = e.Rating <= r.Low
	e.AtLeast = e.Rating >= r.High
	if !(phi > 1) {
		phi = 1
	}
	line := top - float64(chi95*phi/2)
	e.Low, e.LowOpen = p.lower(line)
	e.High, e.HighOpen = p.upper(line)
	return e
}
