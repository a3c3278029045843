package render

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"fairplay/reports"
)

// The drawing, in SVG units.
const (
	chartWidth, chartHeight = 960.0, 440.0
	plotLeft, plotRight     = 58.0, 944.0
	plotTop, plotBottom     = 14.0, 386.0
)

// matchChart is the picture of move match against rating: a point for each
// player, a whisker for the 95 % interval, and the hint line through the rates
// that the rows give for their ratings.
type matchChart struct {
	Width, Height            string
	Left, Right, Top, Bottom string
	XTicks, YTicks           []tick
	Points                   []point // those on top last
	Line                     string  // corners of the hint line, "" where fewer than two ratings have one
	LineLabel                label
	Labels                   []label // names beside the points above the line, as far as there is room
}

// tick is a marked value: its place, and its words.
type tick struct{ At, Text string }

// point is one player.
type point struct {
	X, Y, Low, High string // Low and High are the ends of the whisker, "" without one
	Kind            string // few, normal, above: how it is drawn
	Title           string // shown when the pointer rests on it
	Label           *label // nil for most
}

// newMatchChart returns the picture, nil where nobody can be drawn.
func newMatchChart(w *words, players []reports.PlayerRow) *matchChart {
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
	c := &matchChart{
		Width: coordinate(chartWidth), Height: coordinate(chartHeight),
		Left: coordinate(plotLeft), Right: coordinate(plotRight), Top: coordinate(plotTop), Bottom: coordinate(plotBottom),
	}
	for _, v := range x.ticks() {
		c.XTicks = append(c.XTicks, tick{coordinate(x.at(v)), w.decimal(v, 0)})
	}
	for _, v := range y.ticks() {
		c.YTicks = append(c.YTicks, tick{coordinate(y.at(v)), w.percent(v, 0)})
	}
	l := labelling{within: box{plotLeft, plotRight, plotTop, plotBottom}}
	for _, r := range rows {
		c.Points = append(c.Points, newPoint(w, r, x, y))
		l.avoid(x.at(float64(r.Rating)), y.at(*r.MM.Actual))
	}
	c.hintLine(w, rows, x, y, &l)
	for _, r := range rows {
		if kind(r) != "above" {
			continue
		}
		if label, ok := l.beside(r.Name, x.at(float64(r.Rating)), y.at(*r.MM.Actual)); ok {
			c.Labels = append(c.Labels, label)
		}
	}
	return c
}

// drawable tells whether a player has a place in the picture.
func drawable(r *reports.PlayerRow) bool {
	return r.Rating > 0 && plottable(float64(r.Rating)) && r.MM.Actual != nil && isShare(*r.MM.Actual)
}

// hinted tells whether a row has a point of the hint line.
func hinted(r *reports.PlayerRow) bool { return r.Hint != nil && isShare(r.Hint.Line) }

// whiskered tells whether a row has an interval to draw.
func whiskered(r *reports.PlayerRow) bool {
	return r.MM.Interval != nil && isShare(r.MM.Interval[0]) && isShare(r.MM.Interval[1])
}

func isShare(x float64) bool { return x >= 0 && x <= 1 }

// kind says how a player is drawn. A sample too small to say anything is never
// drawn as lying above the line.
func kind(r *reports.PlayerRow) string {
	switch {
	case few(r):
		return "few"
	case above(r):
		return "above"
	}
	return "normal"
}

// rank orders the kinds from the bottom of the picture to its top.
func rank(r *reports.PlayerRow) int { return slices.Index([]string{"few", "normal", "above"}, kind(r)) }

// matchAxes returns axes that hold every point, every part of the hint line
// and the whiskers of all samples that are large enough, or of all samples
// where none is.
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
	y = newAxis(lowY, highY, plotBottom, plotTop, 10, .05, .1, .2)
	return x, y
}

func newPoint(w *words, r *reports.PlayerRow, x, y axis) point {
	f := figures{words: w, bounds: 1}
	p := point{X: coordinate(x.at(float64(r.Rating))), Y: coordinate(y.at(*r.MM.Actual)), Kind: kind(r)}
	low, high := absent, absent
	if whiskered(r) {
		p.Low, p.High = coordinate(y.at(r.MM.Interval[0])), coordinate(y.at(r.MM.Interval[1]))
		low, high = w.percent(r.MM.Interval[0], 1), w.percent(r.MM.Interval[1], 1)
	}
	p.Title = w.say("chart.point", fields{"Name": orAbsent(r.Name), "MM": f.share(&r.MM), "Low": low, "High": high,
		"Rating": f.rating(r), "Moves": w.integer(r.Moves)})
	return p
}

// hintLine draws the line through the rates that the rows give: the rule
// itself is not known here.
func (c *matchChart) hintLine(w *words, rows []*reports.PlayerRow, x, y axis, l *labelling) {
	lines := map[int]float64{}
	for _, r := range rows {
		if hinted(r) {
			lines[r.Rating] = r.Hint.Line
		}
	}
	if len(lines) < 2 {
		return
	}
	var corners []string
	ratings := slices.Sorted(maps.Keys(lines))
	for _, rating := range ratings {
		corners = append(corners, coordinate(x.at(float64(rating)))+","+coordinate(y.at(lines[rating])))
	}
	c.Line = strings.Join(corners, " ")
	first, last := ratings[0], ratings[len(ratings)-1]
	c.LineLabel = l.along(w.say("chart.line", nil),
		x.at(float64(first)), y.at(lines[first]), x.at(float64(last)), y.at(lines[last]))
}
