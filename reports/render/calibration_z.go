package render

import (
	"math"

	"gonum.org/v1/plot/plotter"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
)

// samples lists the samples that z are described for, in the order of the report.
func samples() []string {
	return []string{calibration.WholePerformances, calibration.UnseenPlayers, calibration.RatingAlone, calibration.Unadjusted}
}

// sample says what a sample of so many performances is.
func (m fitted) sample(name string, n int) string {
	return m.say("z.of", fields{"Sample": m.slug("sample", name), "N": m.integer(n)})
}

// ofSample returns the rows of one sample.
func (m fitted) ofSample(name string) (rows []*calibration.ZRow) {
	for i := range m.Report.Z {
		if r := &m.Report.Z[i]; r.Sample == name && r.N > 0 {
			rows = append(rows, r)
		}
	}
	return rows
}

// zShape describes how the z of honest performances are distributed.
func (m fitted) zShape() (section, error) {
	out := section{ID: "z", Title: m.say("z.title", nil), Text: []string{m.say("z.explain", nil)}}
	for _, name := range samples() {
		if rows := m.ofSample(name); len(rows) > 0 {
			s := m.zTable()
			s.Caption = m.sample(name, rows[0].N)
			for _, r := range rows {
				m.addZ(s, r)
			}
			out.Tables = append(out.Tables, s)
		}
	}
	for _, r := range m.ofSample(calibration.WholePerformances) {
		if len(r.Histogram) == 0 || r.Test != "combined" && r.Test != "roi" {
			continue
		}
		var err error
		if out, err = m.withPlot(out, m.histogram(r), "z_"+r.Test, m.say("z.plot_"+r.Test, nil), m.say("z.note", fields{"N": m.integer(r.N)})); err != nil {
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

// zTable is an empty table for mean, standard deviation and shape of z.
func (m fitted) zTable() *table {
	return &table{Columns: []column{{Head: m.say("tests.test", nil), Left: true},
		{Head: m.say("z.mean", nil)}, {Head: m.say("acceptance.interval", nil)}, {Head: m.say("z.sd", nil)}, {Head: m.say("acceptance.interval", nil)},
		{Head: m.say("z.skew", nil), Drop: 1}, {Head: m.say("z.ks", nil), Drop: 2}, {Head: m.say("z.ad", nil), Drop: 3}}}
}

// addZ adds a row to such a table.
func (m fitted) addZ(s *table, r *calibration.ZRow) {
	s.add(m.slug("test", r.Test), m.signed(r.Mean.Value, 2), m.interval(r.Mean, m.signs(2)), m.decimal(r.SD.Value, 2), m.interval(r.SD, m.decimals(2)),
		m.signed(r.Skew.Value, 2), m.small(r.KS), m.small(r.AD))
}

// zTail lists how many honest performances lie above lines.
func (m fitted) zTail() section {
	out := section{ID: "tail", Title: m.say("tail.title", nil), Text: []string{m.say("tail.explain", nil)}}
	for _, name := range samples() {
		rows := m.ofSample(name)
		if len(rows) == 0 || name == calibration.Unadjusted {
			continue
		}
		s := &table{Caption: m.sample(name, rows[0].N), Columns: []column{{Head: m.say("tests.test", nil), Left: true}}}
		for i, t := range rows[0].Tail {
			s.Columns = append(s.Columns, column{Drop: (i + 1) / 2, Head: m.say("tail.line", fields{
				"Z": m.decimal(t.Line, 1), "Nominal": m.percentSign(t.Nominal, 3), "Expected": m.small(t.Nominal * float64(rows[0].N))})})
		}
		for _, r := range rows {
			cells := []string{m.slug("test", r.Test)}
			for _, t := range r.Tail {
				cells = append(cells, m.say("tail.share", fields{"Hits": m.integer(t.Hits), "Interval": m.interval(t.Share, m.percentages(1))}))
			}
			for len(cells) < len(s.Columns) {
				cells = append(cells, absent)
			}
			s.add(cells[:len(s.Columns)]...)
		}
		out.Tables = append(out.Tables, s)
	}
	return out
}

// intrinsic compares intrinsic ratings of honest performances with the ratings
// of the players.
func (m fitted) intrinsic() (section, error) {
	r := &m.Report.IPR
	s := &table{Columns: []column{{Head: m.say("acceptance.band", nil), Left: true}, {Head: m.say("ipr_report.n", nil)},
		{Head: m.say("ipr_report.rating", nil)}, {Head: m.say("ipr_report.bias", nil)}, {Head: m.say("acceptance.interval", nil)},
		{Head: m.say("ipr_report.coverage", nil)}, {Head: m.say("acceptance.interval", nil)}}}
	low, high := 1400.0, 2600.0
	var points []estimate
	for i := range r.Bands {
		b := &r.Bands[i]
		s.add(m.bandName(b.Low, b.High), m.integer(b.N), m.decimal(b.Rating, 0), m.signed(b.Bias.Value, 0), m.interval(b.Bias, m.signs(0)),
			m.percent(b.Coverage.Value, 1), m.interval(b.Coverage, m.percentages(1)))
		points = append(points, estimate{b.Rating, calibration.Figure{
			Value: b.Rating + b.Bias.Value, Low: b.Rating + b.Bias.Low, High: b.Rating + b.Bias.High, Bounded: b.Bias.Bounded}})
		if plottable(b.Rating + b.Bias.Value) {
			low, high = min(low, b.Rating, b.Rating+b.Bias.Value), max(high, b.Rating, b.Rating+b.Bias.Value)
		}
	}
	out := section{ID: "intrinsic", Title: m.say("ipr_report.title", nil), Text: []string{m.say("ipr_report.explain", fields{
		"N":     m.integer(r.N),
		"Slope": m.decimal(r.Slope.Value, 2), "SlopeInterval": m.interval(r.Slope, m.decimals(2)),
		"Bias": m.signed(r.Bias.Value, 0), "BiasInterval": m.interval(r.Bias, m.signs(0)),
		"Coverage": m.percentSign(r.Coverage.Value, 1), "CoverageInterval": m.interval(r.Coverage, m.percentages(1))})}, Tables: []*table{s}}
	both := scaleOf(low-50, high+50, 10, 0, 200, 400)
	g := newGraph(m.words, m.say("column.rating.name", nil), m.say("ipr.ipr", nil), both, both)
	g.line(m.say("ipr_report.equal", nil), stroke{amber(), 1.2, dashes()}, plotter.XYs{{X: g.X.Min, Y: g.X.Min}, {X: g.X.Max, Y: g.X.Max}})
	g.estimates(m.say("ipr_report.found", nil), blue(), points)
	g.Legend.Left = true
	return m.withPlot(out, g, "intrinsic_plot", m.say("ipr_report.plot", nil))
}
