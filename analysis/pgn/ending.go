package pgn

// lookahead is how far a lexer looks for moves behind a result, in bytes.
const lookahead = 4096

// goesOn reports whether the game goes on behind the result just read, and adds a note if so. It
// goes on where a move follows with the last move number or the next one (number 1 only with
// the dots of Black's move, 1...), or a move without a number in the same paragraph of a game
// with tags. Anything else belongs to another game, or to none.
func (l *lexer) goesOn() bool {
	if l.game.words == 0 {
		return false
	}
	full := l.full
	goesOn := l.moveFollows()
	l.full = full // looking ahead takes nothing from this game
	if goesOn {
		l.note("a result stands here inside the game: moves follow it, and the last result counts")
	}
	return goesOn
}

func (l *lexer) moveFollows() bool {
	i, lines := l.skipTo(0)
	word := l.wordAt(i)
	digits := 0
	for digits < len(word) && isDigit(word[digits]) {
		digits++
	}
	if digits == 0 {
		return word != "" && l.game.tags > 0 && lines < 2 && isMove(word)
	}
	dots := digits
	for dots < len(word) && word[dots] == '.' {
		dots++
	}
	n := writtenNumber(word)
	if n == 0 || n == 1 && dots < digits+2 || l.moved > 0 && n != l.moved && n != l.moved+1 {
		return false
	}
	rest := word[dots:]
	if rest == "" {
		i, _ = l.skipTo(i + len(word))
		rest = l.wordAt(i)
	}
	return rest != "" && !isDigit(rest[0]) && isMove(rest)
}

// skipTo returns the place of the next word from the i-th place on, past blanks
// and comments, and how many line ends come before it.
func (l *lexer) skipTo(i int) (place, lines int) {
	for comment := false; i < lookahead; i++ {
		switch c := l.at(i); {
		case c == 0:
			return i, lines
		case comment:
			comment = c != '}'
		case c == '{':
			comment = true
		case c == '\n':
			lines++
		case !isSpace(c) && c != '}':
			return i, lines
		}
	}
	return i, lines
}

// wordAt returns the word that begins i places ahead, "" if none does.
func (l *lexer) wordAt(i int) string {
	const longest = 20
	n := 0
	for n < longest && isWord(l.at(i+n)) {
		n++
	}
	return l.slice(i, n)
}
