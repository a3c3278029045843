package pgn

import (
	"fmt"
	"strconv"
	"strings"

	"fairplay/analysis"
)

// startFEN is the position in which chess begins, as a position key.
const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// maxClock is the highest half-move clock or full-move number that is accepted. No game is that
// long: under the 75-move rule (Laws 9.6.2) it ends before move 8850.
const maxClock = 9999

// parseFEN reads a FEN of four to six fields. It looks at the form only; board.fault tells
// whether the position is possible.
func parseFEN(fen string) (board, error) {
	b := board{passed: nowhere, kings: [2]square{nowhere, nowhere}}
	fields := strings.Fields(fen)
	if len(fields) < 4 || len(fields) > 6 {
		return b, fmt.Errorf("a FEN has six fields, this one has %d", len(fields))
	}
	if err := b.parsePlacement(fields[0]); err != nil {
		return b, err
	}
	if fields[1] != "w" && fields[1] != "b" {
		return b, fmt.Errorf("the side to move is %q, not w or b", fields[1])
	}
	if fields[1] == "b" {
		b.turn = analysis.Black
	}
	if err := b.parseCastling(fields[2]); err != nil {
		return b, err
	}
	if err := b.parsePassed(fields[3]); err != nil {
		return b, err
	}
	return b, b.parseClocks(fields[4:])
}

func (b *board) parsePlacement(s string) error {
	ranks := strings.Split(s, "/")
	if len(ranks) != 8 {
		return fmt.Errorf("the board has %d ranks, not 8", len(ranks))
	}
	var kings [2]int
	for i, text := range ranks {
		file := 0
		for _, c := range []byte(text) {
			kind := pieceByLetter(c)
			switch {
			case c >= '1' && c <= '8':
				file += int(c - '0')
				continue
			case kind == none || file > 7:
				return fmt.Errorf("rank %d of the board is %q", 8-i, text)
			}
			color := analysis.White
			if c >= 'a' {
				color = analysis.Black
			}
			if kind == king {
				kings[color]++
			}
			b.put(squareAt(file, 7-i), kind.of(color))
			file++
		}
		if file != 8 {
			return fmt.Errorf("rank %d of the board, %q, does not have 8 squares", 8-i, text)
		}
	}
	if kings != [2]int{1, 1} {
		return fmt.Errorf("there are %d white and %d black kings", kings[0], kings[1])
	}
	return nil
}

func (b *board) parseCastling(s string) error {
	if s == "-" {
		return nil
	}
	for i := range len(s) {
		right := strings.IndexByte("KQkq", s[i])
		if right < 0 || strings.IndexByte(s[:i], s[i]) >= 0 {
			return fmt.Errorf("the castling rights are %q", s)
		}
		b.castling |= 1 << right
	}
	return nil
}

func (b *board) parsePassed(s string) error {
	if s == "-" {
		return nil
	}
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return fmt.Errorf("the en-passant square is %q", s)
	}
	b.passed = squareAt(int(s[0]-'a'), int(s[1]-'1'))
	return nil
}

// parseClocks reads the half-move clock and the full-move number, which may
// both be missing.
func (b *board) parseClocks(fields []string) error {
	for i, field := range fields {
		n, err := strconv.Atoi(field)
		if err != nil || n < 0 || n > maxClock {
			return fmt.Errorf("the %s is %q", [2]string{"half-move clock", "full-move number"}[i], field)
		}
		if i == 0 {
			b.clock = n
		}
	}
	return nil
}

// fault tells why the position cannot occur in chess, "" if it can. impossibleRights and
// impossiblePassed check castling rights and the en-passant square.
func (b *board) fault() string {
	for _, c := range [2]analysis.Color{analysis.White, analysis.Black} {
		if reason := b.miscounted(c); reason != "" {
			return reason
		}
	}
	if b.attacked(b.kings[b.turn.Other()], b.turn) {
		return "the side that is not to move stands in check"
	}
	if n, _ := b.attackers(b.kings[b.turn], b.turn.Other()); n > 2 {
		return "the king is attacked by more than two pieces"
	}
	return ""
}

// miscounted checks the number of men of one colour: at most eight pawns, none of them on the
// first or last rank, and no more additional pieces than missing pawns.
func (b *board) miscounted(c analysis.Color) string {
	var n [8]int
	for i := range 64 {
		s := fromIndex(i)
		p := b.men[s]
		if p == none || p.color() != c {
			continue
		}
		n[p.kind()]++
		if p.kind() == pawn && (s.rank() == 0 || s.rank() == 7) {
			return fmt.Sprintf("a pawn stands on %s", s)
		}
	}
	if n[pawn] > 8 {
		return fmt.Sprintf("%s has %d pawns", c, n[pawn])
	}
	promoted := max(0, n[queen]-1) + max(0, n[rook]-2) + max(0, n[bishop]-2) + max(0, n[knight]-2)
	if promoted > 8-n[pawn] {
		return fmt.Sprintf("%s has more pieces than promotions can explain", c)
	}
	return ""
}

// impossibleRights returns the castling rights that the placement of kings and
// rooks rules out.
func (b *board) impossibleRights() uint8 {
	var bad uint8
	for i, home := range [4][2]square{{0x04, 0x07}, {0x04, 0x00}, {0x74, 0x77}, {0x74, 0x70}} {
		c := analysis.Color(i / 2)
		if b.men[home[0]] != king.of(c) || b.men[home[1]] != rook.of(c) {
			bad |= 1 << i
		}
	}
	return b.castling & bad
}

// impossiblePassed reports whether the en-passant square is impossible, because no pawn of the
// opponent can just have passed over it.
func (b *board) impossiblePassed() bool {
	if b.passed == nowhere {
		return false
	}
	step := forward(b.turn.Other())
	from, to := b.passed-step, b.passed+step
	if !from.onBoard() || !to.onBoard() || from.rank() != 1 && from.rank() != 6 {
		return true
	}
	return b.men[b.passed] != none || b.men[from] != none || b.men[to] != pawn.of(b.turn.Other())
}
