package render

import "strconv"

// looksHeight is the height of the chart, in SVG units.
const looksHeight = 320.0

// newLooksChart returns the chart of the cumulative Z after each round, with the
// boundary that makes looking after each round as safe as looking once; nil if no
// round has a Z.
func newLooksChart(t fullTest) *chart {
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
	c := &chart{TitleID: "rounds-title", NoteID: "looks-note", Notes: []string{t.say("rounds.chart", nil)}, Width: chartWidth, Height: looksHeight}
	c.levels(x, y, t.decimals(0))
	for i := range t.Rounds {
		r, label := &t.Rounds[i], truncate(printable(orAbsent(t.Rounds[i].Round)), 6)
		if r.Event != "" { // rounds come again: the first of each event has its number
			if label = ""; i == 0 || r.Event != t.Rounds[i-1].Event {
				label = strconv.Itoa(t.eventNumber(r.Event))
			}
		}
		c.add(tickBelow(x.at(float64(i+1)), bottom, label))
	}
	c.add(line("base", plotLeft, y.at(0), plotRight, y.at(0)))
	below := t.say("rounds.x", nil)
	if t.Career != nil {
		below = t.say("career.event", nil)
	}
	c.add(text("name", (plotLeft+plotRight)/2, looksHeight-10, "middle", below))
	c.nameLeft(140, t.say("rounds.y", nil))
	c.looks(t, x, y)
	return c
}

// looks adds the boundary, then the Z of each round, then the name of the boundary on
// top.
func (c *chart) looks(t fullTest, x, y axis) {
	var boundary boundaryLine
	var path []xy
	var points []mark
	for i := range t.Rounds {
		r := &t.Rounds[i]
		at := x.at(float64(i + 1))
		if charted(r.Boundary) {
			boundary.to(at, *r.Boundary, y)
		}
		if !charted(r.Z) {
			continue
		}
		class := ""
		if r.Moves < t.Footing.MinMoves {
			class = "few"
		}
		path = append(path, xy{at, y.at(*r.Z)})
		points = append(points, mark{Named: true, Class: class, Shapes: []shape{circle(at, y.at(*r.Z), 5.5)},
			Title: inEvent(r.Event, t.say("rounds.point", fields{"Round": orAbsent(r.Round), "Z": t.z(r.Z, r.Boundary), "Moves": t.integer(r.Moves), "Boundary": t.boundary(r.Boundary, r.Z)}))})
	}
	bounded := len(boundary.corners) > 1 && t.Boundary != nil
	if bounded {
		c.add(shape{Kind: "polyline", Class: "hintline", Points: boundary.corners})
	}
	if len(path) > 1 {
		c.add(shape{Kind: "polyline", Class: "path", Points: path})
	}
	c.Marks = append(c.Marks, points...)
	if bounded {
		c.add(boundaryLabel(boundary.clear, t.say("rounds.boundary_label", fields{"Z": t.line(*lineBeside(&t.Boundary.Threshold, t.Combined.Z))})))
	}
}

// boundaryLabel stands to the right of where the line has come down. Where it would
// run out of the chart, it ends with the plot.
func boundaryLabel(from float64, words string) shape {
	if from+float64(cellWidth*float64(width(words))) > plotRight {
		return text("hintname", plotRight, plotTop+labelHeight, "end", words)
	}
	return text("hintname", from, plotTop+labelHeight, "start", words)
}

// boundaryLine is a line that is cut off where it leaves the top of a chart.
type boundaryLine struct {
	corners      []xy
	begun, above bool
	x, value     float64 // where it has come to, in SVG units and in those of the axis
	clear        float64 // where it has fallen far enough for a label above it
}

func (b *boundaryLine) to(x, value float64, y axis) {
	over := value > y.high
	if b.begun && over != b.above && value != b.value {
		share := (y.high - b.value) / (value - b.value)
		b.corner(b.x+float64(share*(x-b.x)), y.to)
	}
	if !over {
		b.corner(x, y.at(value))
	}
	b.begun, b.above, b.x, b.value = true, over, x, value
}

func (b *boundaryLine) corner(x, y float64) {
	if b.clear == 0 || y < plotTop+2*labelHeight {
		b.clear = x + labelGap
	}
	b.corners = append(b.corners, xy{x, y})
}

func charted(x *float64) bool { return x != nil && plottable(*x) }
