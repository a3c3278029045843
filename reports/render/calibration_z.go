package render

import (
	"math"

	"gonum.org/v1/plot/plotter"

	"fairplay/analysis/calibration"
)

// usualGames is the number of games of the performances that a report is about.
func (m measured) usualGames() int { return m.Report.Independence.GamesEach }

// zShape describes how the z of honest performances are distributed.
func (m measured) zShape() (section, error) {
	out := section{ID: "z", Title: m.say("z.title", nil), Text: []string{m.say("z.explain", fields{"N": m.integer(m.usualGames())})}}
	adjusted := m.zSheet(func(r *calibration.ZRow) bool { return r.Sample == "resampled" && r.Games == m.usualGames() },
		m.say("tests.test", nil), nil)
	adjusted.Caption = m.say("z.adjusted", nil)
	raw := m.zSheet(func(r *calibration.ZRow) bool { return r.Sample == "raw" }, m.say("tests.test", nil), nil)
	raw.Caption = m.say("z.raw", nil)
	whole := m.zSheet(func(r *calibration.ZRow) bool { return r.Sample == "whole" }, m.say("tests.test", nil), nil)
	whole.Caption = m.say("z.whole", fields{"N": m.integer(m.Report.Independence.Whole)})
	for _, s := range []*sheet{adjusted, whole, raw} {
		if len(s.Rows) > 0 {
			out.Sheets = append(out.Sheets, s)
		}
	}
	for i := range m.Report.Z {
		r := &m.Report.Z[i]
		if len(r.Histogram) == 0 || r.Test != "combined" && r.Test != "roi" {
			continue
		}
		var err error
		if out, err = m.withPlot(out, m.histogram(r), "z_"+r.Test, "z.plot_"+r.Test, m.say("z.note", nil)); err != nil {
			return out, err
		}
	}
	return out, nil
}

// histogram draws the z of one test against the normal curve.
func (m measured) histogram(r *calibration.ZRow) *graph {
	total, highest := 0, 0.0
	for _, n := range r.Histogram {
		total += n
	}
	var outline, curve plotter.XYs
	for i, n := range r.Histogram {
		share := float64(n) / float64(max(total, 1)) / calibration.HistogramStep
		left := calibration.HistogramLow + calibration.HistogramStep*float64(i)
		outline = append(outline, plotter.XY{X: left, Y: share}, plotter.XY{X: left + calibration.HistogramStep, Y: share})
		highest = max(highest, share)
	}
	for i := range 101 {
		x := -5 + float64(i)/10
		curve = append(curve, plotter.XY{X: x, Y: math.Exp(-x*x/2) / math.Sqrt(2*math.Pi)})
	}
	g := newGraph(m.words, "z", m.say("z.density", nil), scaleOf(-5, 5, 10, 0, 1), scaleOf(0, max(highest, .42), 10, 2, .05, .1, .2))
	filled := append(plotter.XYs{{X: outline[0].X}}, outline...)
	bars := &plotter.Polygon{XYs: []plotter.XYs{append(filled, plotter.XY{X: outline[len(outline)-1].X})}, Color: pale(), LineStyle: stroke{blue(), 1, nil}.style()}
	g.Add(bars)
	g.Legend.Add(m.say("z.honest", nil), bars)
	g.line(m.say("z.normal", nil), stroke{amber(), 1.6, nil}, curve)
	return g
}

// zSheet writes mean, standard deviation and shape of rows. name is the first
// column; nil gives the test alone.
func (m measured) zSheet(keep func(*calibration.ZRow) bool, head string, name func(*calibration.ZRow) string) *sheet {
	s := &sheet{Columns: []sheetColumn{{Head: head, Left: true}}}
	if name != nil {
		s.Columns = append(s.Columns, sheetColumn{Head: m.say("tests.test", nil), Left: true})
	}
	s.Columns = append(s.Columns, sheetColumn{Head: m.say("z.mean", nil)}, sheetColumn{Head: m.say("acceptance.interval", nil)},
		sheetColumn{Head: m.say("z.sd", nil)}, sheetColumn{Head: m.say("acceptance.interval", nil)}, sheetColumn{Head: m.say("z.skew", nil), Drop: 1},
		sheetColumn{Head: m.say("z.ks", nil), Drop: 2}, sheetColumn{Head: m.say("z.ad", nil), Drop: 3})
	for i := range m.Report.Z {
		r := &m.Report.Z[i]
		if !keep(r) || r.N == 0 {
			continue
		}
		cells := []string{m.slug("test", r.Test)}
		if name != nil {
			cells = []string{name(r), cells[0]}
		}
		s.row(append(cells, m.signed(r.Mean.Value, 2), m.interval(r.Mean, m.signs(2)), m.decimal(r.SD.Value, 2), m.interval(r.SD, m.decimals(2)),
			m.signed(r.Skew.Value, 2), m.small(r.KS), m.small(r.AD))...)
	}
	return s
}

// zTail lists how many honest performances are above lines.
func (m measured) zTail() (section, error) {
	s := &sheet{Tight: true, Columns: []sheetColumn{{Head: m.say("acceptance.line", nil), Left: true}, {Head: m.say("tail.nominal", nil)},
		{Head: m.say("tail.share", nil)}, {Head: m.say("acceptance.interval", nil)}}}
	for i := range m.Report.Z {
		r := &m.Report.Z[i]
		if r.Sample != "resampled" || r.Games != m.usualGames() {
			continue
		}
		for j, t := range r.Tail {
			m.tailRow(s, t)
			if j == 0 {
				s.Rows[len(s.Rows)-1].Head = m.slug("test", r.Test)
			}
		}
	}
	return section{ID: "tail", Title: m.say("tail.title", nil), Text: []string{m.say("tail.explain", nil)}, Sheets: []*sheet{s}}, nil
}

