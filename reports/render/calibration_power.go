package render

import (
	"slices"
	"strings"

	"fairplay/analysis/calibration"
	"fairplay/analysis/choice"
)

// Kinds of help that the report itself names: nobody's, and the engine's choice at
// moves drawn at random.
const (
	noHelp   = "none"
	bestHelp = "best"
)

// power says which share of performances with help each test finds.
func (m fitted) power() section {
	r := &m.Report.Power
	out := section{ID: "power", Title: m.say("power_report.found", nil)}
	if len(r.Rows) == 0 {
		out.Text = []string{m.say("power_report.too_few", fields{"N": m.integer(r.Performances)})}
		return out
	}
	line := fields{"Rate": m.percentSign(r.Rate, 1), "N": m.integer(r.Simulated)}
	out.Text = []string{
		m.say("power_report.explain", fields{"N": m.integer(r.Performances), "Games": m.decimal(r.Games, 1), "Moves": m.decimal(r.Moves, 0), "Draws": m.integer(r.Draws)}),
		strings.TrimSpace(m.say("power_report.line", line) + " " + m.lines()), m.say("power_report.plain", nil),
	}
	if len(r.Engines) > 0 {
		out.Text = append(out.Text, m.engines())
	}
	out.Tables = []*table{m.powerTable()}
	if gains := m.gainTable(); gains != nil {
		out.Tables = append(out.Tables, gains)
	}
	if c := m.curves(); c != nil {
		c.Notes = []string{m.say("power_report.note", line)}
		out.Plots = []*chart{c}
	}
	return out
}

// lines lists the values from which each test counts as finding something, "" where
// the report has none.
func (m fitted) lines() string {
	var lines []string
	for _, l := range m.Report.Power.Lines {
		lines = append(lines, m.say("power_report.line_of", fields{"Test": m.slug("found", l.Test), "Value": m.decimal(l.Line, 2)}))
	}
	if len(lines) == 0 {
		return ""
	}
	return m.say("power_report.lines", fields{"Lines": strings.Join(lines, "; ")})
}

// engines names the other engines whose moves are tried, and says which of them the
// tests were fitted to.
func (m fitted) engines() string {
	var all, known, unseen []string
	for _, e := range m.Report.Power.Engines {
		all = append(all, m.say("power_report.engine", fields{"Name": e.Name, "N": m.integer(e.Positions)}))
		if slices.ContainsFunc(m.Assisted.Assistants, func(h choice.Assistant) bool { return h.Name == e.Name }) {
			known = append(known, e.Name)
		} else {
			unseen = append(unseen, e.Name)
		}
	}
	text := m.say("power_report.engines", fields{"Engines": joined(all)})
	if len(known) > 0 {
		text += " " + m.say("power_report.engines_fitted", fields{"Engines": joined(known)})
	}
	if len(unseen) > 0 {
		text += " " + m.say("power_report.engines_unseen", fields{"Engines": joined(unseen)})
	}
	return text
}

// curves draws what is found of the engine's choice at moves drawn at random, from no
// move to all moves; nil if the report has none.
func (m fitted) curves() *chart {
	points := map[string][]xy{}
	helped := false
	for i := range m.Report.Power.Rows {
		r := &m.Report.Power.Rows[i]
		if r.Help != noHelp && r.Help != bestHelp {
			continue
		}
		helped = helped || r.Help == bestHelp
		for _, d := range r.Found {
			points[d.Test] = append(points[d.Test], xy{r.Moves, d.Share.Value})
		}
	}
	if !helped {
		return nil
	}
	g := newGraph("power_best", m.slug("help", bestHelp), m.shares(m.say("power_report.x", nil), across), m.shares(m.say("power_report.y", nil), upward))
	for _, test := range []string{"combined", "evidence", "lr", "plain_mm", "plain_ae"} {
		if len(points[test]) > 0 {
			g.line(m.slug("detector", test), "path "+test, points[test]...)
		}
	}
	return g.chart
}

// shares is a scale from 0 to 100 %.
func (m fitted) shares(name string, along func(low, high float64, steps ...float64) axis) scale {
	return scale{along(0, 1, .1, .2), name, m.percentages(0)}
}

// powerTable lists every kind and share of help, and what each test finds of it.
func (m fitted) powerTable() *table {
	s := &table{Tight: true, Columns: []column{
		{Head: m.say("power_report.share", nil)}, {Head: m.say("power_report.moves", nil), Drop: 3},
		{Head: atLeast("2"), Drop: 2}, {Head: atLeast("3")}, {Head: m.say("acceptance.interval", nil), Drop: 1}, {Head: atLeast("4"), Drop: 2}}}
	rows := m.Report.Power.Rows
	var tests []string
	for i := range rows {
		for _, d := range rows[i].Found {
			if !slices.Contains(tests, d.Test) {
				tests = append(tests, d.Test)
			}
		}
	}
	for _, test := range tests {
		s.Columns = append(s.Columns, column{Drop: dropDetector(test), Head: m.say("power_report.at_line", fields{
			"Rate": m.percentSign(m.Report.Power.Rate, 1), "Test": m.slug("found", test)})})
	}
	for i := range rows {
		m.addHelp(s, &rows[i], i == 0 || rows[i-1].Help != rows[i].Help, m.powerRow(&rows[i], tests)...)
	}
	return s
}

