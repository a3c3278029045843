package render

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"unicode"

	"fairplay/reports"
)

// csvColumn is one column of the CSV format. Names are stable, in English and
// in snake_case in every language; new ones may be added.
type csvColumn[Row any] struct {
	name  string
	value func(*Row) string
}

// playerColumn is a column of the quick test, where a row is a player.
type playerColumn = csvColumn[reports.PlayerRow]

// csvColumns returns the columns in order. Shares are fractions between 0 and
// 1, as in JSON; a figure that does not exist is an empty cell. Columns that
// take a calibration stand last and only where there is one.
func csvColumns(calibrated bool) []playerColumn {
	columns := []playerColumn{
		{"name", func(r *reports.PlayerRow) string { return cell(r.Name) }},
		{"fide_id", func(r *reports.PlayerRow) string { return cell(r.FideID) }},
		{"title", func(r *reports.PlayerRow) string { return cell(r.Title) }},
		{"federation", func(r *reports.PlayerRow) string { return cell(r.Federation) }},
		{"rating", func(r *reports.PlayerRow) string { return positive(r.Rating) }},
		{"games", func(r *reports.PlayerRow) string { return strconv.Itoa(r.Games) }},
		{"moves", func(r *reports.PlayerRow) string { return strconv.Itoa(r.Moves) }},
		{"insufficient_sample", func(r *reports.PlayerRow) string { return strconv.FormatBool(few(r)) }},
	}
	shares := func(name string, of func(*reports.PlayerRow) *reports.Quantity) {
		columns = append(columns, quantityColumns(name, of)...)
	}
	averages := func(name string, of func(*reports.PlayerRow) *reports.Quantity) {
		columns = append(columns, quantityColumns(name, of)...)
		columns = append(columns, playerColumn{name + "_se", func(r *reports.PlayerRow) string { return number(of(r).SE) }})
	}
	shares("mm", func(r *reports.PlayerRow) *reports.Quantity { return &r.MM })
	columns = append(columns, playerColumn{"match_hint_line", hintLine}, playerColumn{"match_hint_above", hintAbove})
	shares("ev", func(r *reports.PlayerRow) *reports.Quantity { return &r.EV })
	shares("t3", func(r *reports.PlayerRow) *reports.Quantity { return &r.T3 })
	averages("ae", func(r *reports.PlayerRow) *reports.Quantity { return &r.AE })
	averages("asd", func(r *reports.PlayerRow) *reports.Quantity { return &r.ASD })
	columns = append(columns, playerColumn{"opponents_moves", func(r *reports.PlayerRow) string {
		return strconv.Itoa(r.Opponents.Moves)
	}})
	shares("opponents_mm", func(r *reports.PlayerRow) *reports.Quantity { return &r.Opponents.MM })
	averages("opponents_asd", func(r *reports.PlayerRow) *reports.Quantity { return &r.Opponents.ASD })
	if calibrated {
		columns = append(columns, indexColumns()...)
		columns = append(columns, expectationColumns("mm", func(r *reports.PlayerRow) *reports.Quantity { return &r.MM })...)
		columns = append(columns, expectationColumns("ev", func(r *reports.PlayerRow) *reports.Quantity { return &r.EV })...)
		columns = append(columns, expectationColumns("t3", func(r *reports.PlayerRow) *reports.Quantity { return &r.T3 })...)
		columns = append(columns, expectationColumns("asd", func(r *reports.PlayerRow) *reports.Quantity { return &r.ASD })...)
		columns = append(columns, expectationColumns("ae", func(r *reports.PlayerRow) *reports.Quantity { return &r.AE })...)
	}
	return columns
}

// indexColumns returns the columns of the ROI.
func indexColumns() []playerColumn {
	of := func(figure func(*reports.Index) *float64) func(*reports.PlayerRow) string {
		return func(r *reports.PlayerRow) string {
			if r.ROI == nil {
				return ""
			}
			return number(figure(r.ROI))
		}
	}
	return []playerColumn{
		{"extrapolated", func(r *reports.PlayerRow) string { return strconv.FormatBool(r.Extrapolated) }},
		{"roi", of(func(i *reports.Index) *float64 { return &i.ROI })},
		{"roi_z", of(func(i *reports.Index) *float64 { return &i.Z })},
		{"roi_expected_at_or_above", of(func(i *reports.Index) *float64 { return i.Expected })},
		{"roi_holm_p", of(func(i *reports.Index) *float64 { return i.Holm })},
	}
}

// expectationColumns returns the columns of what was to be expected of a
// quantity.
func expectationColumns(name string, of func(*reports.PlayerRow) *reports.Quantity) []playerColumn {
	return []playerColumn{
		{name + "_expected", func(r *reports.PlayerRow) string { return number(of(r).Expected) }},
		{name + "_sd", func(r *reports.PlayerRow) string { return number(of(r).SD) }},
		{name + "_z", func(r *reports.PlayerRow) string { return number(of(r).Z) }},
	}
}

// quantityColumns returns the columns that every quantity has: the figure, the
// bounds of its 95 % interval and the number of moves it rests on.
func quantityColumns(name string, of func(*reports.PlayerRow) *reports.Quantity) []playerColumn {
	bound := func(r *reports.PlayerRow, i int) string {
		if interval := of(r).Interval; interval != nil {
			return number(&interval[i])
		}
		return ""
	}
	return []playerColumn{
		{name, func(r *reports.PlayerRow) string { return number(of(r).Actual) }},
		{name + "_low", func(r *reports.PlayerRow) string { return bound(r, 0) }},
		{name + "_high", func(r *reports.PlayerRow) string { return bound(r, 1) }},
		{name + "_n", func(r *reports.PlayerRow) string { return strconv.Itoa(of(r).N) }},
	}
}

func hintLine(r *reports.PlayerRow) string {
	if r.Hint == nil {
		return ""
	}
	return number(&r.Hint.Line)
}

func hintAbove(r *reports.PlayerRow) string {
	if r.Hint == nil {
		return ""
	}
	return strconv.FormatBool(r.Hint.Above)
}

// writeCSV writes one row per player.
func writeCSV(w io.Writer, s *reports.Screening) error {
	return writeRows(w, csvColumns(s.Provenance.Calibration != nil), s.Players)
}

// writeRows writes one line per row as RFC 4180 has it: UTF-8, commas, lines
// that end in CRLF, a heading in the first line.
func writeRows[Row any](w io.Writer, columns []csvColumn[Row], rows []Row) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	record := make([]string, len(columns))
	for i, c := range columns {
		record[i] = c.name
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for i := range rows {
		for j, c := range columns {
			record[j] = c.value(&rows[i])
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// cell makes text from a game safe to show, and safe for spreadsheets, which run
// a cell that begins like a formula: such text gets an apostrophe before it.
func cell(text string) string {
	text = printable(text)
	if strings.IndexAny(strings.TrimLeftFunc(text, unicode.IsSpace), "=+-@＝＋－＠") == 0 {
		return "'" + text
	}
	return text
}

// number writes a figure with all its digits and a decimal point; "" for none.
func number(x *float64) string {
	if !exists(x) {
		return ""
	}
	return strconv.FormatFloat(*x, 'f', -1, 64)
}

func positive(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}
