package render

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// Limits of a workbook.
const (
	sheetName   = 31 // letters of the name of a sheet, as Excel has it
	widestCells = 60 // width of a column, in letters
)

// workbook is a document for spreadsheets: one sheet with all that is no table, and
// one for each table. The same document gives the same bytes.
type workbook struct {
	*words
	*excelize.File
	sheets []string
	styles map[excelStyle]int
	err    error // the first one
}

// excelStyle is how a cell is shown.
type excelStyle struct {
	bold   bool
	number string // format, "" for text
}

// writeWorkbook writes a document as an XLSX file.
func writeWorkbook(w io.Writer, d *document, words *words) error {
	b := &workbook{words: words, File: excelize.NewFile(), styles: map[excelStyle]int{}}
	date := d.made().Format(time.RFC3339)
	b.keep(b.SetDocProps(&excelize.DocProperties{Title: printable(d.Title), Subject: d.Kind, Creator: d.Program, LastModifiedBy: d.Program,
		Language: d.Lang, Created: date, Modified: date}))
	first := b.sheet(d.Kind)
	b.text(first, d)
	for i := range d.Sections {
		for _, t := range d.Sections[i].Tables {
			b.table(b.sheet(d.Sections[i].Title), t)
		}
	}
	if b.err != nil {
		return fmt.Errorf("make a workbook: %w", b.err)
	}
	return b.Write(w)
}

// keep keeps the first error.
func (w *workbook) keep(err error) {
	if w.err == nil {
		w.err = err
	}
}

