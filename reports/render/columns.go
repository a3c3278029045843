package render

import (
	"slices"

	"fairplay/reports"
)

// Marks beside a figure; the legend below the table explains them.
const (
	aboveMark    = "▲"
	aboveFewMark = "△" // above the line with too few moves to say anything
	sampleMark   = "*"
	beyondMark   = "°" // the rating lies beyond what the calibration rests on
)

// column is one column of the players' table, in the terminal and on the page.
// Its words stand in the catalogue under column.<id>.
type column struct {
	id     string
	group  string // id of the heading above several columns, "" for none
	text   bool   // holds words and not figures
	figure func(figures, *reports.PlayerRow) string
	spread func(figures, *reports.PlayerRow) string   // uncertainty of the figure, nil where it has none
	mark   func(*reports.PlayerRow) string            // nil where the figure never has a mark
	of     func(*reports.PlayerRow) *reports.Quantity // that it shows; nil for everything else
}

// columnsOf returns the columns of the quick test for these players, in order.
// What nobody has is no column: without a calibration those of expectation, z
// and ROI are missing. Without players they are those of columns.
func columnsOf(f figures, players []reports.PlayerRow) []column {
	all := columns()
	switch {
	case len(players) == 0:
		return all
	case slices.ContainsFunc(players, compared):
		all = comparingColumns()
	}
	return slices.DeleteFunc(all, func(c column) bool {
		return !c.text && !slices.ContainsFunc(players, func(r reports.PlayerRow) bool { return c.figure(f, &r) != absent })
	})
}

// compared tells whether any figure of a row stands beside an expectation.
func compared(r reports.PlayerRow) bool {
	return r.ROI != nil || r.MM.Expected != nil || r.T3.Expected != nil || r.ASD.Expected != nil
}

// columns returns the columns of a table of counts and averages. A new quantity
// is one more entry here and in csvColumns.
func columns() []column {
	return append(whoColumns(),
		hinting(share("mm", "agreement", func(r *reports.PlayerRow) *reports.Quantity { return &r.MM })),
		column{id: "line", group: "agreement", figure: figures.line},
		share("ev", "agreement", func(r *reports.PlayerRow) *reports.Quantity { return &r.EV }),
		share("t3", "agreement", func(r *reports.PlayerRow) *reports.Quantity { return &r.T3 }),
		average("ae", "error", func(r *reports.PlayerRow) *reports.Quantity { return &r.AE }),
		average("asd", "error", func(r *reports.PlayerRow) *reports.Quantity { return &r.ASD }),
		bare(share("opponents_mm", "opponents", func(r *reports.PlayerRow) *reports.Quantity { return &r.Opponents.MM })),
		bare(average("opponents_asd", "opponents", func(r *reports.PlayerRow) *reports.Quantity { return &r.Opponents.ASD })),
	)
}

// comparingColumns returns the columns of a table that compares what was played
// with what was to be expected: first the index with what chance makes of it,
// then each quantity with its expectation and z.
func comparingColumns() []column {
	all := append(whoColumns(),
		column{id: "roi", group: "index", figure: figures.roi},
		column{id: "roi_rating", group: "index", figure: figures.roiRating},
		column{id: "roi_chance", group: "index", figure: figures.roiChance},
		column{id: "roi_holm", group: "index", figure: figures.roiHolm},
	)
	all = append(all, comparison(hinting(share("mm", "mm", func(r *reports.PlayerRow) *reports.Quantity { return &r.MM })),
		figures.expectedShare, func(r *reports.PlayerRow) *reports.Quantity { return &r.MM })...)
	all = append(all, column{id: "line", group: "mm", figure: figures.line})
	all = append(all, comparison(share("t3", "t3", func(r *reports.PlayerRow) *reports.Quantity { return &r.T3 }),
		figures.expectedShare, func(r *reports.PlayerRow) *reports.Quantity { return &r.T3 })...)
	all = append(all, comparison(average("asd", "asd", func(r *reports.PlayerRow) *reports.Quantity { return &r.ASD }),
		figures.expectedAverage, func(r *reports.PlayerRow) *reports.Quantity { return &r.ASD })...)
	return append(all,
		share("ev", "further", func(r *reports.PlayerRow) *reports.Quantity { return &r.EV }),
		average("ae", "further", func(r *reports.PlayerRow) *reports.Quantity { return &r.AE }),
		bare(share("opponents_mm", "opponents", func(r *reports.PlayerRow) *reports.Quantity { return &r.Opponents.MM })),
		bare(average("opponents_asd", "opponents", func(r *reports.PlayerRow) *reports.Quantity { return &r.Opponents.ASD })),
	)
}

// whoColumns returns the columns that say who it is and what the row rests on.
func whoColumns() []column {
	return []column{
		{id: "player", text: true, figure: func(_ figures, r *reports.PlayerRow) string { return orAbsent(r.Name) }},
		{id: "fide_id", figure: func(_ figures, r *reports.PlayerRow) string { return orAbsent(r.FideID) }},
		{id: "rating", figure: figures.rating, mark: markBeyond},
		{id: "games", figure: func(f figures, r *reports.PlayerRow) string { return f.integer(r.Games) }},
		{id: "moves", figure: func(f figures, r *reports.PlayerRow) string { return f.integer(r.Moves) }, mark: markSample},
	}
}

// comparison returns the columns of a quantity beside its expectation: what was
// played, what was to be expected, and the z.
func comparison(actual column, expected func(figures, *reports.Quantity) string, of func(*reports.PlayerRow) *reports.Quantity) []column {
	id := actual.id
	return []column{
		actual,
		{id: id + "_expected", group: id, figure: func(f figures, r *reports.PlayerRow) string { return expected(f, of(r)) }},
		{id: id + "_z", group: id, figure: func(f figures, r *reports.PlayerRow) string { return f.z(of(r).Z) }},
	}
}

// share is a column of percentages with their interval.
func share(id, group string, of func(*reports.PlayerRow) *reports.Quantity) column {
	return column{id: id, group: group, of: of,
		figure: func(f figures, r *reports.PlayerRow) string { return f.share(of(r)) },
		spread: func(f figures, r *reports.PlayerRow) string { return f.interval(of(r)) }}
}

// average is a column of averages with their standard error.
func average(id, group string, of func(*reports.PlayerRow) *reports.Quantity) column {
	return column{id: id, group: group, of: of,
		figure: func(f figures, r *reports.PlayerRow) string { return f.average(of(r)) },
		spread: func(f figures, r *reports.PlayerRow) string { return f.standardError(of(r)) }}
}

// bare is a column without its spread.
func bare(c column) column {
	c.spread = nil
	return c
}

// hinting is a column whose figures may lie above the hint line. The mark stands
// here and not beside the line, which a narrow terminal does without.
func hinting(c column) column {
	c.figure, c.mark = figures.match, markAbove
	return c
}

// few tells whether a row rests on too few moves for a judgement.
func few(r *reports.PlayerRow) bool { return r.Provisional() }

// above tells whether a row's move match lies above the hint line.
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
