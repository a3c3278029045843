package render

import (
	"slices"
	"strings"

	"fairplay/analysis/score"
	"fairplay/reports"
)

// Marks beside a figure; the legend below the table explains them.
const (
	aboveMark    = "▲"
	aboveFewMark = "△" // above the line with too few moves to say anything
	sampleMark   = "*"
	beyondMark   = "°" // the rating lies beyond what the calibration rests on
)

// playerColumn is one column of the players' table, in the terminal and on the page.
// Its words stand in the catalogue under column.<id>.
type playerColumn struct {
	id     string
	group  string // id of the heading above several columns, "" for none
	unit   string // of the figures, where neither heading says it; "" for none
	text   bool   // holds words and not figures
	figure func(figures, *reports.PlayerRow) string
	spread func(figures, *reports.PlayerRow) string   // uncertainty of the figure, nil if it has none
	mark   func(*reports.PlayerRow) string            // nil if the figure never has a mark
	of     func(*reports.PlayerRow) *reports.Measured // that the column shows; nil for other columns
}

// columnsOf returns the columns of the quick test for these players, in order. A
// column that is empty for everybody is left out: without a calibration those of
// expectation, z and ROI. Without players they are those of columns.
func columnsOf(f figures, players []reports.PlayerRow) []playerColumn {
	all := columns()
	switch {
	case len(players) == 0:
		return all
	case slices.ContainsFunc(players, compared):
		all = comparingColumns()
	}
	return slices.DeleteFunc(all, func(c playerColumn) bool {
		return !c.text && !slices.ContainsFunc(players, func(r reports.PlayerRow) bool { return c.figure(f, &r) != absent })
	})
}

// compared reports whether any figure of a row stands beside an expectation.
func compared(r reports.PlayerRow) bool {
	return r.ROI != nil || r.MM.Expected != nil || r.T3.Expected != nil || r.ASD.Expected != nil
}

// quantity is what a screening measures of a player. Its words stand in words/screening.*.yaml under column.<id>.
type quantity struct {
	id        string
	average   bool   // of differences, with a standard error; otherwise a share
	opponents bool   // of the opponents: without uncertainty, and nothing is expected of it
	compared  bool   // with an expectation and z in the table that compares; CSV has them of all but the opponents
	group     string // heading in the table of counts and averages
	of        func(*reports.PlayerRow) *reports.Measured
}

// quantities returns the quantities of all tables and of CSV, in their order. A new one is one more entry here and, so that a
// narrow terminal can drop it, in concessions. The page of the service has a table of its own, api/web/templates/screening.html.
func quantities() []quantity {
	return []quantity{
		{id: "mm", group: "agreement", compared: true, of: func(r *reports.PlayerRow) *reports.Measured { return &r.MM }},
		{id: "ev", group: "agreement", of: func(r *reports.PlayerRow) *reports.Measured { return &r.EV }},
		{id: "t3", group: "agreement", compared: true, of: func(r *reports.PlayerRow) *reports.Measured { return &r.T3 }},
		{id: "ae", group: "error", average: true, of: func(r *reports.PlayerRow) *reports.Measured { return &r.AE }},
		{id: "asd", group: "error", average: true, compared: true, of: func(r *reports.PlayerRow) *reports.Measured { return &r.ASD }},
		{id: "opponents_mm", group: "opponents", opponents: true, of: func(r *reports.PlayerRow) *reports.Measured { return &r.Opponents.MM }},
		{id: "opponents_asd", group: "opponents", opponents: true, average: true, of: func(r *reports.PlayerRow) *reports.Measured { return &r.Opponents.ASD }},
	}
}

// columns returns the columns of a table of counts and averages.
func columns() []playerColumn {
	all := whoColumns()
	for _, q := range quantities() {
		if all = append(all, q.column(q.group)); q.id == "mm" {
			all = append(all, playerColumn{id: "line", group: q.group, figure: figures.line})
		}
	}
	return all
}

