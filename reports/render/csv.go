package render

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"fairplay/reports"
)

// csvWords names the columns that hold words and never figures. They come from games
// or files and may begin like a formula.
func csvWords() []string {
	return []string{"item", "file", "white", "black", "what", "name", "player", "fide_id", "title", "federation", "round", "color", "played", "played_uci", "excluded", "best", "best_san"}
}

// csvTable returns an empty table with these headings.
func csvTable(heads ...string) *table {
	t := &table{}
	for _, head := range heads {
		t.Columns = append(t.Columns, column{Head: head, Left: slices.Contains(csvWords(), head)})
	}
	return t
}

// csv writes the table as RFC 4180 has it: UTF-8, commas, lines that end in CRLF,
// headings in the first line.
func (t *table) csv(w io.Writer) error {
	records := make([][]string, 1+len(t.Rows))
	for j, c := range t.Columns {
		records[0] = append(records[0], c.Head)
		for i, r := range t.Rows {
			records[1+i] = append(records[1+i], c.csv(r.Cells[j].Text))
		}
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	return out.WriteAll(records)
}

// csv writes a cell of the column. A number is no formula, whatever its sign.
func (c *column) csv(text string) string {
	if _, err := strconv.ParseFloat(text, 64); err == nil && !c.Left && !strings.ContainsAny(text, "xXnNiI_") {
		return text
	}
	return harmless(text)
}

// harmless makes text from a game safe to show and safe for spreadsheets, which run a
// cell that begins like a formula: such text gets an apostrophe in front.
func harmless(text string) string {
	text = printable(text)
	if strings.IndexAny(strings.TrimLeftFunc(text, unicode.IsSpace), "=+-@＝＋－＠") == 0 {
		return "'" + text
	}
	return text
}

// reproduction adds how to get the report again: the command, the options by name
// ("option rules"), the files by name ("input round1.pgn") with their size and SHA-256,
// the program and the engine.
func (t *table) reproduction(p *reports.Provenance) {
	for _, f := range reproductionFacts(p) {
		t.put(map[string]string{"record": "reproduction", "item": f[0], "text": f[1]})
	}
}

// Figures have the digits that mean something. Shares, probabilities, averages in
// pawns, their intervals and deviations have four decimals, z two, the ROI one,
// ratings none; what chance makes of a figure has three significant digits. JSON has
// all digits.
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

// number writes a figure with this many decimals and a decimal point; "" for none.
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
