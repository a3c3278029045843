package render

import (
	"math"
	"slices"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// interval writes the interval of a figure, absent if there is none.
func (w *words) interval(f calibration.Figure, write func(float64) string) string {
	if !f.Bounded || !finite(f.Low) || !finite(f.High) {
		return absent
	}
	return w.say("figure.interval", fields{"Low": write(f.Low), "High": write(f.High)})
}

// decimals returns a function that writes figures with n decimals.
func (w *words) decimals(n int) func(float64) string {
	return func(x float64) string { return w.decimal(x, n) }
}

// signs is decimals with a sign.
func (w *words) signs(n int) func(float64) string {
	return func(x float64) string { return w.signed(x, n) }
}

// percentages returns a function that writes shares in percent, without the sign of
// percent.
func (w *words) percentages(n int) func(float64) string {
	return func(x float64) string { return w.percent(x, n) }
}

// bandName writes a band of ratings, absent for none.
func (w *words) bandName(low, high float64) string {
	if high == 0 {
		return absent
	}
	return w.decimal(low, 0) + "–" + w.decimal(high-1, 0)
}

// acceptance lists the demands with their answers, those of one kind together.
func (m fitted) acceptance() section {
	s := &table{Tight: true, Columns: []column{
		{Head: m.say("tests.test", nil), Left: true}, {Head: m.say("acceptance.band", nil), Left: true}, {Head: m.say("acceptance.line", nil), Drop: 1},
		{Head: m.say("acceptance.figure", nil)}, {Head: m.say("acceptance.interval", nil)}, {Head: m.say("acceptance.within", nil)},
		{Head: m.say("acceptance.n", nil), Drop: 3}, {Head: m.say("acceptance.answer", nil), Left: true}, {Head: m.say("acceptance.needed", nil), Drop: 2},
	}}
	var kinds []string
	byKind := map[string][]*calibration.Verdict{}
	for i := range m.Report.Acceptance {
		v := &m.Report.Acceptance[i]
		if byKind[v.Demand] == nil {
			kinds = append(kinds, v.Demand)
		}
		byKind[v.Demand] = append(byKind[v.Demand], v)
	}
	overview := &table{Columns: []column{{Head: m.say("acceptance.demand", nil), Left: true}, {Head: m.slug("answer", string(calibration.Met))},
		{Head: m.slug("answer", string(calibration.NotMet))}, {Head: m.slug("answer", string(calibration.Undecided))},
		{Head: m.say("acceptance.inside", nil), Drop: 1}}}
	for _, kind := range kinds {
		n := answers(byKind[kind])
		overview.add(m.slug("demand", kind), m.integer(n[calibration.Met]), m.integer(n[calibration.NotMet]),
			m.integer(n[calibration.Undecided]), m.integer(inside(byKind[kind])))
		for i, v := range byKind[kind] {
			row := m.demand(v)
			if i == 0 {
				row.Head = m.say("acceptance.kind", fields{"Demand": m.slug("demand", v.Demand), "Unit": m.slug("unit", v.Unit)})
			}
			s.Rows = append(s.Rows, row)
		}
	}
	text := []string{m.say("acceptance.explain", nil), m.say("acceptance.tails", nil)}
	if slices.ContainsFunc(m.Report.Acceptance, func(v calibration.Verdict) bool { return v.Needed > 0 }) {
		text = append(text, m.say("acceptance.needed_explain", nil))
	}
	return section{ID: "acceptance", Title: m.say("acceptance.title", nil), Text: text, Tables: []*table{overview, s.compact()}}
}

// answers counts the answers.
func answers(all []*calibration.Verdict) map[calibration.Finding]int {
	n := map[calibration.Finding]int{}
	for _, v := range all {
		n[v.Answer]++
	}
	return n
}

// inside counts the figures that lie within what is demanded, whatever their intervals
// are.
func inside(all []*calibration.Verdict) (n int) {
	for _, v := range all {
		if !v.Unmeasured && v.Within[0] <= v.Figure.Value && v.Figure.Value <= v.Within[1] {
			n++
		}
	}
	return n
}

func (m fitted) demand(v *calibration.Verdict) row {
	write := m.demandFigure(v)
	line, needed, value, ratings := absent, absent, absent, absent
	if !v.Unmeasured {
		value = write(v.Figure.Value)
	}
	if v.High > 0 {
		ratings = m.decimal(v.Low, 0) + "–" + m.decimal(v.High, 0)
	}
	if v.Line > 0 {
		line = m.decimal(v.Line, 1)
	}
	if v.Needed > 0 {
		needed = m.integer(int(v.Needed))
	}
	test := absent
	if v.Test != "" {
		test = m.slug("test", v.Test)
	}
	return row{Faint: v.Answer == calibration.Undecided, Cells: texts(
		test, ratings, line, value, m.interval(v.Figure, write),
		m.say("figure.interval", fields{"Low": write(v.Within[0]), "High": write(v.Within[1])}),
		m.integer(int(math.Round(v.N))), m.slug("answer", string(v.Answer)), needed,
	)}
}

// demandFigure says how the figures of a demand are written: shares above a line in
// percent, shares by rating in percentage points, all others as numbers.
func (m fitted) demandFigure(v *calibration.Verdict) func(float64) string {
	switch {
	case v.Line > 0:
		return m.percentages(2)
	case v.Unit == calibration.UnitMoves:
		return func(x float64) string { return m.signed(100*x, 2) }
	}
	return m.decimals(3)
}

// basis says what the calibration was fitted to and measured on, and what that is
// worth.
func (m fitted) basis() section {
	c, r := &m.Corpus, m.Report
	whole := &table{Columns: []column{{Head: m.say("basis.part", nil), Left: true}, {Head: m.say("basis.events", nil)},
		{Head: m.say("basis.games", nil)}, {Head: m.say("basis.players", nil), Drop: 1}, {Head: m.say("basis.performances", nil), Drop: 2}, {Head: m.say("basis.sides", nil)}, {Head: m.say("basis.moves", nil)}}}
	count := func(name string, n calibration.CorpusSize) {
		whole.add(name, m.integer(n.Events), m.integer(n.Games), m.integer(n.Players), m.integer(n.Performances), m.integer(n.Sides), m.integer(n.Moves))
	}
	count(m.say("basis.fit", nil), c.Fit)
	count(m.say("basis.test", nil), c.Test)
	bands := &table{Columns: []column{{Head: m.say("acceptance.band", nil), Left: true}, {Head: m.say("basis.fit_sides", nil)},
		{Head: m.say("basis.fit_moves", nil)}, {Head: m.say("basis.test_performances", nil)}, {Head: m.say("basis.test_sides", nil)}, {Head: m.say("basis.test_moves", nil)}}}
	for _, b := range c.Bands {
		bands.add(m.bandName(b.Low, b.High), m.integer(b.Fit.Sides), m.integer(b.Fit.Moves), m.integer(b.Test.Performances), m.integer(b.Test.Sides), m.integer(b.Test.Moves))
	}
	s := section{ID: "basis", Title: m.say("basis.title", nil), Text: []string{
		m.say("basis.dates", fields{"First": m.date(c.First), "Last": m.date(c.Last)}),
		m.say("basis.calibrated", fields{"Least": m.integer(calibration.BandSides)}) + " " + m.ratings(),
		m.say("basis.whole", fields{"Whole": m.integer(r.Independence.Whole), "Moves": m.integer(score.MinMoves)}),
		m.say("basis.seen", fields{"Seen": m.integer(r.Independence.Seen), "Players": m.integer(r.Independence.Players)}),
	}, Tables: []*table{whole, bands}}
	if p := m.Prior; p != nil {
		s.Text = append(s.Text, m.say("basis.prior", fields{"Name": p.Name, "Games": m.integer(p.Games), "Moves": m.integer(p.Moves), "Controlled": m.integer(p.Controlled)}),
			m.say("basis.shift", fields{"Shift": m.bounded(p.Shift, m.signs(0))}))
	}
	return s
}

// ratings says which ratings count as calibrated.
func (m fitted) ratings() string {
	if r := m.Parameters.Ratings; !r.Empty() {
		between := fields{"Low": m.decimal(r.Low, 0), "High": m.decimal(r.High, 0)}
		if m.Prior == nil {
			return m.say("basis.range", between)
		}
		between["Name"] = m.Prior.Name
		return m.say("basis.range_prior", between)
	}
	var most calibration.Band
	for _, b := range m.Corpus.Bands {
		if b.Test.Sides > most.Test.Sides {
			most = b
		}
	}
	return m.say("basis.uncovered", fields{"Most": m.integer(most.Test.Sides), "Band": m.bandName(most.Low, most.High)})
}
