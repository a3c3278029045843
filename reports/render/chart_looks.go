package render

import (
	"strings"
)

// Height of the two charts of a full test, in SVG units.
const looksHeight = 320.0

// looksChart is the picture of the cumulative Z after each round with the
// boundary that it must reach for looking each round to be as safe as looking
// once.
type looksChart struct {
	Width, Height            string
	Left, Right, Top, Bottom string
	Middle, Name             string // place of the title of the x axis
	XTicks, YTicks           []tick
	Zero                     string
	Boundary, Line           string // corners, "" for fewer than two
	BoundaryLabel            *label
	Points                   []look
}

// look is one round.
type look struct {
	X, Y, Title string
	Few         bool
}

// newLooksChart returns the picture, nil where no round has a Z.
func newLooksChart(t fullTest) *looksChart {
	low, high, any := 0.0, 3.0, false
	for i := range t.Rounds {
		if r := &t.Rounds[i]; charted(r.Z) {
			low, high, any = min(low, *r.Z), max(high, *r.Z), true
		}
	}
	if !any {
		return nil
	}
	if last := t.Rounds[len(t.Rounds)-1].Boundary; charted(last) {
		high = max(high, min(*last, 6)+1.5)
	}
	const bottom = looksHeight - 54
	x := axis{low: 0, high: float64(len(t.Rounds)) + .5, from: plotLeft, to: plotRight, step: 1}
	y := newAxis(low-.2, high, bottom, plotTop, 8, 1, 2, 5, 10)
	c := &looksChart{
		Width: coordinate(chartWidth), Height: coordinate(looksHeight), Middle: coordinate((plotLeft + plotRight) / 2), Name: coordinate(looksHeight - 10),
		Left: coordinate(plotLeft), Right: coordinate(plotRight), Top: coordinate(plotTop), Bottom: coordinate(bottom), Zero: coordinate(y.at(0)),
	}
	for _, v := range y.ticks() {
		c.YTicks = append(c.YTicks, tick{coordinate(y.at(v)), t.decimal(v, 0)})
	}
	c.draw(t, x, y)
	return c
}

func (c *looksChart) draw(t fullTest, x, y axis) {
	var line []string
	var boundary polyline
	for i := range t.Rounds {
		r := &t.Rounds[i]
		at := x.at(float64(i + 1))
		c.XTicks = append(c.XTicks, tick{coordinate(at), truncate(printable(orAbsent(r.Round)), 6)})
		if charted(r.Z) {
			line = append(line, coordinate(at)+","+coordinate(y.at(*r.Z)))
			c.Points = append(c.Points, look{X: coordinate(at), Y: coordinate(y.at(*r.Z)), Few: r.Moves < t.Footing.MinMoves,
				Title: t.say("rounds.point", fields{"Round": orAbsent(r.Round), "Z": t.z(r.Z, r.Boundary), "Moves": t.integer(r.Moves), "Boundary": t.boundary(r.Boundary, r.Z)})})
		}
		if charted(r.Boundary) {
			boundary.to(at, *r.Boundary, y)
		}
	}
	if len(line) > 1 {
		c.Line = strings.Join(line, " ")
	}
	if len(boundary.corners) < 2 || t.Boundary == nil {
		return
	}
	c.Boundary = strings.Join(boundary.corners, " ")
	c.BoundaryLabel = boundaryLabel(boundary.clear, t.say("rounds.boundary_label", fields{"Z": t.line(*lineBeside(&t.Boundary.Threshold, t.Combined.Z))}))
}

// boundaryLabel stands to the right of where the line has come down, or, where it
// would run out of the picture there, ends with the plot.
func boundaryLabel(from float64, text string) *label {
	l := &label{X: coordinate(from), Y: coordinate(plotTop + labelHeight), Anchor: "start", Text: text}
	if from+float64(cellWidth*float64(width(text))) > plotRight {
		l.X, l.Anchor = coordinate(plotRight), "end"
	}
	return l
}

// polyline is a line that is cut off where it runs out of the top of a chart.
type polyline struct {
	corners      []string
	begun, above bool
	x, value     float64 // where it has come to, in SVG units and in those of the axis
	clear        float64 // where it has fallen far enough for a label above it
}

func (p *polyline) to(x, value float64, y axis) {
	over := value > y.high
	if p.begun && over != p.above && value != p.value {
		share := (y.high - p.value) / (value - p.value)
		p.corner(p.x+float64(share*(x-p.x)), y.to)
	}
	if !over {
		p.corner(x, y.at(value))
	}
	p.begun, p.above, p.x, p.value = true, over, x, value
}

func (p *polyline) corner(x, y float64) {
	if p.clear == 0 || y < plotTop+2*labelHeight {
		p.clear = x + labelGap
	}
	p.corners = append(p.corners, coordinate(x)+","+coordinate(y))
}

func charted(x *float64) bool { return x != nil && plottable(*x) }
