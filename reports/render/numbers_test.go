package render

import (
	"math"
	"strings"
	"testing"
)

func TestNumbers(t *testing.T) {
	en, ru := wordsOf(t, "en"), wordsOf(t, "ru")
	tests := []struct{ got, want string }{
		{en.percent(.6097560975609756, 1), "61.0"},
		{ru.percent(.6097560975609756, 1), "61,0"},
		{en.decimal(.2134, 3), "0.213"},
		{en.decimal(-.0001, 3), "0.000"},
		{en.decimal(-1.5, 1), "-1.5"},
		{en.decimal(math.NaN(), 1), absent},
		{en.decimal(math.Inf(-1), 1), absent},
		{ru.decimal(2450, 0), "2450"},
		{en.integer(0), "0"}, {en.integer(9999), "9999"}, {en.integer(10000), "10,000"},
		{en.integer(1234567), "1,234,567"}, {en.integer(-123456), "-123,456"},
		{en.small(.00099), "<0.001"}, {ru.small(.00123), "0,001"}, {en.small(.0994), "0.099"}, {en.small(.0996), "0.10"},
		{en.small(.5), "0.50"}, {en.small(.996), "1.0"}, {en.small(9.94), "9.9"}, {en.small(12.3), "12"},
		{en.small(math.NaN()), absent},
		{en.signed(1.005, 1), "+1.0"}, {en.signed(-.001, 2), "+0.00"}, {ru.signed(-2.5, 1), "-2,5"}, {en.z(nil), absent},
		{ru.integer(101487), "101\u00a0487"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

func TestDatesAndRounds(t *testing.T) {
	en, uk := wordsOf(t, "en"), wordsOf(t, "uk")
	tests := []struct{ got, want string }{
		{en.date("2024.05.31"), "2024-05-31"},
		{uk.date("2024.05.31"), "31.05.2024"},
		{uk.date("2024.05.??"), "05.2024"},
		{en.date("????.??.??"), ""},
		{en.date(""), ""},
		{roundRange([]string{"1", "2", "3"}), "1–3"},
		{roundRange([]string{"1", "2"}), "1, 2"},
		{roundRange([]string{"1", "3", "4"}), "1, 3, 4"},
		{roundRange([]string{"QF", "SF", "F"}), "QF, SF, F"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

// No share of honest performances is written as all of them.
func TestAlmostAll(t *testing.T) {
	w := wordsOf(t, "en")
	for share, want := range map[float64]string{.39: "39 %", .99: "99 %", .9989: "more than 99 %"} {
		if got := strings.ReplaceAll(w.mostly(share), noBreakSpace, " "); got != want {
			t.Errorf("%v: %q, want %q", share, got, want)
		}
	}
}
