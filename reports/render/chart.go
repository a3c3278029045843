package render

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Sizes of the charts that take the whole width of a page, in SVG units.
const (
	chartWidth          = 960.0
	plotLeft, plotRight = 58.0, 944.0
	plotTop             = 14.0
)

// chart is a picture with a caption. It is a list of shapes: whatever draws lines,
// circles and text can draw it.
type chart struct {
	Title           string // its own, "" if a heading of the page names it
	TitleID, NoteID string // of the elements that name and explain it
	Notes           []string
	Look            string // class beside "chart", "" for none
	Width, Height   float64
	Marks           []mark
}

// Linked reports whether something in the chart leads elsewhere: it is then no mere picture.
func (c *chart) Linked() bool {
	return slices.ContainsFunc(c.Marks, func(m mark) bool { return m.Href != "" })
}

// mark is what stands for one thing, such as a tick, a line or a player.
type mark struct {
	Named  bool   // Title is shown when the pointer rests on it
	Title  string // "" if there is nothing to say
	Class  string // "" for none
	Href   string // where a click on it leads, "" for nowhere
	Shapes []shape
}

// shape is one line, outline, circle or text, in SVG units. Class says how it is
// drawn.
type shape struct {
	Kind   string // line, polyline, polygon, rect, circle, triangle, upright, text, turned
	Class  string
	X, Y   float64
	X2, Y2 float64 // of a line its other end, of a rect its width and height
	Size   float64 // of a circle its radius, of an upright half its height
	Points []xy    // of a polyline or polygon

	Text, Anchor string // Anchor says whether text starts, ends or has its middle at X
	DX, DY       int    // moves text further
}

// xy is a place in a drawing.
type xy struct{ X, Y float64 }

// add adds shapes that nobody points at.
func (c *chart) add(shapes ...shape) { c.Marks = append(c.Marks, mark{Shapes: shapes}) }

// point adds what stands for a player or a figure, with words of its own.
func (c *chart) point(class, title string, shapes ...shape) {
	c.Marks = append(c.Marks, mark{Named: true, Class: class, Title: title, Shapes: shapes})
}

// levels adds the rules, as wide as x, and ticks of an upright axis.
func (c *chart) levels(x, y axis, write func(float64) string) {
	for _, v := range y.ticks() {
		at := y.at(v)
		c.add(line("rule", x.from, at, x.to, at), shape{Kind: "text", Class: "tick", X: x.from, DX: -8, Y: at, DY: 4, Anchor: "end", Text: write(v)})
	}
}

// columns adds the rules and ticks of a level axis that lies at bottom.
func (c *chart) columns(x axis, top, bottom float64, write func(float64) string) {
	for _, v := range x.ticks() {
		at := x.at(v)
		c.add(line("rule", at, top, at, bottom), tickBelow(at, bottom, write(v)))
	}
}

// tickBelow is a tick below an axis at y.
func tickBelow(x, y float64, text string) shape {
	return shape{Kind: "text", Class: "tick", X: x, Y: y, DY: 19, Anchor: "middle", Text: text}
}

// nameLeft names the upright axis.
func (c *chart) nameLeft(y float64, text string) {
	c.add(shape{Kind: "turned", Class: "name", X: 14, Y: y, Anchor: "middle", Text: text})
}

func line(class string, x1, y1, x2, y2 float64) shape {
	return shape{Kind: "line", Class: class, X: x1, Y: y1, X2: x2, Y2: y2}
}

func text(class string, x, y float64, anchor, text string) shape {
	return shape{Kind: "text", Class: class, X: x, Y: y, Anchor: anchor, Text: text}
}

func circle(x, y, radius float64) shape { return shape{Kind: "circle", X: x, Y: y, Size: radius} }

// points writes places as SVG has them.
func points(all []xy) string {
	corners := make([]string, len(all))
	for i, p := range all {
		corners[i] = coordinate(p.X) + "," + coordinate(p.Y)
	}
	return strings.Join(corners, " ")
}

// axis maps values to places on one side of a chart.
type axis struct {
	low, high float64 // values at the ends
	from, to  float64 // places of the ends
	step      float64 // between ticks
}

// farOut is beyond anything that a figure of chess can be.
const farOut = 1e6

// plottable reports whether a figure may stand in a chart. No report has others, but a
// report with a fault must still be shown.
func plottable(x float64) bool { return math.Abs(x) < farOut }

// newAxis returns an axis that holds low and high and ends on whole steps. It takes
// the first step that makes at most so many parts, and doubles the last one where none
// does. low and high must be plottable.
func newAxis(low, high, from, to float64, parts int, steps ...float64) axis {
	a := axis{from: from, to: to}
	for {
		a.step = steps[0]
		a.low, a.high = float64(math.Floor(low/a.step)*a.step), float64(math.Ceil(high/a.step)*a.step)
		if a.low == a.high {
			a.low, a.high = a.low-a.step, a.high+a.step
		}
		if (a.high-a.low)/a.step <= float64(parts) {
			return a
		}
		if steps = steps[1:]; len(steps) == 0 {
			steps = []float64{2 * a.step}
		}
	}
}

// at returns the place of a value; values beyond an end are drawn at the end.
func (a axis) at(value float64) float64 {
	value = min(max(value, a.low), a.high)
	return a.from + float64((value-a.low)/(a.high-a.low)*(a.to-a.from))
}

// ticks returns the values that are marked.
func (a axis) ticks() []float64 {
	var values []float64
	for i := 0; a.low+float64(float64(i)*a.step) <= a.high+float64(a.step/2); i++ {
		values = append(values, a.low+float64(float64(i)*a.step))
	}
	return values
}

// coordinate writes a place in a drawing to a tenth of a unit.
func coordinate(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64)
}
