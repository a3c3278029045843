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

// ratingsChart is the picture of intrinsic performance ratings with their 95 %
// intervals, each in a lane of its own, beside the ratings of those who played.
type ratingsChart struct {
	Section                  string
	Width, Height            string
	Left, Right, Top, Bottom string
	Middle, Name             string
	XTicks                   []tick
	Lanes                    []lane
}

// lane is one estimate. What does not exist is "".
type lane struct {
	Y, Label, Title         string
	Low, High, At           string // of the interval and the estimate
	LowOpen, HighOpen       bool
	Rating, Before, Band    string // the rating, where its 95 % interval begins, and how long that is
	BandTop, LabelX, Middle string
}

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

// newRatingsChart returns the picture, nil where there is no estimate. section is
// the id of the section that it stands in.
func newRatingsChart(w *words, section string, entries []rated) *ratingsChart {
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
	c := &ratingsChart{Section: section, Width: coordinate(chartWidth), Height: coordinate(bottom + ratingsBelow),
		Left: coordinate(ratingsLeft), Right: coordinate(plotRight),
		Top: coordinate(ratingsTop), Bottom: coordinate(bottom), Middle: coordinate((ratingsLeft + plotRight) / 2), Name: coordinate(bottom + 44)}
	for _, v := range x.ticks() {
		c.XTicks = append(c.XTicks, tick{coordinate(x.at(v)), w.decimal(v, 0)})
	}
	for i, v := range entries {
		c.Lanes = append(c.Lanes, newLane(w, x, ratingsTop+float64(ratingsLane*(float64(i)+.5)), v))
	}
	return c
}

func newLane(w *words, x axis, y float64, v rated) lane {
	l := lane{Y: coordinate(y), Middle: coordinate(y + 5), Label: v.who, LabelX: coordinate(ratingsLeft - 14), BandTop: coordinate(y - 13)}
	if v.rating > 0 {
		before, after := x.at(v.rating-float64(exact.Normal95*v.sd)), x.at(v.rating+float64(exact.Normal95*v.sd))
		l.Rating, l.Before, l.Band = coordinate(x.at(v.rating)), coordinate(before), coordinate(after-before)
	}
	if e := v.estimate; e.Exists {
		l.Low, l.High, l.At, l.LowOpen, l.HighOpen = coordinate(x.at(e.Low)), coordinate(x.at(e.High)), coordinate(x.at(e.Rating)), e.LowOpen, e.HighOpen
		l.Title = w.say("ipr.point", fields{"Who": v.who, "IPR": w.rating(e), "Interval": w.ratingInterval(e),
			"Rating": w.decimal(v.rating, 0), "Moves": w.integer(e.Moves)})
	}
	return l
}
