package render

import (
	"strings"

	"codeberg.org/go-pdf/fpdf"
)

// Sizes of charts on paper, in points.
const (
	chartHeight  = 270.0 // the most, without the notes
	betweenPlots = 16.0
)

// charts draws charts two in a row; a single one may have the whole width.
func (p *paper) charts(all []*chart) {
	for len(all) > 0 {
		row := all[:min(2, len(all))]
		all = all[len(row):]
		width := p.width
		if len(row) == 2 || row[0].Title != "" {
			width = (p.width - betweenPlots) / 2
		}
		tallest := 0.0
		for _, c := range row {
			tallest = max(tallest, p.chartHeight(c, width))
		}
		p.gap(4)
		p.room(min(tallest, p.bottom-paperMargin))
		y := p.pdf.GetY()
		for i, c := range row {
			p.chart(c, paperMargin+float64(float64(i)*(width+betweenPlots)), y, width)
		}
		p.pdf.SetY(y + tallest + 6)
	}
}

// chartHeight is the height of a chart with its title and notes.
func (p *paper) chartHeight(c *chart, width float64) float64 {
	return p.chartHead(c, width) + float64(c.Height*scaleOf(c, width)) + p.chartNotes(c, width)
}

// scaleOf returns how many points a unit of the chart is.
func scaleOf(c *chart, width float64) float64 { return min(width/c.Width, chartHeight/c.Height) }

func (p *paper) chartHead(c *chart, width float64) float64 {
	if c.Title == "" {
		return 0
	}
	p.pdf.SetFont(typeface, "B", p.body)
	return float64(float64(len(p.lines(p.clean(c.Title), width)))*p.body*leading) + 3
}

func (p *paper) chartNotes(c *chart, width float64) float64 {
	p.pdf.SetFont(typeface, "", smallSize)
	return float64(float64(len(p.lines(p.clean(strings.Join(c.Notes, " ")), width)))*smallSize*leading) + 3
}

// chart draws one chart with its title above it and its notes below.
func (p *paper) chart(c *chart, x, y, width float64) {
	lines := func(text, style, ink string, size float64) {
		p.pdf.SetFont(typeface, style, size)
		p.colour(p.ink(ink))
		for _, line := range p.lines(p.clean(text), width) {
			p.put(x, y, size, line)
			y += float64(size * leading)
		}
		y += 3
	}
	if c.Title != "" {
		lines(c.Title, "B", "ink", p.body)
	}
	d := drawing{paper: p, x: x, y: y, scale: scaleOf(c, width), within: []selector{{"svg", append([]string{"chart"}, strings.Fields(c.Look)...)}}}
	for _, m := range c.Marks {
		within := d.within
		if m.Named {
			within = append(within[:len(within):len(within)], selector{"g", strings.Fields(m.Class)})
		}
		for i := range m.Shapes {
			d.shape(&m.Shapes[i], within)
		}
	}
	p.pdf.SetDashPattern(nil, 0)
	y += float64(c.Height * d.scale)
	lines(strings.Join(c.Notes, " "), "", "soft", smallSize)
}

// drawing is a chart that is being drawn: x and y are its left upper corner.
type drawing struct {
	*paper
	x, y, scale float64
	within      []selector
}

// elementOf is the element that the page has for a shape, with the classes by which the style
// sheet knows it.
func elementOf(s *shape) selector {
	switch s.Kind {
	case "triangle":
		return selector{"path", nil}
	case "upright":
		return selector{"path", strings.Fields(s.Class)}
	case "circle":
		return selector{"circle", nil}
	case "turned":
		return selector{"text", strings.Fields(s.Class)}
	}
	return selector{s.Kind, strings.Fields(s.Class)}
}

// at returns the place on the page of a place in the chart.
func (d *drawing) at(x, y float64) (float64, float64) {
	return d.x + float64(x*d.scale), d.y + float64(y*d.scale)
}

func (d *drawing) shape(s *shape, within []selector) {
	look := d.look.of(within, elementOf(s))
	if s.Kind == "text" || s.Kind == "turned" {
		d.words(s, look)
		return
	}
	how := d.strokes(look)
	if how == "" {
		return
	}
	x, y := d.at(s.X, s.Y)
	switch s.Kind {
	case "line":
		x2, y2 := d.at(s.X2, s.Y2)
		d.pdf.Line(x, y, x2, y2)
	case "rect":
		d.pdf.Rect(x, y, s.X2*d.scale, s.Y2*d.scale, how)
	case "circle":
		d.pdf.Circle(x, y, s.Size*d.scale, how)
	case "triangle": // as in chart.html
		d.path(how, true, xy{s.X - 6, s.Y + 5}, xy{s.X, s.Y - 6}, xy{s.X + 6, s.Y + 5})
	case "upright":
		d.path("D", false, xy{s.X, s.Y - s.Size}, xy{s.X, s.Y + s.Size})
	case "polyline":
		d.path("D", false, s.Points...)
	case "polygon":
		d.path(how, true, s.Points...)
	}
}

// strokes sets colours and lines, and returns how fpdf is to draw: "D" an outline, "F" filled,
// "FD" both, "" not at all.
func (d *drawing) strokes(s strokes) (how string) {
	if c := s.fill; c != nil {
		d.pdf.SetFillColor(c.r, c.g, c.b)
		how = "F"
	}
	if c := s.stroke; c != nil {
		d.pdf.SetDrawColor(c.r, c.g, c.b)
		d.pdf.SetLineWidth(s.weight * d.scale)
		how += "D"
	}
	dashes := make([]float64, len(s.dashes))
	for i, dash := range s.dashes {
		dashes[i] = dash * d.scale
	}
	d.pdf.SetDashPattern(dashes, 0)
	return how
}

// path draws a line through places, closed or not.
func (d *drawing) path(how string, closed bool, places ...xy) {
	if len(places) == 0 {
		return
	}
	var all []fpdf.PointType
	for _, place := range places {
		x, y := d.at(place.X, place.Y)
		all = append(all, fpdf.PointType{X: x, Y: y})
	}
	d.pdf.MoveTo(all[0].X, all[0].Y)
	for _, next := range all[1:] {
		d.pdf.LineTo(next.X, next.Y)
	}
	if closed {
		d.pdf.ClosePath()
	}
	d.pdf.DrawPath(how)
}

// words writes the words of a chart.
func (d *drawing) words(s *shape, look strokes) {
	style := ""
	if look.bold {
		style = "B"
	}
	d.pdf.SetFont(typeface, style, look.size*d.scale)
	if look.fill != nil {
		d.colour(*look.fill)
	}
	text := d.clean(s.Text)
	x, y := d.at(s.X+float64(s.DX), s.Y+float64(s.DY))
	back := float64(map[string]float64{"middle": .5, "end": 1}[s.Anchor] * d.pdf.GetStringWidth(text))
	if s.Kind != "turned" {
		d.pdf.Text(x-back, y, text)
		return
	}
	d.pdf.TransformBegin()
	d.pdf.TransformRotate(90, x, y)
	d.pdf.Text(x-back, y, text)
	d.pdf.TransformEnd()
}
