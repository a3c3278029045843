package pgn

import (
	"bytes"
	"strings"

	"fairplay/analysis"
)

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	tagNameToken tokenKind = iota
	tagValueToken
	wordToken    // a move, a move number or anything else that stands in its place
	commentToken // without its braces
	resultToken  // a word that ends a game
)

// token is a piece of the text of a game. Variations and NAGs give none.
type token struct {
	kind     tokenKind
	from, to int // in the text of the game
	line     int // from 1
}

// isSpace reports whether c separates words.
func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\v' || c == '\f' }

// isWord reports whether c can be part of a word.
func isWord(c byte) bool { return c > ' ' && strings.IndexByte("[]{}()<>;$", c) < 0 }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// endOfGame reads a word that ends a game, in UTF-8 or a code page. Words that stand for an
// unplayed game ("+/-") mean something else after a move, so the caller must check whether
// there was one.
func endOfGame(text []byte) (r analysis.Result, unplayed, ok bool) {
	if len(text) == 0 || len(text) > 24 || strings.IndexByte("01*+-\xbd\xc2", text[0]) < 0 {
		return analysis.Unknown, false, false
	}
	return parseResult(plainResult(text))
}

// plainResult writes dashes and halves of all encodings in ASCII.
func plainResult(text []byte) string {
	for _, form := range [][2]string{
		{"\u2013", "-"}, {"\u2014", "-"}, {"\u2212", "-"}, {"\x96", "-"}, {"\u00bd", "1/2"}, {"\xbd", "1/2"},
	} {
		text = bytes.ReplaceAll(text, []byte(form[0]), []byte(form[1]))
	}
	return weighty(string(text))
}

// parseResult reads a result in ASCII.
func parseResult(s string) (r analysis.Result, unplayed, ok bool) {
	switch s {
	case "1-0", "1:0":
		return analysis.WhiteWins, false, true
	case "0-1", "0:1":
		return analysis.BlackWins, false, true
	case "1/2-1/2", "1/2", "1/2:1/2", "0.5-0.5":
		return analysis.Drawn, false, true
	case "*":
		return analysis.Unknown, false, true
	case "+/-", "+:-", "+--":
		return analysis.WhiteWins, true, true
	case "-/+", "-:+", "--+":
		return analysis.BlackWins, true, true
	case "-/-", "-:-", "---":
		return analysis.Unknown, true, true
	}
	return analysis.Unknown, false, false
}
