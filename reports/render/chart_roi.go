package render

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"fairplay/analysis/exact"
	"fairplay/analysis/score"
	"fairplay/reports"
	"fairplay/reports/regulations"
)

// The strip of indices, in SVG units. Its height follows from its contents.
const (
	stripLeft, stripRight = 20.0, 940.0
	stripTop, stripBelow  = 34.0, 52.0 // room above the highest dot and below the axis
	stripLeast            = 64.0       // least height of what stands on the axis
	stripHill             = 96.0       // height that the dots' size aims at for the hill
	dotLeast, dotMost     = 5.0, 22.0  // diameters
)

// roiChart is the picture of every judged player's ROI on one axis. Dots that
// would overlap stand on one another, so that they pile up as a histogram does;
// the hill behind has the height that piles of as many honest players would have
// on average. It is drawn on the same scale: the area below it is that of the
// dots' squares.
type roiChart struct {
	Width, Height            string
	Left, Right, Top, Bottom string
	Middle, Below, Name      string // places of the title of the axis and of its figures
	Ticks                    []tick
	Hill                     string // the outline of the expected spread
	Edge                     *label // where chance puts one player at or beyond, nil outside the picture
	Dots                     []dot
	Radius                   string
	Labels                   []label
}

// dot is one player.
type dot struct {
	X, Y, Title string
	Far         bool // chance puts less than one player there or beyond
}

// newROIChart returns the picture, nil where nobody has an ROI.
func newROIChart(w *words, players []reports.PlayerRow) *roiChart {
	var rows []*reports.PlayerRow
	for i := range players {
		if indexed(&players[i]) {
			rows = append(rows, &players[i])
		}
	}
	if len(rows) == 0 {
		return nil
	}
	slices.SortStableFunc(rows, func(a, b *reports.PlayerRow) int { return cmp.Compare(a.ROI.ROI, b.ROI.ROI) })
	s := newStrip(rows)
	c := &roiChart{
		Width: coordinate(chartWidth), Height: coordinate(s.base + stripBelow),
		Left: coordinate(stripLeft), Right: coordinate(stripRight), Top: coordinate(stripTop), Bottom: coordinate(s.base),
		Middle: coordinate((stripLeft + stripRight) / 2), Below: coordinate(s.base + 20), Name: coordinate(s.base + 42),
		Radius: coordinate(float64(s.diameter/2) - .5), Hill: s.hill(),
	}
	for _, v := range s.axis.ticks() {
		c.Ticks = append(c.Ticks, tick{coordinate(s.axis.at(v)), w.decimal(v, 0)})
	}
	c.edge(w, s)
	c.place(w, s, rows)
	return c
}

// indexed tells whether a player is judged and has a place in the picture.
func indexed(r *reports.PlayerRow) bool {
	return !few(r) && r.ROI != nil && plottable(r.ROI.ROI) && exists(r.ROI.Expected)
}

// strip is the layout of the picture.
type strip struct {
	axis     axis
	players  int
	diameter float64   // of a dot
	levels   []int     // of each dot, 0 on the axis
	base     float64   // height at which the axis lies
	peak     float64   // of the hill above it
	slope    float64   // SVG units for a point of ROI
	xs       []float64 // of each dot
}

func newStrip(rows []*reports.PlayerRow) *strip {
	s := &strip{players: len(rows)}
	low, high := min(34, rows[0].ROI.ROI), max(66, rows[len(rows)-1].ROI.ROI)
	s.axis = newAxis(low-1, high+1, stripLeft, stripRight, 20, 5, 10, 20, 50)
	s.slope = (stripRight - stripLeft) / (s.axis.high - s.axis.low)
	// The hill is players * density * diameter² / slope units high.
	density := 1 / math.Sqrt(2*math.Pi) / (score.ROI(1) - score.ROI(0))
	s.diameter = math.Sqrt(stripHill * s.slope / (density * float64(s.players)))
	s.diameter = min(max(s.diameter, dotLeast), dotMost)
	s.peak = float64(s.players) * density * s.diameter * s.diameter / s.slope
	s.stack(rows)
	s.base = stripTop + max(stripLeast, s.peak, s.diameter*float64(1+slices.Max(s.levels)))
	return s
}

