package render

import (
	"cmp"
	"html/template"
	"math"
	"slices"

	"fairplay/analysis/exact"
	"fairplay/analysis/score"
	"fairplay/reports"
)

// The strip of indices, in SVG units. Its height follows from its contents.
const (
	stripSide            = 20.0       // room beside the axis
	stripNarrow          = 344.0      // width of the drawing for phones
	stripTop, stripBelow = 34.0, 52.0 // room above the highest dot and below the axis
	stripLeast           = 64.0       // least height of what stands on the axis
	stripHill            = 96.0       // height of the hill that the size of the dots aims at
	dotLeast, dotMost    = 5.0, 22.0  // diameters
)

// newROIChart returns the chart of every player's ROI on one axis, nil if nobody has
// an ROI. Players who are not judged are hollow. Dots that would overlap stand on one
// another, as in a histogram. The hill behind them is as high as piles of as many
// honest players would be on average, on the same scale: its area is that of the dots'
// squares. href says where a dot leads; nil for nowhere.
func newROIChart(w *words, players []reports.PlayerRow, width float64, href func(*reports.PlayerRow) string) *chart {
	var rows []*reports.PlayerRow
	for i := range players {
		if indexed(&players[i]) {
			rows = append(rows, &players[i])
		}
	}
	if len(rows) == 0 {
		return nil
	}
	slices.SortStableFunc(rows, func(a, b *reports.PlayerRow) int {
		return cmp.Or(cmp.Compare(level(a), level(b)), cmp.Compare(a.ROI.ROI, b.ROI.ROI))
	})
	s := newStrip(rows, width)
	c := &chart{TitleID: "roi-title", NoteID: "roi-note", Look: "strip", Width: width, Height: s.base + stripBelow}
	for _, v := range s.axis.ticks() {
		at := s.axis.at(v)
		c.add(line("rule", at, stripTop, at, s.base), text("tick", at, s.base+20, "middle", w.decimal(v, 0)))
	}
	if s.judged > 0 {
		c.add(shape{Kind: "polygon", Class: "hill", Points: s.hill()})
	}
	c.add(line("base", s.axis.from, s.base, s.axis.to, s.base))
	if width > stripNarrow {
		c.add(text("name", width/2, s.base+42, "middle", w.say("chart_roi.x", nil)))
	}
	c.edge(w, s)
	c.place(w, s, rows, href)
	return c
}

// indexed reports whether a player has a place in the chart.
func indexed(r *reports.PlayerRow) bool {
	return r.ROI != nil && plottable(r.ROI.ROI) && (!r.Judged() || exists(r.ROI.Expected))
}

// level orders the dots of a pile: players who are not judged lie on top, because the
// piles of the others are compared with the hill.
func level(r *reports.PlayerRow) int {
	if r.Judged() {
		return 0
	}
	return 1
}

// strip is the layout of the chart.
type strip struct {
	axis     axis
	judged   int
	diameter float64   // of a dot
	levels   []int     // of each dot, 0 on the axis
	base     float64   // height at which the axis lies
	peak     float64   // of the hill above it
	slope    float64   // SVG units for a point of ROI
	xs       []float64 // of each dot
}

func newStrip(rows []*reports.PlayerRow, width float64) *strip {
	s := &strip{}
	low, high := 34.0, 66.0
	for _, r := range rows {
		low, high = min(low, r.ROI.ROI), max(high, r.ROI.ROI)
		s.judged += 1 - level(r)
	}
	s.axis = newAxis(low-1, high+1, stripSide, width-stripSide, 20, 5, 10, 20, 50)
	s.slope = (s.axis.to - s.axis.from) / (s.axis.high - s.axis.low)
	// The hill is judged * density * diameter² / slope units high.
	density := 1 / math.Sqrt(2*math.Pi) / (score.ROI(1) - score.ROI(0))
	s.diameter = math.Sqrt(stripHill * s.slope / (density * float64(len(rows))))
	s.diameter = min(max(s.diameter, dotLeast), dotMost)
	s.peak = float64(s.judged) * density * s.diameter * s.diameter / s.slope
	s.stack(rows)
	s.base = stripTop + max(stripLeast, s.peak, s.diameter*float64(1+slices.Max(s.levels)))
	return s
}

