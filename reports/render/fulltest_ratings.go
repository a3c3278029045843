package render

import (
	"math"
	"slices"

	"fairplay/analysis/exact"
	"fairplay/reports"
)

// ratings says the intrinsic performance rating of the player and of his
// opponents, with their intervals, beside their ratings.
func (t fullTest) ratings() section {
	s := &table{Columns: []column{
		{Head: t.say("ipr.who", nil), Left: true}, {Head: t.say("ipr.rating", nil)}, {Head: t.say("ipr.ipr", nil)},
		{Head: t.say("ipr.interval", nil)}, {Head: t.say("tests.moves", nil)},
	}}
	s.addFaint(!t.Footing.Judged, t.say("ipr.player", nil), t.decimal(t.Player.Rating, 0), t.rating(&t.IPR), t.ratingInterval(&t.IPR), t.integer(t.IPR.Moves))
	opponents := absent
	if t.Opponents.Rating > 0 {
		opponents = t.decimal(t.Opponents.Rating, 0)
	}
	s.addFaint(t.Opponents.Moves < t.Footing.MinMoves, t.say("ipr.opponents", nil), opponents,
		t.rating(&t.Opponents.IPR), t.ratingInterval(&t.Opponents.IPR), t.integer(t.Opponents.IPR.Moves))
	missing := t.gaps()
	missing.add(t.say("ipr.rating", nil), t.say("ipr.opponents", nil), t.Opponents.RatingMissing)
	missing.add(t.say("ipr.ipr", nil), t.say("ipr.player", nil), t.IPR.Missing)
	missing.add(t.say("ipr.ipr", nil), t.say("ipr.opponents", nil), t.Opponents.IPR.Missing)
	return section{ID: "ipr", Title: t.say("ipr.title", nil), Text: []string{t.say("ipr.explain", nil)},
		Chart: newRatingsChart(t.words, "ipr", []rated{
			{t.say("ipr.player", nil), &t.IPR, t.Player.Rating, t.Player.RatingSD},
			{t.say("ipr.opponents", nil), &t.Opponents.IPR, t.Opponents.Rating, 0},
		}), Tables: []*table{s}, Notes: append(missing.lines(), t.comparisons()...)}
}

// comparisons says with what an intrinsic rating is to be compared, in a field that plays off its ratings
// too. A rating of which nothing is expected is compared with nothing.
func (t fullTest) comparisons() []string {
	rule := t.say("ipr.rule", nil)
	switch {
	case t.Footing.Refused:
		return nil
	case t.Field == nil || !t.IPR.Exists:
		return []string{rule}
	}
	return []string{t.say("ipr.field", fields{"Moved": t.signed(t.Field.Offset, 0), "Rating": t.decimal(t.Player.Rating+t.Field.Offset, 0)}), rule}
}

// rating writes an estimate; "1200 or lower" where the likelihood rises to the end of
// the range.
func (w *words) rating(e *reports.RatingEstimate) string {
	switch text := w.decimal(e.Rating, 0); {
	case !e.Exists:
		return absent
	case e.AtMost:
		return w.say("ipr.at_most", fields{"Rating": text})
	case e.AtLeast:
		return w.say("ipr.at_least", fields{"Rating": text})
	default:
		return text
	}
}

// ratingInterval writes the 95 % interval of an estimate.
func (w *words) ratingInterval(e *reports.RatingEstimate) string {
	low, high := w.decimal(e.Low, 0), w.decimal(e.High, 0)
	switch {
	case !e.Exists:
		return absent
	case e.LowOpen && e.HighOpen:
		return w.say("ipr.any", nil)
	case e.LowOpen:
		return w.say("ipr.at_most", fields{"Rating": high})
	case e.HighOpen:
		return w.say("ipr.at_least", fields{"Rating": low})
	}
	return w.say("ipr.from_to", fields{"Low": low, "High": high})
}