// sheet adds a sheet of that title and returns its name, which no other has.
func (w *workbook) sheet(title string) string {
	title = strings.Trim(strings.NewReplacer(":", " ", `\`, " ", "/", " ", "?", " ", "*", " ", "[", " ", "]", " ").Replace(printable(title)), "' ")
	name := shortened(title, sheetName)
	for n := 2; slices.ContainsFunc(w.sheets, func(other string) bool { return strings.EqualFold(other, name) }); n++ {
		mark := " " + strconv.Itoa(n)
		name = shortened(title, sheetName-len(mark)) + mark
	}
	if len(w.sheets) == 0 {
		w.keep(w.SetSheetName(w.GetSheetName(0), name)) // a new file has one
	} else {
		_, err := w.NewSheet(name)
		w.keep(err)
	}
	w.sheets = append(w.sheets, name)
	return name
}

// shortened returns the first letters of text.
func shortened(text string, letters int) string {
	if utf8.RuneCountInString(text) <= letters {
		return text
	}
	return strings.TrimSpace(string([]rune(text)[:letters-1])) + "…"
}

// text fills the first sheet, section by section; labels stand in the first column,
// and the names of the sheets with tables where these belong.
func (w *workbook) text(sheet string, d *document) {
	n := 0
	line := func(bold bool, texts ...string) {
		n++
		for j, text := range texts {
			w.put(sheet, j+1, n, visible(text), excelStyle{bold: bold})
		}
	}
	line(true, d.Kind, d.Title)
	for _, text := range slices.Concat([]string{d.Lacking}, d.Facts, d.Notes) {
		if text != "" {
			line(false, text)
		}
	}
	for i := range d.Sections {
		s := &d.Sections[i]
		line(false)
		line(true, s.Title, s.Figure)
		for _, text := range s.Text {
			line(false, text)
		}
		for _, f := range slices.Concat(s.Facts, s.Terms) {
			line(false, f.Label, f.Value)
		}
		for _, text := range slices.Concat(s.Notes, s.List) {
			line(false, text)
		}
	}
	w.keep(w.SetColWidth(sheet, "A", "A", widestCells))
}

// table fills a sheet: headings that stay in sight, figures as numbers, and their
// marks and notes in columns of their own.
func (w *workbook) table(sheet string, t *table) {
	at := 1
	for j := range t.Columns {
		c := &t.Columns[j]
		head := c.alone()
		w.column(sheet, at, head, t, func(r *row) string { return r.Cells[j].Text }, c.Left)
		at++
		for _, beside := range []struct {
			head string
			of   func(*row) string
		}{{head + " *", func(r *row) string { return r.Cells[j].Sign }}, {head + " ±", func(r *row) string { return r.Cells[j].Note }}} {
			if slices.ContainsFunc(t.Rows, func(r row) bool { return beside.of(&r) != "" }) {
				w.column(sheet, at, beside.head, t, beside.of, true)
				at++
			}
		}
	}
	n := 2
	for i := range t.Rows {
		if head := t.Rows[i].Head; head != "" {
			w.put(sheet, 1, n, printable(head), excelStyle{bold: true})
			n++
		}
		if across := t.Rows[i].Across; across != "" {
			w.put(sheet, 1, n, printable(across), excelStyle{})
		}
		n++
	}
	w.keep(w.SetPanes(sheet, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}))
}

// alone returns the heading of a column that stands alone, with group and unit.
func (c *column) alone() string {
	head := cmp.Or(c.Name, plainHead(c.Head))
	if !strings.Contains(head, c.Group) {
		head += " (" + c.Group + ")"
	}
	if !strings.Contains(head, c.Unit) {
		head += ", " + c.Unit
	}
	return head
}

// column fills one column of a sheet.
func (w *workbook) column(sheet string, at int, head string, t *table, of func(*row) string, words bool) {
	w.put(sheet, at, 1, printable(head), excelStyle{bold: true})
	n, widest := 2, width(head)
	for i := range t.Rows {
		r := &t.Rows[i]
		if r.Head != "" {
			n++
		}
		text := printable(of(r))
		widest = max(widest, width(text))
		x, format, ok := w.number(text)
		if words || !ok {
			w.put(sheet, at, n, text, excelStyle{})
		} else {
			w.put(sheet, at, n, x, excelStyle{number: format})
		}
		n++
	}
	name, err := excelize.ColumnNumberToName(at)
	w.keep(err)
	w.keep(w.SetColWidth(sheet, name, name, float64(min(widest, widestCells)+2)))
}

// put sets a cell. Text stays text, whatever it begins with; "" is no cell.
func (w *workbook) put(sheet string, column, row int, value any, style excelStyle) {
	if value == "" {
		return
	}
	cell, err := excelize.CoordinatesToCellName(column, row)
	w.keep(err)
	if text, ok := value.(string); ok {
		w.keep(w.SetCellStr(sheet, cell, text))
	} else {
		w.keep(w.SetCellValue(sheet, cell, value))
	}
	id, known := w.styles[style]
	if !known {
		made := &excelize.Style{Font: &excelize.Font{Bold: style.bold, Family: "Calibri", Size: 11}}
		if style.number != "" {
			made.CustomNumFmt = &style.number
		}
		id, err = w.NewStyle(made)
		w.keep(err)
		w.styles[style] = id
	}
	w.keep(w.SetCellStyle(sheet, cell, cell, id))
}

// forms are how figures are written.
type forms struct{ english, other *regexp.Regexp }

// figureForms holds sign, whole part and decimals of a figure.
var figureForms = sync.OnceValue(func() forms {
	form := func(group, mark string) *regexp.Regexp {
		return regexp.MustCompile(`^([+-]?)((?:0|[1-9]\d*)|[1-9]\d{0,2}(?:` + group + `\d{3})+)(?:` + regexp.QuoteMeta(mark) + `(\d+))?$`)
	}
	return forms{form(",", "."), form(noBreakSpace, ",")}
})

// number reads a figure that decimal, integer or one of their kin has written, with
// the format that shows it so; ok is false for everything else.
func (w *words) number(text string) (x float64, format string, ok bool) {
	group, form := noBreakSpace, figureForms().other
	if w.lang == "en" {
		group, form = ",", figureForms().english
	}
	text, percent := strings.CutSuffix(text, noBreakSpace+"%")
	parts := form.FindStringSubmatch(text)
	if parts == nil {
		return 0, "", false
	}
	whole, decimals := strings.ReplaceAll(parts[2], group, ""), parts[3]
	digits := parts[1] + whole + "." + cmp.Or(decimals, "0")
	if percent {
		digits += "e-2"
	}
	x, err := strconv.ParseFloat(digits, 64)
	format = "0"
	if whole != parts[2] {
		format = "#,##0"
	}
	if decimals != "" {
		format += "." + strings.Repeat("0", len(decimals))
	}
	if percent {
		format += "%"
	}
	if parts[1] == "+" {
		format = "+" + format + ";-" + format
	}
	return x, format, err == nil
}