// stack sets each dot on the lowest level where it touches no other.
func (s *strip) stack(rows []*reports.PlayerRow) {
	var taken [][]float64 // middles of the dots on each level, ascending
	for _, r := range rows {
		x := s.axis.at(r.ROI.ROI)
		level := slices.IndexFunc(taken, func(level []float64) bool { return s.free(level, x) })
		if level < 0 {
			level = len(taken)
			taken = append(taken, nil)
		}
		i, _ := slices.BinarySearch(taken[level], x)
		taken[level] = slices.Insert(taken[level], i, x)
		s.xs, s.levels = append(s.xs, x), append(s.levels, level)
	}
}

// free reports whether a dot at x touches none of a level.
func (s *strip) free(level []float64, x float64) bool {
	const rounding = 1e-9
	i, _ := slices.BinarySearch(level, x)
	return (i == 0 || level[i-1] <= x-s.diameter+rounding) && (i == len(level) || level[i] >= x+s.diameter-rounding)
}

// y returns the middle of the i-th dot.
func (s *strip) y(i int) float64 { return s.base - float64(s.diameter*(float64(s.levels[i])+.5)) }

// hill returns the outline of the expected spread.
func (s *strip) hill() []xy {
	const corners = 120
	outline := []xy{{s.axis.from, s.base}}
	for i := range corners + 1 {
		roi := s.axis.low + (s.axis.high-s.axis.low)*float64(i)/corners
		height := float64(s.peak * exact.Exp(-score.FromROI(roi)*score.FromROI(roi)/2))
		outline = append(outline, xy{s.axis.at(roi), s.base - height})
	}
	return append(outline, xy{s.axis.to, s.base})
}

// edge marks the ROI at or above which chance puts one of the judged players.
func (c *chart) edge(w *words, s *strip) {
	roi, ok := reports.ChanceEdge(s.judged)
	if !ok {
		return
	}
	x, name := s.axis.at(roi), w.say("chart_roi.edge", fields{"ROI": w.decimal(roi, 1)})
	half := float64(cellWidth * float64(width(name)) / 2)
	c.add(line("hintline", x, stripTop, x, s.base), text("hintname", min(max(x, half), c.Width-half), stripTop-12, "middle", name))
}

// place sets the dots, and names beside those where chance puts less than one player.
func (c *chart) place(w *words, s *strip, rows []*reports.PlayerRow, href func(*reports.PlayerRow) string) {
	l := labelling{within: box{s.axis.from, s.axis.to, stripTop - labelHeight/2, s.base}, radius: max(0, float64(s.diameter/2)-pointSize)}
	for i, r := range rows {
		c.point(dotKind(r), w.dotTitle(r), circle(s.xs[i], s.y(i), float64(s.diameter/2)-.5))
		if href != nil {
			c.Marks[len(c.Marks)-1].Href = href(r)
		}
		l.avoid(s.xs[i], s.y(i))
	}
	for i := s.judged - 1; i >= 0 && rows[i].Unusual() && c.Width > stripNarrow; i-- {
		if label, ok := l.beside(rows[i].Name, s.xs[i], s.y(i)); ok {
			c.add(label)
		}
	}
}

// dotKind says how a player is drawn: few is not judged, far stands out.
func dotKind(r *reports.PlayerRow) string {
	switch {
	case !r.Judged():
		return "few"
	case r.StandsOut():
		return "far"
	}
	return ""
}

// dotTitle is what stands beside a dot when the pointer rests on it.
func (w *words) dotTitle(r *reports.PlayerRow) string {
	all := fields{"Name": orAbsent(r.Name), "ROI": w.decimal(roiBeside(r.ROI.ROI), 1), "Rating": figures{words: w}.rating(r), "Moves": w.integer(r.Moves)}
	if few(r) {
		return w.say("chart_roi.point_provisional", all)
	}
	if !r.Judged() {
		return w.say("chart_roi.point_extrapolated", all)
	}
	all["Chance"] = w.small(*r.ROI.Expected)
	return w.say("chart_roi.point", all)
}

