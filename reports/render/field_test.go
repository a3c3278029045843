package render

import (
	"encoding/csv"
	"html"
	"slices"
	"strings"
	"testing"

	"fairplay/reports"
)

func TestFieldInWords(t *testing.T) {
	plain := reports.FieldOffset{Offset: 31.4, SD: 27.6, Interval: [2]float64{-22.6, 85.4}, Players: 9, Sides: 66, Moves: 12873}
	slightly := reports.FieldOffset{Offset: 64.4, SD: 21.1, Interval: [2]float64{22.6, 105.4}, Players: 40, Sides: 112, Moves: 3187}
	above := reports.FieldOffset{Offset: 365.7, SD: 56.6, Interval: [2]float64{254.7, 476.7}, Players: 36, Sides: 90, Moves: 2463, Apart: true}
	below := reports.FieldOffset{Offset: -126.3, SD: 61.8, Interval: [2]float64{-247.4, -5.2}, Players: 17, Sides: 34, Moves: 875, Apart: true}
	for _, tt := range []struct {
		field       *reports.FieldOffset
		lang        string
		says, never []string
	}{
		{&plain, "en", []string{"cannot be told whether this field plays above or below its ratings",
			"the estimate is +31 points, uncertain by ±28 (95 % interval: -23 to +85; players: 9, sides of games: 66, moves: 12,873)", "is against rating and field"},
			[]string{"do not describe", "above their ratings", "against the ratings alone,"}},
		{&slightly, "en", []string{"above their ratings by 64 points, uncertain by ±21 (95 % interval: +23 to +105; players: 40, sides of games: 112, moves: 3187)",
			"expected to play as far from his rating as the others do"}, []string{"do not describe"}},
		{&above, "en", []string{"above their ratings by 366 points", "+255 to +477", "do not describe", "The figures allow for that", "would all lie too high"}, []string{"too low"}},
		{&below, "en", []string{"below their ratings by 126 points", "-247 to -5", "do not describe", "would all lie too low"}, []string{"too high"}},
		{nil, "en", []string{"All figures are against the ratings alone, because it is not known whether this field plays above or below them: too few players",
			"every standard deviation allows for it"}, []string{"against rating and field:", "moves it"}},
		{&above, "ru", []string{"выше своих рейтингов", "366, неточность ±57", "были бы слишком высоки", "по рейтингу и составу:"}, nil},
		{nil, "ru", []string{"только по рейтингам, потому что неизвестно"}, []string{"по рейтингу и составу:"}},
		{&below, "uk", []string{"нижче своїх рейтингів", "126, неточність ±62", "були б занизькі", "за рейтингом і складом:"}, nil},
		{nil, "uk", []string{"лише за рейтингами, бо невідомо"}, []string{"за рейтингом і складом:"}},
	} {
		for _, format := range []string{"table", "html"} {
			s := inField(calibrated(), tt.field)
			text := strings.Join(strings.Fields(html.UnescapeString(written(t, format, s, Options{Lang: tt.lang, Width: 140}))), " ")
			for _, want := range tt.says {
				if !strings.Contains(text, want) {
					t.Errorf("%s in %s does not say %q", format, tt.lang, want)
				}
			}
			for _, never := range tt.never {
				if strings.Contains(text, never) {
					t.Errorf("%s in %s says %q", format, tt.lang, never)
				}
			}
		}
	}
}

// inField gives a screening another field, nil for none: then nobody has an ROI
// beside that against the rating alone.
func inField(s *reports.Screening, f *reports.FieldOffset) *reports.Screening {
	s.Field = f
	if f == nil {
		s.FieldMissing = reports.FewPlayers
		for i := range s.Players {
			if r := s.Players[i].ROI; r != nil {
				r.RatingAlone = nil
			}
		}
	}
	return s
}