func (m measured) tailRow(s *sheet, t calibration.Tail) {
	s.row(m.say("tail.line", fields{"Z": m.decimal(t.Line, 1)}), m.percentSign(t.Nominal, 3), m.percentSign(t.Share.Value, 3),
		m.interval(t.Share, m.percentages(2)))
}

// zGames shows that the standard deviation of z stays the same however many
// games a performance has.
func (m measured) zGames() (section, error) {
	out := section{ID: "games_number", Title: m.say("z_games.title", nil), Text: []string{m.say("z_games.explain", nil)}}
	s := &sheet{Columns: []sheetColumn{{Head: m.say("z_games.games", nil), Left: true}, {Head: m.say("tests.test", nil), Left: true},
		{Head: m.say("z.mean", nil)}, {Head: m.say("acceptance.interval", nil)}, {Head: m.say("z.sd", nil)}, {Head: m.say("acceptance.interval", nil)}}}
	points := map[string][]estimate{}
	for i := range m.Report.Z {
		r := &m.Report.Z[i]
		if r.Sample != "resampled" || r.Test != "combined" && r.Test != "roi" {
			continue
		}
		s.row(m.integer(r.Games), m.slug("test", r.Test), m.signed(r.Mean.Value, 2), m.interval(r.Mean, m.signs(2)),
			m.decimal(r.SD.Value, 2), m.interval(r.SD, m.decimals(2)))
		points[r.Test] = append(points[r.Test], estimate{float64(r.Games), r.SD})
	}
	out.Sheets = []*sheet{s}
	g := newGraph(m.words, m.say("z_games.games", nil), m.say("z.sd", nil), scaleOf(4, 12, 8, 0, 1), scaleOf(.4, 1.6, 8, 1, .2))
	g.band(.95, 1.05)
	for _, series := range []struct {
		test  string
		color stroke
		shift float64
	}{{"combined", stroke{color: blue()}, -.08}, {"roi", stroke{color: violet()}, .08}} {
		for i := range points[series.test] {
			points[series.test][i].x += series.shift // so that the intervals stand beside each other
		}
		g.estimates(m.slug("test", series.test), series.color.color, points[series.test])
	}
	return m.withPlot(out, g, "games_number_plot", "z_games.plot", m.say("z_games.note", nil))
}

// zBands describes z by band of rating.
func (m measured) zBands() section {
	s := m.zSheet(func(r *calibration.ZRow) bool { return r.Sample == "band" }, m.say("acceptance.band", nil),
		func(r *calibration.ZRow) string { return m.bandName(r.Low, r.High) })
	s.Tight = true
	return section{ID: "z_bands", Title: m.say("z_bands.title", nil), Text: []string{m.say("z_bands.explain", nil)}, Sheets: []*sheet{s}}
}

// intrinsic compares intrinsic ratings of honest performances with the ratings
// of the players.
func (m measured) intrinsic() (section, error) {
	r := &m.Report.IPR
	s := &sheet{Columns: []sheetColumn{{Head: m.say("acceptance.band", nil), Left: true}, {Head: m.say("ipr_report.n", nil)}, {Head: m.say("ipr_report.rating", nil)},
		{Head: m.say("ipr_report.bias", nil)}, {Head: m.say("acceptance.interval", nil)}, {Head: m.say("ipr_report.coverage", nil)}, {Head: m.say("acceptance.interval", nil)}}}
	low, high := 1400.0, 2600.0
	var points []estimate
	for i := range r.Bands {
		b := &r.Bands[i]
		s.row(m.bandName(b.Low, b.High), m.integer(b.N), m.decimal(b.Rating, 0), m.signed(b.Bias.Value, 0), m.interval(b.Bias, m.signs(0)),
			m.percent(b.Coverage.Value, 1), m.interval(b.Coverage, m.percentages(1)))
		points = append(points, estimate{b.Rating, calibration.Figure{Value: b.Rating + b.Bias.Value, Low: b.Rating + b.Bias.Low, High: b.Rating + b.Bias.High}})
		if plottable(b.Rating + b.Bias.Value) {
			low, high = min(low, b.Rating, b.Rating+b.Bias.Value), max(high, b.Rating, b.Rating+b.Bias.Value)
		}
	}
	out := section{ID: "intrinsic", Title: m.say("ipr_report.title", nil), Text: []string{m.say("ipr_report.explain", fields{
		"N": m.integer(r.N), "Games": m.integer(r.Games),
		"Slope": m.decimal(r.Slope.Value, 2), "SlopeInterval": m.interval(r.Slope, m.decimals(2)),
		"Bias": m.signed(r.Bias.Value, 0), "BiasInterval": m.interval(r.Bias, m.signs(0)),
		"Coverage": m.percentSign(r.Coverage.Value, 1), "CoverageInterval": m.interval(r.Coverage, m.percentages(1))})}, Sheets: []*sheet{s}}
	both := scaleOf(low-50, high+50, 10, 0, 200, 400)
	g := newGraph(m.words, m.say("column.rating.name", nil), m.say("ipr.ipr", nil), both, both)
	g.line(m.say("ipr_report.equal", nil), stroke{amber(), 1.2, dashes()}, plotter.XYs{{X: g.X.Min, Y: g.X.Min}, {X: g.X.Max, Y: g.X.Max}})
	g.estimates(m.say("ipr_report.found", nil), blue(), points)
	g.Legend.Left = true
	return m.withPlot(out, g, "intrinsic_plot", "ipr_report.plot")
}
