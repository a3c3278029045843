package pgn

import (
	"fmt"
	"io"
)

// defect is what keeps a record from being read to its end.
type defect struct {
	reason string
	token  string
	line   int
	ply    int // where in the moves, -1 outside them
}

// rawGame is the text of one game, cut into tokens.
type rawGame struct {
	text    []byte // valid until the next game is read
	tokens  []token
	line    int // line of the first tag or move
	tags    int
	words   int
	notes   []string
	more    int     // remarks that are not among the notes
	defect  *defect // an unclosed comment or variation
	tooLong bool
	last    bool // the input ends where this game does
	torn    bool // the input ends within a tag pair
}

// lexer cuts the input into games and tokens. It knows PGN's brackets and
// nothing of chess.
type lexer struct {
	window
	game  rawGame
	depth int  // of variations
	fresh bool // nothing but blanks has been seen on this line
	gap   bool // a blank line has been seen since the last tag
	flat  bool // the comments of this game do not nest
	open  int  // line on which the outermost variation was opened
	names map[string]bool
}

func newLexer(r io.Reader, limit int) *lexer {
	return &lexer{window: window{r: r, limit: limit, line: 1}, fresh: true, names: map[string]bool{}}
}

// next returns the tokens of the next game, nil at the end of the input. What
// comes back may hold neither tags nor words.
func (l *lexer) next() *rawGame {
	l.begin()
	if l.at(0) == 0 {
		return nil
	}
	l.game = rawGame{tokens: l.game.tokens[:0]}
	l.depth, l.gap, l.flat = 0, false, false
	clear(l.names)
	for l.step() {
	}
	if l.depth > 0 && l.game.defect == nil {
		l.game.defect = &defect{line: l.open, ply: l.game.words, token: "(",
			reason: "a variation is opened here and never closed, so that what follows it cannot be told from it"}
	}
	if l.game.line == 0 {
		l.game.line = l.line
	}
	l.game.text, l.game.tooLong = l.text(), l.full
	if l.full {
		l.skipToNextGame()
	}
	return &l.game
}

// step reads one token. It returns false where the game ends.
func (l *lexer) step() bool {
	l.skipBlanks()
	c := l.at(0)
	switch {
	case c == 0:
		l.game.last = !l.full
		return false
	case c == '%' && l.fresh:
		l.skipLine()
	case c == '[':
		return l.bracket()
	case c == '{':
		return l.braces()
	case c == ';':
		l.add(commentToken, 0, l.lineLength())
		l.skipLine()
	case c == '(':
		l.openVariation()
	case c == ')':
		l.depth = max(0, l.depth-1)
		l.advance(1)
	case c == '$':
		l.nag()
	case !isWord(c):
		l.advance(1)
	default:
		return l.word()
	}
	l.fresh = false
	return true
}

// skipBlanks moves on to the next token. A byte order mark counts as blank.
func (l *lexer) skipBlanks() {
	lines := 0
	for {
		switch c := l.at(0); {
		case c == '\n':
			lines++
			l.fresh = true
			l.advance(1)
		case isSpace(c):
			l.advance(1)
		case c == 0xEF && l.at(1) == 0xBB && l.at(2) == 0xBF:
			l.advance(3)
		case c > 0 && c < ' ' || c == 0x7F:
			l.advance(1)
		case l.hardSpace(0):
			l.advance(2)
		default:
			l.gap = l.gap || lines > 1
			return
		}
	}
}

// hardSpace tells whether a no-break space in UTF-8 lies i places ahead.
func (l *lexer) hardSpace(i int) bool { return l.at(i) == 0xC2 && l.at(i+1) == 0xA0 }

// lineLength returns how many bytes are left on this line.
func (l *lexer) lineLength() int {
	n := 0
	for c := l.at(n); c != '\n' && c != 0; c = l.at(n) {
		n++
	}
	return n
}

// skipLine moves to the end of the line; of an escaped line of any length
// nothing is kept.
func (l *lexer) skipLine() { l.advance(l.lineLength()) }

// add keeps the n bytes from the i-th on as a token of the main line.
func (l *lexer) add(k tokenKind, i, n int) {
	if l.depth > 0 {
		return
	}
	from := l.offset() + i
	l.game.tokens = append(l.game.tokens, token{kind: k, from: from, to: from + n, line: l.line})
	if k != commentToken && l.game.line == 0 {
		l.game.line = l.line
	}
}

// note keeps a remark. Of one game it keeps so many and counts the others, for
// a text can be made to deserve one with every line.
func (l *lexer) note(format string, args ...any) {
	const most = 20
	if len(l.game.notes) == most {
		l.game.more++
		return
	}
	l.game.notes = append(l.game.notes, fmt.Sprintf("line %d: ", l.line)+fmt.Sprintf(format, args...))
}

// openVariation steps into a variation, or over a draw offer "(=)".
func (l *lexer) openVariation() {
	if l.at(1) == '=' && l.at(2) == ')' {
		l.advance(3)
		return
	}
	if l.depth == 0 {
		l.open = l.line
	}
	l.depth++
	l.advance(1)
}

// nag skips a numeric annotation glyph.
func (l *lexer) nag() {
	n := 1
	for isDigit(l.at(n)) {
		n++
	}
	l.advance(n)
}

// word reads a word, which may end the game. A promotion in parentheses
// belongs to its word: e8(Q).
func (l *lexer) word() bool {
	n := 0
	for isWord(l.at(n)) && !l.hardSpace(n) {
		n++
	}
	if c := l.at(n - 1); c == '8' || c == '1' || c == '=' {
		for _, wide := range [2]int{1, 2} {
			if l.at(n) == '(' && l.at(n+1) != '=' && l.at(n+1+wide) == ')' && isWord(l.at(n+wide)) {
				n += 2 + wide
				break
			}
		}
	}
	l.fresh = false
	if l.depth > 0 {
		l.advance(n)
		return true
	}
	_, unplayed, ends := endOfGame(l.buf[l.pos : l.pos+n])
	if ends = ends && !(unplayed && l.game.words > 0); ends {
		l.add(resultToken, 0, n)
	} else {
		l.add(wordToken, 0, n)
		l.game.words++
	}
	l.advance(n)
	return !ends
}

// braces reads a comment. Braces nest unless that leaves one open.
func (l *lexer) braces() bool {
	l.fresh = false
	n, first, depth := 1, 0, 1
	for ; depth > 0; n++ {
		switch c := l.at(n); {
		case c == '{' && !l.flat:
			depth++
		case c == '}':
			depth--
			if first == 0 {
				first = n
			}
		case c == 0 || c == '\n' && l.startsGame(n+1):
			return l.unclosed(n, first)
		}
	}
	l.add(commentToken, 1, n-2)
	l.advance(n)
	return true
}

// unclosed ends a comment whose braces do not balance up to place n: at its
// first closing brace, or nowhere.
func (l *lexer) unclosed(n, first int) bool {
	if first > 0 && !l.full {
		l.flat = true
		l.add(commentToken, 1, first-1)
		l.advance(first + 1)
		return true
	}
	l.game.defect = &defect{line: l.line, ply: l.game.words, token: "{",
		reason: "a comment is opened here and never closed, so that nothing after it can be read"}
	l.depth = 0
	l.advance(n)
	l.game.last = l.at(0) == 0 && !l.full
	return false
}
