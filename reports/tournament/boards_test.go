package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fairplay/reports/tournament"
)

// Whatever is wrong with the games, the boards of a round say what its coverage counts: each lacking game is a
// board, and each deviation stands at one board or among the others.
func TestBoardsAgreeWithTheCoverage(t *testing.T) {
	for _, name := range []string{"grand_swiss_2021", "pedro_lezcano_2025"} {
		file, text := event(t, name)
		for _, games := range []string{text, damaged(text, 1, true).text, damaged(text, 2, false).text} {
			c := tournament.Cover(file, handedIn(t, games))
			for _, r := range c.Rounds {
				boards, known := c.Boards(r.Round)
				var told, counted []string
				lacks := 0
				for _, b := range boards.Boards {
					if b.State == tournament.GameLacks || b.State == tournament.GameLacksMoves {
						lacks++
					}
					if b.State == tournament.GameLacks {
						told = append(told, "missing "+b.White+" "+b.Black)
					}
					boards.Others = append(boards.Others, b.Differs...)
				}
				for _, d := range boards.Others {
					told = append(told, fmt.Sprintln(d.Kind, d.White, d.Black, d.File, d.Line))
				}
				for _, d := range c.Deviations {
					if d.Round == r.Round && d.Kind == tournament.MissingGame {
						counted = append(counted, "missing "+d.White+" "+d.Black)
					} else if d.Round == r.Round {
						counted = append(counted, fmt.Sprintln(d.Kind, d.White, d.Black, d.File, d.Line))
					}
				}
				slices.Sort(told)
				slices.Sort(counted)
				if !known || lacks != r.Missing || !slices.Equal(told, counted) {
					t.Errorf("%s, round %d: %d lack, want %d; told %v, want %v", name, r.Round, lacks, r.Missing, told, counted)
				}
			}
			games := 0
			for _, p := range c.FoundPlayers() {
				games += p.Games
			}
			if games == 0 || games > 2*len(strings.Split(text, "[Event ")) {
				t.Errorf("%s: players have %d games", name, games)
			}
		}
	}
}

// The states of boards, worked out by hand.
func TestStatesOfBoards(t *testing.T) {
	games := handedIn(t, strings.Join([]string{
		record("1.2", "Alpha, Anna", "Beta, Boris", "1-0", "1. e4 e5"), record("2.1", "Beta, Boris", "Иванов, Пётр", "0-1", "1. c4 c5"),
		record("2.2", "Gamma, Georg", "Alpha, Anna", "-/+", ""), record("3.1", "Alpha, Anna", "Delta, Dora", "1-0", "1. e4 e5"),
		record("3.2", "Gamma, Georg", "Beta, Boris", "1-0", ""),
	}, ""))
	c := tournament.Cover(listed(t, small), games)
	for round, want := range map[int]string{
		1: "[2 1-2 present; 0 3-4 missing] 0",
		2: "[1 2-4 present result board_result; 2 3-1 not_played] 0",
		3: "[2 3-2 no_moves no_moves; 0 1-4 missing] 1",
	} {
		boards, known := c.Boards(round)
		var said []string
		for _, b := range boards.Boards {
			text := fmt.Sprintf("%d %d-%d %s", b.Board, b.WhiteNumber, b.BlackNumber, b.State)
			for _, d := range b.Differs {
				text += " " + string(d.Kind)
			}
			said = append(said, text)
		}
		if got := fmt.Sprintf("[%s] %d", strings.Join(said, "; "), len(boards.Others)); !known || got != want {
			t.Errorf("round %d: %s, want %s", round, got, want)
		}
	}
	if _, known := c.Boards(9); known {
		t.Error("round 9 is known")
	}
}
