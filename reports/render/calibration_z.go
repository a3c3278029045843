package render

import (
	"math"

	"gonum.org/v1/plot/plotter"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
)

// usualGames is the number of games of the performances that a report is about.
func (m fitted) usualGames() int { return m.Report.Independence.GamesEach }

// zShape describes how the z of honest performances are distributed.
func (m fitted) zShape() (section, error) {
	out := section{ID: "z", Title: m.say("z.title", nil), Text: []string{m.say("z.explain", fields{"N": m.integer(m.usualGames())})}}
	adjusted := m.zSheet(func(r *calibration.ZRow) bool { return r.Sample == "resampled" && r.Games == m.usualGames() },
		nil)
	adjusted.Caption = m.say("z.adjusted", nil)
	raw := m.zSheet(func(r *calibration.ZRow) bool { return r.Sample == "raw" }, nil)
	raw.Caption = m.say("z.raw", nil)
	whole := m.zSheet(func(r *calibration.ZRow) bool { return r.Sample == "whole" }, nil)
	whole.Caption = m.say("z.whole", fields{"N": m.integer(m.Report.Independence.Whole)})
	unseen := m.zSheet(func(r *calibration.ZRow) bool { return r.Sample == calibration.UnseenPlayers }, nil)
	unseen.Caption = m.say("z.unseen", nil)
	for _, s := range []*sheet{adjusted, unseen, whole, raw} {
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
		if out, err = m.withPlot(out, m.histogram(r), "z_"+r.Test, m.say("z.plot_"+r.Test, nil), m.say("z.note", nil)); err != nil {
			return out, err
		}
	}
	return out, nil
}

// histogram draws the z of one test against the normal curve.
func (m fitted) histogram(r *calibration.ZRow) *graph {
	total, highest := 0, 0.0
	for _, n := range r.Histogram {
		total += n
	}
	var outline, curve plotter.XYs
	for i, n := range r.Histogram {
		share := float64(n) / float64(max(total, 1)) / calibration.HistogramStep
		left := calibration.HistogramLow + float64(calibration.HistogramStep*float64(i))
		outline = append(outline, plotter.XY{X: left, Y: share}, plotter.XY{X: left + calibration.HistogramStep, Y: share})
		highest = max(highest, share)
	}
	for i := range 101 {
		x := -5 + float64(i)/10
		curve = append(curve, plotter.XY{X: x, Y: exact.Exp(-x*x/2) / math.Sqrt(2*math.Pi)})
	}
	g := newGraph(m.words, "z", m.say("z.density", nil), scaleOf(-5, 5, 10, 0, 1), scaleOf(0, max(highest, .42), 10, 2, .05, .1, .2))
	filled := append(plotter.XYs{{X: outline[0].X}}, outline...)
	bars := &plotter.Polygon{XYs: []plotter.XYs{append(filled, plotter.XY{X: outline[len(outline)-1].X})},
		Color: pale(), LineStyle: stroke{blue(), 1, nil}.style()}
	g.Add(bars)
	g.Legend.Add(m.say("z.honest", nil), bars)
	g.line(m.say("z.normal", nil), stroke{amber(), 1.6, nil}, curve)
	g.legendAbove(2)
	return g
}

// zSheet writes mean, standard deviation and shape of the rows that are kept. The
// rows of one group stand together below its name; nil is one group.
func (m fitted) zSheet(keep func(*calibration.ZRow) bool, group func(*calibration.ZRow) string) *sheet {
	s := &sheet{Tight: group != nil, Columns: []sheetColumn{{Head: m.say("tests.test", nil), Left: true},
		{Head: m.say("z.mean", nil)}, {Head: m.say("acceptance.interval", nil)}, {Head: m.say("z.sd", nil)}, {Head: m.say("acceptance.interval", nil)},
		{Head: m.say("z.skew", nil), Drop: 1}, {Head: m.say("z.ks", nil), Drop: 2}, {Head: m.say("z.ad", nil), Drop: 3}}}
	last := ""
	for i := range m.Report.Z {
		r := &m.Report.Z[i]
		if !keep(r) || r.N == 0 {
			continue
		}
		s.row(m.slug("test", r.Test), m.signed(r.Mean.Value, 2), m.interval(r.Mean, m.signs(2)), m.decimal(r.SD.Value, 2), m.interval(r.SD, m.decimals(2)),
			m.signed(r.Skew.Value, 2), m.small(r.KS), m.small(r.AD))
		if group != nil && group(r) != last {
			last = group(r)
			s.Rows[len(s.Rows)-1].Head = last
		}
	}
	return s
}

