package render

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
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

// Figures carry the digits that mean something: shares, probabilities, averages
// in pawns and their intervals and deviations four decimals, z two, the ROI one,
// ratings none, and what chance makes of a figure three significant digits. JSON
// has all digits.
func shareCell(x *float64) string  { return number(x, 4) }
func ratingCell(x *float64) string { return number(x, 0) }

// roiCell writes an index beside its lines.
func roiCell(x *float64) string {
	if !exists(x) {
		return ""
	}
	return number(new(roiBeside(*x)), 1)
}

// zCell writes a z beside the lines of the regulations and others (beside).
func zCell(z *float64, others ...*float64) string { return number(zBeside(z, others...), 2) }

// pCell writes an adjusted p beside its line.
func pCell(p *float64) string {
	if !exists(p) {
		return ""
	}
	return significant(new(pBeside(*p, 4)))
}

// csvColumns returns the columns in order. Record is "player" in the row of a
// player, where item and text are empty. Rows "field" below say in item and text how
// the whole field plays against its ratings, or under "missing" why that is not
// known, and rows "reproduction" how to get the report again. Shares are fractions between 0 and 1, as in
// JSON; a figure that does not exist is an empty cell. Columns that take a
// calibration stand last and only where there is one.
func csvColumns(calibrated bool) []playerColumn {
	empty := func(*reports.PlayerRow) string { return "" }
	columns := []playerColumn{
		{"record", func(*reports.PlayerRow) string { return "player" }}, {"item", empty}, {"text", empty},
		{"name", func(r *reports.PlayerRow) string { return cell(r.Name) }},
		{"fide_id", func(r *reports.PlayerRow) string { return cell(r.FideID) }},
		{"title", func(r *reports.PlayerRow) string { return cell(r.Title) }},
		{"federation", func(r *reports.PlayerRow) string { return cell(r.Federation) }},
		{"rating", func(r *reports.PlayerRow) string { return positive(r.Rating) }},
		{"games", func(r *reports.PlayerRow) string { return strconv.Itoa(r.Games) }},
		{"moves", func(r *reports.PlayerRow) string { return strconv.Itoa(r.Moves) }},
		{"insufficient_sample", func(r *reports.PlayerRow) string { return strconv.FormatBool(few(r)) }},
		{"rating_missing", func(r *reports.PlayerRow) string { return cell(string(r.RatingMissing)) }},
		{"roi_missing", func(r *reports.PlayerRow) string { return cell(string(r.ROIMissing)) }},
		{"chance_missing", func(r *reports.PlayerRow) string { return cell(string(r.ChanceMissing)) }},
		{"match_hint_missing", func(r *reports.PlayerRow) string { return cell(string(r.HintMissing)) }},
	}
	shares := func(name string, of func(*reports.PlayerRow) *reports.Quantity) {
		columns = append(columns, quantityColumns(name, of)...)
	}
	averages := func(name string, of func(*reports.PlayerRow) *reports.Quantity) {
		columns = append(columns, quantityColumns(name, of)...)
		columns = append(columns, playerColumn{name + "_se", func(r *reports.PlayerRow) string { return shareCell(of(r).SE) }})
	}
	match := quantityColumns("mm", func(r *reports.PlayerRow) *reports.Quantity { return &r.MM })
	match[0].value = matchCell
	columns = append(columns, match...)
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
	of := func(write func(*float64) string, figure func(*reports.Index) *float64) func(*reports.PlayerRow) string {
		return func(r *reports.PlayerRow) string {
			if r.ROI == nil {
				return ""
			}
			return write(figure(r.ROI))
		}
	}
	return []playerColumn{
		{"extrapolated", func(r *reports.PlayerRow) string { return strconv.FormatBool(r.Extrapolated) }},
		{"roi", of(roiCell, func(i *reports.Index) *float64 { return &i.ROI })},
		{"roi_rating_alone", of(roiCell, func(i *reports.Index) *float64 { return i.RatingAlone })},
		{"roi_z", of(func(z *float64) string { return zCell(z) }, func(i *reports.Index) *float64 { return &i.Z })},
		{"roi_expected_at_or_above", of(significant, func(i *reports.Index) *float64 { return i.Expected })},
		{"roi_holm_p", of(pCell, func(i *reports.Index) *float64 { return i.Holm })},
	}
}

