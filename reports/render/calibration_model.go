package render

import (
	"math"
	"strings"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// ladder compares the models: each row has everything that the row before has.
func (m fitted) ladder() section {
	s := &table{Columns: []column{
		{Head: m.say("ladder.model", nil), Left: true}, {Head: m.say("ladder.terms", nil), Drop: 1}, {Head: m.say("ladder.loss", nil)},
		{Head: m.say("acceptance.interval", nil), Drop: 2}, {Head: m.say("ladder.gain", nil)}, {Head: m.say("ladder.gain_interval", nil)},
	}}
	out := section{ID: "ladder", Title: m.say("ladder.title", nil), Text: []string{m.say("ladder.explain", nil)}, Tables: []*table{s}}
	var names []string
	var losses []estimate
	low, high := math.Inf(1), math.Inf(-1)
	for i := range m.Report.Ladder {
		r := &m.Report.Ladder[i]
		name := m.slug("model", r.Name)
		gain, interval := absent, absent
		if i > 0 {
			gain, interval = m.signed(r.Gain.Value, 4), m.interval(r.Gain, m.signs(4))
		}
		s.add(name, m.integer(r.Terms), m.decimal(r.LogLoss.Value, 4), m.interval(r.LogLoss, m.decimals(3)), gain, interval)
		names, losses = append(names, name), append(losses, estimate{float64(i), r.LogLoss})
		if f := drawn(r.LogLoss); plottable(f.Low) && plottable(f.High) {
			low, high = min(low, f.Low), max(high, f.High)
		}
	}
	if !plottable(low) {
		return out
	}
	places := axis{low: -.6, high: float64(len(names)) - .4, from: graphLeft, to: graphRight}
	g := newGraph("ladder_plot", m.say("ladder.plot", nil), scale{axis: places}, scale{upward(low, high, .05, .1, .2, .5), m.say("ladder.loss", nil), m.decimals(2)})
	for i, name := range names {
		at := g.x.at(float64(i))
		below := tickBelow(at, graphBottom, name)
		below.DY += i % 2 * int(labelHeight) // long names side by side
		g.add(line("rule", at, plotTop, at, graphBottom), below)
	}
	g.estimates("", losses)
	out.Plots = []*chart{g.chart}
	return out
}

// reliability compares the expected probability of the engine's choice with how
// often it was played.
func (m fitted) reliability() section {
	s := &table{Columns: []column{{Head: m.say("reliability.decile", nil), Left: true}, {Head: m.say("tests.moves", nil)},
		{Head: m.say("reliability.expected", nil)}, {Head: m.say("reliability.actual", nil)}, {Head: m.say("acceptance.interval", nil)}}}
	out := section{ID: "reliability", Title: m.say("reliability.title", nil), Text: []string{m.say("reliability.explain", nil)}, Tables: []*table{s}}
	var points []estimate
	for i := range m.Report.Reliability {
		r := &m.Report.Reliability[i]
		s.add(m.integer(i+1), m.integer(r.N), m.percent(r.Expected, 1), m.percent(r.Actual.Value, 1), m.interval(r.Actual, m.percentages(1)))
		points = append(points, estimate{r.Expected, r.Actual})
	}
	g := newGraph("reliability_plot", m.say("reliability.plot", nil), m.shares(m.say("reliability.expected", nil), across), m.shares(m.say("reliability.actual", nil), upward))
	g.line(m.say("reliability.perfect", nil), "hintline", xy{0, 0}, xy{1, 1})
	g.estimates(m.say("reliability.played", nil), points)
	g.Notes = []string{m.say("reliability.note", nil)}
	out.Plots = []*chart{g.chart}
	return out
}

// comparedQuantities are those that stand in the tables by band.
func comparedQuantities() []score.Quantity {
	return []score.Quantity{score.MM, score.EV, score.T3, score.ASD, score.AE}
}

// bands compares actual and expected by band of rating.
func (m fitted) bands() section {
	out := section{ID: "bands", Title: m.say("bands.title", nil), Text: []string{m.say("bands.explain", nil)},
		Tables: []*table{m.bandTable(m.Report.Bands, m.say("acceptance.band", nil))}}
	for _, q := range []score.Quantity{score.MM, score.EV, score.ASD} {
		out.Plots = append(out.Plots, m.bandGraph(q))
	}
	return out
}

// bandGraph draws actual less expected: shares in percentage points, ASD in percent of
// what was expected. The area that is demanded of the curve through all moves is
// filled (calibration.Validation.Acceptance).
func (m fitted) bandGraph(q score.Quantity) *chart {
	low, high := 1400.0, 2600.0
	var points []estimate
	for i := range m.Report.Bands {
		b := &m.Report.Bands[i]
		c := b.Quantities.At(q)
		unit := 100.0
		if q == score.ASD {
			unit = 100 / max(c.Expected, 1e-9)
		}
		points = append(points, estimate{(b.Low + b.High) / 2, scaled(c.Difference, unit)})
		low, high = min(low, b.Low), max(high, b.High)
	}
	height := 8.0
	if q == score.ASD {
		height = 30
	}
	g := newGraph("bands_"+q.String(), m.say("bands.plot_"+q.String(), nil), scale{across(low, high, 200, 400), m.say("column.rating.name", nil), m.decimals(0)},
		scale{upward(-height, height, 2, 5, 10), m.say("bands.difference", nil), m.decimals(0)})
	for i := range m.Report.Acceptance {
		if v := &m.Report.Acceptance[i]; v.Unit == calibration.UnitMoves && v.Test == q.String() {
			least, most := 100*v.Within[0], 100*v.Within[1]
			g.area("", xy{v.Low, least}, xy{v.High, least}, xy{v.High, most}, xy{v.Low, most})
			g.Notes = []string{m.say("bands.note", nil)}
		}
	}
	g.line("", "base", xy{g.x.low, 0}, xy{g.x.high, 0})
	g.estimates("", points)
	return g.chart
}

// scaled returns a figure in another unit.
func scaled(f calibration.Figure, unit float64) calibration.Figure {
	f.Value, f.Low, f.High = float64(unit*f.Value), float64(unit*f.Low), float64(unit*f.High)
	return f
}

// bandTable compares actual and expected over parts of the moves.
func (m fitted) bandTable(rows []calibration.BandRow, head string) *table {
	s := &table{Tight: true, Columns: []column{{Head: head, Left: true}, {Head: m.say("basis.moves", nil)}}}
	for i, q := range comparedQuantities() {
		name := m.slug("test", q.String())
		s.Columns = append(s.Columns, column{Head: name, Drop: i}, column{Head: name + "\n" + m.say("bands.expected", nil), Drop: 2 * i},
			column{Head: name + "\n" + m.say("bands.off", nil), Drop: i})
	}
	for i := range rows {
		b := &rows[i]
		name := m.bandName(b.Low, b.High)
		if b.Name != "" {
			name = m.slug("slice", b.Name)
		}
		cells := []string{name, m.integer(b.Moves)}
		for _, q := range comparedQuantities() {
			c := b.Quantities.At(q)
			if q == score.ASD || q == score.AE {
				cells = append(cells, m.decimal(c.Actual, 3), m.decimal(c.Expected, 3), m.offBy(c.Difference, 1, 3))
			} else {
				cells = append(cells, m.percent(c.Actual, 1), m.percent(c.Expected, 1), m.offBy(c.Difference, 100, 1))
			}
		}
		s.add(cells...)
	}
	return s
}

// offBy writes a difference with half the width of its interval.
func (w *words) offBy(f calibration.Figure, unit float64, decimals int) string {
	text := w.signed(unit*f.Value, decimals)
	if half := (f.High - f.Low) / 2; f.Bounded && text != absent {
		text += noBreakSpace + "±" + noBreakSpace + w.decimal(unit*half, decimals)
	}
	return text
}

// slices compares actual and expected by colour, phase and length.
func (m fitted) slices() section {
	s := section{ID: "slices", Title: m.say("slices.title", nil), Text: []string{m.say("slices.explain", nil)},
		Tables: []*table{m.bandTable(m.Report.Slices, m.say("slices.part", nil))}}
	z := m.zTable()
	z.Tight = true
	for i := range m.Report.Slices {
		name := m.Report.Slices[i].Name
		for k, r := range m.ofSample(name) {
			m.addZ(z, r)
			if k == 0 {
				z.Rows[len(z.Rows)-1].Head = m.say("z.of", fields{"Sample": m.slug("slice", name), "N": m.integer(r.N)})
			}
		}
	}
	if len(z.Rows) > 0 {
		s.Tables = append(s.Tables, z)
	}
	return s
}

// effects lists how far honest players play from their ratings, and the events that
// show it.
func (m fitted) effects() section {
	e := &m.Effects
	points := m.decimals(0)
	found := &table{Columns: []column{{Head: m.say("effects.effect", nil), Left: true}, {Head: m.say("effects.points", nil)}, {Head: m.say("acceptance.interval", nil)}}}
	for _, row := range []struct {
		id     string
		figure calibration.Figure
		write  func(float64) string
	}{
		{"game", e.Game, points}, {"rating", e.Rating, points}, {"ordinary", e.Ordinary, points}, {"outlying", e.Outlying, points},
		{"share", e.Share, func(x float64) string { return m.percentSign(x, 1) }},
	} {
		found.add(m.slug("effect", row.id), row.write(row.figure.Value), m.interval(row.figure, row.write))
	}
	events := &table{Tight: true, Caption: m.say("effects.events", fields{"N": m.integer(len(e.Events))}), Columns: []column{
		{Head: m.say("effects.event", nil), Left: true}, {Head: m.say("basis.games", nil), Drop: 1}, {Head: m.say("basis.players", nil), Drop: 2},
		{Head: m.say("effects.offset", nil)}, {Head: m.say("terms.se", nil)}}}
	for i := range e.Events {
		o := &e.Events[i]
		events.add(corpusEvent(o.Event), m.integer(o.Games), m.integer(o.Players), m.signed(o.Offset, 0), m.decimal(o.SE, 0))
	}
	s := section{ID: "effects", Title: m.say("effects.title", nil), Text: []string{m.say("effects.explain", nil), m.say("effects.source", nil)}, Tables: []*table{found}}
	if e.Borrowed {
		s.Text[1] = m.say("effects.borrowed", nil)
	}
	if len(e.Events) > 0 {
		s.Tables = append(s.Tables, events)
	}
	return s
}

// corpusEvent writes the name and year of an event of a corpus.
func corpusEvent(event string) string { return strings.ReplaceAll(event, "|", ", ") }

// weights says how the combined values are made and the quantities are
// standardised.
func (m fitted) weights() section {
	roi := &m.Parameters.ROI
	text := []string{
		m.words.weights(m.Parameters.Triple.Weights),
		m.say("weights.roi", fields{"MM": m.decimal(roi.Weights[0], 2), "ASD": m.decimal(roi.Weights[1], 2), "T3": m.decimal(roi.Weights[2], 2)}),
	}
	if b := m.Parameters.Bank; b != nil {
		n := m.integer(len(b.Helpers))
		text = []string{m.say("weights.roi_bank", fields{"N": n}), m.say("detectors.explain", fields{"N": n})}
	}
	return section{ID: "weights", Title: m.say("weights.title", nil), Text: append(text, m.standardised()), Tables: []*table{m.standards()}}
}

// standardised says how the quantities are standardised, and where that comes from.
func (m fitted) standardised() string {
	text := m.say("weights.standards", nil)
	for _, q := range score.Quantities() {
		if m.Standards.At(q).Borrowed {
			return text + " " + m.say("weights.borrowed", nil)
		}
	}
	return text
}

// standards says how the quantities of honest games lie and spread against what the
// models expect.
func (m fitted) standards() *table {
	s := &table{Tight: true, Columns: []column{{Head: m.say("weights.quantity", nil), Left: true},
		{Head: m.say("weights.bias", nil)}, {Head: m.say("acceptance.interval", nil), Drop: 1}, {Head: m.say("weights.factor", nil)}, {Head: m.say("weights.left", nil), Drop: 2}}}
	for _, q := range score.Quantities() {
		x, left := m.Standards.At(q), absent
		if x.Left > 0 {
			left = m.percent(x.Left, 0)
		}
		s.add(m.slug("test", q.String()), m.signed(x.Bias.Value, 4), m.interval(x.Bias, m.signs(4)), m.decimal(x.Scale, 2), left)
	}
	return s.compact()
}

// terms lists the coefficients of the choice model.
func (m fitted) terms() section {
	s := &table{Tight: true, Columns: []column{{Head: m.say("terms.term", nil), Left: true},
		{Head: m.say("terms.coefficient", nil)}, {Head: m.say("terms.se", nil)}}}
	for _, t := range m.Choice.Terms {
		s.add(t.Term.String(), m.signed(t.Coefficient, 4), m.decimal(t.SE, 4))
	}
	return section{ID: "terms", Title: m.say("terms.title", nil), Text: []string{
		m.say("terms.explain", nil), m.say("terms.events", fields{"Spread": m.decimal(m.Choice.EventSpread, 0)})}, Tables: []*table{s}}
}
