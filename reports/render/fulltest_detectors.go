package render

import (
	"fairplay/analysis/exact"
	"fairplay/reports"
)

// detectors says which detector of the bank speaks and what that means, and what each game adds.
func (t fullTest) detectors() section {
	c := &t.Combined
	closest := reports.Closest(c.Detectors)
	n := t.integer(len(c.Detectors))
	s := section{ID: "detectors", Title: t.say("detectors.title", nil), Faint: !t.Footing.Judged, Chart: t.detectorChart(), Text: []string{
		t.say("detectors.explain", fields{"N": n}),
		t.say("detectors.highest", fields{"N": n, "Helper": t.helperName(closest), "Own": t.z(&closest.Z), "Z": t.z(c.Z, zLines(t.FullTest)...)}) +
			" " + printable(t.slug("bank_means", closest.Helper)),
		t.say("detectors.same_moves", nil),
	}, Tables: []*table{t.detectorGames()}, Notes: []string{t.say("detectors.games", nil)}}
	if c.Former != nil {
		s.Notes = append(s.Notes, t.say("detectors.former", fields{"Z": t.z(c.Former), "MM": t.decimal(c.Weights[0], 2), "EV": t.decimal(c.Weights[1], 2), "ASD": t.decimal(c.Weights[2], 2)}))
	}
	return s
}

// helperName names the helper that a detector looks for.
func (w *words) helperName(d *reports.Detector) string {
	return printable(w.slug("bank_helper", d.Helper))
}

// detectorGames is the table of what each game adds to each detector.
func (t fullTest) detectorGames() *table {
	s := &table{Columns: []column{{Head: t.say("rounds.round", nil), Left: true}, {Head: t.say("games_table.opponent", nil), Left: true, Drop: 1}}}
	sums, helped := []string{"z", ""}, []string{t.say("detectors.all_helped", nil), ""}
	for _, d := range t.Combined.Detectors {
		s.Columns = append(s.Columns, column{Head: t.helperName(&d)})
		sums, helped = append(sums, t.z(&d.Z)), append(helped, t.z(&d.Shift))
	}
	s.Columns, sums, helped = append(s.Columns, t.eventColumn()), append(sums, ""), append(helped, "")
	for i := range t.GameRows {
		cells := []string{orAbsent(t.GameRows[i].Round), orAbsent(t.GameRows[i].Opponent)}
		for _, d := range t.Combined.Detectors {
			cells = append(cells, t.signed(d.Games[i], 2))
		}
		s.add(append(cells, printable(t.GameRows[i].Event))...)
	}
	s.add(sums...)
	s.add(helped...)
	return s.compact()
}

// detectorChart shows the z of each detector over the range in which 95 of 100 honest performances lie.
func (t fullTest) detectorChart() *chart {
	low, high := -3.0, 4.0
	for _, d := range t.Combined.Detectors {
		low, high = min(low, d.Z-.5), max(high, d.Z+.5)
	}
	if !plottable(low) || !plottable(high) {
		return nil
	}
	x := newAxis(low, high, ratingsLeft, plotRight, 12, 1, 2, 5, 10)
	bottom := ratingsTop + float64(ratingsLane*float64(len(t.Combined.Detectors)))
	c := &chart{TitleID: "detectors-title", NoteID: "detectors-note", Notes: []string{t.say("detectors.chart", nil)}, Width: chartWidth, Height: bottom + ratingsBelow}
	c.columns(x, ratingsTop, bottom, t.decimals(0))
	c.add(line("base", ratingsLeft, bottom, plotRight, bottom))
	c.add(text("name", (ratingsLeft+plotRight)/2, bottom+44, "middle", "z"))
	for i, d := range t.Combined.Detectors {
		y, left := ratingsTop+float64(ratingsLane*(float64(i)+.5)), x.at(-exact.Normal95)
		c.point("", t.helperName(&d)+": "+t.z(&d.Z), text("lane", ratingsLeft-14, y+5, "end", t.helperName(&d)),
			shape{Kind: "rect", Class: "band", X: left, Y: y - 13, X2: x.at(exact.Normal95) - left, Y2: 26}, circle(x.at(d.Z), y, 6))
	}
	return c
}
