package render

import (
	"html"
	"strings"
	"testing"

	"fairplay/reports"
)

func TestFieldInWords(t *testing.T) {
	plain := reports.Field{Offset: 31.4, Interval: [2]float64{-22.6, 85.4}, Players: 9, Moves: 12873}
	slightly := reports.Field{Offset: 64.4, Interval: [2]float64{22.6, 105.4}, Players: 40, Moves: 3187}
	above := reports.Field{Offset: 365.7, Interval: [2]float64{254.7, 476.7}, Players: 36, Moves: 2463, Apart: true}
	below := reports.Field{Offset: -126.3, Interval: [2]float64{-247.4, -5.2}, Players: 17, Moves: 875, Apart: true}
	for _, tt := range []struct {
		field       *reports.Field
		lang        string
		says, never []string
	}{
		{&plain, "en", []string{"cannot be told whether this field plays above or below its ratings", "the estimate is +31 points, with a 95 % interval from -23 to +85 (players: 9, moves: 12,873)"}, []string{"do not describe", "above their ratings", "as their ratings say"}},
		{&slightly, "en", []string{"above their ratings by 64 points (95 % interval: +23 to +105; players: 40, moves: 3187)"}, []string{"do not describe"}},
		{&above, "en", []string{"above their ratings by 366 points", "+255 to +477", "do not describe", "moved upwards", "does not stand out"}, []string{"downwards"}},
		{&below, "en", []string{"below their ratings by 126 points", "-247 to -5", "do not describe", "moved downwards"}, []string{"upwards"}},
		{&above, "ru", []string{"выше своих рейтингов", "366", "сдвинуты вверх"}, nil},
		{&below, "uk", []string{"нижче своїх рейтингів", "126", "зсунуто вниз"}, nil},
	} {
		for _, format := range []string{"table", "html"} {
			s := calibrated()
			s.Field = tt.field
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

// Where the figures of all are moved, the page says so as loudly as that they are
// hints.
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
