package render

import (
	"math"
	"strings"
	"testing"
)

// Odds are said to two digits, from the side of the likelier explanation, and no
// further than anybody has measured.
func TestOddsInWords(t *testing.T) {
	tests := []struct {
		lang        string
		odds        float64
		says, ratio string
	}{
		{"en", 12.34, "about 12 times as likely if part of them came from an engine", "12 : 1"},
		{"en", 1 / 8.04, "about 8 times as likely if none of them came from an engine", "1 : 8"},
		{"en", 1.02, "about as likely if part of them came", "1 : 1"},
		{"en", 1 / 1.26, "about 1.3 times as likely if none", "1 : 1.3"},
		{"en", 98_765, "about 99,000 times as likely if part", "99,000 : 1"},
		{"en", 3e9, "more than 1,000,000 times as likely if part", "> 1,000,000 : 1"},
		{"en", 1e-300, "more than 1,000,000 times as likely if none", "1 : > 1,000,000"},
		{"ru", 2, "примерно в 2 раза вероятнее, если часть", "2 : 1"},
		{"ru", 1.5, "примерно в 1,5 раза вероятнее", "1,5 : 1"},
		{"ru", 21, "примерно в 21 раз вероятнее", "21 : 1"},
		{"ru", 12, "примерно в 12 раз вероятнее", "12 : 1"},
		{"uk", 3, "приблизно у 3 рази імовірніші", "3 : 1"},
		{"uk", 1 / 12.1, "приблизно у 12 разів імовірніші, якщо жодного", "1 : 12"},
	}
	plain := func(text string) string { return strings.ReplaceAll(text, noBreakSpace, " ") }
	for _, tt := range tests {
		w, log := wordsOf(t, tt.lang), math.Log(tt.odds)
		if got := plain(w.explained(log)); !strings.Contains(got, tt.says) {
			t.Errorf("%s, %v: %q, want %q", tt.lang, tt.odds, got, tt.says)
		}
		if got := plain(w.ratio(&log)); got != tt.ratio {
			t.Errorf("%s, %v: %q, want %q", tt.lang, tt.odds, got, tt.ratio)
		}
	}
	w := wordsOf(t, "en")
	if got := w.ratio(nil) + w.ratio(new(math.NaN())) + w.ratio(new(math.Inf(1))); got != absent+absent+absent {
		t.Errorf("no odds are written %q", got)
	}
	if got := w.probable(.9999); !strings.HasPrefix(got, "more than 99") {
		t.Errorf("a probability of .9999 is written %q", got)
	}
}