// roiLine writes a line of the ROI, how many judged players stand there, how many
// chance puts there, and how many provisional ones do.
func (w *words) roiLine(l *reports.IndexLine) (line, seen, expected, provisional string) {
	return w.decimal(l.ROI, 0), w.integer(l.Seen), w.small(l.Expected), w.integer(l.Provisional)
}

// roiLines is the table of these lines, nil for none.
func (w *words) roiLines(lines []reports.IndexLine) *table {
	if len(lines) == 0 {
		return nil
	}
	t := &table{Small: true, Caption: w.say("roi_lines.caption", nil), Columns: []column{{Head: w.say("roi_lines.line", nil)},
		{Head: w.say("roi_lines.seen", nil)}, {Head: w.say("roi_lines.expected", nil)}, {Head: w.say("roi_lines.provisional", nil)}}}
	for i := range lines {
		line, seen, expected, provisional := w.roiLine(&lines[i])
		t.add(line, seen, expected, provisional)
	}
	return t
}

// lineTile is the first of those lines as a large figure, among so many judged
// players.
func (w *words) lineTile(l *reports.IndexLine, judged int) tile {
	if judged == 0 {
		return tile{Figure: absent, Label: w.say("page.judged_nobody", fields{"Enough": score.MinMoves})}
	}
	return tile{Figure: w.integer(l.Seen), Label: w.count("page.at_line", judged,
		fields{"ROI": w.decimal(l.ROI, 0), "Expected": w.small(l.Expected)})}
}

// roiNotes says what the chart shows and whom it leaves out.
func (w *words) roiNotes(s *reports.Screening) []string {
	judged, others := 0, 0
	for i := range s.Players {
		r := &s.Players[i]
		if !indexed(r) {
			continue
		}
		if r.Judged() {
			judged++
		} else {
			others++
		}
	}
	var notes []string
	if judged > 0 {
		notes = append(notes, w.count("chart_roi.explain", judged, nil))
	}
	if others > 0 {
		notes = append(notes, w.say("chart_roi.not_judged", fields{"Enough": score.MinMoves}))
	}
	notes = append(notes, w.notJudged(s)...)
	if missing := len(s.Players) - judged - others; missing > 0 {
		notes = append(notes, w.count("chart_roi.undrawn", missing, nil))
	}
	return notes
}

// unfitted says why a report has no expectations; "" if it has.
func (w *words) unfitted(p *reports.Provenance) string {
	if p.Calibration != nil {
		return ""
	}
	return w.because(w.say("report.uncalibrated", nil), &p.Basis)
}

// because adds the reason why there is no calibration, if it is known.
func (w *words) because(text string, b *reports.Basis) string {
	if b.Uncalibrated != "" {
		text += " " + w.say("report.uncalibrated_reason", fields{"Reason": printable(b.Uncalibrated)})
	}
	return text
}

// Index draws the players of a screening on the scale of the ROI, as inline SVG for wide screens and for phones, whose dots lead
// where href says; "" if nobody has an ROI. The heading of the page is #index-title.
func (p Phrases) Index(s *reports.Screening, href func(*reports.PlayerRow) string) (template.HTML, error) {
	var both []*chart
	for _, width := range []float64{chartWidth, stripNarrow} {
		c := newROIChart(p.words, s.Players, width, href)
		if c == nil {
			return "", nil
		}
		if c.TitleID, c.NoteID, c.Notes = "index-title", "index-note", []string{p.say("chart_roi.short", nil)}; width == stripNarrow {
			c.NoteID, c.Look = "index-note-narrow", "strip narrow"
		}
		if s.Standing.Judged > 0 {
			c.Notes = append(c.Notes, p.count("chart_roi.hill", s.Standing.Judged, nil))
		}
		both = append(both, c)
	}
	return picture("charts", p.words, both)
}
