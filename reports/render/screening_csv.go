package render

import (
	"fmt"
	"strconv"

	"fairplay/reports"
)

// csvColumn is one column of the CSV format. Names are stable, in English and
// in snake_case in every language; new ones may be added.
type csvColumn struct {
	name  string
	value func(*reports.PlayerRow) string
}

// csvColumns returns the columns in order. Record is "player" in the row of a player,
// where item and text are empty. Rows "field" below say in item and text how the whole
// field plays against its ratings, or under "missing" why that is unknown; rows
// "reproduction" say how to get the report again. Shares are fractions between 0 and
// 1, as in JSON; a figure that does not exist is an empty cell. Columns that need a
// calibration come last, and only with one.
func csvColumns(calibrated bool) []csvColumn {
	empty := func(*reports.PlayerRow) string { return "" }
	columns := []csvColumn{
		{"record", func(*reports.PlayerRow) string { return "player" }}, {"item", empty}, {"text", empty},
		{"name", func(r *reports.PlayerRow) string { return r.Name }},
		{"fide_id", func(r *reports.PlayerRow) string { return r.FideID }},
		{"title", func(r *reports.PlayerRow) string { return r.Title }},
		{"federation", func(r *reports.PlayerRow) string { return r.Federation }},
		{"rating", func(r *reports.PlayerRow) string { return positive(r.Rating) }},
		{"rating_low", func(r *reports.PlayerRow) string { return ratingEnd(r.Ratings, 0) }},
		{"rating_high", func(r *reports.PlayerRow) string { return ratingEnd(r.Ratings, 1) }},
		{"games", func(r *reports.PlayerRow) string { return strconv.Itoa(r.Games) }},
		{"moves", func(r *reports.PlayerRow) string { return strconv.Itoa(r.Moves) }},
		{"insufficient_sample", func(r *reports.PlayerRow) string { return strconv.FormatBool(few(r)) }},
		{"rating_missing", func(r *reports.PlayerRow) string { return string(r.RatingMissing) }},
		{"roi_missing", func(r *reports.PlayerRow) string { return string(r.ROIMissing) }},
		{"chance_missing", func(r *reports.PlayerRow) string { return string(r.ChanceMissing) }},
		{"match_hint_missing", func(r *reports.PlayerRow) string { return string(r.HintMissing) }},
	}
	for _, q := range quantities() {
		if q.id == "opponents_mm" {
			columns = append(columns, csvColumn{"opponents_moves", func(r *reports.PlayerRow) string { return strconv.Itoa(r.Opponents.Moves) }})
		}
		columns = append(columns, q.cells()...)
		if q.id == "mm" {
			columns = append(columns, csvColumn{"match_hint_line", hintLine}, csvColumn{"match_hint_above", hintAbove})
		}
	}
	if calibrated {
		columns = append(columns, indexColumns()...)
		var last []csvColumn
		for _, q := range quantities() {
			switch {
			case q.id == "ae": // which has been the last from the beginning
				last = q.expectationCells()
			case !q.opponents:
				columns = append(columns, q.expectationCells()...)
			}
		}
		columns = append(columns, last...)
	}
	return columns
}

// indexColumns returns the columns of the ROI.
func indexColumns() []csvColumn {
	of := func(write func(*float64) string, figure func(*reports.PlayerIndex) *float64) func(*reports.PlayerRow) string {
		return func(r *reports.PlayerRow) string {
			if r.ROI == nil {
				return ""
			}
			return write(figure(r.ROI))
		}
	}
	return []csvColumn{
		{"extrapolated", func(r *reports.PlayerRow) string { return strconv.FormatBool(r.Extrapolated) }},
		{"roi", of(roiCell, func(i *reports.PlayerIndex) *float64 { return &i.ROI })},
		{"roi_rating_alone", of(roiCell, func(i *reports.PlayerIndex) *float64 { return i.RatingAlone })},
		{"roi_z", of(func(z *float64) string { return zCell(z) }, func(i *reports.PlayerIndex) *float64 { return &i.Z })},
		{"roi_expected_at_or_above", of(significant, func(i *reports.PlayerIndex) *float64 { return i.Expected })},
		{"detector", func(r *reports.PlayerRow) string {
			if r.ROI == nil || len(r.ROI.Detectors) == 0 {
				return ""
			}
			return reports.Closest(r.ROI.Detectors).Helper
		}},
		{"detector_z", of(func(z *float64) string { return zCell(z) }, func(i *reports.PlayerIndex) *float64 {
			if len(i.Detectors) == 0 {
				return nil
			}
			return &reports.Closest(i.Detectors).Z
		})},
		{"roi_holm_p", of(pCell, func(i *reports.PlayerIndex) *float64 { return i.Holm })},
	}
}

