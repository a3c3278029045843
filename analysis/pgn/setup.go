package pgn

import (
	"strings"

	"fairplay/analysis"
)

// setUp finds the position in which a game begins and, from its looks, whether
// it is a game of Chess960. reason tells why there is no such position.
func setUp(g *analysis.Game) (start position, reason string) {
	fen := g.Tag("FEN")
	if fen == "" {
		if g.Tag("SetUp") == "1" {
			return start, "the tags say that the game starts from a position of its own, but there is no FEN tag"
		}
		fen = startFEN
	}
	if g.Variant == analysis.Standard && isChess960(fen) {
		g.Variant = analysis.Chess960
	}
	if g.Variant != analysis.Standard {
		g.SetUp = g.Tag("FEN") != ""
		return start, ""
	}
	b, err := parseFEN(fen)
	if err != nil {
		return start, "the FEN tag cannot be read: " + err.Error()
	}
	if reason := b.fault(); reason != "" {
		return start, "the position of the FEN tag is not possible: " + reason
	}
	if bad := b.impossibleRights(); bad != 0 {
		b.castling &^= bad
		remark(g, "the FEN tag gives castling rights that king and rooks cannot have; they are dropped")
	}
	if b.impossiblePassed() {
		b.passed = nowhere
		remark(g, "the FEN tag gives an en-passant square over which no pawn has passed; it is dropped")
	}
	start = newPosition(b)
	g.Start = start.key()
	g.SetUp = g.Start != startFEN
	return start, ""
}

// isChess960 recognises a set-up of Chess960: castling rights named by the
// rook's file (HAha), the first rank shuffled and mirrored behind unmoved
// pawns, or castling rights that fit only a king and rooks elsewhere.
func isChess960(fen string) bool {
	fields := strings.Fields(fen)
	if len(fields) < 3 {
		return false
	}
	if strings.Trim(fields[2], "ABCDEFGHabcdefgh") == "" {
		return true
	}
	black, rest, _ := strings.Cut(fields[0], "/")
	white := strings.TrimPrefix(rest, "pppppppp/8/8/8/8/PPPPPPPP/")
	if white != rest && len(white) == 8 && strings.EqualFold(black, white) && white != "RNBQKBNR" {
		return true
	}
	b, err := parseFEN(fen)
	return err == nil && b.impossibleRights() != 0 && b.hasShuffledRights()
}

// hasShuffledRights reports whether every castling right has a king on the first rank and a rook
// on the right side of it, wherever they stand.
func (b *board) hasShuffledRights() bool {
	for i := range 4 {
		if b.castling&(1<<i) == 0 {
			continue
		}
		c := analysis.Color(i / 2)
		step, found := square(1), false
		if i%2 == 1 {
			step = -1
		}
		k := b.kings[c]
		if k.rank() != 7*int(c) {
			return false
		}
		for s := k + step; s.onBoard(); s += step {
			found = found || b.men[s] == rook.of(c)
		}
		if !found {
			return false
		}
	}
	return true
}
