package render

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fairplay/reports"
)

// sixteen returns the screening of an event with sixteen players, two of them
// provisional, and a few things to mind, as most events have.
func sixteen() *reports.Screening {
	s := calibratedCrowd(16)
	s.Errors, s.Caveats = s.Errors[:2], s.Caveats[:2]
	s.Event.Others, s.Selection = []string{}, reports.RowSelection{}
	s.Field = &reports.FieldOffset{Offset: -148.2, SD: 86.3, Interval: [2]float64{-317.4, 21.1}, Players: 16, Sides: 128, Moves: 1873}
	return s
}

// Sixteen players print on two pages of A4 at most, in every language, and no rule
// for phones takes hold on paper.
func TestSixteenPlayersPrintOnTwoPages(t *testing.T) {
	t.Parallel()
	first := browser(t)
	for _, lang := range Languages() {
		tab, stop := chromedp.NewContext(first)
		pdf := printed(t, tab, written(t, "html", sixteen(), Options{Lang: lang}))
		stop()
		if n := pages(t, pdf); n > 2 {
			t.Errorf("%s: %d pages", lang, n)
		}
		text, err := exec.Command("pdftotext", "-layout", pdf, "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "Pat"); n < 16 {
			t.Errorf("%s: only %d players stand on paper", lang, n)
		}
	}
	css, err := templates.ReadFile("style.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range regexp.MustCompile(`@media[^{]*width[^{]*`).FindAllString(string(css), -1) {
		if !strings.HasPrefix(rule, "@media screen and ") {
			t.Errorf("%q holds on paper too", rule)
		}
	}
}

// printed prints a page as the browser would and returns the file.
func printed(t *testing.T, tab context.Context, page string) string {
	t.Helper()
	folder := t.TempDir()
	file, out := filepath.Join(folder, "report.html"), filepath.Join(folder, "report.pdf")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(tab, chromedp.Navigate("file://"+file)); err != nil {
		t.Fatal(err)
	}
	pdf, err := chromedp.Run(tab, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize()))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(out, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	return out
}

// pages counts the pages of a PDF file.
func pages(t *testing.T, pdf string) int {
	t.Helper()
	out, err := exec.Command("pdfinfo", pdf).CombinedOutput()
	if err != nil {
		t.Fatalf("pdfinfo (make deps installs poppler-utils): %v: %s", err, out)
	}
	found := regexp.MustCompile(`Pages:\s+(\d+)`).FindSubmatch(out)
	if found == nil {
		t.Fatalf("pdfinfo says %s", out)
	}
	n, err := strconv.Atoi(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Moves in a row that do not count for one reason are one line, in the table and
// on the page; a single one, and all in CSV, stay as they are.
func TestUncountedMovesAreFolded(t *testing.T) {
	r := fullTestFixture()
	for _, format := range []string{"table", "html"} {
		text := tested(t, format, r, Options{Moves: true})
		if n := strings.Count(text, "plies 1–16 not counted: opening"); n != len(r.GameRows) {
			t.Errorf("%s: %d openings of %d games are folded", format, n, len(r.GameRows))
		}
		if strings.Contains(text, "Nb4") { // of the second turn, which is folded
			t.Errorf("%s lists moves that are folded", format)
		}
		if !strings.Contains(text, "only one legal move") {
			t.Errorf("%s does not list a single move that does not count", format)
		}
	}
	if n := strings.Count(tested(t, "csv", r, Options{}), ",opening,"); n != 8*len(r.GameRows) {
		t.Errorf("CSV has %d moves of openings", n)
	}
}