// opponents says how the opponents played in the same games.
func (t fullTest) opponents() section {
	s := section{ID: "opponents", Title: t.say("opponents.title", nil), Text: []string{t.say("opponents.explain", nil)},
		Tables: []*table{t.testTable(t.Opponents.Tests)}}
	s.Notes = t.missingTests(t.Opponents.Tests)
	if t.Opponents.Z != nil {
		s.Notes = append(s.Notes, t.say("opponents.z", fields{"Z": t.z(t.Opponents.Z)}))
	} else if t.Opponents.ZMissing != "" {
		s.Notes = append(s.Notes, t.say("opponents.no_z", fields{"Why": t.why(t.Opponents.ZMissing)}))
	}
	if t.Opponents.Moves == 0 {
		s.Tables, s.Notes = nil, []string{t.say("opponents.none", nil)}
	}
	return s
}

// subset compares the named moves with the rest of the same games.
func (t fullTest) subset() section {
	u := t.Subset
	s := section{ID: "subset", Title: t.say("subset.title", nil), Text: []string{
		t.say("subset.named", fields{"Named": u.Named, "Inside": t.integer(u.Inside), "Outside": t.integer(u.Outside)}),
		t.say("subset.explain", t.expectedOf())}}
	s.Text = append(s.Text, t.namedBy()...)
	if len(u.Unmatched) > 0 {
		s.Text = append(s.Text, t.say("subset.unmatched", fields{"Parts": joined(u.Unmatched)}))
	}
	contrasts := &table{Columns: []column{
		{Head: t.say("tests.test", nil), Left: true}, {Head: t.say("subset.inside", nil)}, {Head: t.say("subset.outside", nil)},
		{Head: t.say("subset.p", nil)}, {Head: t.say("subset.arrangements", nil), Drop: 1},
	}}
	missing := t.gaps()
	for i := range u.Contrasts {
		c := &u.Contrasts[i]
		missing.add(t.say("subset.p", nil), t.slug("test", c.Test), c.Missing)
		p, n := absent, absent
		if c.Exists {
			p, n = t.small(c.P), t.integer(c.Arrangements)
		}
		contrasts.add(t.slug("test", c.Test), t.excess(c.Test, c.InsideExcess), t.excess(c.Test, c.OutsideExcess), p, n)
	}
	ratings := &table{Columns: []column{{Head: t.say("ipr.who", nil), Left: true}, {Head: t.say("ipr.ipr", nil)},
		{Head: t.say("ipr.interval", nil)}, {Head: t.say("tests.moves", nil)}}}
	ratings.addFaint(u.InsideIPR.Moves < t.Footing.MinMoves, t.say("subset.named_moves", nil), t.rating(&u.InsideIPR), t.ratingInterval(&u.InsideIPR), t.integer(u.InsideIPR.Moves))
	ratings.addFaint(u.RestIPR.Moves < t.Footing.MinMoves, t.say("subset.rest", nil), t.rating(&u.RestIPR), t.ratingInterval(&u.RestIPR), t.integer(u.RestIPR.Moves))
	s.Tables = []*table{contrasts, ratings}
	s.Chart = newRatingsChart(t.words, "subset", []rated{
		{t.say("subset.named_moves", nil), &u.InsideIPR, t.Player.Rating, t.Player.RatingSD},
		{t.say("subset.rest", nil), &u.RestIPR, t.Player.Rating, t.Player.RatingSD},
	})
	missing.add(t.say("ipr.ipr", nil), t.say("subset.named_moves", nil), u.InsideIPR.Missing)
	missing.add(t.say("ipr.ipr", nil), t.say("subset.rest", nil), u.RestIPR.Missing)
	s.Notes = append(missing.lines(), t.say("subset.beforehand", nil))
	return s
}

// excess writes how much closer moves are to the engine than expected, shares in
// percentage points.
func (w *words) excess(test string, x float64) string {
	if test == "mm" || test == "ev" || test == "t3" {
		return w.signed(100*x, 1)
	}
	return w.signed(x, 3)
}

