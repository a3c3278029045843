package pgn

import (
	"slices"

	"fairplay/analysis"
)

// SAN returns a move in standard algebraic notation, as Ply.SAN has it, given the key of the
// position before it. It is "" if the move is not legal or the key cannot be read.
func SAN(key string, m analysis.Move) string {
	b, err := parseFEN(key)
	if err != nil {
		return ""
	}
	p := newPosition(b)
	if !slices.Contains(p.legal(), m) {
		return ""
	}
	s := p.appendSAN(nil, m)
	p.advance(m)
	return string(p.appendCheck(s))
}

// appendSAN appends a legal move in the standard's own notation, without the
// sign of check, which depends on the position after it.
func (p *position) appendSAN(s []byte, m analysis.Move) []byte {
	from, to := fromIndex(m.From()), fromIndex(m.To())
	kind := p.men[from].kind()
	switch {
	case kind == king && to-from == 2:
		return append(s, "O-O"...)
	case kind == king && from-to == 2:
		return append(s, "O-O-O"...)
	case kind != pawn:
		s = append(s, kind.letter())
		s = p.appendOrigin(s, from, to)
	case from.file() != to.file():
		s = append(s, 'a'+byte(from.file()))
	}
	if p.men[to] != none || kind == pawn && from.file() != to.file() {
		s = append(s, 'x')
	}
	s = append(s, 'a'+byte(to.file()), '1'+byte(to.rank()))
	if c := m.Promotion(); c != 0 {
		s = append(s, '=', c&^0x20)
	}
	return s
}

// appendOrigin appends what distinguishes the moving piece from others of its kind that could
// legally go to the same square: the file, else the rank, else both (PGN standard 8.2.3.4).
func (p *position) appendOrigin(s []byte, from, to square) []byte {
	file, rank, any := false, false, false
	for i := range 64 {
		other := fromIndex(i)
		if other == from || p.men[other] != p.men[from] || !p.reaches(other, to) || !p.allows(move(other, to)) {
			continue
		}
		any = true
		file = file || other.file() == from.file()
		rank = rank || other.rank() == from.rank()
	}
	if any && (!file || rank) {
		s = append(s, 'a'+byte(from.file()))
	}
	if any && file {
		s = append(s, '1'+byte(from.rank()))
	}
	return s
}

// appendCheck appends "+" where the side to move is in check and "#" where it
// is mated.
func (p *position) appendCheck(s []byte) []byte {
	switch {
	case !p.checked:
		return s
	case len(p.legal()) == 0:
		return append(s, '#')
	}
	return append(s, '+')
}