// expectationColumns returns the columns of what was to be expected of a
// quantity.
func expectationColumns(name string, of func(*reports.PlayerRow) *reports.Quantity) []playerColumn {
	return []playerColumn{
		{name + "_expected", func(r *reports.PlayerRow) string { return shareCell(of(r).Expected) }},
		{name + "_sd", func(r *reports.PlayerRow) string { return shareCell(of(r).SD) }},
		{name + "_z", func(r *reports.PlayerRow) string { return zCell(of(r).Z) }},
	}
}

// quantityColumns returns the columns that every quantity has: the figure, the
// bounds of its 95 % interval, the number of moves it rests on, and why any of it is
// missing.
func quantityColumns(name string, of func(*reports.PlayerRow) *reports.Quantity) []playerColumn {
	bound := func(r *reports.PlayerRow, i int) string {
		if interval := of(r).Interval; interval != nil {
			return shareCell(&interval[i])
		}
		return ""
	}
	return []playerColumn{
		{name, func(r *reports.PlayerRow) string { return shareCell(of(r).Actual) }},
		{name + "_low", func(r *reports.PlayerRow) string { return bound(r, 0) }},
		{name + "_high", func(r *reports.PlayerRow) string { return bound(r, 1) }},
		{name + "_n", func(r *reports.PlayerRow) string { return strconv.Itoa(of(r).N) }},
		{name + "_missing", func(r *reports.PlayerRow) string { return cell(string(of(r).Missing)) }},
	}
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

// writeCSV writes one row per player, the field, and how to get the report again.
func writeCSV(w io.Writer, s *reports.Screening, o Options) error {
	columns := csvColumns(s.Provenance.Calibration != nil)
	sheet := newCSVSheet(columns)
	for i := range s.Players {
		addRow(sheet, columns, &s.Players[i])
	}
	if s.Field != nil {
		for _, f := range fieldFigures(s.Field) {
			sheet.add(map[string]string{"record": "field", "item": f[0], "text": f[1]})
		}
	} else if s.FieldMissing != "" {
		sheet.add(map[string]string{"record": "field", "item": "missing", "text": cell(string(s.FieldMissing))})
	}
	sheet.reproduction(&s.Provenance)
	if o.Lacking != nil {
		sheet.everywhere("lacking", fmt.Sprintf("games=%d batches=%d", o.Lacking.Games, o.Lacking.Batches))
	}
	return sheet.write(w)
}

// csvSheet is a table of cells under headings.
type csvSheet struct {
	columns []string
	rows    [][]string
}

func newCSVSheet[Row any](columns []csvColumn[Row]) *csvSheet {
	s := &csvSheet{}
	for _, c := range columns {
		s.columns = append(s.columns, c.name)
	}
	return s
}

// addRow adds a row that has every column.
func addRow[Row any](s *csvSheet, columns []csvColumn[Row], row *Row) {
	cells := make([]string, len(columns))
	for j, c := range columns {
		cells[j] = c.value(row)
	}
	s.rows = append(s.rows, cells)
}

// add adds a row of some columns, by their names.
func (s *csvSheet) add(cells map[string]string) {
	row := make([]string, len(s.columns))
	for j, name := range s.columns {
		row[j] = cells[name]
	}
	s.rows = append(s.rows, row)
}

// everywhere adds a last column of one value.
func (s *csvSheet) everywhere(name, value string) {
	s.columns = append(s.columns, name)
	for i := range s.rows {
		s.rows[i] = append(s.rows[i], value)
	}
}

// reproduction adds how to get the report again: the command, the options by
// name, "option rules", the files by name, "input round1.pgn", with their size
// and SHA-256, the program and the engine.
func (s *csvSheet) reproduction(p *reports.Provenance) {
	for _, f := range reproductionFacts(p) {
		s.add(map[string]string{"record": "reproduction", "item": cell(f[0]), "text": cell(f[1])})
	}
}

// write writes the table as RFC 4180 has it: UTF-8, commas, lines that end in
// CRLF, a heading in the first line.
func (s *csvSheet) write(w io.Writer) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	if err := out.Write(s.columns); err != nil {
		return err
	}
	return out.WriteAll(s.rows)
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

// number writes a figure with so many decimals and a decimal point; "" for none.
func number(x *float64, decimals int) string {
	if !exists(x) {
		return ""
	}
	return unsignedZero(strconv.FormatFloat(*x, 'f', decimals, 64))
}

// significant writes a figure of any size to three significant digits; "" for
// none.
func significant(x *float64) string {
	if !exists(x) {
		return ""
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(*x, 'g', 3, 64), 64) // what was written can be read
	if math.Abs(rounded) < 1e-6 {
		return strconv.FormatFloat(rounded, 'g', -1, 64)
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

func positive(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}
