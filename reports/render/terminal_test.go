package render

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"fairplay/reports"
)

func TestNoLineIsWiderThanTheTerminal(t *testing.T) {
	t.Parallel()
	for _, lang := range Languages() {
		words := wordsOf(t, lang)
		for columns := leastWidth; columns <= 170; columns += 5 {
			for _, s := range []*reports.Screening{fixture(), calibrated()} {
				var b strings.Builder
				if err := writeScreening(&b, s, words, Options{Width: columns}); err != nil {
					t.Fatal(err)
				}
				checkLines(t, b.String(), columns)
			}
		}
	}
}

func checkLines(t rapid.TB, text string, columns int) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if width(line) > columns {
			t.Errorf("%d columns: line of %d cells: %q", columns, width(line), line)
		}
		if strings.TrimRight(line, " ") != line {
			t.Errorf("line ends in white space: %q", line)
		}
		if strings.ContainsFunc(line, unicode.IsControl) {
			t.Errorf("control character in %q", line)
		}
	}
}

// Whatever a game calls its players, event and files, the table keeps its
// lines and sends the terminal no orders.
func TestTableHoldsForAnyText(t *testing.T) {
	t.Parallel()
	words := wordsOf(t, "en")
	rapid.Check(t, func(t *rapid.T) {
		s := fixture()
		s.Event.Name = rapid.String().Draw(t, "event")
		s.Event.Site = rapid.String().Draw(t, "site")
		s.Provenance.Engine.Name = rapid.String().Draw(t, "engine")
		for i := range s.Players {
			s.Players[i].Name = rapid.String().Draw(t, "name")
			s.Players[i].FideID = rapid.StringN(0, 12, -1).Draw(t, "id")
		}
		for i := range s.Errors {
			s.Errors[i].Token = rapid.String().Draw(t, "token")
			s.Errors[i].File = rapid.String().Draw(t, "file")
		}
		columns := rapid.IntRange(60, 160).Draw(t, "columns")
		var b strings.Builder
		if err := writeScreening(&b, s, words, Options{Width: columns}); err != nil {
			t.Fatal(err)
		}
		checkLines(t, b.String(), columns)
	})
}

func TestColumnsStandOneBelowTheOther(t *testing.T) {
	w, rows := wordsOf(t, "en"), fixture().Players
	l := newLayout(w.playerTable(columnsOf(figures{words: w}, rows), rows, false), 160)
	for i := range rows {
		row, at := padRight(l.row(i), l.width()), 0
		for j, c := range l.columns {
			head, tail := cut(row, c.wide.all)
			if width(head) != c.wide.all {
				t.Fatalf("row %d, column %s takes %d cells of %d: %q", i, c.Head, width(head), c.wide.all, row)
			}
			at += c.wide.all
			row = strings.TrimPrefix(tail, strings.Repeat(" ", gap))
			if j < len(l.columns)-1 && len(tail)-len(row) != gap {
				t.Fatalf("row %d: no gap after column %s at cell %d", i, c.Head, at)
			}
		}
	}
}

func TestNarrowTerminalsSayWhatIsMissing(t *testing.T) {
	wide := written(t, "table", fixture(), Options{Width: 170})
	if strings.Contains(wide, "want of room") {
		t.Error("170 columns are not enough")
	}
	narrow := strings.Join(strings.Fields(written(t, "table", fixture(), Options{Width: 80})), " ")
	for _, want := range []string{"Left out for want of room: FIDE id", "--format html"} {
		if !strings.Contains(narrow, want) {
			t.Errorf("80 columns do not say %q", want)
		}
	}
}

func TestColourOnlySetsOff(t *testing.T) {
	colour := written(t, "table", fixture(), Options{Color: true})
	if plain := regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(colour, ""); plain != written(t, "table", fixture(), Options{}) {
		t.Error("without its colours the table is another one")
	}
	for line := range strings.Lines(colour) {
		if strings.Contains(line, "Few, ") && !strings.HasPrefix(line, "\x1b[2m") {
			t.Errorf("insufficient sample is not dimmed: %q", line)
		}
		if strings.Contains(line, "Average, Alex") && strings.Contains(line, "\x1b") {
			t.Errorf("sufficient sample is set off: %q", line)
		}
	}
}

func TestErrorsBeyondTheListAreCounted(t *testing.T) {
	for _, n := range []int{0, 1, listedErrors, listedErrors + 1, listedErrors + 12} {
		s := fixture()
		s.Errors = nil
		for i := range n {
			s.Errors = append(s.Errors, reports.InputError{File: "a.pgn", Game: i + 1, Line: i + 1, Reason: "unknown token"})
		}
		text := written(t, "table", s, Options{})
		if got := strings.Count(text, "unknown token"); got != min(n, listedErrors) {
			t.Errorf("%d errors: %d are listed", n, got)
		}
		more := fmt.Sprintf("and %d more, see --format json", n-listedErrors)
		if strings.Contains(text, more) != (n > listedErrors) {
			t.Errorf("%d errors: %q is shown: %t", n, more, n <= listedErrors)
		}
	}
}
