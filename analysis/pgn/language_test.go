package pgn_test

import (
	"strings"
	"testing"
)

// TestLanguages writes real games with the piece letters of other languages
// and expects the same games.
func TestLanguages(t *testing.T) {
	tests := []struct{ name, letters string }{ // for K Q R B N
		{"German", "K D T L S"}, {"French", "R D T F C"}, {"Spanish", "R D T A C"}, {"Dutch", "K D T L P"},
		{"Polish", "K H W G S"}, {"Czech", "K D V S J"}, {"Russian", "Кр Ф Л С К"}, {"Ukrainian", "Кр Ф Т С К"},
		{"Russian with a Latin K for the king", "K Ф Л С К"}, {"Russian with Latin look-alikes", "Kp Ф Л C K"},
		{"Ukrainian with Latin look-alikes", "Кp Ф T C K"}, {"figurines", "♔ ♕ ♖ ♗ ♘"}, {"black figurines", "♚ ♛ ♜ ♝ ♞"},
	}
	games, _ := read(t, string(sample(t, "twic1599.pgn")))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var pairs []string
			for i, letter := range strings.Fields(tt.letters) {
				pairs = append(pairs, "KQRBN"[i:i+1], letter)
			}
			translate := strings.NewReplacer(pairs...)
			for _, g := range games[:20] {
				var text strings.Builder
				for _, name := range []string{"White", "Black", "Date", "Round"} {
					text.WriteString("[" + name + " \"" + g.Tag(name) + "\"]\n")
				}
				text.WriteString("\n" + translate.Replace(sans(g)) + " " + string(g.Board) + "\n")
				if got := only(t, text.String()); got.ID != g.ID || got.Cut != nil {
					t.Errorf("%s is read differently: cut %v, notes %v", g.Source, got.Cut, got.Notes)
				}
			}
		})
	}
}

// TestCyrillicTraps reads К as a knight and Кр as a king in one game, and notes which letters
// it used.
func TestCyrillicTraps(t *testing.T) {
	g := only(t, "1. е4 е5 2. Кf3 Кс6 3. Сс4 Сс5 4. 0-0 Кf6 5. Крh1 Крd6 *")
	if sans(g) != "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 Kh1" || g.Cut == nil || g.Cut.Token != "Крd6" {
		t.Errorf("%s, cut %v", sans(g), g.Cut)
	}
	if !strings.Contains(noted(g), "Russian or Ukrainian") {
		t.Errorf("notes %v", g.Notes)
	}
}