// zTail lists how many honest performances are above lines.
func (m fitted) zTail() (section, error) {
	var rows, unseen []tailRow
	for i := range m.Report.Z {
		r := &m.Report.Z[i]
		switch {
		case r.Sample == "resampled" && r.Games == m.usualGames():
			rows = append(rows, tailRow{m.slug("test", r.Test), r.Tail})
		case r.Sample == calibration.UnseenPlayers && r.Test == "combined":
			unseen = append(unseen, tailRow{m.slug("test", r.Test), r.Tail})
		}
	}
	out := section{ID: "tail", Title: m.say("tail.title", nil), Text: []string{m.say("tail.explain", nil)},
		Sheets: []*sheet{m.tailSheet(m.say("tests.test", nil), rows)}}
	if len(unseen) > 0 {
		s := m.tailSheet(m.say("tests.test", nil), unseen)
		s.Caption = m.say("z.unseen", nil)
		out.Sheets = append(out.Sheets, s)
	}
	return out, nil
}

// tailRow is the shares of honest performances above each line, with their name.
type tailRow struct {
	name  string
	tails []calibration.Tail
}

// tailSheet has a column for each line.
func (m fitted) tailSheet(head string, rows []tailRow) *sheet {
	s := &sheet{Columns: []sheetColumn{{Head: head, Left: true}}}
	for i, r := range rows {
		if i == 0 {
			for _, t := range r.tails {
				s.Columns = append(s.Columns, sheetColumn{Drop: len(s.Columns) / 4, Head: m.say("tail.line", fields{
					"Z": m.decimal(t.Line, 1), "Nominal": m.percentSign(t.Nominal, 3)})})
			}
		}
		cells := []string{r.name}
		for _, t := range r.tails {
			cells = append(cells, m.say("tail.share", fields{"Share": m.percent(t.Share.Value, 2), "Interval": m.interval(t.Share, m.percentages(2))}))
		}
		for len(cells) < len(s.Columns) {
			cells = append(cells, absent)
		}
		s.row(cells[:len(s.Columns)]...)
	}
	return s
}

// zGames shows that the standard deviation of z stays the same however many
// games a performance has.
func (m fitted) zGames() (section, error) {
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
	g.legendAbove(2)
	return m.withPlot(out, g, "games_number_plot", m.say("z_games.plot", nil), m.say("z_games.note", nil))
}

// zBands describes z by band of rating.
func (m fitted) zBands() section {
	s := m.zSheet(func(r *calibration.ZRow) bool { return r.Sample == "band" },
		func(r *calibration.ZRow) string { return m.bandName(r.Low, r.High) })
	return section{ID: "z_bands", Title: m.say("z_bands.title", nil), Text: []string{m.say("z_bands.explain", nil)}, Sheets: []*sheet{s}}
}

// intrinsic compares intrinsic ratings of honest performances with the ratings
// of the players.
func (m fitted) intrinsic() (section, error) {
	r := &m.Report.IPR
	s := &sheet{Columns: []sheetColumn{{Head: m.say("acceptance.band", nil), Left: true}, {Head: m.say("ipr_report.n", nil)},
		{Head: m.say("ipr_report.rating", nil)}, {Head: m.say("ipr_report.bias", nil)}, {Head: m.say("acceptance.interval", nil)},
		{Head: m.say("ipr_report.coverage", nil)}, {Head: m.say("acceptance.interval", nil)}}}
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
	return m.withPlot(out, g, "intrinsic_plot", m.say("ipr_report.plot", nil))
}
