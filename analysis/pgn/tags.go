package pgn

import (
	"bytes"
	"slices"
	"strings"
)

// sevenTags returns the names of the seven tag roster in the order of the PGN
// standard (8.1.1).
func sevenTags() []string {
	return []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}
}

// tagAt looks for the opening of a tag pair, [Name ", i places ahead. It
// returns the place and length of the name and the place of the first quote.
func (l *lexer) tagAt(i int) (name, length, quote int, ok bool) {
	const longest = 255
	if l.at(i) != '[' {
		return 0, 0, 0, false
	}
	name = i + 1
	for l.at(name) == ' ' || l.at(name) == '\t' {
		name++
	}
	for length < longest && (isLetter(l.at(name+length)) || length > 0 && (isDigit(l.at(name+length)) || l.at(name+length) == '_')) {
		length++
	}
	quote = name + length
	for quote < name+length+longest && isSpace(l.at(quote)) {
		quote++
	}
	return name, length, quote, length > 0 && l.at(quote) == '"'
}

// slice returns n bytes from the i-th place ahead.
func (l *lexer) slice(i, n int) string { return string(l.buf[l.pos+i : l.pos+i+n]) }

// startsGame reports whether the line that begins i places ahead starts a game
// even though a comment or variation is open: it holds an Event tag, or one of
// the seven tags after a blank line.
func (l *lexer) startsGame(i int) bool {
	name, n, _, ok := l.tagAt(i)
	if !ok {
		return false
	}
	s := canonical(l.slice(name, n))
	return s == "Event" || i >= 2 && l.at(i-2) == '\n' && slices.Contains(sevenTags(), s)
}

// bracket reads a tag pair, or steps over brackets that hold none. It returns
// false if the tag belongs to the next game.
func (l *lexer) bracket() bool {
	name, n, quote, ok := l.tagAt(0)
	if !ok {
		l.notATag()
		return true
	}
	s := canonical(l.slice(name, n))
	again := l.names[s]
	if l.game.words > 0 || l.depth > 0 || again && (s == "Event" || l.gap) {
		return false
	}
	if again {
		l.note("the tag %s comes twice; the first one counts", s)
	}
	l.names[s] = true
	l.gap, l.fresh = false, false
	l.add(tagNameToken, name, n)
	l.game.tags++
	if strings.ContainsRune(l.slice(name, quote-name), '\n') {
		l.note("the tag %s is broken over two lines", s)
	}
	l.advance(quote + 1)
	l.value(s)
	return true
}

// value reads a tag's value up to the quote before a bracket. A value that is never closed ends
// with its line.
func (l *lexer) value(name string) {
	n, broken := 0, false
	for {
		switch c := l.at(n); {
		case c == '\\' && (l.at(n+1) == '"' || l.at(n+1) == '\\'):
			n++
		case c == '"' && l.closes(n):
			if broken {
				l.note("the value of the tag %s is broken over two lines", name)
			}
			l.addValue(n, n+1)
			return
		case c == 0 || c == '\n' && l.endsValue(n):
			l.note("the tag %s is not closed", name)
			l.game.torn = c == 0
			l.addValue(n, n)
			return
		case c == '\n':
			broken = true
		}
		n++
	}
}

// closes reports whether the quote n places ahead is followed by a bracket.
func (l *lexer) closes(n int) bool {
	i := n + 1
	for l.at(i) == ' ' || l.at(i) == '\t' {
		i++
	}
	return l.at(n) == '"' && l.at(i) == ']'
}

// endsValue reports whether a value that runs up to the line end n places ahead should end there:
// a bracket comes before the line end, or a blank line or a bracket after it.
func (l *lexer) endsValue(n int) bool {
	next := n + 1
	for l.at(next) == ' ' || l.at(next) == '\t' {
		next++
	}
	return n > 0 && (l.at(n-1) == ']' || l.at(n-1) == '"') || l.at(next) == '[' || l.at(next) == '\n' || l.at(next) == 0
}

// addValue keeps a value of n bytes, without a bracket and quote left over where it was not
// closed, and steps over it.
func (l *lexer) addValue(n, skip int) {
	kept := n
	for skip == n && kept > 0 && (l.at(kept-1) == ']' || l.at(kept-1) == '"') {
		kept--
	}
	l.add(tagValueToken, 0, kept)
	l.advance(skip)
	if l.at(0) == ']' {
		l.advance(1)
	}
}

// notATag steps over a bracket that opens no tag pair: a command such as
// [%clk 1:00] outside a comment, or a tag that lacks its value. After the first
// move a bracket alone is passed over.
func (l *lexer) notATag() {
	l.fresh = false
	command := l.at(1) == '%'
	if !command && l.game.words > 0 {
		l.advance(1)
		return
	}
	n := 1
	for c := l.at(n); c != ']' && c != '\n' && c != 0; c = l.at(n) {
		n++
	}
	switch l.at(n) {
	case ']':
		n++
	case 0:
		l.game.torn = true
	}
	if !command {
		l.note("%q is not a tag", shorten(l.slice(0, n)))
	}
	l.advance(n)
}

// unquote undoes the escapes of a tag value, folds its white space and drops
// characters without width.
func unquote(s string) string {
	if strings.Contains(s, `\`) {
		s = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(s)
	}
	return strings.Join(strings.Fields(weighty(s)), " ")
}

// skipToNextGame drops the rest of a game that is too long.
func (l *lexer) skipToNextGame() {
	for blank := false; ; {
		empty := l.at(0) == '\n'
		if !l.dropLine() {
			return
		}
		if name, n, _, ok := l.tagAt(0); ok {
			s := canonical(l.slice(name, n))
			if s == "Event" || blank && slices.Contains(sevenTags(), s) {
				l.fresh = true
				return
			}
		}
		blank = empty
	}
}

// dropLine moves to the next line and drops this one. It returns false at the end of the input.
func (l *lexer) dropLine() bool {
	for {
		l.begin()
		if l.at(0) == 0 {
			return false
		}
		rest := l.buf[l.pos:]
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			l.advance(i + 1)
			l.begin()
			return true
		}
		l.advance(len(rest))
	}
}
