package pgn

import (
	"fmt"
	"io"

	"fairplay/analysis"
)

// defect is why a record cannot be read to its end.
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
	notes   []analysis.Oddity
	more    int     // remarks that are not among the notes
	defect  *defect // an unclosed comment or variation
	tooLong bool
	last    bool // the input ends where this game does
	torn    bool // the input ends within a tag pair
	nests   bool // a comment holds an opening brace
}

// beginning is what the lexer knows where a game begins.
type beginning struct {
	line  int
	fresh bool
}

// lexer cuts the input into games and tokens. It knows PGN's brackets and
// nothing of chess.
type lexer struct {
	window
	game  rawGame
	depth int  // of variations
	fresh bool // nothing but blanks has been seen on this line
	gap   bool // a blank line has been seen since the last tag
	flat  bool // a comment ends at its first closing brace
	open  int  // line on which the outermost variation was opened
	names map[string]bool
	from  beginning // where the current game begins
	moved int       // the last move number of this game, 0 before it
}

func newLexer(r io.Reader, limit int) *lexer {
	return &lexer{window: window{r: r, limit: limit, line: 1}, fresh: true, names: map[string]bool{}}
}

// next returns the tokens of the next game, nil at the end of the input. The result may have
// neither tags nor words.
func (l *lexer) next() *rawGame {
	l.begin()
	if l.at(0) == 0 {
		return nil
	}
	l.from = beginning{l.line, l.fresh}
	raw := l.cut(true)
	if raw.tooLong {
		l.skipToNextGame()
	}
	return raw
}

// again cuts the game that next has just returned once more. If flat, comments end at their
// first closing brace; otherwise braces nest.
func (l *lexer) again(flat bool) *rawGame {
	l.pos, l.full = l.start, false
	l.line, l.fresh = l.from.line, l.from.fresh
	return l.cut(flat)
}

// cut returns the tokens of the game that begins here.
func (l *lexer) cut(flat bool) *rawGame {
	l.game = rawGame{tokens: l.game.tokens[:0]}
	l.depth, l.gap, l.flat, l.moved = 0, false, flat, 0
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
	return &l.game
}

// step reads one token. It returns false if the game ends.
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
	case c == '}':
		l.note("a closing brace stands outside a comment and is passed over: a comment may have ended before it was meant to")
		l.advance(1)
	case !isWord(c):
		l.advance(1)
	default:
		return l.word()
	}
	l.fresh = false
	return true
}

// skipBlanks moves on to the next token. Spaces of any kind are blanks, and so
// are byte order marks and other characters without width.
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
		case c > 0 && c < ' ' || c == 0x7F:
			l.advance(1)
		case c >= 0x80 && l.wideBlank(0) > 0:
			l.advance(l.wideBlank(0))
		default:
			l.gap = l.gap || lines > 1
			return
		}
	}
}

// lineLength returns how many bytes are left on this line.
func (l *lexer) lineLength() int {
	n := 0
	for c := l.at(n); c != '\n' && c != 0; c = l.at(n) {
		n++
	}
	return n
}

// skipLine moves to the end of the line. Escaped lines may be of any length, so nothing of them
// is kept.
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

// note keeps a remark, up to a limit for each game, and counts the others: a text can be made
// to deserve one on every line.
func (l *lexer) note(format string, args ...any) {
	const most = 20
	if len(l.game.notes) == most {
		l.game.more++
		return
	}
	l.game.notes = append(l.game.notes, analysis.Oddity{Line: l.line, Text: fmt.Sprintf(format, args...)})
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
	for c := l.at(n); isWord(c) && (c < 0x80 || !l.endsWord(n)); c = l.at(n) {
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
		if isDigit(l.at(0)) {
			l.moved = max(l.moved, writtenNumber(string(l.buf[l.pos:l.pos+n])))
		}
	}
	l.advance(n)
	return !ends || l.goesOn()
}
