package render

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fairplay/reports"
)

// Whatever the players' figures, no lower ROI stands above a higher one unless a
// heading stands between them, and all below "Provisional" are.
func TestTheHighestIndexStandsFirst(t *testing.T) {
	w := wordsOf(t, "en")
	rapid.Check(t, func(t *rapid.T) {
		s := &reports.Screening{}
		for i := range rapid.IntRange(0, 40).Draw(t, "players") {
			r := reports.PlayerRow{Name: fmt.Sprint(i), Moves: rapid.IntRange(0, 240).Draw(t, "moves"), MM: shareOf(1, 2)}
			r.Insufficient = r.Moves < 120
			if rapid.IntRange(0, 4).Draw(t, "indexed") > 0 {
				z := rapid.Float64Range(-4, 6).Draw(t, "z")
				r.ROI = &reports.PlayerIndex{ROI: 50 + 5*z, Z: z}
			}
			s.Players = append(s.Players, r)
		}
		if err := s.Sort(reports.Orders()[0]); err != nil {
			t.Fatal(err)
		}
		above, provisional := math.Inf(1), false
		for i, row := range w.playerTable(columnsOf(figures{words: w}, s.Players), s.Players, true).Rows {
			r := &s.Players[i]
			if row.Head != "" {
				above, provisional = math.Inf(1), strings.HasPrefix(row.Head, "Provisional")
			}
			if r.Provisional() != provisional {
				t.Fatalf("row %d with %d moves stands under the wrong heading", i, r.Moves)
			}
			roi := math.Inf(-1)
			if r.ROI != nil {
				roi = r.ROI.ROI
			}
			if roi > above {
				t.Fatalf("row %d: ROI %v stands below %v without a heading between", i, roi, above)
			}
			above = roi
		}
	})
}

// Provisional players have an ROI and are counted: in the tiles, in the lines, in
// the picture, in every language; no sentence says that they have none.
func TestProvisionalPlayersAreCounted(t *testing.T) {
	s := calibrated()
	for lang, wants := range map[string][]string{
		"en": {"1 of 3 provisional players (fewer than 120 moves) is at ROI 60 or above.", "provisional players 1", "Provisional: fewer than 120 counted moves", "61.8"},
		"ru": {"Игроков с предварительными данными (меньше 120 ходов) на ROI 60 или выше: 1 из 3.", "предварительно 1", "Предварительно: меньше 120", "61,8"},
		"uk": {"Гравців із попередніми даними (менше ніж 120 ходів) на ROI 60 або вище: 1 з 3.", "попередньо 1", "Попередньо: менше ніж 120", "61,8"},
	} {
		for _, format := range []string{"table", "html"} {
			text := strings.Join(strings.Fields(html.UnescapeString(written(t, format, s, Options{Lang: lang, Width: 80}))), " ")
			for i, want := range wants {
				if i == 1 && format == "html" {
					want = "<td>1</td></tr>" // of the small table
				}
				if !strings.Contains(text, want) {
					t.Errorf("%s in %s does not say %q", format, lang, want)
				}
			}
		}
	}
	w := wordsOf(t, "en")
	tiles := w.tiles(s)
	if last := tiles[len(tiles)-1]; last.Figure != "1" || last.Label != "of 3 provisional players (fewer than 120 moves) at ROI 60 or above" {
		t.Errorf("the tile says %+v", last)
	}
	if notes := strings.Join(w.roiNotes(s), " "); !strings.Contains(notes, "3 players have no ROI and are not drawn; the reason stands below the table.") {
		t.Errorf("of twelve players nine have an ROI, but the notes say %q", notes)
	}
	first := s
	first.Players, first.Standing.Judged = slices.DeleteFunc(first.Players, func(r reports.PlayerRow) bool { return !r.Provisional() }), 0
	if c := newROIChart(w, first.Players, chartWidth, nil); c == nil || len(pointedAt(c)) != 1 || pointedAt(c)[0].Class != "few" || drawnAs(c, "hill") != nil || drawnAs(c, "hintline") != nil {
		t.Errorf("the picture of an event where nobody is judged: %+v", c)
	}
	if text := written(t, "table", first, Options{}); !strings.Contains(text, "ROI 60 or above: provisional players 1") || strings.Contains(text, "by chance ") {
		t.Error("where nobody is judged the lines speak of chance, or not of the provisional players")
	}
}

// The mark of the hint line and its legend outlive the column of the line.
func TestHintMarkSurvivesNarrowTerminals(t *testing.T) {
	for _, s := range []*reports.Screening{fixture(), calibrated()} {
		for _, columns := range []int{80, 100, 240} {
			text := written(t, "table", s, Options{Width: columns})
			marked := false
			for line := range strings.Lines(text) {
				marked = marked || strings.HasPrefix(line, "Above, Anna") && strings.Contains(line, aboveMark)
			}
			if !marked || !strings.Contains(text, aboveMark+" above the hint line") {
				t.Errorf("%d columns: the mark, or what it means, is missing", columns)
			}
		}
	}
}

// Every column that is shown is explained under the heading that it has there.
func TestEveryColumnHasItsLegend(t *testing.T) {
	for _, lang := range Languages() {
		w := wordsOf(t, lang)
		for _, columns := range [][]playerColumn{columns(), comparingColumns()} {
			for _, heading := range []func(playerColumn) string{w.fullHeading, w.shortHeading} {
				var labels []string
				for _, f := range w.explanations(columns, heading) {
					if f.Value == "" || strings.HasPrefix(f.Value, "column.") {
						t.Errorf("%s: %s is explained by %q", lang, f.Label, f.Value)
					}
					labels = append(labels, strings.Split(f.Label, ", ")...)
				}
				for _, c := range columns {
					if !slices.Contains(labels, heading(c)) {
						t.Errorf("%s: column %s, %q, has no legend", lang, c.id, heading(c))
					}
				}
			}
		}
	}
	text := written(t, "table", calibrated(), Options{Width: 80})
	for _, want := range []string{"Holm p: ", "by chance: ", "MM exp.: ", "MM z: ", "Elo: "} {
		if !strings.Contains(text, "\n  "+want) {
			t.Errorf("80 columns do not explain %q", want)
		}
	}
	if strings.Contains(text, "±0.012") {
		t.Error("a spread is explained that has no room")
	}
}

// Where nothing bounds the width, tables keep their columns and prose still ends
// where it can be read.
func TestWideOutputWrapsProse(t *testing.T) {
	for _, s := range []*reports.Screening{published(t, fixture()), published(t, calibrated())} {
		w := wordsOf(t, "en")
		l := newLayout(w.playerTable(columnsOf(figures{words: w}, s.Players), s.Players, false), 240)
		figures := l.head()
		for i := range s.Players {
			figures = append(figures, l.row(i))
		}
		for line := range strings.Lines(written(t, "table", s, Options{Width: 240})) {
			line = strings.TrimSuffix(line, "\n")
			command := strings.HasPrefix(line, "fairplay ") // to be copied as it stands
			if n := width(line); n > standardWidth && !command && !slices.Contains(figures, line) {
				t.Errorf("prose of %d cells: %q", n, line)
			}
		}
		if len(l.lost) > 0 || width(l.head()[len(l.head())-1]) <= standardWidth {
			t.Error("240 cells are not used for the table")
		}
	}
}
