package render

import (
	"math"
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
