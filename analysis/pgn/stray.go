package pgn

import (
	"bytes"
	"strconv"
	"strings"
)

// remember keeps the first line of text that belongs to no game, for a report. Comments and
// escaped lines between games are not reported, unless the whole input has nothing else.
func (r *Reader) remember(raw *rawGame) {
	for _, t := range raw.tokens {
		if t.kind != commentToken && r.between.text == "" {
			from := bytes.LastIndexByte(raw.text[:t.from], '\n') + 1
			r.between = r.stray(raw, from, t.line)
		}
	}
	text := bytes.TrimLeftFunc(raw.text, func(c rune) bool { return c <= ' ' || c == '\ufeff' })
	if r.games == 0 && len(text) > 0 && r.first.text == "" {
		r.first = r.stray(raw, len(raw.text)-len(text), raw.line-bytes.Count(text, []byte{'\n'}))
	}
}

// stray is a line of text that belongs to no game.
type stray struct {
	text string // shortened
	line int    // from 1
}

func (r *Reader) stray(raw *rawGame, from, line int) stray {
	text, _, _ := bytes.Cut(raw.text[from:], []byte{'\n'})
	return stray{text: shorten(strings.TrimSpace(guessReading(raw).page.decode(text))), line: line}
}

// String quotes the line, and says what to do where it looks like a web page around the games.
func (s stray) String() string {
	quoted := strconv.Quote(s.text)
	if strings.HasPrefix(s.text, "<") {
		return quoted + "; this looks like a web page (HTML): save the PGN alone, not the page around it"
	}
	return quoted
}
