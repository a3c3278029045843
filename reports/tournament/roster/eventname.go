package roster

import (
	"fairplay/analysis"
	"slices"
	"strings"
)

// EventName returns the name of a game's event. Broadcasts write "Round 3:
// White - Black" instead and keep the name elsewhere, if at all.
func EventName(g *analysis.Game) string {
	for _, tag := range []string{g.Event, g.Tag("StudyName"), g.Tag("BroadcastName")} {
		tag = strings.TrimSpace(tag)
		if tag != "" && tag != "?" && tag != "-" && !isRoundName(tag) && !namesPairing(tag, g) {
			return tag
		}
	}
	return ""
}

// namesPairing reports whether a text contains the names of both players.
func namesPairing(text string, g *analysis.Game) bool {
	words := " " + strings.Join(Fold(text), " ") + " "
	for _, p := range []analysis.Player{g.White, g.Black} {
		n := parseName(p.Name)
		if n.nameless() || !strings.Contains(words, " "+strings.Join(n.words(), " ")+" ") {
			return false
		}
	}
	return true
}

// isRoundName reports whether a text is only "Round 3" or the like.
func isRoundName(text string) bool {
	words := Fold(text)
	if len(words) != 2 || !slices.Contains([]string{"round", "runde", "ronde", "ronda", "тур"}, words[0]) {
		return false
	}
	_, _, ok := analysis.ParseRound(words[1])
	return ok
}
