package render

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"fairplay/analysis/calibration"
)

// Sizes of the plots, in points.
const (
	plotWidth, plotHeight vg.Length = 430, 290
	plotText              vg.Length = 11
	plotCap               vg.Length = 7
	plotDot               vg.Length = 3.2
	plotMargin            vg.Length = 14
	plotPadding           vg.Length = 4
)

// The colours of style.css.
func ink() color.Color    { return color.RGBA{0x18, 0x21, 0x2c, 0xff} }
func soft() color.Color   { return color.RGBA{0x51, 0x60, 0x6f, 0xff} }
func rule() color.Color   { return color.RGBA{0xe3, 0xe7, 0xec, 0xff} }
func blue() color.Color   { return color.RGBA{0x1d, 0x5f, 0x9f, 0xff} }
func amber() color.Color  { return color.RGBA{0x8a, 0x4a, 0x00, 0xff} }
func green() color.Color  { return color.RGBA{0x2c, 0x7a, 0x4b, 0xff} }
func violet() color.Color { return color.RGBA{0x7a, 0x3d, 0x96, 0xff} }
func pale() color.Color   { return color.RGBA{0xdb, 0xe8, 0xf4, 0xff} }

// graph is a plot in our style, drawn by gonum/plot.
type graph struct {
	*plot.Plot
	words *words
	above vg.Length // room above the graph, for a legend that would hide lines
}

// newGraph returns an empty graph with titled axes. xs and ys say how far each
// axis goes, where its ticks stand and how they are written.
func newGraph(w *words, x, y string, xs, ys scale) *graph {
	g := &graph{Plot: plot.New(), words: w}
	g.BackgroundColor = nil
	for _, a := range []struct {
		axis  *plot.Axis
		title string
		scale scale
	}{{&g.X, x, xs}, {&g.Y, y, ys}} {
		a.axis.Label.Text = a.title
		g.face(&a.axis.Label.TextStyle.Font, ink(), &a.axis.Label.TextStyle.Color)
		g.face(&a.axis.Tick.Label.Font, soft(), &a.axis.Tick.Label.Color)
		a.axis.LineStyle.Width, a.axis.Tick.Length, a.axis.Padding = 0, 0, plotPadding
		a.axis.Tick.Marker = a.scale.ticks(w)
		a.axis.Min, a.axis.Max = a.scale.low, a.scale.high
	}
	g.face(&g.Legend.TextStyle.Font, ink(), &g.Legend.TextStyle.Color)
	g.Legend.Top, g.Legend.Padding = true, 2
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = rule(), rule()
	g.Add(grid)
	return g
}

// face sets the font of the page, and a colour.
func (g *graph) face(f *font.Font, c color.Color, to *color.Color) {
	*f = font.Font{Typeface: "Liberation", Variant: "Sans", Size: plotText}
	*to = c
}

// scale is one axis of a graph.
type scale struct {
	axis
	percent  bool
	decimals int
	names    []string // of the values 0, 1, ... instead of figures
}

// scaleOf returns a scale that holds low and high.
func scaleOf(low, high float64, parts, decimals int, steps ...float64) scale {
	return scale{axis: newAxis(low, high, 0, 1, parts, steps...), decimals: decimals}
}

// percents returns a scale of shares, written in percent.
func percents(low, high float64, parts, decimals int, steps ...float64) scale {
	s := scaleOf(low, high, parts, decimals, steps...)
	s.percent = true
	return s
}

// named returns a scale of names.
func named(names ...string) scale {
	return scale{axis: axis{low: -.6, high: float64(len(names)) - .4, step: 1}, names: names}
}

func (s scale) ticks(w *words) plot.ConstantTicks {
	var all plot.ConstantTicks
	for i, name := range s.names {
		all = append(all, plot.Tick{Value: float64(i), Label: name})
	}
	if s.names != nil {
		return all
	}
	for _, v := range s.axis.ticks() {
		text := w.decimal(v, s.decimals)
		if s.percent {
			text = w.percent(v, s.decimals)
		}
		all = append(all, plot.Tick{Value: v, Label: text})
	}
	return all
}

