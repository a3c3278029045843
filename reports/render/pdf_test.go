package render

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"fairplay/reports"
)

// paperText returns the text of a PDF in the order in which it is written, whatever the version of
// poppler.
func paperText(t testing.TB, pdf string) string {
	t.Helper()
	if pdf == "" {
		return ""
	}
	read := exec.Command("pdftotext", "-raw", "-enc", "UTF-8", "-", "-")
	read.Stdin = strings.NewReader(pdf)
	var said bytes.Buffer
	read.Stderr = &said
	text, err := read.Output()
	if err != nil || said.Len() > 0 {
		t.Fatalf("pdftotext (make deps installs poppler-utils): %v: %s", err, said.Bytes())
	}
	// Poppler itself marks where letters run from the right.
	return strings.NewReplacer("\f", "", "\u202a", "", "\u202b", "", "\u202c", "").Replace(string(text))
}

// footless is the text of a PDF without what stands below each page.
func footless(text string) string {
	return regexp.MustCompile(`(?m)^(page|страница|сторінка) \d+ (of|из|з) \d+ .*\n`).ReplaceAllString(text, "")
}

// A PDF says in which language it is and what it is about, has the day of the event and no other,
// and on every page its number and the digest of the report.
func TestPaperNamesItself(t *testing.T) {
	t.Parallel()
	var pdf, json bytes.Buffer
	if err := FullTest(&pdf, "pdf", fullTestFixture(), Options{Lang: "uk"}); err != nil {
		t.Fatal(err)
	}
	if err := FullTest(&json, "json", fullTestFixture(), Options{}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(pdf.Bytes(), []byte("/Lang (uk)")) {
		t.Error("the language is not named")
	}
	if !bytes.Contains(pdf.Bytes(), []byte("/ViewerPreferences << /DisplayDocTitle true >>")) {
		t.Error("readers are not asked to show the title")
	}
	file := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(file, pdf.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	n := pages(t, file)
	info, err := exec.Command("pdfinfo", "-enc", "UTF-8", file).CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Above, Anna · Повний тест", "Sat Jun  1 00:00:00 2024"} {
		if !strings.Contains(string(info), want) {
			t.Errorf("pdfinfo does not say %q:\n%s", want, info)
		}
	}
	digest, err := digestOf(publication[reports.FullTest]{report: fullTestFixture()}.json)
	if err != nil {
		t.Fatal(err)
	}
	text := paperText(t, pdf.String())
	for i := 1; i <= n; i++ {
		if want := fmt.Sprintf("сторінка %d з %d", i, n); !strings.Contains(text, want) {
			t.Errorf("no page says %q", want)
		}
	}
	if got := strings.Count(text, "SHA-256 звіту в JSON: "+digest); got != n {
		t.Errorf("the digest stands on %d of %d pages", got, n)
	}
	fonts, err := exec.Command("pdffonts", file).CombinedOutput()
	if err != nil || strings.Count(string(fonts), " yes no  yes ") != 2 {
		t.Errorf("pdffonts: %v\n%s: want two fonts, embedded, with their letters", err, fonts)
	}
}

// letters is text without what lines are broken at.
func letters(text string) string { return strings.Join(strings.Fields(text), "") }

// Every cell of every table stands on paper, whole and in the order of the table, however many
// columns there are and however long the words; the figures of the workbook are the same.
func TestPaperShowsWhatTheTableHas(t *testing.T) {
	t.Parallel()
	words := wordsOf(t, "en")
	screening := newScreeningPage(calibratedCrowd(40), words).document(words, calibratedCrowd(40))
	for name, d := range map[string]*document{
		"screening": screening, "test": newFullTest(words, fullTestFixture(), true),
		"calibration": newCalibrationReport(fitted{words, calibrationFixture(), calibrationMade()}),
	} {
		checkPaper(t, name, d, words)
	}
}

func TestPaperCutsNothing(t *testing.T) {
	t.Parallel()
	words := wordsOf(t, "ru")
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		if n++; n > 20 { // each takes a process that reads it
			return
		}
		d := &document{frame: frame{Lang: "ru", Kind: "Отчёт", Title: "x"}}
		of := &table{Main: rapid.Bool().Draw(r, "main")}
		for j := range rapid.IntRange(1, 45).Draw(r, "columns") {
			of.Columns = append(of.Columns, column{Head: fmt.Sprintf("к%d", j), Left: rapid.Bool().Draw(r, "left")})
		}
		for range rapid.IntRange(1, 12).Draw(r, "rows") {
			var cells []cell
			for range of.Columns {
				cells = append(cells, cell{Text: rapid.StringMatching(`[a-zё0-9]{1,12}( [a-zё0-9]{1,30}){0,2}`).Draw(r, "cell"), Note: rapid.StringMatching(`([0-9]{2}-[0-9]{2})?`).Draw(r, "note")})
			}
			of.Rows = append(of.Rows, row{Cells: cells})
		}
		d.Sections = []section{{ID: "a", Title: "Раздел", Tables: []*table{of}}}
		checkPaper(r, "drawn", d, words)
	})
}

