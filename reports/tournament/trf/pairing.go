package trf

import (
	"cmp"
	"slices"
)

// Pairing is a game in the file, played or not.
type Pairing struct {
	Round        int
	White, Black *Participant
	// WhiteMark and BlackMark are the results, each from its side.
	WhiteMark, BlackMark Mark
	// Colored is false if the file gives no colours, as it may for forfeits. White is then the
	// participant with the lower number.
	Colored bool
}

// Played reports whether the game was begun.
func (p Pairing) Played() bool { return p.WhiteMark.Played() || p.BlackMark.Played() }

// Pairings returns the pairings of all rounds, by round and White's number. If opponents do not
// name each other, each line that names somebody makes a pairing.
func (t *Tournament) Pairings() []Pairing {
	var all []Pairing
	byNumber := map[int]*Participant{}
	for _, p := range t.Participants {
		byNumber[p.Number] = p
	}
	for _, p := range t.Participants {
		for i, s := range p.Slots {
			opponent := byNumber[s.Opponent]
			if opponent == nil || opponent == p {
				continue
			}
			other := opponent.Slot(i + 1)
			mutual := other.Opponent == p.Number
			if mutual && p.Number > opponent.Number {
				continue
			}
			if !mutual {
				other = Slot{}
			}
			all = append(all, pairing(i+1, p, opponent, s, other))
		}
	}
	slices.SortStableFunc(all, func(a, b Pairing) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.White.Number, b.White.Number), cmp.Compare(a.Black.Number, b.Black.Number))
	})
	return all
}

func pairing(round int, p, opponent *Participant, s, other Slot) Pairing {
	g := Pairing{Round: round, White: p, Black: opponent, WhiteMark: s.Mark, BlackMark: other.Mark, Colored: s.Color != NoColor || other.Color != NoColor}
	black := s.Color == Black || s.Color == NoColor && other.Color == White
	if black || !g.Colored && opponent.Number < p.Number {
		g.White, g.Black, g.WhiteMark, g.BlackMark = opponent, p, other.Mark, s.Mark
	}
	return g
}
