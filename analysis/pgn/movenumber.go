package pgn

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"fairplay/analysis"
)

// writtenNumber returns the move number at the front of a word, 0 if there is
// none: 12 12. 12... 12.Nf3 12Nf3
func writtenNumber(s string) int {
	const longest = 5
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	if n == 0 || n > longest {
		return 0
	}
	if after, _ := utf8.DecodeRuneInString(s[n:]); n < len(s) && after != '.' && after != '…' && !isLetter(s[n]) {
		return 0
	}
	number, _ := strconv.Atoi(s[:n]) // up to five digits
	return number
}

// noteNumbers adds a note on the first move number that is not the expected one, and on how
// many more there are. After a wrong number the count goes on from it, so that one slip counts
// once. A game from a set-up position may count from 1 or from the number in its FEN tag.
func noteNumbers(g *analysis.Game, words []written) {
	half, from := 0, 1
	if g.Turn(0) == analysis.Black {
		half = 1
	}
	var wrong, due, line, places int
	fen, shift := fenNumber(g), 0
	for i, w := range words {
		expected := from + (i+half)/2 + shift
		if w.number == 0 || w.number == expected {
			if w.number > 0 {
				fen = 0
			}
			continue
		}
		shift += w.number - expected
		if fen > 0 && w.number == fen+(i+half)/2 {
			fen = 0
			continue
		}
		fen = 0
		if places++; places == 1 {
			wrong, due, line = w.number, expected, w.line
		}
	}
	if places == 0 {
		return
	}
	more := ""
	if places == 2 {
		more = "; so at one more place"
	} else if places > 2 {
		more = fmt.Sprintf("; so at %d more places", places-1)
	}
	g.Notes = append(g.Notes, analysis.Oddity{Line: line, Text: fmt.Sprintf(
		"the move number %d stands where %d is due: moves may be missing, or the numbers are wrong%s", wrong, due, more)})
}

// fenNumber returns the number of the first move in the FEN tag, 0 if there
// is none.
func fenNumber(g *analysis.Game) int {
	fields := strings.Fields(g.Tag("FEN"))
	if len(fields) < 6 {
		return 0
	}
	n, err := strconv.Atoi(fields[5])
	if err != nil {
		return 0
	}
	return n
}
