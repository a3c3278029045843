package analysis

import "fmt"

// Move is a move in its smallest form: from-square, to-square and promotion,
// as UCI writes it. Castling is the king's move (e1g1). The zero value is no
// move. Whether a move is legal is a question for package pgn.
type Move uint16

// promotions holds the UCI letters by their code in a Move; 0 is no promotion.
const promotions = " nbrq"

// NewMove builds a move from squares 0 (a1) to 63 (h8), file first, and the
// UCI promotion letter ('n', 'b', 'r', 'q') or 0.
func NewMove(from, to int, promotion byte) Move {
	code := 0
	for i := 1; i < len(promotions); i++ {
		if promotions[i] == promotion {
			code = i
		}
	}
	return Move(code<<12 | to<<6 | from)
}

// ParseMove reads UCI notation: "e2e4", "e7e8q". The null move "0000" and
// anything else is an error.
func ParseMove(s string) (Move, error) {
	m, ok := parseMove(s)
	if !ok {
		return 0, fmt.Errorf("%q is not a move in UCI notation", s)
	}
	return m, nil
}

func parseMove(s string) (m Move, ok bool) {
	if len(s) != 4 && len(s) != 5 {
		return 0, false
	}
	for i := 0; i < 4; i += 2 {
		if s[i] < 'a' || s[i] > 'h' || s[i+1] < '1' || s[i+1] > '8' {
			return 0, false
		}
	}
	square := func(i int) int { return int(s[i+1]-'1')*8 + int(s[i]-'a') }
	m = NewMove(square(0), square(2), 0)
	if len(s) == 5 {
		m = NewMove(square(0), square(2), s[4])
		if m.Promotion() == 0 {
			return 0, false
		}
	}
	return m, m.From() != m.To()
}

// From returns the square the piece leaves, 0 (a1) to 63 (h8).
func (m Move) From() int { return int(m & 63) }

// To returns the square the piece reaches.
func (m Move) To() int { return int(m >> 6 & 63) }

// Promotion returns the UCI letter of the new piece, or 0.
func (m Move) Promotion() byte {
	if code := m >> 12; code > 0 && int(code) < len(promotions) {
		return promotions[code]
	}
	return 0
}

// String returns the move in UCI notation, "0000" for no move.
func (m Move) String() string {
	if m == 0 {
		return "0000"
	}
	b := []byte{
		'a' + byte(m.From()%8), '1' + byte(m.From()/8),
		'a' + byte(m.To()%8), '1' + byte(m.To()/8),
	}
	if p := m.Promotion(); p != 0 {
		b = append(b, p)
	}
	return string(b)
}

// MarshalText writes UCI notation.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads UCI notation; "0000" is no move.
func (m *Move) UnmarshalText(b []byte) error {
	if string(b) == "0000" {
		*m = 0
		return nil
	}
	parsed, err := ParseMove(string(b))
	*m = parsed
	return err
}
