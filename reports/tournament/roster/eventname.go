package roster

import (
	"fairplay/analysis"
	"slices"
	"strings"
)

// EventName returns the name of a game's event. Broadcasts write "Round 3:
// White - Black" instead and keep the name elsewhere, if at all.
func EventName(g *analysis.Game) string { return newEventTexts().name(g) }

// eventTexts keep what was made of texts that many games have in common.
type eventTexts struct{ words, players, plain map[string]string }

func newEventTexts() *eventTexts {
	return &eventTexts{map[string]string{}, map[string]string{}, map[string]string{}}
}

// once returns what was made of a text before, or else makes it.
func once(made map[string]string, text string, make func(string) string) string {
	found, known := made[text]
	if !known {
		found = make(text)
		made[text] = found
	}
	return found
}

// folded returns the words of a text, divided by spaces.
func (t *eventTexts) folded(text string) string {
	return once(t.words, text, func(text string) string { return strings.Join(Fold(text), " ") })
}

// name is EventName.
func (t *eventTexts) name(g *analysis.Game) string {
	for _, tag := range []string{g.Event, g.Tag("StudyName"), g.Tag("BroadcastName")} {
		tag = strings.TrimSpace(tag)
		if tag != "" && tag != "?" && tag != "-" && !isRoundName(t.folded(tag)) && !t.namesPairing(tag, g) {
			return tag
		}
	}
	return ""
}

// namesPairing reports whether a text contains the names of both players.
func (t *eventTexts) namesPairing(text string, g *analysis.Game) bool {
	words := " " + t.folded(text) + " "
	for _, said := range []string{g.White.Name, g.Black.Name} {
		name := once(t.players, said, func(said string) string {
			if n := parseName(said); !n.nameless() {
				return " " + strings.Join(n.words(), " ") + " "
			}
			return ""
		})
		if name == "" || !strings.Contains(words, name) {
			return false
		}
	}
	return true
}

// isRoundName reports whether a folded text is only "round 3" or the like.
func isRoundName(text string) bool {
	words := strings.Fields(text)
	if len(words) != 2 || !slices.Contains([]string{"round", "runde", "ronde", "ronda", "тур"}, words[0]) {
		return false
	}
	_, _, ok := analysis.ParseRound(words[1])
	return ok
}
