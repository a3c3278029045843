package render

import "fairplay/analysis/calibration"

// Sizes of the graphs of calibrations, two of which stand beside each other, in SVG
// units. There is room for the larger text of phones and paper.
const (
	graphWidth            = 480.0
	graphLeft, graphRight = 66.0, 458.0
	graphBottom           = 274.0
	graphBelow            = 52.0 // ticks and name of the level axis
	keyWidth, keyHeight   = 44.0, 20.0
	graphDot, graphCap    = 3.8, 5.0 // radius of a dot, half the width of a cap
)

// graph is a chart of lines and figures along two axes, with a legend below.
type graph struct {
	*chart
	x, y axis
}

// scale is an axis, its name and how its figures are written; without write it has
// neither name nor ticks.
type scale struct {
	axis
	name  string
	write func(float64) string
}

// across returns the level axis of a graph, upward its upright one.
func across(low, high float64, steps ...float64) axis {
	return newAxis(low, high, graphLeft, graphRight, 10, steps...)
}

func upward(low, high float64, steps ...float64) axis {
	return newAxis(low, high, graphBottom, plotTop, 10, steps...)
}

// newGraph returns an empty graph. id must be unique in the page.
func newGraph(id, title string, x, y scale) *graph {
	g := &graph{&chart{TitleID: id + "-title", NoteID: id + "-note", Title: title, Look: "graph", Width: graphWidth, Height: graphBottom + graphBelow}, x.axis, y.axis}
	g.levels(g.x, g.y, y.write)
	if x.write != nil {
		g.columns(g.x, plotTop, graphBottom, x.write)
		g.add(text("name", (graphLeft+graphRight)/2, graphBottom+40, "middle", x.name))
	}
	g.add(line("base", graphLeft, graphBottom, graphRight, graphBottom))
	g.nameLeft((plotTop+graphBottom)/2, y.name)
	return g
}

// key adds a line to the legend, unless name is "". sample draws at the height of its
// middle.
func (g *graph) key(name string, sample func(y float64) shape) {
	if name == "" {
		return
	}
	y := g.Height + keyHeight/2
	g.Height += keyHeight
	g.add(sample(y), text("name", graphLeft+keyWidth+labelGap, y+5, "start", name))
}

// place returns where figures stand; what is beyond an axis stands at its end, what
// cannot be drawn nowhere.
func (g *graph) place(figures []xy) []xy {
	var places []xy
	for _, p := range figures {
		if plottable(p.X) && plottable(p.Y) {
			places = append(places, xy{g.x.at(p.X), g.y.at(p.Y)})
		}
	}
	return places
}

// line draws a line through figures.
func (g *graph) line(name, class string, figures ...xy) {
	g.add(shape{Kind: "polyline", Class: class, Points: g.place(figures)})
	g.key(name, func(y float64) shape { return line(class, graphLeft, y, graphLeft+keyWidth, y) })
}

// area fills what figures enclose.
func (g *graph) area(name string, figures ...xy) {
	g.add(shape{Kind: "polygon", Class: "hill", Points: g.place(figures)})
	g.key(name, func(y float64) shape {
		return shape{Kind: "rect", Class: "hill", X: graphLeft, Y: y - 6, X2: keyWidth, Y2: 12}
	})
}

// estimate is a figure with its interval at one place of the level axis.
type estimate struct {
	x      float64
	figure calibration.Figure
}

// drawn returns a figure with bounds that can be drawn: without an interval it is a
// point.
func drawn(f calibration.Figure) calibration.Figure {
	if !f.Bounded {
		f.Low, f.High = f.Value, f.Value
	}
	return f
}

// estimates draws figures with their intervals. An interval that goes beyond the axis
// is cut off and has no cap there. Figures beyond the axis are left out; the tables
// have them all.
func (g *graph) estimates(name string, all []estimate) {
	for _, e := range all {
		f := drawn(e.figure)
		if !plottable(e.x) || !plottable(f.Value) || f.Value < g.y.low || f.Value > g.y.high {
			continue
		}
		x := g.x.at(e.x)
		g.add(line("interval", x, g.y.at(f.Low), x, g.y.at(f.High)))
		for _, end := range []float64{f.Low, f.High} {
			if end >= g.y.low && end <= g.y.high {
				g.add(line("interval", x-graphCap, g.y.at(end), x+graphCap, g.y.at(end)))
			}
		}
		g.add(circle(x, g.y.at(f.Value), graphDot))
	}
	g.key(name, func(y float64) shape { return circle(graphLeft+keyWidth/2, y, graphDot) })
}
