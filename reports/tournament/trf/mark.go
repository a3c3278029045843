package trf

import "strings"

// Mark is a result in a participant's line, from his side.
type Mark byte

// The marks. Win, Draw and Loss were played over the board and are rated. The short ones were
// decided before both sides had made a move and are not rated (TRF26). The others were not played.
const (
	Blank       Mark = 0 // no result yet, or absent
	Win         Mark = '1'
	Draw        Mark = '='
	Loss        Mark = '0'
	ShortWin    Mark = 'W'
	ShortDraw   Mark = 'D'
	ShortLoss   Mark = 'L'
	ForfeitWin  Mark = '+'
	ForfeitLoss Mark = '-'
	HalfBye     Mark = 'H'
	FullBye     Mark = 'F'
	PairingBye  Mark = 'U' // for the player left over in the pairing
	ZeroBye     Mark = 'Z'
)

// String returns the mark as written in files, "" for Blank.
func (m Mark) String() string {
	if m == Blank {
		return ""
	}
	return string(rune(m))
}

// parseMark reads a mark; small letters are accepted (TRF26, note to the results).
func parseMark(s string) (Mark, bool) {
	if s = strings.ToUpper(s); s == "" {
		return Blank, true
	}
	return Mark(s[0]), len(s) == 1 && strings.Contains("1=0WDL+-HFUZ", s)
}

// Played reports whether a game was begun.
func (m Mark) Played() bool { return m.in("1=0WDL") }

// Rated reports whether a rated game was played.
func (m Mark) Rated() bool { return m.in("1=0") }

// Forfeit reports whether a game was decided because a player was absent.
func (m Mark) Forfeit() bool { return m.in("+-") }

// Bye reports whether the player had no opponent.
func (m Mark) Bye() bool { return m.in("HFUZ") }

func (m Mark) in(set string) bool { return m != Blank && strings.IndexByte(set, byte(m)) >= 0 }

// agrees reports whether two opponents' marks are possible for one game. An arbiter may decide that
// both lost, or that one has half a point and the other none; otherwise the points must be those of
// one game.
func (m Mark) agrees(other Mark) bool {
	switch string([]byte{byte(m), byte(other)}) {
	case "10", "01", "==", "00", "=0", "0=", "WL", "LW", "DD", "LL", "DL", "LD", "+-", "-+", "--", "\x00\x00":
		return true
	}
	return false
}

// Scoring is how many points each result is worth (162).
type Scoring struct {
	Win, Draw, Loss Tenths
	Absence         Tenths // forfeit loss and zero-point bye
	PairingBye      Tenths
}

// usualScoring returns the points that apply unless a file states others.
func usualScoring() Scoring { return Scoring{Win: 10, Draw: 5, PairingBye: 10} }

// Of returns the points of a mark; 0 for Blank.
func (s Scoring) Of(m Mark) Tenths {
	switch m {
	case Win, ShortWin, ForfeitWin, FullBye:
		return s.Win
	case Draw, ShortDraw, HalfBye:
		return s.Draw
	case Loss, ShortLoss:
		return s.Loss
	case PairingBye:
		return s.PairingBye
	case ForfeitLoss, ZeroBye:
		return s.Absence
	}
	return 0
}