// fatal is what checkPaper needs of a test.
type fatal interface {
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

func checkPaper(t fatal, name string, d *document, words *words) {
	var b bytes.Buffer
	if err := writePDF(&b, d, words); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	read := exec.Command("pdftotext", "-raw", "-enc", "UTF-8", "-", "-")
	read.Stdin = &b
	out, err := read.Output()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	rest := letters(footless(string(out)))
	for _, s := range d.Sections {
		for _, of := range s.Tables {
			parts := []*table{of}
			if !strings.Contains(rest, letters(cellsOf(of, 0))) {
				parts = nil
				p, err := newPaper(d, words, &look{})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				parts = append(parts, p.parts(of)...)
			}
			seen := map[string]bool{}
			for _, part := range parts {
				for _, c := range part.Columns {
					seen[c.Head] = true
				}
				for i := range part.Rows {
					want := letters(cellsOf(part, i))
					if strings.ContainsRune(want, 'א') {
						continue // whose words poppler puts in an order of its own
					}
					at := strings.Index(rest, want)
					if at < 0 {
						t.Fatalf("%s: row %d is not on paper: %q", name, i, want)
					}
					rest = rest[at+len(want):]
				}
			}
			if missing := slices.DeleteFunc(slices.Clone(of.Columns), func(c column) bool { return seen[c.Head] }); len(missing) > 0 {
				t.Errorf("%s: columns %v are not on paper", name, missing)
			}
		}
	}
}

// cellsOf is a row as it is written.
func cellsOf(t *table, i int) string {
	if t.Rows[i].Across != "" {
		return t.Rows[i].Across
	}
	faces, err := fonts()
	if err != nil {
		panic(err)
	}
	text := ""
	for _, c := range t.Rows[i].Cells {
		text += c.Text + c.Mark + c.Note
	}
	text, _ = faces.writable(text)
	return text
}

// A page says the names that it can write as they are, and tells of those that it cannot.
func TestPaperTellsOfLettersThatItLacks(t *testing.T) {
	s := calibrated()
	s.Players[0].Name = "Петренко, Їжак Ґ"
	s.Players[1].Name = "Jose\u0301 Ñandú" // joined with its accent
	s.Players[2].Name = "丁立人"
	s.Players[3].Name = "אברם"
	text := written(t, "pdf", s, Options{})
	for _, want := range []string{"Петренко, Їжак Ґ", "José Ñandú", unwritable + unwritable + unwritable, "stands for a character that the font of this file lacks", "אברם"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	if text := written(t, "pdf", calibratedCrowd(4), Options{}); strings.Contains(text, "lacks") {
		t.Error("a whole page tells of letters that it lacks")
	}
}

// Every shape of every chart has strokes of its own in the style sheet, which the writer of PDF
// reads: none falls back to black and filled.
func TestChartsHaveALook(t *testing.T) {
	l, err := loadLook()
	if err != nil {
		t.Fatal(err)
	}
	words := wordsOf(t, "en")
	var charts []*chart
	for _, d := range []*document{
		newScreeningPage(calibratedCrowd(40), words).document(words, calibratedCrowd(40)), newFullTest(words, fullTestFixture(), true),
		newCalibrationReport(fitted{words, calibrationFixture(), calibrationMade()}),
	} {
		for _, s := range d.Sections {
			if s.Chart != nil {
				charts = append(charts, s.Chart)
			}
			charts = append(charts, s.Plots...)
		}
	}
	for _, c := range charts {
		within := []selector{{"svg", append([]string{"chart"}, strings.Fields(c.Look)...)}}
		for _, m := range c.Marks {
			for i := range m.Shapes {
				s := l.of(append(within, selector{"g", strings.Fields(m.Class)}), elementOf(&m.Shapes[i]))
				line := slices.Contains([]string{"line", "polyline", "upright"}, m.Shapes[i].Kind)
				if line && s.stroke == nil || !line && (s.fill == nil || *s.fill == rgb{}) {
					t.Errorf("%s: %+v has no look: %+v", c.TitleID, m.Shapes[i], s)
				}
			}
		}
	}
	if len(charts) < 6 {
		t.Errorf("only %d charts", len(charts))
	}
	some := l.of([]selector{{"svg", []string{"chart", "strip"}}, {"g", []string{"few"}}}, selector{"circle", nil})
	if some.fill == nil || *some.fill != (rgb{255, 255, 255}) || some.stroke == nil || *some.stroke != (rgb{0x76, 0x82, 0x8e}) || some.weight != 1.3 {
		t.Errorf("a hollow dot of the strip: %+v", some)
	}
	if got := l.of(nil, selector{"svg", nil}); got.fill == nil {
		t.Errorf("nothing holds, and there is a look: %+v", got)
	}
}

// Charts are lines, not pictures.
func TestChartsAreDrawnAsLines(t *testing.T) {
	var b bytes.Buffer
	if err := Screening(&b, "pdf", calibrated(), Options{}); err != nil {
		t.Fatal(err)
	}
	if regexp.MustCompile(`/Subtype\s*/Image`).Match(b.Bytes()) {
		t.Error("there is a picture")
	}
}

// The notice beside the fonts is of these files.
func TestFontsAreThoseOfTheNotice(t *testing.T) {
	notice, err := os.ReadFile(filepath.Join("fonts", "NOTICE"))
	if err != nil {
		t.Fatal(err)
	}
	faces, err := fonts()
	if err != nil {
		t.Fatal(err)
	}
	for _, font := range [][]byte{faces.regular, faces.bold} {
		if digest := fmt.Sprintf("%x", sha256.Sum256(font)); !strings.Contains(string(notice), digest) {
			t.Errorf("the notice does not name the font %s", digest)
		}
	}
}

// The figures of a player are the same in the table, in CSV, in the workbook and on paper: as many
// digits as each shows, of one figure.
func TestFormatsAgree(t *testing.T) {
	t.Parallel()
	for i, players := range []int{1, 2, 5, 9, 14, 30} {
		agree(t, published(t, calibratedCrowd(players)), Languages()[i%len(Languages())])
	}
}

// agree compares the formats of a screening.
func agree(t *testing.T, s *reports.Screening, lang string) {
	w := wordsOf(t, lang)
	columns := columnsOf(figures{words: w}, s.Players)
	of := w.playerTable(columns, s.Players, false)
	rows, err := csv.NewReader(strings.NewReader(written(t, "csv", s, Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var book bytes.Buffer
	if err := Screening(&book, "xlsx", s, Options{Lang: lang}); err != nil {
		t.Fatal(err)
	}
	sheet := sheetOf(t, book.String(), of)
	compared := 0
	for j, c := range columns {
		at := slices.Index(rows[0], c.id)
		if at < 0 || c.text {
			continue
		}
		place := slices.Index(sheet[0], of.Columns[j].alone())
		if place < 0 {
			t.Fatalf("%s: the workbook has no column %q", lang, of.Columns[j].alone())
		}
		scale := 1.0
		if c.unit == "%" || strings.HasSuffix(c.id, "_expected") && !strings.HasPrefix(c.id, "asd") {
			scale = 100
		}
		line := 1
		for i, row := range of.Rows {
			if row.Head != "" {
				line++
			}
			shown, _, exists := w.number(row.Cells[j].Text)
			inCSV, err := strconv.ParseFloat(rows[1+i][at], 64)
			if (err == nil) != exists {
				t.Errorf("%s, %s: table %q, CSV %q", lang, c.id, row.Cells[j].Text, rows[1+i][at])
			}
			inBook, cellErr := strconv.ParseFloat(sheet[line][place], 64)
			if exists && (cellErr != nil || inBook != shown) {
				t.Errorf("%s, %s: table %q, workbook %q", lang, c.id, row.Cells[j].Text, sheet[line][place])
			}
			if _, digits, _ := strings.Cut(strings.ReplaceAll(row.Cells[j].Text, ",", "."), "."); exists {
				compared++
				if unit := math.Pow(10, -float64(len(digits))); math.Abs(scale*inCSV-shown) > .5*unit+scale*.00005+1e-9 {
					t.Errorf("%s, %s: table %q, CSV %q", lang, c.id, row.Cells[j].Text, rows[1+i][at])
				}
			}
			line++
		}
	}
	if compared < 10*len(of.Rows) {
		t.Errorf("only %d figures of %d rows compared", compared, len(of.Rows))
	}
}

// sheetOf returns the cells of the sheet with the same first heading as a table, with their values.
func sheetOf(t *testing.T, report string, of *table) [][]string {
	t.Helper()
	book := opened(t, report)
	for _, name := range book.GetSheetList()[1:] {
		cells, err := book.GetRows(name, excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(cells) > 0 && cells[0][0] == of.Columns[0].alone() {
			width := len(cells[0])
			for i := range cells {
				for len(cells[i]) < width {
					cells[i] = append(cells[i], "")
				}
			}
			return cells
		}
	}
	t.Fatal("the workbook lacks the table")
	return nil
}

// A cell that no page has room for goes on over the next ones.
func TestPaperCutsNoLongCell(t *testing.T) {
	t.Parallel()
	words := wordsOf(t, "en")
	of := &table{Columns: []column{{Head: "who", Left: true}, {Head: "note", Left: true}, {Head: "n"}}}
	for i := range 3 {
		of.add(fmt.Sprintf("a%d", i), strings.Repeat(fmt.Sprintf("word%d ", i), 1+3000*(i%2))+"end", "7")
	}
	d := &document{frame: frame{Lang: "en", Kind: "Report", Title: strings.Repeat("Ы", 300)}, Sections: []section{{Title: "x", Tables: []*table{of}}}}
	var b bytes.Buffer
	if err := writePDF(&b, d, words); err != nil {
		t.Fatal(err)
	}
	text := paperText(t, b.String())
	for i, want := range []int{1, 3001, 1} {
		if got := strings.Count(text, fmt.Sprintf("word%d", i)); got != want {
			t.Errorf("row %d: %d words of %d", i, got, want)
		}
	}
	if n := strings.Count(letters(footless(text)), strings.Repeat("Ы", 300)); n != 1 {
		t.Error("the title is cut")
	}
}
