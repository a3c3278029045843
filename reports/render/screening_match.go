package render

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"fairplay/reports"
)

// Height of the chart and of its axis, in SVG units.
const matchHeight, matchBottom = 440.0, 386.0

// newMatchChart returns the chart of move match against rating, nil if nobody can
// be drawn: a point for each player, a whisker for the 95 % interval, the hint line
// through the rates that the rows give, and names beside the points above it, as far
// as there is room.
func newMatchChart(w *words, players []reports.PlayerRow) *chart {
	var rows []*reports.PlayerRow
	for i := range players {
		if drawable(&players[i]) {
			rows = append(rows, &players[i])
		}
	}
	if len(rows) == 0 {
		return nil
	}
	slices.SortStableFunc(rows, func(a, b *reports.PlayerRow) int { return cmp.Compare(rank(a), rank(b)) })
	x, y := matchAxes(rows)
	c := &chart{TitleID: "chart-title", NoteID: "chart-note", Notes: w.chartNotes(players), Width: chartWidth, Height: matchHeight}
	c.levels(x, y, w.percentages(0))
	c.columns(x, plotTop, matchBottom, w.decimals(0))
	c.add(line("base", plotLeft, matchBottom, plotRight, matchBottom))
	c.add(text("name", (plotLeft+plotRight)/2, 430, "middle", w.say("chart.x", nil)))
	c.nameLeft(200, w.say("chart.y", nil))
	l := labelling{within: box{plotLeft, plotRight, plotTop, matchBottom}}
	for _, r := range rows {
		l.avoid(x.at(float64(r.Rating)), y.at(*r.MM.Actual))
	}
	corners := hintCorners(rows, x, y)
	if len(corners) > 1 {
		c.add(shape{Kind: "polyline", Class: "hintline", Points: corners})
	}
	for _, r := range rows {
		c.player(w, r, x, y)
	}
	if len(corners) > 1 {
		first, last := corners[0], corners[len(corners)-1]
		c.add(l.along(w.say("chart.line", nil), first.X, first.Y, last.X, last.Y))
	}
	for _, r := range rows {
		if kind(r) != "above" {
			continue
		}
		if label, ok := l.beside(r.Name, x.at(float64(r.Rating)), y.at(*r.MM.Actual)); ok {
			c.add(label)
		}
	}
	return c
}

// drawable reports whether a player has a place in the chart.
func drawable(r *reports.PlayerRow) bool {
	return r.Rating > 0 && plottable(float64(r.Rating)) && r.MM.Actual != nil && isShare(*r.MM.Actual)
}

// hinted reports whether a row has a point of the hint line.
func hinted(r *reports.PlayerRow) bool { return r.Hint != nil && isShare(r.Hint.Line) }

// whiskered reports whether a row has an interval to draw.
func whiskered(r *reports.PlayerRow) bool {
	return r.MM.Interval != nil && isShare(r.MM.Interval[0]) && isShare(r.MM.Interval[1])
}

func isShare(x float64) bool { return x >= 0 && x <= 1 }

// kind says how a player is drawn. A sample that is too small is never drawn as above
// the line.
func kind(r *reports.PlayerRow) string {
	switch {
	case few(r):
		return "few"
	case above(r):
		return "above"
	}
	return "normal"
}

// rank orders the kinds from the bottom of the chart to its top.
func rank(r *reports.PlayerRow) int { return slices.Index([]string{"few", "normal", "above"}, kind(r)) }

// matchAxes returns axes that hold every point, the hint line, and the whiskers of all
// samples that are large enough, or of all samples where none is.
func matchAxes(rows []*reports.PlayerRow) (x, y axis) {
	lowX, highX, lowY, highY := math.Inf(1), math.Inf(-1), 1.0, 0.0
	allFew := !slices.ContainsFunc(rows, func(r *reports.PlayerRow) bool { return !few(r) })
	for _, r := range rows {
		lowX, highX = min(lowX, float64(r.Rating)), max(highX, float64(r.Rating))
		lowY, highY = min(lowY, *r.MM.Actual), max(highY, *r.MM.Actual)
		if hinted(r) {
			lowY, highY = min(lowY, r.Hint.Line), max(highY, r.Hint.Line)
		}
		if whiskered(r) && (allFew || !few(r)) {
			lowY, highY = min(lowY, r.MM.Interval[0]), max(highY, r.MM.Interval[1])
		}
	}
	x = newAxis(lowX-20, highX+20, plotLeft, plotRight, 14, 50, 100, 200, 500)
	y = newAxis(lowY, highY, matchBottom, plotTop, 10, .05, .1, .2)
	return x, y
}

// player adds a player.
func (c *chart) player(w *words, r *reports.PlayerRow, x, y axis) {
	f := figures{words: w, bounds: 1}
	atX, atY := x.at(float64(r.Rating)), y.at(*r.MM.Actual)
	var shapes []shape
	low, high := absent, absent
	if whiskered(r) {
		shapes = append(shapes, line("whisker", atX, y.at(r.MM.Interval[0]), atX, y.at(r.MM.Interval[1])))
		low, high = w.percent(r.MM.Interval[0], 1), w.percent(r.MM.Interval[1], 1)
	}
	sign := circle(atX, atY, 4.5)
	if kind(r) == "above" {
		sign = shape{Kind: "triangle", X: atX, Y: atY}
	}
	c.point(kind(r), w.say("chart.point", fields{"Name": orAbsent(r.Name), "MM": f.share(&r.MM), "Low": low, "High": high,
		"Rating": f.rating(r), "Moves": w.integer(r.Moves)}), append(shapes, sign)...)
}

// hintCorners returns the corners of the line through the rates that the rows give:
// this package does not know the rule itself.
func hintCorners(rows []*reports.PlayerRow, x, y axis) (corners []xy) {
	lines := map[int]float64{}
	for _, r := range rows {
		if hinted(r) {
			lines[r.Rating] = r.Hint.Line
		}
	}
	for _, rating := range slices.Sorted(maps.Keys(lines)) {
		corners = append(corners, xy{x.at(float64(rating)), y.at(lines[rating])})
	}
	return corners
}
