package render

import (
	"math"
	"slices"

	"fairplay/analysis/exact"
	"fairplay/reports"
)

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
	rating, sd float64 // 0 where not known
}

// plottable tells whether all figures may stand in a chart.
func (v *rated) plottable() bool {
	return plottable(v.rating) && plottable(v.sd) && plottable(v.estimate.Rating) && plottable(v.estimate.Low) && plottable(v.estimate.High)
}

// newRatingsChart returns the picture of intrinsic performance ratings with their
// 95 % intervals, each in a lane of its own, beside the ratings of those who played;
// nil where there is no estimate. section is the id of the section that it stands in.
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
