package tournament

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament/roster"
)

// ClassBasis says how a game's time class is known.
type ClassBasis string

// The bases, from the most to the least reliable.
const (
	ByControl ClassBasis = "time_control" // TimeControl tag and rule set
	ByClock   ClassBasis = "clock"        // both clocks showed an hour or more after the first move
	ByName    ClassBasis = "name"         // words in the name or type of the event
	Assumed   ClassBasis = "assumed"      // the game does not say
	NoBasis   ClassBasis = ""             // the game does not say, and nothing was assumed
)

// fast is the class of events whose names say only that they were not played at standard time:
// rapid and blitz together, tie-breaks. No rating or calibration has this class.
const fast analysis.TimeClass = "fast"

// timeClass returns the class of a game and how it is known.
func (o Options) timeClass(g *analysis.Game) (analysis.TimeClass, ClassBasis) {
	set := cmp.Or(o.RuleSet, regulations.FIDE)
	if class, ok := o.Edition.TimeClass(set, g.TimeControl); ok {
		return class, ByControl
	}
	if class := classByName(g); class != analysis.UnknownTime {
		return class, ByName
	}
	if longClocks(g) {
		return analysis.StandardTime, ByClock
	}
	if o.Assume != analysis.UnknownTime {
		return o.Assume, Assumed
	}
	return analysis.UnknownTime, NoBasis
}

// admits reports whether games of a class count.
func (o Options) admits(class analysis.TimeClass) bool {
	return len(o.TimeClasses) == 0 || slices.Contains(o.TimeClasses, class)
}

// longClocks reports whether both players had an hour or more after their first move, which is
// standard time under every rule set.
func longClocks(g *analysis.Game) bool {
	return len(g.Plies) >= 2 && g.Plies[0].Clock >= time.Hour && g.Plies[1].Clock >= time.Hour
}

// classByName reads the class from the name and type of the event.
func classByName(g *analysis.Game) analysis.TimeClass {
	class := analysis.UnknownTime
	for _, text := range []string{g.Event, g.Tag("EventType")} {
		words := roster.Fold(text)
		for i, w := range words {
			next := ""
			if i+1 < len(words) {
				next = words[i+1]
			}
			found := classOfWord(w, next)
			if found != analysis.UnknownTime && class != analysis.UnknownTime && found != class {
				return fast
			}
			class = cmp.Or(class, found)
		}
	}
	return class
}

// classOfWord returns the class for which a folded word of an event's name stands. Rapid City and
// Grand Rapids are places.
func classOfWord(word, next string) analysis.TimeClass {
	switch {
	case word == "rapid" && next == "city":
		return analysis.UnknownTime
	case slices.Contains(blitzWords(), word):
		return analysis.Blitz
	case slices.Contains(rapidWords(), word):
		return analysis.Rapid
	case word == "tiebreak", word == "tiebreaks", word == "tie" && strings.HasPrefix(next, "break"), isTieBreak(word),
		word == "тайбрейк", word == "тай" && next == "брейк":
		return fast // rapid, blitz or sudden death (Laws; manual on knock-outs)
	}
	return analysis.UnknownTime
}

// isTieBreak recognises "TB", "TB1" and the like.
func isTieBreak(word string) bool {
	number, ok := strings.CutPrefix(word, "tb")
	return ok && strings.Trim(number, "0123456789") == ""
}

// blitzWords returns words for blitz in the names of events: English, French, German, Spanish,
// Portuguese, Italian, Dutch, Scandinavian, Polish, Czech and Slovak, Hungarian, Turkish, Finnish,
// Russian, Ukrainian, Serbian.
func blitzWords() []string {
	return []string{
		"blitz", "bullet", "armageddon", "blitzturnier", "blitzschach", "blitzmeisterschaft", "relampago", "relampagos",
		"lampo", "snelschaak", "snelschaken", "lynsjakk", "lynskak", "blixt", "blixtschack", "blyskawiczne",
		"blyskawiczny", "blyskawicznych", "bleskovy", "bleskova", "blesk", "villam", "yildirim", "pikashakki",
		"блиц", "блица", "блицу", "блицтурнир", "бліц", "бліцу", "бліцтурнір", "брзопотезни",
	}
}

// rapidWords returns words for rapid chess in the same languages.
func rapidWords() []string {
	return []string{
		"rapid", "rapide", "rapides", "rapidplay", "rapidchess", "rapido", "rapida", "rapidas", "rapidos", "semirapid",
		"semilampo", "schnellschach", "schnellturnier", "snabbschack", "hurtigsjakk", "hurtigskak", "nopea", "nopeashakki",
		"szybkie", "szybkich", "hizli", "rapidsjakk", "rapidschaak", "rapidturnier", "quickplay",
		"рапид", "рапида", "рапиду", "быстрые", "быстрым", "быстрых", "швидкі", "швидким", "швидких", "убрзани",
	}
}
