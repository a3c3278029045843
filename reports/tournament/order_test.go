package tournament

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fairplay/analysis"
)

func TestParseRound(t *testing.T) {
	tests := []struct {
		in           string
		round, board int
		ok           bool
	}{
		{"3", 3, 0, true}, {"3.12", 3, 12, true}, {"10.1", 10, 1, true}, {" 7 ", 7, 0, true}, {"3.12.2", 3, 12, true},
		{"2/15", 2, 15, true}, {"4(3)", 4, 3, true}, {"03.04", 3, 4, true}, {"3.", 3, 0, true},
		{"", 0, 0, false}, {"?", 0, 0, false}, {"-", 0, 0, false}, {"0", 0, 0, false}, {"-3", 0, 0, false},
		{"final", 0, 0, false}, {"3a", 0, 0, false}, {"3.x", 0, 0, false}, {"99999999999999999999", 0, 0, false},
	}
	for _, tt := range tests {
		round, board, ok := ParseRound(tt.in)
		if round != tt.round || board != tt.board || ok != tt.ok {
			t.Errorf("ParseRound(%q) = %d, %d, %v; want %d, %d, %v", tt.in, round, board, ok, tt.round, tt.board, tt.ok)
		}
	}
}

func TestCompare(t *testing.T) {
	want := []*analysis.Game{
		pairing("A", "B", at("", "9")),
		pairing("A", "B", at("????.??.??", "10")),
		pairing("A", "B", at("2025.04.??", "1")),
		pairing("A", "B", at("2025.04.12", "?")),
		pairing("A", "B", at("2025.04.12", "1")),
		pairing("A", "B", at("2025.04.12", "1"), tag("Board", "2")),
		pairing("A", "B", at("2025.04.12", "1"), tag("Board", "10")),
		pairing("A", "B", at("2025.04.12", "1.9")),
		pairing("A", "B", at("2025.04.12", "1.10")),
		pairing("A", "B", at("2025.04.12", "2.1")),
		pairing("A", "B", at("2025.04.13", "1.1")),
	}
	for seed := range uint64(20) {
		if got := inOrder(shuffled(want, seed)); !slices.Equal(got, want) {
			t.Fatalf("seed %d: another order", seed)
		}
	}
}

func TestRounds(t *testing.T) {
	games := []*analysis.Game{
		pairing("A", "B", at("", "10.1")), pairing("A", "B", at("", "2")), pairing("A", "B", at("", "?")), pairing("A", "B", at("", "2.7")),
	}
	if got := Rounds(games); !slices.Equal(got, []int{2, 10}) {
		t.Errorf("rounds %v, want 2 and 10", got)
	}
}

func TestStart(t *testing.T) {
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }
	tests := []struct {
		name  string
		games []*analysis.Game
		want  time.Time
	}{
		{"no games", nil, time.Time{}},
		{"no dates", []*analysis.Game{pairing("A", "B", at("????.??.??", "1"))}, time.Time{}},
		{"earliest game", []*analysis.Game{pairing("A", "B", at("2025.04.13", "2")), pairing("A", "B", at("2025.04.12", "1"))}, day(2025, 4, 12)},
		{"date of the event", []*analysis.Game{pairing("A", "B", at("2025.06.24", "6"), tag("EventDate", "2025.06.19"))}, day(2025, 6, 19)},
		{"month only", []*analysis.Game{pairing("A", "B", at("2021.11.??", "1"))}, day(2021, 11, 1)},
		{"year only", []*analysis.Game{pairing("A", "B", at("2021.??.??", "1"))}, day(2021, 1, 1)},
		{"UTC date for want of another", []*analysis.Game{pairing("A", "B", tag("UTCDate", "2025.02.27"))}, day(2025, 2, 27)},
		{"UTC date beside another", []*analysis.Game{pairing("A", "B", at("2025.03.01", "1"), tag("UTCDate", "2025.02.27"))}, day(2025, 3, 1)},
		{"impossible date", []*analysis.Game{pairing("A", "B", at("2021.13.45", "1"))}, time.Time{}},
	}
	for _, tt := range tests {
		if got := Start(tt.games); !got.Equal(tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// The order is total up to games that are equal in every respect.
func TestCompareProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := drawGames(t)
		for i, g := range games {
			g.Source = analysis.Source{File: "event.pgn", Game: i + 1}
		}
		want := inOrder(games)
		if got := inOrder(shuffled(games, rapid.Uint64().Draw(t, "shuffle"))); !slices.Equal(got, want) {
			t.Fatal("another order after shuffling")
		}
		for i := 1; i < len(want); i++ {
			if Compare(want[i-1], want[i]) >= 0 || Compare(want[i], want[i-1]) <= 0 {
				t.Fatalf("games %d and %d are not in strict order", i-1, i)
			}
		}
	})
}