// comparingColumns returns the columns of a table that compares what was played with
// what was expected: first the index with what chance makes of it, then each quantity
// with its expectation and z.
func comparingColumns() []playerColumn {
	all := append(whoColumns(),
		playerColumn{id: "roi", group: "index", figure: figures.roi},
		playerColumn{id: "roi_rating", group: "index", figure: figures.roiRating},
		playerColumn{id: "roi_chance", group: "index", figure: figures.roiChance},
		playerColumn{id: "roi_holm", group: "index", figure: figures.roiHolm},
	)
	var further []playerColumn
	for _, q := range quantities() {
		switch {
		case q.compared:
			all = append(all, q.column(q.id), q.expectation(), q.z())
		case q.opponents:
			further = append(further, q.column(q.group))
		default:
			further = append(further, q.column("further"))
		}
		if q.id == "mm" {
			all = append(all, playerColumn{id: "line", group: q.id, figure: figures.line})
		}
	}
	return append(all, further...)
}

// whoColumns returns the columns that say who it is and what the row rests on.
func whoColumns() []playerColumn {
	return []playerColumn{
		{id: "player", text: true, figure: func(_ figures, r *reports.PlayerRow) string { return orAbsent(r.Name) }},
		{id: "fide_id", figure: func(_ figures, r *reports.PlayerRow) string { return orAbsent(r.FideID) }},
		{id: "rating", figure: figures.rating, mark: markBeyond},
		{id: "games", figure: func(f figures, r *reports.PlayerRow) string { return f.integer(r.Games) }},
		{id: "moves", figure: func(f figures, r *reports.PlayerRow) string { return f.integer(r.Moves) }, mark: markSample},
	}
}

// column shows what was played, with the uncertainty. The mark of those above the hint line stands here and not beside the
// line, because a narrow terminal drops the line.
func (q quantity) column(group string) playerColumn {
	c := playerColumn{id: q.id, group: group, of: q.of}
	if q.average {
		c.figure = func(f figures, r *reports.PlayerRow) string { return f.average(q.of(r)) }
		c.spread = func(f figures, r *reports.PlayerRow) string { return f.standardError(q.of(r)) }
	} else {
		c.unit = "%"
		c.figure = func(f figures, r *reports.PlayerRow) string { return f.share(q.of(r)) }
		c.spread = func(f figures, r *reports.PlayerRow) string { return f.interval(q.of(r)) }
	}
	if q.opponents {
		c.spread = nil
	}
	if q.id == "mm" {
		c.figure, c.mark = figures.match, markAbove
	}
	return c
}

// expectation shows what was expected.
func (q quantity) expectation() playerColumn {
	expected := figures.expectedShare
	if q.average {
		expected = figures.expectedAverage
	}
	return playerColumn{id: q.id + "_expected", group: q.id, figure: func(f figures, r *reports.PlayerRow) string { return expected(f, q.of(r)) }}
}

// z shows how far what was played lies above what was expected, in standard deviations.
func (q quantity) z() playerColumn {
	return playerColumn{id: q.id + "_z", group: q.id, figure: func(f figures, r *reports.PlayerRow) string { return f.z(q.of(r).Z) }}
}

// few reports whether a row rests on too few moves for a judgement.
func few(r *reports.PlayerRow) bool { return r.Provisional() }

// above reports whether a row's move match lies above the hint line.
func above(r *reports.PlayerRow) bool { return r.Hint != nil && r.Hint.Above }

func markSample(r *reports.PlayerRow) string {
	if few(r) {
		return sampleMark
	}
	return ""
}

func markBeyond(r *reports.PlayerRow) string {
	if r.Extrapolated {
		return beyondMark
	}
	return ""
}

func markAbove(r *reports.PlayerRow) string {
	switch {
	case !above(r):
		return ""
	case few(r):
		return aboveFewMark
	}
	return aboveMark
}

