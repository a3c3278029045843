package render

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// readable returns a report as text: a workbook sheet by sheet, cells with their
// values and the formats of numbers, a PDF in the order in which it is written and
// without its feet, everything else as it is.
func readable(t testing.TB, format, report string) string {
	t.Helper()
	if format == "pdf" {
		return footless(paperText(t, report))
	}
	if format != "xlsx" {
		return report
	}
	var out strings.Builder
	book := opened(t, report)
	for _, sheet := range book.GetSheetList() {
		fmt.Fprintf(&out, "== %s\n", sheet)
		rows, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			for j, text := range row {
				if format := numberFormat(t, book, sheet, j+1, i+1); format != "" {
					text += " [" + format + "]"
				}
				row[j] = text
			}
			out.WriteString(strings.TrimRight(strings.Join(row, " | "), " ") + "\n")
		}
	}
	return out.String()
}

func opened(t testing.TB, report string) *excelize.File {
	t.Helper()
	book, err := excelize.OpenReader(strings.NewReader(report))
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// numberFormat returns the format of a cell that is a number, "" for text.
func numberFormat(t testing.TB, book *excelize.File, sheet string, column, row int) string {
	t.Helper()
	cell, err1 := excelize.CoordinatesToCellName(column, row)
	kind, err2 := book.GetCellType(sheet, cell)
	id, err3 := book.GetCellStyle(sheet, cell)
	style, err4 := book.GetStyle(id)
	formula, err5 := book.GetCellFormula(sheet, cell)
	for _, err := range []error{err1, err2, err3, err4, err5} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if formula != "" {
		t.Errorf("%s!%s is a formula: %s", sheet, cell, formula)
	}
	if kind != excelize.CellTypeUnset || style.CustomNumFmt == nil {
		return ""
	}
	return *style.CustomNumFmt
}

// A workbook shows every cell of a table as the other formats do, figures as numbers,
// and its heading stays in sight.
func TestWorkbookShowsWhatTheTableHas(t *testing.T) {
	t.Parallel()
	w := wordsOf(t, "en")
	if numbers := checkWorkbook(t, "test", newFullTest(w, fullTestFixture(), true), w); numbers < 500 {
		t.Errorf("%d numbers", numbers)
	}
}

// Figures of every language are read as the numbers that they are, and nothing else is.
func TestFiguresAreReadAsNumbers(t *testing.T) {
	for lang, figures := range map[string]map[string]float64{
		"en": {"0": 0, "52.4": 52.4, "+3.42": 3.42, "-0.05": -.05, "12,345": 12345, "71.2" + noBreakSpace + "%": .712},
		"uk": {"52,4": 52.4, "-0,05": -.05, "12" + noBreakSpace + "345": 12345},
	} {
		for text, want := range figures {
			if x, format, ok := wordsOf(t, lang).number(text); !ok || x != want {
				t.Errorf("%s: %q is read as %v (%s), %v", lang, text, x, format, ok)
			}
		}
	}
	for _, text := range []string{"", "–", "007", "1-0", "12 : 1", "1e5", "0x10", "NaN", "<0.001", "1,23", "52,4", "+A1", "=1+1", "1.", ".5"} {
		if x, _, ok := wordsOf(t, "en").number(text); ok {
			t.Errorf("%q is read as %v", text, x)
		}
	}
}

// Sheets have names that every spreadsheet takes, and no two the same.
func TestSheetNames(t *testing.T) {
	d := &document{frame: frame{Kind: "Report", Title: "x"}}
	for _, title := range []string{"report", "A title: with [all] that / is * not ? allowed", strings.Repeat("ї", 40), strings.Repeat("ї", 40)} {
		d.Sections = append(d.Sections, section{Title: title, Tables: []*table{{Columns: []column{{Head: "a"}}, Rows: []row{{Cells: texts("=1+1")}}}}})
	}
	var b bytes.Buffer
	if err := writeWorkbook(&b, d, wordsOf(t, "uk")); err != nil {
		t.Fatal(err)
	}
	if names := opened(t, b.String()).GetSheetList(); len(names) != 5 || names[1] != "report 2" {
		t.Errorf("sheets %q", names)
	}
}

// The largest event makes a workbook in the time of a page.
func BenchmarkWorkbook(b *testing.B) {
	s := calibratedCrowd(120)
	for range b.N {
		if err := Screening(&bytes.Buffer{}, "xlsx", s, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
