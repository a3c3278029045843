package tournament

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fairplay/analysis"
	"fairplay/reports/tournament/roster/rostertest"
)

func TestStart(t *testing.T) {
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }
	tests := []struct {
		name  string
		games []*analysis.Game
		want  time.Time
	}{
		{"no games", nil, time.Time{}},
		{"no dates", []*analysis.Game{rostertest.Pairing("A", "B", rostertest.At("????.??.??", "1"))}, time.Time{}},
		{"earliest game", []*analysis.Game{rostertest.Pairing("A", "B", rostertest.At("2025.04.13", "2")), rostertest.Pairing("A", "B", rostertest.At("2025.04.12", "1"))}, day(2025, 4, 12)},
		{"date of the event", []*analysis.Game{rostertest.Pairing("A", "B", rostertest.At("2025.06.24", "6"), rostertest.Tag("EventDate", "2025.06.19"))}, day(2025, 6, 19)},
		{"month only", []*analysis.Game{rostertest.Pairing("A", "B", rostertest.At("2021.11.??", "1"))}, day(2021, 11, 1)},
		{"year only", []*analysis.Game{rostertest.Pairing("A", "B", rostertest.At("2021.??.??", "1"))}, day(2021, 1, 1)},
		{"UTC date for want of another", []*analysis.Game{rostertest.Pairing("A", "B", rostertest.Tag("UTCDate", "2025.02.27"))}, day(2025, 2, 27)},
		{"UTC date beside another", []*analysis.Game{rostertest.Pairing("A", "B", rostertest.At("2025.03.01", "1"), rostertest.Tag("UTCDate", "2025.02.27"))}, day(2025, 3, 1)},
		{"impossible date", []*analysis.Game{rostertest.Pairing("A", "B", rostertest.At("2021.13.45", "1"))}, time.Time{}},
	}
	for _, tt := range tests {
		if got := Start(tt.games); !got.Equal(tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		if tt.name == "month only" || tt.name == "year only" {
			tt.want = time.Time{}
		}
		if got := FirstDay(tt.games); !got.Equal(tt.want) {
			t.Errorf("first day, %s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// The order is total up to games that are equal in every respect.
func TestCompareProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := rostertest.Draw(t)
		for i, g := range games {
			g.Source = analysis.Source{File: "event.pgn", Game: i + 1}
		}
		want := analysis.InOrder(games)
		if got := analysis.InOrder(rostertest.Shuffled(games, rapid.Uint64().Draw(t, "shuffle"))); !slices.Equal(got, want) {
			t.Fatal("another order after shuffling")
		}
		for i := 1; i < len(want); i++ {
			if analysis.CompareGames(want[i-1], want[i]) >= 0 || analysis.CompareGames(want[i], want[i-1]) <= 0 {
				t.Fatalf("games %d and %d are not in strict order", i-1, i)
			}
		}
	})
}
