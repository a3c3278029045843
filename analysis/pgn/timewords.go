package pgn

import (
	"slices"
	"strings"

	"fairplay/analysis"
)

// spelled collects the parts of a time control in people's own form.
type spelled struct {
	periods   []analysis.Period
	increment float64
	moves     int    // of the next period
	rest      bool   // the next number is the time for the rest of the game
	before    string // the word before, "" at the beginning
}

// spelledPeriods reads a time control in people's own form.
func spelledPeriods(text string) ([]analysis.Period, bool) {
	words := timeWords(text)
	timeFirst := restComesLast(words) // 90/40 is then 90 minutes for 40 moves
	var s spelled
	for i := 0; i < len(words); i++ {
		n, ok := seconds(words[i])
		switch {
		case ok:
			unit := ""
			if i+1 < len(words) {
				unit = words[i+1]
			}
			if unit == "h" && i+2 < len(words) {
				if minutes, more := seconds(words[i+2]); more && minutes < 60 {
					n += minutes / 60
					words[i+2] = "h"
				}
			}
			if unit == "/" && timeFirst && i+2 < len(words) {
				if moves, both := seconds(words[i+2]); !both || n > moves {
					unit = "'"
				}
			}
			s.number(n, unit)
		case !isTimeWord(words[i]):
			return nil, false
		}
		switch s.before = words[i]; s.before {
		case "g", "sd", "game":
			s.rest = true
		case "+", ",", ";":
			s.rest = false
		}
	}
	for i := range s.periods {
		s.periods[i].Increment = s.increment
	}
	return s.periods, len(s.periods) > 0
}

// number takes a number and the word after it.
func (s *spelled) number(n float64, unit string) {
	last := len(s.periods) - 1
	switch {
	case unit == "h":
		s.period(n * 3600)
	case unit == "'":
		s.period(n * 60)
	case unit == "moves" || unit == "/" && s.before != "/":
		if unit == "moves" && last >= 0 && s.periods[last].Moves == 0 {
			s.periods[last].Moves = int(min(n, 1000))
		} else {
			s.moves = int(min(n, 1000))
		}
	case unit == `"` && last < 0:
		s.period(n)
	case unit == `"`:
		s.increment = n
	case s.rest:
		s.period(n * 60)
	case s.before == "/" && last >= 0 && s.moves == 0 && s.periods[last].Moves == 0:
		s.periods[last].Moves = int(min(n, 1000))
	case last < 0 || s.moves > 0:
		s.period(n * 60)
	default:
		s.increment = n
	}
}

// restComesLast reports whether somewhere a time comes before "the rest of the game": 30/G, and so before a
// number of moves too.
func restComesLast(words []string) bool {
	for i := 1; i+1 < len(words); i++ {
		if _, number := seconds(words[i-1]); number && words[i] == "/" && slices.Contains([]string{"g", "sd", "game"}, words[i+1]) {
			return true
		}
	}
	return false
}

func (s *spelled) period(base float64) {
	s.periods = append(s.periods, analysis.Period{Moves: s.moves, Base: base})
	s.moves, s.rest = 0, false
}

// timeWords cuts a time control into numbers, the units h ' " and other words.
func timeWords(text string) []string {
	text = strings.NewReplacer("hours", " h ", "hour", " h ", "hrs", " h ", "hr", " h ",
		"minutes", " ' ", "minute", " ' ", "mins", " ' ", "min.", " ' ", "min", " ' ",
		"seconds", ` " `, "second", ` " `, "secs", ` " `, "sec.", ` " `, "sec", ` " `,
		"per move", " ", "/move", " ", "from move one", " ", "from move 1", " ", "from the first move", " ",
		"''", ` " `, "’’", ` " `, "′′", ` " `, "″", ` " `, "”", ` " `, "“", ` " `, "´´", ` " `,
		"’", " ' ", "′", " ' ", "´", " ' ", "‘", " ' ").Replace(strings.ToLower(text))
	var words []string
	for len(text) > 0 {
		n := len(text) - len(strings.TrimLeft(text, "0123456789."))
		if n == 0 {
			n = len(text) - len(strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyz"))
		}
		n = max(n, 1)
		if w := strings.TrimSpace(text[:n]); w != "" {
			words = append(words, w)
		}
		text = text[n:]
	}
	return words
}

// isTimeWord reports whether a word may stand in a time control.
func isTimeWord(w string) bool {
	switch w {
	case "h", "'", `"`, "/", "+", ",", ";", ":", "(", ")", ".", "-", "&",
		"m", "s", "g", "sd", "d", "game", "in", "moves", "move", "for", "the", "first", "rest", "of", "all",
		"and", "then", "plus", "with", "each", "per", "a", "an", "to", "on", "from", "one", "end", "time",
		"increment", "inc", "delay", "bonus", "additional", "added", "per-move", "player", "remaining",
		"standard", "classical", "rapid", "blitz":
		return true
	}
	return false
}
