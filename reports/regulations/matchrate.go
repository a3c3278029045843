package regulations

// matchRateRow is a straight line of move-match rates by rating.
type matchRateRow struct {
	RuleSource
	Rating        int     `json:"rating"`          // rating at which the line has Percent
	Percent       float64 `json:"percent"`         // height of the line there
	PercentPer100 float64 `json:"percent_per_100"` // its slope
	Lowest        int     `json:"lowest"`          // ratings to which it applies, inclusive
	Highest       int     `json:"highest"`
}

// MatchRateLine returns the share of engine matches, between 0 and 1, that
// Professor Regan's notes call unusual for a rating (R-IV-6):
//
//	0.70 - 0.015 (2800 - rating) / 100
//
// which is 12 points above a linear fit of actual rates. It is only a hint on where to look:
// the notes themselves say that no such line proves anything (R-II-3) and that games differ in
// how forcing they are.
//
// ok is false above 2800, for which the text gives no rule, and below 1000, the
// lowest rating that FIDE publishes (B02).
func (e Edition) MatchRateLine(rating int) (share float64, ok bool) {
	r, _ := inForce(e.catalogue.matchRates, e.start)
	if rating < r.Lowest || rating > r.Highest {
		return 0, false
	}
	below := float64(r.Rating-rating) / 100
	return (r.Percent - float64(r.PercentPer100*below)) / 100, true
}

// MatchRateSource cites the text behind MatchRateLine.
func (e Edition) MatchRateSource() RuleSource {
	r, standing := inForce(e.catalogue.matchRates, e.start)
	return e.catalogue.cite(r.RuleSource, standing, r.Article)
}
