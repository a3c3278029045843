package render

import (
	"strconv"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"fairplay/analysis/calibration"
)

func dashes() []vg.Length { return []vg.Length{5, 3} }
func dots() []vg.Length   { return []vg.Length{1.5, 2.5} }

// kindsOfHelp returns the kinds of assistance in the order of the report.
func (m fitted) kindsOfHelp() (kinds []string) {
	seen := map[string]bool{}
	for i := range m.Report.Power.Rows {
		if k := m.Report.Power.Rows[i].Kind; !seen[k] {
			seen[k] = true
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// kind says a kind of assistance. Its id is no slug of a list of its own, since
// one kind bears the name of a plural form.
func (m fitted) kind(kind string) string { return m.slug("power_report", "kind_"+kind) }

// power draws which share of assisted moves each test reveals, at equal
// false-positive rate, beside two plain baselines.
func (m fitted) power() (section, error) {
	out := section{ID: "power", Title: m.say("power_report.curves", nil), Text: []string{
		m.say("power_report.explain", fields{"N": m.integer(m.Report.Power.N)}), m.say("power_report.equal", nil)}}
	for _, kind := range m.kindsOfHelp() {
		rate, g := m.curves(kind)
		if g == nil {
			continue
		}
		var err error
		out, err = m.withPlot(out, g, "power_"+kind, m.kind(kind),
			m.say("power_report.note", fields{"Games": m.integer(m.usualGames()), "Rate": m.percentSign(rate, 1)}))
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// curves draws one kind of assistance for performances of the usual number of
// games, at the first rate that the report compares at; nil where there is none.
func (m fitted) curves(kind string) (rate float64, g *graph) {
	var combined, ratio, plainMM, plainAE plotter.XYs
	for i := range m.Report.Power.Rows {
		r := &m.Report.Power.Rows[i]
		if r.Kind != kind || r.Games != m.usualGames() || len(r.Equal) == 0 {
			continue
		}
		d := &r.Equal[0]
		rate = d.Rate
		combined, ratio = append(combined, plotter.XY{X: r.Share, Y: d.Combined}), append(ratio, plotter.XY{X: r.Share, Y: d.LR})
		plainMM, plainAE = append(plainMM, plotter.XY{X: r.Share, Y: d.PlainMM}), append(plainAE, plotter.XY{X: r.Share, Y: d.PlainAE})
	}
	if len(combined) == 0 {
		return 0, nil
	}
	shares := percents(0, 1, 10, 0, .1, .2)
	g = newGraph(m.words, m.say("power_report.x", nil), m.say("power_report.y", nil), shares, shares)
	g.line(m.say("power_report.combined", nil), stroke{blue(), 2.2, nil}, combined)
	g.line(m.say("power_report.lr", nil), stroke{green(), 1.3, nil}, ratio)
	g.line(m.say("power_report.plain_mm", nil), stroke{amber(), 1.5, dashes()}, plainMM)
	g.line(m.say("power_report.plain_ae", nil), stroke{violet(), 1.5, dots()}, plainAE)
	g.legendAbove(4)
	return rate, g
}

// powerSheets lists the honest shares above each line and, for each number of
// games, what every kind and share of assistance would show.
func (m fitted) powerSheets() []section {
	var rows []tailRow
	for _, h := range m.Report.Power.Honest {
		rows = append(rows, tailRow{m.count("power_report.games", h.Games, nil), h.Tail})
	}
	honest := m.tailSheet(m.say("z_games.games", nil), rows)
	sections := []section{{ID: "power_honest", Title: m.say("power_report.honest", nil),
		Text: []string{m.say("power_report.honest_explain", nil)}, Sheets: []*sheet{honest}}}
	for _, h := range m.Report.Power.Honest {
		sections = append(sections, section{ID: "power_" + strconv.Itoa(h.Games), Title: m.count("power_report.table", h.Games, nil),
			Text: []string{m.say("power_report.table_explain", nil)}, Sheets: []*sheet{m.powerSheet(h.Games)}})
	}
	return sections
}

func (m fitted) powerSheet(games int) *sheet {
	s := &sheet{Tight: true, Columns: []sheetColumn{
		{Head: m.say("power_report.share", nil)}, {Head: m.say("power_report.moves", nil), Drop: 3},
		{Head: atLeast("2"), Drop: 2}, {Head: atLeast("3")}, {Head: atLeast("4"), Drop: 1}}}
	rates := m.rates(games)
	for i, rate := range rates {
		at := m.percentSign(rate, 1) + "\n"
		drop := 4 * i
		for _, id := range []string{"combined", "lr", "roi", "plain_mm", "plain_ae"} {
			s.Columns = append(s.Columns, sheetColumn{Head: at + m.say("power_report.short_"+id, nil), Drop: drop})
		}
		s.Columns = append(s.Columns, sheetColumn{Head: at + m.say("power_report.advantage", nil), Drop: drop})
	}
	last := ""
	for i := range m.Report.Power.Rows {
		r := &m.Report.Power.Rows[i]
		if r.Games != games {
			continue
		}
		row := m.powerRow(r, len(rates))
		if r.Kind != last {
			row.Head, last = m.kind(r.Kind), r.Kind
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// atLeast heads a column of combined Z that reach a line.
func atLeast(z string) string { return "Z" + noBreakSpace + "≥" + noBreakSpace + z }

// rates returns the false-positive rates at which tests are compared.
func (m fitted) rates(games int) (rates []float64) {
	for i := range m.Report.Power.Rows {
		if r := &m.Report.Power.Rows[i]; r.Games == games && len(r.Equal) > len(rates) {
			rates = rates[:0]
			for _, d := range r.Equal {
				rates = append(rates, d.Rate)
			}
		}
	}
	return rates
}

func (m fitted) powerRow(r *calibration.PowerRow, rates int) sheetRow {
	whole := m.percentages(0)
	cells := []string{whole(r.Share), whole(r.Moves), whole(r.Above[0]), whole(r.Above[1]), whole(r.Above[2])}
	for i := range rates {
		if i >= len(r.Equal) {
			cells = append(cells, absent, absent, absent, absent, absent, absent)
			continue
		}
		d := &r.Equal[i]
		cells = append(cells, whole(d.Combined), whole(d.LR), whole(d.ROI), whole(d.PlainMM), whole(d.PlainAE), m.offBy(d.Advantage, 100, 0))
	}
	return sheetRow{Cells: cells}
}
