package pgn

import (
	"fmt"
	"strings"
	"time"

	"fairplay/analysis"
)

// longestGame is the most plies that are replayed. Under the 75-move rule (Laws 9.6.2) no game
// can be longer.
const longestGame = 17_697

// written is a move as the file has it.
type written struct {
	text   string
	line   int
	number int           // move number written before it, 0 if there is none
	clock  time.Duration // -1 if not recorded
}

// replay plays the words of a game from a position. cut tells why it stopped
// before the last word.
func replay(p position, words []written, a alphabet) (plies []analysis.Ply, end position, cut *defect) {
	r := newRecorder(len(words))
	for i, w := range words {
		if i == longestGame {
			cut = &defect{"no game of chess can be longer than this", w.text, w.line, i}
			break
		}
		m, reason := p.find(w.text, a)
		if reason != "" {
			cut = &defect{reason + signal(words[i:], a), w.text, w.line, i}
			break
		}
		r.play(&p, m, w.clock)
	}
	return r.finish(), p, cut
}

// signal adds to the reason a remark where a record ends with an impossible king's move.
func signal(left []written, a alphabet) string {
	if m, ok := parseMove(left[0].text, a); !ok || m.kind != king || len(left) > 2 {
		return ""
	}
	return signalled
}

const signalled = " (on electronic boards, kings are moved at the end to signal the result)"

// IsSignal reports whether a record breaks off only where kings were moved at its very end, as people
// do on electronic boards to signal the result: every move of the game is there then.
func IsSignal(cut *analysis.GameError) bool { return strings.HasSuffix(cut.Reason, signalled) }

// find returns the legal move that a word names, or why there is none.
func (p *position) find(text string, a alphabet) (analysis.Move, string) {
	if isNull(text) {
		return 0, "a null move stands here: what was played is not recorded"
	}
	s, ok := parseMove(text, a)
	if !ok {
		return 0, "this cannot be read as a move" + p.gameOver()
	}
	found := p.matches(s)
	switch {
	case len(found) == 1:
		return found[0], ""
	case len(found) > 1 && found[0].Promotion() != 0:
		return 0, "the piece that the pawn becomes is not named"
	case len(found) > 1:
		return 0, fmt.Sprintf("the move is ambiguous: it may be %s", p.list(found))
	}
	return 0, "the move is not legal in this position" + p.gameOver()
}

// gameOver tells why no move can follow, "" if one can.
func (p *position) gameOver() string {
	switch {
	case len(p.legal()) > 0:
		return ""
	case p.checked:
		return ": the game has ended with checkmate"
	}
	return ": the game has ended with stalemate"
}

// list names moves in SAN's longest form.
func (p *position) list(moves []analysis.Move) string {
	var names []string
	for _, m := range moves {
		from, to := fromIndex(m.From()), fromIndex(m.To())
		names = append(names, fmt.Sprintf("%c%s-%s", p.men[from].kind().letter(), from, to))
	}
	return strings.Join(names, " or ")
}

// matches returns the legal moves that fit the written move.
func (p *position) matches(s spoken) []analysis.Move {
	if m, ok := p.asCastling(s); ok {
		if p.has(m) {
			return []analysis.Move{m}
		}
		return nil
	}
	if s.castling > 0 {
		return nil
	}
	var found []analysis.Move
	for i := range 64 {
		from := fromIndex(i)
		if man := p.men[from]; man == none || man.color() != p.turn || !s.fits(man.kind(), from) {
			continue
		}
		if s.toRank != unwritten {
			found = p.try(found, s, from, squareAt(s.toFile, s.toRank))
			continue
		}
		for rank := range 8 {
			found = p.try(found, s, from, squareAt(s.toFile, rank))
		}
	}
	return found
}

// fits reports whether the man of that kind on that square may be the one meant. A pawn stays on
// its file unless the word says that it captures.
func (s spoken) fits(kind piece, from square) bool {
	file := s.fromFile
	if s.kind == pawn && file == unwritten {
		file = s.toFile
	}
	return (s.kind == none || s.kind == kind) &&
		(file == unwritten || file == from.file()) &&
		(s.fromRank == unwritten || s.fromRank == from.rank())
}

// try adds the legal moves from one square to another: none, one, or four where a pawn is
// promoted and the word does not name the piece.
func (p *position) try(found []analysis.Move, s spoken, from, to square) []analysis.Move {
	if !p.reaches(from, to) {
		return found
	}
	letters := "\x00"
	if p.men[from].kind() == pawn && (to.rank() == 0 || to.rank() == 7) {
		letters = "nbrq"
	}
	for i := range len(letters) {
		m := analysis.NewMove(from.index(), to.index(), letters[i])
		if (s.promotion == 0 || s.promotion == letters[i]) && p.allows(m) {
			found = append(found, m)
		}
	}
	return found
}

// asCastling returns the castling move that is written, as O-O, as the king's
// own move (e1g1) or as king takes rook (e1h1).
func (p *position) asCastling(s spoken) (analysis.Move, bool) {
	home := p.kings[p.turn]
	if s.castling > 0 {
		if home.file() != 4 {
			return 0, false
		}
		return move(home, home+square(2-4*(s.castling-2))), true
	}
	if s.kind != none && s.kind != king || home.file() != 4 || s.fromFile != 4 || s.fromRank != home.rank() || s.toRank != s.fromRank {
		return 0, false
	}
	to := squareAt(s.toFile, s.toRank)
	onRook := p.men[to] == rook.of(p.turn)
	switch {
	case s.toFile == 6 || s.toFile == 7 && onRook:
		return move(home, home+2), true
	case s.toFile == 2 || s.toFile == 0 && onRook:
		return move(home, home-2), true
	}
	return 0, false
}
