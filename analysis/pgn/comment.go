package pgn

// longestNested is how many bytes a comment may hold in which braces nest.
const longestNested = 4096

// braces reads a comment. It ends at its first closing brace (PGN standard 8.2.5); where braces
// nest, it ends at the one that balances the first.
func (l *lexer) braces() bool {
	l.fresh = false
	n, first, depth := 1, 0, 1
	for ; depth > 0; n++ {
		switch c := l.at(n); {
		case c == '{':
			l.game.nests = true
			if !l.flat {
				depth++
			}
		case c == '}':
			depth--
			if first == 0 {
				first = n
			}
		case c == 0, c == '\n' && l.startsGame(n+1), first > 0 && n > longestNested:
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
