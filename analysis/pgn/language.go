package pgn

import "strings"

// alphabet is a way of naming the pieces. Letters are tried in order, so that
// Кр comes before К.
type alphabet struct {
	name    string
	letters []pieceLetter
}

type pieceLetter struct {
	letter string
	kind   piece
}

// english returns the letters of the PGN standard.
func english() alphabet { return latin("English", "KQRBNP") }

// others returns the other alphabets. The first counts where a game is equally legal in
// several.
func others() []alphabet {
	return []alphabet{
		cyrillic("Russian or Ukrainian", king),
		cyrillic("Russian or Ukrainian, with a Latin K for the knight", knight),
		latin("German", "KDTLSB"),
		latin("French", "RDTFCP"),
		latin("Spanish", "RDTACP"),
		latin("Dutch", "KDTLP"),
		latin("Polish", "KHWGSP"),
		latin("Czech", "KDVSJP"),
	}
}

// latin makes an alphabet from the letters for king, queen, rook, bishop, knight and, if it has
// one, pawn.
func latin(name, letters string) alphabet {
	a := alphabet{name: name}
	for i := range len(letters) {
		a.letters = append(a.letters, pieceLetter{letters[i : i+1], king - piece(i)})
	}
	return a
}

// cyrillic makes the alphabet of Russian and Ukrainian scores, in which К is
// the knight and Кр the king (FIDE Laws, appendix C.3, lets everybody use his
// own letters). Typists mix in Latin look-alikes; what a Latin K alone means
// differs from file to file.
func cyrillic(name string, latinK piece) alphabet {
	return alphabet{name: name, letters: []pieceLetter{
		{"Кр", king}, {"Kр", king}, {"Кp", king}, {"Kp", king}, {"КР", king}, {"KP", king},
		{"Ф", queen}, {"Л", rook}, {"Т", rook}, {"T", rook}, {"С", bishop}, {"C", bishop},
		{"К", knight}, {"K", latinK}, {"п", pawn}, {"П", pawn},
	}}
}

// speaksIn reports whether some word is a move in this alphabet and none in English.
func (a alphabet) speaksIn(words []written) bool {
	for _, w := range words {
		if _, ok := parseMove(w.text, english()); ok {
			continue
		}
		if _, ok := parseMove(w.text, a); ok {
			return true
		}
	}
	return false
}

// piece reads the piece letter at the front of a word; kind is none without one. Figurines are
// read in every alphabet.
func (a alphabet) piece(word string) (kind piece, rest string) {
	for _, l := range a.letters {
		if rest, ok := strings.CutPrefix(word, l.letter); ok {
			return l.kind, rest
		}
	}
	return figurine(word)
}

// figurine reads a chess symbol of Unicode: kings first, pawns last, white
// (from U+2654) and black (from U+265A).
func figurine(word string) (kind piece, rest string) {
	if len(word) < 3 || word[:2] != "\u2654"[:2] {
		return none, word
	}
	i := int(word[2]) - int("\u2654"[2])
	if i < 0 || i > 11 {
		return none, word
	}
	rest = strings.TrimPrefix(word[3:], "\ufe0e")
	return king - piece(i%6), strings.TrimPrefix(rest, "\ufe0f")
}