// stroke is how a line is drawn.
type stroke struct {
	color color.Color
	width vg.Length
	dash  []vg.Length
}

func (s stroke) style() draw.LineStyle {
	return draw.LineStyle{Color: s.color, Width: s.width, Dashes: s.dash}
}

// line draws a line, and names it in the legend unless name is "".
func (g *graph) line(name string, s stroke, points plotter.XYs) {
	points = slices.DeleteFunc(points, func(p plotter.XY) bool { return !plottable(p.X) || !plottable(p.Y) })
	l := &plotter.Line{XYs: points, LineStyle: s.style()}
	g.Add(l)
	if name != "" {
		g.Legend.Add(name, l)
	}
}

// dots draws points, and names them in the legend unless name is "".
func (g *graph) dots(name string, c color.Color, points plotter.XYs) {
	d := &plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{Color: c, Radius: plotDot, Shape: draw.CircleGlyph{}}}
	g.Add(d)
	if name != "" {
		g.Legend.Add(name, d)
	}
}

// estimate is a figure with its interval at one place of the x axis.
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

// estimates draws figures with their intervals, cut off at the ends of the axis.
// Figures beyond the axis are left out; the tables have them all.
func (g *graph) estimates(name string, c color.Color, all []estimate) {
	var points plotter.XYs
	var bars plotter.YErrors
	for _, e := range all {
		f := drawn(e.figure)
		if !plottable(e.x) || !plottable(f.Value) || f.Value < g.Y.Min || f.Value > g.Y.Max {
			continue
		}
		points = append(points, plotter.XY{X: e.x, Y: f.Value})
		low, high := max(f.Low, g.Y.Min), min(f.High, g.Y.Max)
		bars = append(bars, struct{ Low, High float64 }{max(0, f.Value-low), max(0, high-f.Value)})
	}
	g.Add(&plotter.YErrorBars{XYs: points, YErrors: bars, LineStyle: stroke{c, 1.3, nil}.style(), CapWidth: plotCap})
	g.dots(name, c, points)
}

// box fills a rectangle, as far as it lies in the graph.
func (g *graph) box(left, right, low, high float64) {
	left, right, low, high = max(left, g.X.Min), min(right, g.X.Max), max(low, g.Y.Min), min(high, g.Y.Max)
	g.Add(&plotter.Polygon{Color: pale(), XYs: []plotter.XYs{{{X: left, Y: low}, {X: right, Y: low}, {X: right, Y: high}, {X: left, Y: high}}}})
}

// legendAbove puts a legend of so many lines above the graph.
func (g *graph) legendAbove(lines int) {
	g.above = vg.Length(lines) * (plotText + 2)
	g.Legend.Left = true // text after the lines, whatever the width of its font
	g.Legend.YOffs = g.above
}

// picture finishes the graph. id must be unique in the page.
func (g *graph) picture(id, title string, notes ...string) (*chart, error) {
	height := plotHeight + g.above
	canvas := vgsvg.New(plotWidth, height)
	g.Draw(draw.Crop(draw.New(canvas), 0, -plotMargin, plotMargin/2, -plotMargin-g.above)) // the last labels reach beyond the axes
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("draw %s: %w", id, err)
	}
	// The page scales the drawing and has its own fonts, so the head and the end of an SVG
	// file are cut off.
	_, body, ok := strings.Cut(b.String(), "<svg")
	_, inside, opened := strings.Cut(body, ">")
	inside, _, closed := strings.Cut(inside, "</svg>")
	if !ok || !opened || !closed {
		return nil, fmt.Errorf("draw %s: the drawing is no SVG", id)
	}
	return &chart{TitleID: id + "-title", NoteID: id + "-note", Title: title, Notes: notes, Look: "plotted",
		Width: plotWidth.Points(), Height: height.Points(), Drawn: template.HTML(strings.TrimSpace(inside))}, nil
}
