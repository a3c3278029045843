package render

import (
	"fmt"
	"html/template"
	"math"

	"fairplay/analysis"
	"fairplay/reports"
)

// Sizes of the curve, in SVG units.
const (
	curveWidth, curveHeight = 560.0, 130.0
	curveLeft, curveTop     = 36.0, 8.0
	curveBottom             = curveHeight - 22
	curvePoint              = 3.2 // radius of a counted move
)

// Curve draws the values of the positions of a game as White sees them, for a page: after each ply,
// in pawns, those beyond 10 at 10. Moves that count have a point, round for White and square for Black, full for the engine's choice,
// half for a move of equal value; the chosen ply, from 0, has a line, which is not seen for -1. Each ply is a link to href of it. It is "" if no position was evaluated.
func (p Phrases) Curve(g *reports.GameMoves, chosen int, href func(ply int) string) (template.HTML, error) {
	least, most, known := -1.0, 1.0, false
	for i := range g.Moves {
		if v, ok := whiteView(&g.Moves[i]); ok {
			least, most, known = min(least, v), max(most, v), true
		}
	}
	if !known {
		return "", nil
	}
	c := &chart{TitleID: "curve-title", NoteID: "curve-note", Look: "curve", Width: curveWidth, Height: curveHeight,
		Notes: []string{p.say("curve.explain", nil), p.extremes(g)}}
	x := axis{low: 0, high: float64(len(g.Moves)), from: curveLeft, to: curveWidth - 6, step: 1}
	y := newAxis(least, most, curveBottom, curveTop, 4, 1, 2, 5)
	c.levels(x, y, func(v float64) string {
		if v == 0 {
			return p.integer(0)
		}
		return p.signed(v, 0)
	})
	for i := range g.Moves {
		if m := &g.Moves[i]; m.Turn%10 == 0 && m.Color == analysis.White.String() {
			c.add(tickBelow(x.at(float64(i)+.5), curveBottom, p.integer(m.Turn)))
		}
	}
	c.add(line("base", x.from, y.at(0), x.to, y.at(0)))
	look, at := "chosen none", x.from
	if chosen >= 0 && chosen < len(g.Moves) {
		look, at = "chosen", x.at(float64(chosen)+.5)
	}
	c.add(line(look, at, curveTop, at, curveBottom))
	c.values(p.words, g, x, y, href)
	return picture("chart", p.words, c)
}

// whiteView returns the value of the position after a move as White sees it, in pawns.
func whiteView(m *reports.GameMove) (float64, bool) {
	if m.PlayedPawns == nil {
		return 0, false
	}
	if m.Color == analysis.Black.String() {
		return -*m.PlayedPawns, true
	}
	return *m.PlayedPawns, true
}

// values adds the line through the known values, the points of the moves that count, and on top of
// them a link for each ply.
func (c *chart) values(w *words, g *reports.GameMoves, x, y axis, href func(ply int) string) {
	var run []xy
	end := func() {
		if len(run) == 1 { // a value between two gaps
			run = []xy{{run[0].X - curvePoint, run[0].Y}, {run[0].X + curvePoint, run[0].Y}}
		}
		if len(run) > 1 {
			c.add(shape{Kind: "polyline", Class: "path", Points: run})
		}
		run = nil
	}
	var points, links []mark
	for i := range g.Moves {
		m := &g.Moves[i]
		v, ok := whiteView(m)
		if !ok {
			end()
		} else {
			at := xy{x.at(float64(i) + .5), y.at(v)}
			run = append(run, at)
			if m.Excluded == "" {
				points = append(points, mark{Shapes: []shape{pointOf(m, at)}})
			}
		}
		from := x.at(float64(i))
		links = append(links, mark{Named: true, Title: w.plyTitle(m), Href: href(i),
			Shapes: []shape{{Kind: "rect", Class: "step", X: from, Y: curveTop, X2: x.at(float64(i+1)) - from, Y2: curveBottom - curveTop}}})
	}
	end()
	c.Marks = append(append(c.Marks, points...), links...)
}

// pointOf is the point of a move that counts.
func pointOf(m *reports.GameMove, at xy) shape {
	point := circle(at.X, at.Y, curvePoint)
	if m.Color == analysis.Black.String() {
		point = shape{Kind: "rect", X: at.X - curvePoint, Y: at.Y - curvePoint, X2: 2 * curvePoint, Y2: 2 * curvePoint}
	}
	point.Class = "point " + m.Kind()
	return point
}

// plyTitle says of a ply what the curve shows.
func (w *words) plyTitle(m *reports.GameMove) string {
	value := absent
	if v, ok := whiteView(m); ok {
		value = w.signed(v, 2)
	}
	counts := w.say("curve.counts", nil)
	if m.Excluded != "" {
		counts = w.slug("exclusion", m.Excluded)
	}
	return fmt.Sprintf("%s: %s (%s)", numbered(m), value, counts)
}

// extremes says where the curve is highest and lowest, for those who do not see it.
func (p Phrases) extremes(g *reports.GameMoves) string {
	var high, low *reports.GameMove
	most, least := math.Inf(-1), math.Inf(1)
	for i := range g.Moves {
		v, ok := whiteView(&g.Moves[i])
		if !ok {
			continue
		}
		if v > most {
			high, most = &g.Moves[i], v
		}
		if v < least {
			low, least = &g.Moves[i], v
		}
	}
	return p.say("curve.extremes", fields{"High": p.signed(most, 2), "HighMove": numbered(high), "Low": p.signed(least, 2), "LowMove": numbered(low)})
}