// expectationCells returns the columns of what was expected of a quantity.
func (q quantity) expectationCells() []csvColumn {
	return []csvColumn{
		{q.id + "_expected", func(r *reports.PlayerRow) string { return shareCell(q.of(r).Expected) }},
		{q.id + "_sd", func(r *reports.PlayerRow) string { return shareCell(q.of(r).SD) }},
		{q.id + "_z", func(r *reports.PlayerRow) string { return zCell(q.of(r).Z) }},
	}
}

// cells returns the columns that every quantity has: the figure, the bounds of its 95 % interval, the number of moves it
// rests on, and why anything is missing; for an average also its standard error.
func (q quantity) cells() []csvColumn {
	bound := func(r *reports.PlayerRow, i int) string {
		if interval := q.of(r).Interval; interval != nil {
			return shareCell(&interval[i])
		}
		return ""
	}
	all := []csvColumn{
		{q.id, func(r *reports.PlayerRow) string { return shareCell(q.of(r).Actual) }},
		{q.id + "_low", func(r *reports.PlayerRow) string { return bound(r, 0) }},
		{q.id + "_high", func(r *reports.PlayerRow) string { return bound(r, 1) }},
		{q.id + "_n", func(r *reports.PlayerRow) string { return strconv.Itoa(q.of(r).N) }},
		{q.id + "_missing", func(r *reports.PlayerRow) string { return string(q.of(r).Missing) }},
	}
	if q.average {
		all = append(all, csvColumn{q.id + "_se", func(r *reports.PlayerRow) string { return shareCell(q.of(r).SE) }})
	}
	if q.id == "mm" {
		all[0].value = matchCell
	}
	return all
}

// matchCell writes the move match beside the hint line.
func matchCell(r *reports.PlayerRow) string {
	if r.Hint == nil {
		return shareCell(r.MM.Actual)
	}
	return shareCell(shareBeside(r.MM.Actual, &r.Hint.Line))
}

func hintLine(r *reports.PlayerRow) string {
	if r.Hint == nil {
		return ""
	}
	return shareCell(shareBeside(&r.Hint.Line, r.MM.Actual))
}

func hintAbove(r *reports.PlayerRow) string {
	if r.Hint == nil {
		return ""
	}
	return strconv.FormatBool(r.Hint.Above)
}

// screeningCSV has one row per player, the field, and how to get the report again.
func screeningCSV(s *reports.Screening, lacking *reports.Lacking) *table {
	columns := csvColumns(s.Provenance.Calibration != nil)
	heads := make([]string, len(columns))
	for j, c := range columns {
		heads[j] = c.name
	}
	t := csvTable(heads...)
	for i := range s.Players {
		cells := make([]string, len(columns))
		for j, c := range columns {
			cells[j] = c.value(&s.Players[i])
		}
		t.add(cells...)
	}
	if s.Field != nil {
		for _, f := range fieldFigures(s.Field) {
			t.put(map[string]string{"record": "field", "item": f[0], "text": f[1]})
		}
	} else if s.FieldMissing != "" {
		t.put(map[string]string{"record": "field", "item": "missing", "text": string(s.FieldMissing)})
	}
	t.reproduction(&s.Provenance)
	if lacking != nil {
		t.Columns = append(t.Columns, column{Head: "lacking", Left: true})
		for i := range t.Rows {
			t.Rows[i].Cells = append(t.Rows[i].Cells, cell{Text: fmt.Sprintf("games=%d batches=%d", lacking.Games, lacking.Batches)})
		}
	}
	return t
}

// ratingEnd writes the lowest or the highest of several ratings; "" if they do not differ.
func ratingEnd(span *[2]float64, end int) string {
	if span == nil {
		return ""
	}
	return ratingCell(&span[end])
}
