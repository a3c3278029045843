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

// columns returns the columns of a table of counts and averages. A new quantity is one more
// entry here, in comparingColumns, in csvColumns and, so that a narrow terminal can drop it, in
// both lists of concessions; its words stand in words/screening.*.yaml under column.ID. The page of
// the service has a table of its own, api/web/templates/screening.html.
func columns() []playerColumn {
	return append(whoColumns(),
		hinting(share("mm", "agreement", func(r *reports.PlayerRow) *reports.Measured { return &r.MM })),
		playerColumn{id: "line", group: "agreement", figure: figures.line},
		share("ev", "agreement", func(r *reports.PlayerRow) *reports.Measured { return &r.EV }),
		share("t3", "agreement", func(r *reports.PlayerRow) *reports.Measured { return &r.T3 }),
		average("ae", "error", func(r *reports.PlayerRow) *reports.Measured { return &r.AE }),
		average("asd", "error", func(r *reports.PlayerRow) *reports.Measured { return &r.ASD }),
		bare(share("opponents_mm", "opponents", func(r *reports.PlayerRow) *reports.Measured { return &r.Opponents.MM })),
		bare(average("opponents_asd", "opponents", func(r *reports.PlayerRow) *reports.Measured { return &r.Opponents.ASD })),
	)
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
	all = append(all, comparison(hinting(share("mm", "mm", func(r *reports.PlayerRow) *reports.Measured { return &r.MM })),
		figures.expectedShare, func(r *reports.PlayerRow) *reports.Measured { return &r.MM })...)
	all = append(all, playerColumn{id: "line", group: "mm", figure: figures.line})
	all = append(all, comparison(share("t3", "t3", func(r *reports.PlayerRow) *reports.Measured { return &r.T3 }),
		figures.expectedShare, func(r *reports.PlayerRow) *reports.Measured { return &r.T3 })...)
	all = append(all, comparison(average("asd", "asd", func(r *reports.PlayerRow) *reports.Measured { return &r.ASD }),
		figures.expectedAverage, func(r *reports.PlayerRow) *reports.Measured { return &r.ASD })...)
	return append(all,
		share("ev", "further", func(r *reports.PlayerRow) *reports.Measured { return &r.EV }),
		average("ae", "further", func(r *reports.PlayerRow) *reports.Measured { return &r.AE }),
		bare(share("opponents_mm", "opponents", func(r *reports.PlayerRow) *reports.Measured { return &r.Opponents.MM })),
		bare(average("opponents_asd", "opponents", func(r *reports.PlayerRow) *reports.Measured { return &r.Opponents.ASD })),
	)
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

// comparison returns the columns of a quantity beside its expectation: what was
// played, what was expected, and the z.
func comparison(actual playerColumn, expected func(figures, *reports.Measured) string, of func(*reports.PlayerRow) *reports.Measured) []playerColumn {
	id := actual.id
	return []playerColumn{
		actual,
		{id: id + "_expected", group: id, figure: func(f figures, r *reports.PlayerRow) string { return expected(f, of(r)) }},
		{id: id + "_z", group: id, figure: func(f figures, r *reports.PlayerRow) string { return f.z(of(r).Z) }},
	}
}

// share is a column of percentages with their interval.
func share(id, group string, of func(*reports.PlayerRow) *reports.Measured) playerColumn {
	return playerColumn{id: id, group: group, unit: "%", of: of,
		figure: func(f figures, r *reports.PlayerRow) string { return f.share(of(r)) },
		spread: func(f figures, r *reports.PlayerRow) string { return f.interval(of(r)) }}
}

// average is a column of averages with their standard error.
func average(id, group string, of func(*reports.PlayerRow) *reports.Measured) playerColumn {
	return playerColumn{id: id, group: group, of: of,
		figure: func(f figures, r *reports.PlayerRow) string { return f.average(of(r)) },
		spread: func(f figures, r *reports.PlayerRow) string { return f.standardError(of(r)) }}
}

// bare is a column without its spread.
func bare(c playerColumn) playerColumn {
	c.spread = nil
	return c
}

// hinting is a column whose figures may lie above the hint line. The mark stands here
// and not beside the line, because a narrow terminal drops the line.
func hinting(c playerColumn) playerColumn {
	c.figure, c.mark = figures.match, markAbove
	return c
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