// stack sets each dot on the lowest level where it touches no other. rows must
// be sorted by ROI.
func (s *strip) stack(rows []*reports.PlayerRow) {
	var ends []float64 // where the last dot of each level ends
	for _, r := range rows {
		x := s.axis.at(r.ROI.ROI)
		level := slices.IndexFunc(ends, func(end float64) bool { return end <= x-float64(s.diameter/2)+1e-9 })
		if level < 0 {
			level = len(ends)
			ends = append(ends, 0)
		}
		ends[level] = x + float64(s.diameter/2)
		s.xs, s.levels = append(s.xs, x), append(s.levels, level)
	}
}

// y returns the middle of the i-th dot.
func (s *strip) y(i int) float64 { return s.base - float64(s.diameter*(float64(s.levels[i])+.5)) }

// hill returns the corners of the expected spread.
func (s *strip) hill() string {
	const corners = 120
	points := make([]string, corners+1)
	for i := range points {
		roi := s.axis.low + (s.axis.high-s.axis.low)*float64(i)/corners
		height := float64(s.peak * exact.Exp(-score.FromROI(roi)*score.FromROI(roi)/2))
		points[i] = coordinate(s.axis.at(roi)) + "," + coordinate(s.base-height)
	}
	return strings.Join(points, " ")
}

// edge marks the ROI at or above which chance puts one of these players.
func (c *roiChart) edge(w *words, s *strip) {
	if s.players < 2 {
		return
	}
	roi := score.ROI(regulations.ZForOdds(float64(s.players) - 1))
	x := coordinate(s.axis.at(roi))
	c.Edge = &label{X: x, Y: coordinate(stripTop - 12), Anchor: "middle", Text: w.say("chart_roi.edge", fields{"ROI": w.decimal(roi, 1)})}
}

// place sets the dots, and names beside those further out than chance puts one.
func (c *roiChart) place(w *words, s *strip, rows []*reports.PlayerRow) {
	l := labelling{within: box{stripLeft, stripRight, stripTop - labelHeight/2, s.base}, radius: max(0, float64(s.diameter/2)-pointSize)}
	for i, r := range rows {
		c.Dots = append(c.Dots, dot{X: coordinate(s.xs[i]), Y: coordinate(s.y(i)), Far: *r.ROI.Expected < 1,
			Title: w.say("chart_roi.point", fields{"Name": orAbsent(r.Name), "ROI": w.decimal(r.ROI.ROI, 1),
				"Rating": figures{words: w}.rating(r), "Moves": w.integer(r.Moves), "Chance": w.small(*r.ROI.Expected)})})
		l.avoid(s.xs[i], s.y(i))
	}
	for i := len(rows) - 1; i >= 0; i-- {
		if *rows[i].ROI.Expected >= 1 {
			break
		}
		if label, ok := l.beside(rows[i].Name, s.xs[i], s.y(i)); ok {
			c.Labels = append(c.Labels, label)
		}
	}
}

// roiLine is one line of the ROI with how many players stand there.
type roiLine struct{ ROI, Seen, Expected string }

// roiLines writes what chance does in an event of this size.
func (w *words) roiLines(lines []reports.IndexLine) []roiLine {
	all := make([]roiLine, len(lines))
	for i, l := range lines {
		all[i] = roiLine{w.decimal(l.ROI, 0), w.integer(l.Seen), w.small(l.Expected)}
	}
	return all
}

// lineTile is the first of those lines as a large figure.
func (w *words) lineTile(l *reports.IndexLine) tile {
	return tile{Figure: w.integer(l.Seen), Label: w.count("page.at_line", l.Seen, fields{"ROI": w.decimal(l.ROI, 0), "Expected": w.small(l.Expected)})}
}

// roiNotes says what the picture shows and whom it leaves out.
func (w *words) roiNotes(players []reports.PlayerRow) []string {
	drawn := 0
	for i := range players {
		if indexed(&players[i]) {
			drawn++
		}
	}
	notes := []string{w.count("chart_roi.explain", drawn, nil)}
	if missing := len(players) - drawn; missing > 0 {
		notes = append(notes, w.count("chart_roi.undrawn", missing, nil))
	}
	return notes
}

// unfitted says why a report compares nobody with an expectation; "" where it
// does.
func (w *words) unfitted(p *reports.Provenance) string {
	if p.Calibration != nil {
		return ""
	}
	text := w.say("report.uncalibrated", nil)
	if p.Uncalibrated != "" {
		text += " " + w.say("report.uncalibrated_reason", fields{"Reason": printable(p.Uncalibrated)})
	}
	return text
}