// Where the ratings do not describe how the field plays, the page says so as loudly
// as that the figures are hints.
func TestFieldApartStandsOut(t *testing.T) {
	s := calibrated()
	quiet := strings.Count(written(t, "html", s, Options{}), `class="hint"`)
	s.Field.Apart = true
	if !strings.Contains(written(t, "json", s, Options{}), `"apart": true`) {
		t.Error("JSON does not have it")
	}
	if loud := strings.Count(written(t, "html", s, Options{}), `class="hint"`); loud != quiet+1 {
		t.Errorf("%d hints, and %d where the field is apart", quiet, loud)
	}
}

// The ROI against the rating alone stands beside the ROI, in the table, the page and
// CSV; without a field there is no such column.
func TestROIAgainstTheRatingAlone(t *testing.T) {
	s := calibrated()
	shown := s.Players[0]
	if shown.Name != "Above, Anna" {
		t.Fatalf("%s stands first", shown.Name)
	}
	text := strings.Join(strings.Fields(written(t, "table", s, Options{Width: 200})), " ")
	if !strings.Contains(text, "67.1 68.6 0.003") || !strings.Contains(text, "by rating: The ROI against the rating alone") {
		t.Error("the table does not show the ROI against the rating beside the ROI, or not what it is")
	}
	if narrow := written(t, "table", s, Options{Width: 80}); strings.Contains(narrow, "68.6") || !strings.Contains(strings.Join(strings.Fields(narrow), " "), "ROI by rating,") {
		t.Error("a narrow table keeps the ROI against the rating, or does not say that it is left out")
	}
	if page := written(t, "html", s, Options{}); !strings.Contains(page, "68.6") {
		t.Error("the page does not show the ROI against the rating")
	}
	if page := written(t, "html", inField(calibrated(), nil), Options{}); strings.Contains(page, "The ROI against the rating alone") {
		t.Error("without a field there is a column for the ROI against the rating")
	}
	cells := csvCells(t, written(t, "csv", s, Options{}))
	if got := cells["Above, Anna roi_rating_alone"]; got != "68.6" {
		t.Errorf("CSV has the ROI %q against the rating", got)
	}
	s.Players[2].ROI.RatingAlone = nil // so few others that for him there is no field
	if text := written(t, "table", s, Options{Width: 200}); !strings.Contains(text, "comparison with the field ("+s.Players[2].Name+"): too few players") {
		t.Error("of a player without a field nothing is said")
	}
}

// csvCells returns the cells of players by name and column, and the texts of other
// records by record and item.
func csvCells(t *testing.T, text string) map[string]string {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	cells := map[string]string{}
	name, missing := slices.Index(records[0], "name"), slices.Index(records[0], "missing")
	for _, record := range records[1:] {
		if record[0] != "player" {
			cells[record[0]+" "+record[1]] = record[2]
			if missing >= 0 && record[missing] != "" {
				cells[record[0]+" "+record[1]+" missing"] = record[missing]
			}
			continue
		}
		for i, column := range records[0] {
			cells[record[name]+" "+column] = record[i]
		}
	}
	return cells
}

// CSV says how the field plays, or why that is not known.
func TestFieldInCSV(t *testing.T) {
	s := calibrated()
	s.Field.Offset = -126.3
	for text, want := range map[string]map[string]string{
		written(t, "csv", s, Options{}):                          {"field offset": "-126", "field sd": "28", "field players": "9", "field sides": "66", "field moves": "1873", "field missing": ""},
		written(t, "csv", inField(calibrated(), nil), Options{}): {"field offset": "", "field missing": "few_players", "Above, Anna roi_rating_alone": ""},
		tested(t, "csv", fullTestFixture(), Options{}): {"total combined_z": "3.42", "total combined_z_rating_alone": "3.90", "total field_offset": "63", "total field_sd": "21",
			"total field_sides": "822", "total field_offset missing": ""},
		tested(t, "csv", thinTest(), Options{}): {"total combined_z_rating_alone": "", "total combined_z_rating_alone missing": "few_players", "total field_offset missing": "few_players"},
	} {
		cells := csvCells(t, text)
		for place, value := range want {
			if cells[place] != value {
				t.Errorf("%s: %q, want %q", place, cells[place], value)
			}
		}
	}
}