// concessions returns what a narrow terminal drops, first to last, until the table
// fits. "±t3" is the spread of the column t3. The move match with its line and the
// error go last, and after them the index with what chance makes of it.
func concessions(comparing bool) []string {
	if comparing {
		return []string{
			"±t3", "±ev", "±ae", "±asd", "±mm", "fide_id", "games", "ae", "ev", "opponents_asd", "opponents_mm",
			"t3_expected", "asd_expected", "line", "t3", "asd", "roi_rating", "t3_z", "asd_z", "mm_z", "mm_expected", "roi_holm", "mm", "rating",
		}
	}
	return []string{
		"±t3", "±ev", "±ae", "fide_id", "±asd", "games", "ae", "t3", "ev", "opponents_asd", "opponents_mm", "±mm", "asd", "line", "rating",
	}
}

// playerTable is the table of the players, for a page or a terminal. A page with few
// columns has the full headings.
func (w *words) playerTable(columns []playerColumn, rows []reports.PlayerRow, page bool) *table {
	t := &table{Main: true}
	dense := slices.ContainsFunc(rows, compared)
	if page {
		t.Caption = w.say("page.caption", nil)
		if dense {
			t.Caption = w.say("page.caption_compared", nil)
		}
	}
	given := concessions(dense)
	rank := func(id string) int {
		if i := slices.Index(given, id); i >= 0 {
			return len(given) - i
		}
		return 0
	}
	for _, c := range columns {
		h := column{Head: w.say("column."+c.id+".short", nil), Name: w.nameInGroup(c), Left: c.text, Drop: rank(c.id), DropNote: rank("±" + c.id)}
		if c.group != "" {
			h.Group = w.say("group."+c.group, nil)
		}
		if h.Unit = c.unit; c.id == "ae" {
			h.Unit = w.say("column.ae.unit", nil)
		}
		if page {
			h.Name = w.fullHeading(c)
			if !dense {
				h.Head, h.Name = h.Name, ""
			}
		}
		t.Columns = append(t.Columns, h)
	}
	for i := range rows {
		t.Rows = append(t.Rows, row{Head: w.headAbove(rows, i), Faint: few(&rows[i]), Cells: w.playerCells(columns, &rows[i], page)})
	}
	return t
}

// playerCells returns the cells of one player. A page has room for title and
// federation, and for the decimals of intervals.
func (w *words) playerCells(columns []playerColumn, r *reports.PlayerRow, page bool) []cell {
	f := figures{words: w}
	if page {
		f.bounds = 1
	}
	cells := make([]cell, len(columns))
	for j, c := range columns {
		cells[j].Text = c.figure(f, r)
		if c.spread != nil {
			cells[j].Note = c.spread(f, r)
		}
		if c.mark != nil {
			cells[j].Mark = c.mark(r)
			cells[j].Sign = w.sign(cells[j].Mark)
		}
	}
	if page {
		cells[0].Note = strings.TrimSpace(r.Title + " " + r.Federation)
		if !slices.ContainsFunc(columns, func(c playerColumn) bool { return c.id == "fide_id" }) {
			cells[0].Note = strings.TrimSpace(cells[0].Note + " " + r.FideID)
		}
	}
	return cells
}

// sign says what a mark means.
func (w *words) sign(mark string) string {
	switch mark {
	case aboveMark:
		return w.say("mark.above", nil)
	case aboveFewMark:
		return w.say("mark.above_few", nil)
	case sampleMark:
		return w.say("mark.sample", nil)
	case beyondMark:
		return w.say("mark.beyond", nil)
	}
	return ""
}

// headAbove returns the heading above the i-th row, "" for none. The first rows need
// none unless they are provisional.
func (w *words) headAbove(players []reports.PlayerRow, i int) string {
	now := few(&players[i])
	switch {
	case i > 0 && few(&players[i-1]) == now, i == 0 && !now:
		return ""
	case now:
		return w.say("provisional.title", fields{"Enough": score.MinMoves})
	}
	return w.say("provisional.enough", fields{"Enough": score.MinMoves})
}
