package analysis

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// dated is a game of which no more is known than when it was played.
func dated(date, round string, tags ...Tag) *Game { return &Game{Date: date, Round: round, Tags: tags} }

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

func TestCompareGames(t *testing.T) {
	want := []*Game{
		dated("", "9"),
		dated("????.??.??", "10"),
		dated("2025.04.??", "1"),
		dated("2025.04.12", "?"),
		dated("2025.04.12", "1"),
		dated("2025.04.12", "1", Tag{"Board", "2"}),
		dated("2025.04.12", "1", Tag{"Board", "10"}),
		dated("2025.04.12", "1.9"),
		dated("2025.04.12", "1.10"),
		dated("2025.04.12", "2.1"),
		dated("2025.04.13", "1.1"),
	}
	for seed := range uint64(20) {
		shuffled := slices.Clone(want)
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(want), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if got := InOrder(shuffled); !slices.Equal(got, want) {
			t.Fatalf("seed %d: another order", seed)
		}
	}
}

func TestMainRounds(t *testing.T) {
	games := []*Game{
		dated("", "10.1"), dated("", "2"), dated("", "?"), dated("", "2.7"),
	}
	if got := MainRounds(games); !slices.Equal(got, []int{2, 10}) {
		t.Errorf("rounds %v, want 2 and 10", got)
	}
}
