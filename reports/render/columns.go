package render

import (
	"fairplay/analysis/score"
	"fairplay/reports"
)

// Marks beside a figure; the legend below the table explains them.
const (
	aboveMark    = "▲"
	aboveFewMark = "△" // above the line with too few moves to say anything
	sampleMark   = "*"
)

// column is one column of the players' table, in the terminal and on the page.
// Its words stand in the catalogue under column.<id>.
type column struct {
	id     string
	group  string // id of the heading above several columns, "" for none
	text   bool   // holds words and not figures
	figure func(figures, *reports.PlayerRow) string
	spread func(figures, *reports.PlayerRow) string // uncertainty of the figure, nil where it has none
	mark   func(*reports.PlayerRow) string          // nil where the figure never has a mark
}

// columns returns the columns of the quick test, in order. A new quantity is
// one more entry here and in csvColumns.
func columns() []column {
	return []column{
		{id: "player", text: true, figure: func(_ figures, r *reports.PlayerRow) string { return orAbsent(r.Name) }},
		{id: "fide_id", figure: func(_ figures, r *reports.PlayerRow) string { return orAbsent(r.FideID) }},
		{id: "rating", figure: figures.rating},
		{id: "games", figure: func(f figures, r *reports.PlayerRow) string { return f.integer(r.Games) }},
		{id: "moves", figure: func(f figures, r *reports.PlayerRow) string { return f.integer(r.Moves) }, mark: markSample},
		share("mm", "agreement", func(r *reports.PlayerRow) *reports.Quantity { return &r.MM }),
		{id: "line", group: "agreement", figure: figures.line, mark: markAbove},
		share("ev", "agreement", func(r *reports.PlayerRow) *reports.Quantity { return &r.EV }),
		share("t3", "agreement", func(r *reports.PlayerRow) *reports.Quantity { return &r.T3 }),
		average("ae", "error", func(r *reports.PlayerRow) *reports.Quantity { return &r.AE }),
		average("asd", "error", func(r *reports.PlayerRow) *reports.Quantity { return &r.ASD }),
		bare(share("opponents_mm", "opponents", func(r *reports.PlayerRow) *reports.Quantity { return &r.Opponents.MM })),
		bare(average("opponents_asd", "opponents", func(r *reports.PlayerRow) *reports.Quantity { return &r.Opponents.ASD })),
	}
}

// share is a column of percentages with their interval.
func share(id, group string, of func(*reports.PlayerRow) *reports.Quantity) column {
	return column{id: id, group: group,
		figure: func(f figures, r *reports.PlayerRow) string { return f.share(of(r)) },
		spread: func(f figures, r *reports.PlayerRow) string { return f.interval(of(r)) }}
}

// average is a column of averages with their standard error.
func average(id, group string, of func(*reports.PlayerRow) *reports.Quantity) column {
	return column{id: id, group: group,
		figure: func(f figures, r *reports.PlayerRow) string { return f.average(of(r)) },
		spread: func(f figures, r *reports.PlayerRow) string { return f.standardError(of(r)) }}
}

// bare is a column without its spread.
func bare(c column) column {
	c.spread = nil
	return c
}

// few tells whether a row rests on too few moves for a judgement (MODEL 5).
func few(r *reports.PlayerRow) bool { return r.Moves < score.MinMoves }

// above tells whether a row's move match lies above the hint line.
func above(r *reports.PlayerRow) bool { return r.Hint != nil && r.Hint.Above }

func markSample(r *reports.PlayerRow) string {
	if few(r) {
		return sampleMark
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
