package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/reports/tournament"
)

// A clean file holds one whole record of each pairing, and every other record is left out with a
// reason. The order of the records does not matter.
func TestClean(t *testing.T) {
	records := []string{
		record("3.2", "Gamma, Georg", "Beta, Boris", "1-0", "1. f4 f5"),
		record("1.1", "Alpha, Anna", "Beta, Boris", "1-0", "1. e4 e5 2. Nf3"),
		record("1.1", "Alpha, Anna", "Beta, Boris", "1-0", "1. e4 e5"),
		record("2.1", "Beta, Boris", "Иванов, Пётр", "1/2-1/2", "1. c4 c5 2. Nd6 e6"),
		record("1", "Gamma, Georg", "Иванов, Пётр", "0-1", "1. d4 d5 2. Ke4 Kd5"), // kings in the middle signal the result
		record("2.2", "Gamma, Georg", "Alpha, Anna", "-/+", ""),
		record("2.3", "Delta, Dora", "Beta, Boris", "1-0", "1. e4 e5"),
		record("4.1", "Alpha, Anna", "Gamma, Georg", "1-0", "1. e4 e5"),
		record("1.7", "Beta, Boris", "Gamma, Georg", "1-0", "1. a4 a5"),
		"[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]\n[SetUp \"1\"]\n" + record("3.1", "Alpha, Anna", "Иванов, Пётр", "1-0", "1. e4 e5"),
	}
	file := listed(t, small)
	for range 5 {
		rand.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
		got := tournament.Cover(file, handedIn(t, strings.Join(records, ""))).Clean
		var games, left, lacks []string
		for _, g := range got.Games {
			games = append(games, fmt.Sprintf("%s %s %d", g.Round, g.White.Name, len(g.Plies)))
		}
		for _, l := range got.Left {
			left = append(left, fmt.Sprintf("%s %s", l.Game.Round, l.Why))
		}
		for _, l := range got.Lacks {
			lacks = append(lacks, fmt.Sprintf("%d %s %s %s", l.Round, l.White, l.Kind, l.Recorded))
		}
		slices.Sort(left)
		if want := "[1.1 Alpha, Anna 3 1 Gamma, Georg 2 3.2 Gamma, Georg 2]"; fmt.Sprint(games) != want {
			t.Errorf("games %v, want %s", games, want)
		}
		if want := "[1.1 doubled 1.7 doubled 2.1 broken_off 2.2 no_moves 2.3 unknown_name 3.1 variant 4.1 later_round]"; fmt.Sprint(left) != want {
			t.Errorf("left out %v, want %s", left, want)
		}
		if len(lacks) != 2 || !strings.HasPrefix(lacks[0], "2 Beta, Boris broken_off ") || lacks[1] != "3 Alpha, Anna variant chess960" {
			t.Errorf("lacking %q", lacks)
		}
	}
}

// Whatever is done to the games of a real event: every game is in the clean file, or lacking, and
// every record in the clean file, or left out.
func TestCleanTakesEveryGameOnce(t *testing.T) {
	file, text := event(t, "grand_swiss_2021")
	for seed := range uint64(3) {
		games := handedIn(t, damaged(text, seed, seed == 0).text)
		got := tournament.Cover(file, games)
		c := got.Clean
		if len(c.Games)+len(c.Lacks) != 594 || len(c.Games)+len(c.Left) != len(games) {
			t.Errorf("seed %d: %d games, %d lacking; %d left out of %d", seed, len(c.Games), len(c.Lacks), len(c.Left), len(games))
		}
		if !slices.IsSortedFunc(c.Games, func(a, b *analysis.Game) int { return place(a) - place(b) }) {
			t.Error("the games are not in the order of rounds and boards")
		}
	}
}

func place(g *analysis.Game) int {
	round, board, _ := analysis.ParseRound(g.Round)
	return 1000*round + board
}