// A full test shows both Z and says which counts, how much the field moves it, and
// how the field plays; without one why, and loudly where the ratings do not describe
// it.
func TestFieldOfAFullTest(t *testing.T) {
	apart := fullTestFixture()
	apart.Field = &reports.FieldOffset{Offset: -212, SD: 44, Interval: [2]float64{-298, -126}, Players: 31, Sides: 240, Moves: 5100, Apart: true}
	apart.Combined.RatingAlone = new(2.11)
	for _, tt := range []struct {
		name        string
		r           *reports.FullTest
		says, never []string
	}{
		{"field", fullTestFixture(), []string{
			"the others in this event play above their ratings by 63 points, uncertain by ±21 (95 % interval: +22 to +105; players: 95, sides of games: 822, moves: 18,311)",
			"Z is against his rating and this field, and this one governs. The field moves it by -0.48.", "his rating +3.90 his rating and this field +3.42",
			"Expected is that of his rating in this field.", "the adjusted z allows for it as far as the games of the others tell",
		}, []string{"do not describe", "a screening of all its games says so", "against his rating alone"}},
		{"apart", apart, []string{"below their ratings by 212 points", "do not describe how the others in this event play", "they would lie too low", "The field moves it by +1.31.",
			"his rating +2.11 his rating and this field +3.42"}, []string{"too high"}},
		{"none", thinTest(), []string{"All figures are against his rating alone, because it is not known how the others in this event play: too few players", "every standard deviation allows for it"},
			[]string{"Z is against his rating and this field", "Compared with", "Taken together"}},
		{"uncalibrated", uncalibratedTest(), []string{"Counts and averages only"}, []string{"because it is not known how the others"}},
	} {
		for _, format := range []string{"table", "html"} {
			text := stripped(tested(t, format, tt.r, Options{Width: 120}))
			for _, want := range tt.says {
				if !strings.Contains(text, want) {
					t.Errorf("%s, %s: it does not say %q", tt.name, format, want)
				}
			}
			for _, never := range tt.never {
				if strings.Contains(text, never) {
					t.Errorf("%s, %s: it says %q", tt.name, format, never)
				}
			}
		}
	}
	if quiet, loud := len(newFullTest(wordsOf(t, "en"), fullTestFixture(), true).Notes), len(newFullTest(wordsOf(t, "en"), apart, true).Notes); loud != quiet+1 {
		t.Errorf("%d notes, and %d where the field is apart", quiet, loud)
	}
}

// Games of several events are several fields: each with its own offset, and what to do for one table.
func TestSeveralFieldsInWords(t *testing.T) {
	t.Parallel()
	s := calibrated()
	s.Fields = []reports.EventField{{Event: "Open A", Field: s.Field}, {Event: "Cup <2024>", Missing: reports.FewPlayers}}
	s.Field, s.FieldMissing = nil, reports.SeveralEvents
	s.Players[0].Ratings = &[2]float64{2340, 2412}
	for lang, says := range map[string][]string{
		"en": {"The games are of several events, by their names and dates. Each is a field of its own", "hand in its games alone", "Open A: ", "Cup <2024>: It is not known whether this field plays above or below its ratings: too few players", "each game is judged at its own"},
		"ru": {"партии относятся к нескольким турнирам", "Cup <2024>: Неизвестно"}, "uk": {"партії належать до кількох турнірів", "Cup <2024>: Невідомо"},
	} {
		for _, format := range []string{"table", "html"} {
			text := strings.Join(strings.Fields(html.UnescapeString(written(t, format, s, Options{Lang: lang, Width: 140}))), " ")
			for _, want := range says {
				if !strings.Contains(text, want) {
					t.Errorf("%s in %s does not say %q", format, lang, want)
				}
			}
		}
	}
}
