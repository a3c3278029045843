package render

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
)

// samples lists the samples that z are described for, in the order of the report.
func samples() []string {
	return append([]string{calibration.WholePerformances, calibration.UnseenPlayers, calibration.RatingAlone, calibration.Unadjusted, calibration.SeveralEvents}, calibration.BankSamples()...)
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
func (m fitted) zShape() section {
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
	if c := m.Report.Careers; c != nil {
		out.Notes = append(out.Notes, m.say("z.careers", fields{"Players": m.integer(c.Players), "Pairs": m.integer(c.Pairs), "Shared": m.decimal(c.Shared.Value, 0),
			"Interval": m.interval(c.Shared, m.decimals(0)), "Odds": m.decimal(c.Odds.Value, 2), "OddsInterval": m.interval(c.Odds, m.decimals(2))}))
	}
	for _, r := range m.ofSample(calibration.WholePerformances) {
		if len(r.Histogram) == 0 || r.Test != "combined" && r.Test != "roi" {
			continue
		}
		out.Plots = append(out.Plots, m.histogram(r))
	}
	return out
}

// histogram draws the z of one test against the normal curve.
func (m fitted) histogram(r *calibration.ZRow) *chart {
	total, highest := 0, 0.0
	for _, n := range r.Histogram {
		total += n
	}
	outline, curve := []xy{{calibration.HistogramLow, 0}}, []xy{}
	for i, n := range r.Histogram {
		share := float64(n) / float64(max(total, 1)) / calibration.HistogramStep
		left := calibration.HistogramLow + float64(calibration.HistogramStep*float64(i))
		outline = append(outline, xy{left, share}, xy{left + calibration.HistogramStep, share})
		highest = max(highest, share)
	}
	for i := range 101 {
		x := -5 + float64(i)/10
		curve = append(curve, xy{x, exact.Exp(-x*x/2) / math.Sqrt(2*math.Pi)})
	}
	g := newGraph("z_"+r.Test, m.say("z.plot_"+r.Test, nil), scale{across(-5, 5, 1), "z", m.decimals(0)},
		scale{upward(0, max(highest, .42), .05, .1, .2), m.say("z.density", nil), m.decimals(2)})
	g.area(m.say("z.honest", nil), append(outline, xy{outline[len(outline)-1].X, 0})...)
	g.line(m.say("z.normal", nil), "hintline", curve...)
	g.Notes = []string{m.say("z.note", fields{"N": m.integer(r.N)})}
	return g.chart
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
func (m fitted) intrinsic() section {
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
	g := newGraph("intrinsic_plot", m.say("ipr_report.plot", nil), scale{across(low-50, high+50, 200, 400), m.say("column.rating.name", nil), m.decimals(0)},
		scale{upward(low-50, high+50, 200, 400), m.say("ipr.ipr", nil), m.decimals(0)})
	g.line(m.say("ipr_report.equal", nil), "hintline", xy{g.x.low, g.x.low}, xy{g.x.high, g.x.high})
	g.estimates(m.say("ipr_report.found", nil), points)
	out.Plots = []*chart{g.chart}
	return out
}