// The lanes of the chart of ratings, in SVG units.
const (
	ratingsLeft  = 190.0 // of the axis; names stand before it
	ratingsTop   = 12.0
	ratingsLane  = 46.0
	ratingsBelow = 54.0
)

// rated is an estimate for the moves of somebody, with the rating he has.
type rated struct {
	who        string
	estimate   *reports.RatingEstimate
	rating, sd float64 // 0 if unknown
}

// plottable reports whether all figures may stand in a chart.
func (r *rated) plottable() bool {
	return plottable(r.rating) && plottable(r.sd) && plottable(r.estimate.Rating) && plottable(r.estimate.Low) && plottable(r.estimate.High)
}

// newRatingsChart returns the chart of intrinsic performance ratings with their 95 %
// intervals, one lane for each, beside the ratings of those who played; nil where
// there is no estimate. section is the id of the section that it stands in.
func newRatingsChart(w *words, section string, entries []rated) *chart {
	if !slices.ContainsFunc(entries, func(v rated) bool { return v.estimate.Exists }) ||
		slices.ContainsFunc(entries, func(v rated) bool { return !v.plottable() }) {
		return nil
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range entries {
		if v.rating > 0 {
			low, high = min(low, v.rating-float64(exact.Normal95*v.sd)), max(high, v.rating+float64(exact.Normal95*v.sd))
		}
		if v.estimate.Exists {
			low, high = min(low, v.estimate.Low, v.estimate.Rating), max(high, v.estimate.High, v.estimate.Rating)
		}
	}
	x := newAxis(low-25, high+25, ratingsLeft, plotRight, 12, 50, 100, 200, 500)
	bottom := ratingsTop + float64(ratingsLane*float64(len(entries)))
	c := &chart{TitleID: section + "-title", NoteID: section + "-ratings", Notes: []string{w.say("ipr.chart", nil)}, Width: chartWidth, Height: bottom + ratingsBelow}
	c.columns(x, ratingsTop, bottom, w.decimals(0))
	c.add(line("base", ratingsLeft, bottom, plotRight, bottom))
	c.add(text("name", (ratingsLeft+plotRight)/2, bottom+44, "middle", w.say("ipr.x", nil)))
	for i, v := range entries {
		c.lane(w, x, ratingsTop+float64(ratingsLane*(float64(i)+.5)), v)
	}
	return c
}

// lane adds one estimate over the rating and its 95 % interval. An end that is open
// has no cap.
func (c *chart) lane(w *words, x axis, y float64, v rated) {
	title, shapes := "", []shape{text("lane", ratingsLeft-14, y+5, "end", v.who)}
	if v.rating > 0 {
		before, after := x.at(v.rating-float64(exact.Normal95*v.sd)), x.at(v.rating+float64(exact.Normal95*v.sd))
		shapes = append(shapes, shape{Kind: "rect", Class: "band", X: before, Y: y - 13, X2: after - before, Y2: 26},
			shape{Kind: "upright", Class: "rated", X: x.at(v.rating), Y: y, Size: 13})
	}
	if e := v.estimate; e.Exists {
		shapes = append(shapes, line("interval", x.at(e.Low), y, x.at(e.High), y))
		if !e.LowOpen {
			shapes = append(shapes, shape{Kind: "upright", Class: "interval", X: x.at(e.Low), Y: y, Size: 6})
		}
		if !e.HighOpen {
			shapes = append(shapes, shape{Kind: "upright", Class: "interval", X: x.at(e.High), Y: y, Size: 6})
		}
		shapes = append(shapes, circle(x.at(e.Rating), y, 6))
		title = w.say("ipr.point", fields{"Who": v.who, "IPR": w.rating(e), "Interval": w.ratingInterval(e),
			"Rating": w.decimal(v.rating, 0), "Moves": w.integer(e.Moves)})
	}
	c.point("", title, shapes...)
}