// addHelp adds a row of one kind and share of help, under the name of the kind where it is the first.
func (m fitted) addHelp(s *table, r *calibration.PowerRow, first bool, cells ...string) {
	row := row{Cells: texts(cells...)}
	if first {
		row.Head = m.slug("help", r.Help)
		if r.Performances > 0 && r.Performances != m.Report.Power.Performances {
			row.Head += m.say("power_report.of", fields{"N": m.integer(r.Performances)})
		}
	}
	s.Rows = append(s.Rows, row)
}

// gainTable lists by how much Z finds more than other figures of the same performances; nil if no bank
// makes it.
func (m fitted) gainTable() (s *table) {
	rows := m.Report.Power.Rows
	for i := range rows {
		r := &rows[i]
		if len(r.Gain) == 0 {
			continue
		}
		if s == nil {
			s = &table{Tight: true, Caption: m.say("power_report.gain", fields{"Rate": m.percentSign(m.Report.Power.Rate, 1)}), Columns: []column{{Head: m.say("power_report.share", nil)}}}
			for _, g := range r.Gain {
				s.Columns = append(s.Columns, column{Head: m.slug("found", g.Test)}, column{Head: m.say("acceptance.interval", nil)})
			}
		}
		points := func(x float64) string { return m.signed(100*x, 0) }
		cells := []string{m.helpShare(r)}
		for _, g := range r.Gain {
			cells = append(cells, points(g.Share.Value), m.interval(g.Share, points))
		}
		m.addHelp(s, r, i == 0 || rows[i-1].Help != r.Help, cells...)
	}
	return s
}

// helpShare writes the share of moves that are replaced; nothing where a number of moves is, or none.
func (m fitted) helpShare(r *calibration.PowerRow) string {
	if r.Share > 0 {
		return m.percentages(0)(r.Share)
	}
	return absent
}

// dropDetector says how soon a narrow terminal drops a column: the tests that the
// chart draws stay longest.
func dropDetector(test string) int {
	switch test {
	case "combined", "lr":
		return 0
	case "evidence":
		return 1
	case "plain_mm", "plain_ae":
		return 4
	}
	return 5
}

// atLeast heads a column of combined Z that reach a line.
func atLeast(z string) string { return "Z" + noBreakSpace + "≥" + noBreakSpace + z }

func (m fitted) powerRow(r *calibration.PowerRow, tests []string) []string {
	whole := m.percentages(0)
	cells := []string{m.helpShare(r), m.percent(r.Moves, 1), whole(r.Above[0].Value), whole(r.Above[1].Value), m.interval(r.Above[1], whole), whole(r.Above[2].Value)}
	for _, test := range tests {
		cell := absent
		for _, d := range r.Found {
			if d.Test == test {
				cell = whole(d.Share.Value)
			}
		}
		cells = append(cells, cell)
	}
	return cells
}

// otherPasses compares the recipe with that of its prior, and with those between them.
func (m fitted) otherPasses() section {
	two := m.decimals(2)
	s := &table{Columns: []column{{Head: m.say("passes.deep", nil), Left: true}, {Head: m.say("passes.wide", nil), Left: true}, {Head: m.say("passes.nodes", nil)},
		{Head: m.say("passes.engine", nil), Left: true}, {Head: m.say("passes.moves", nil)}}}
	for _, test := range []string{"MM", "ASD", "LR"} {
		s.Columns = append(s.Columns, column{Head: test}, column{Head: m.say("passes.interval", nil), Drop: 1})
	}
	for i := range m.Report.Passes {
		p := &m.Report.Passes[i]
		engine := p.Engine
		if engine == ownEngine {
			engine = m.say("passes.own", nil)
		}
		s.add(p.Deep, p.Wide, two(p.Nodes), engine, m.integer(p.Moves), two(p.MM.Value), m.interval(p.MM, two), two(p.ASD.Value), m.interval(p.ASD, two), two(p.LR.Value), m.interval(p.LR, two))
	}
	name := ""
	if m.Prior != nil {
		name = m.Prior.Name
	}
	return section{ID: "passes", Title: m.say("passes.title", nil), Text: []string{m.say("passes.explain", fields{"Name": name})}, Tables: []*table{s}}
}

// ownEngine is what calibrations call the engine that evaluates.
const ownEngine = "own"
