package reports

import (
	"slices"
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// Filter narrows a screening down. The zero value keeps everything.
type Filter struct {
	Player   string // part of the name, whatever its case, or a FIDE id
	Rounds   Rounds
	MinMoves int // rows with fewer counted moves are left out
}

// Narrow removes from a report what the filter does not keep; rounds are the task of whoever evaluates the games. Figures
// stay as they are: a player shown alone was still one of all who were looked at, in the field of all. The command of the
// report gives the same rows. An unknown player gives the error of Unknown.
func (f Filter) Narrow(s *Screening) error {
	if !slices.ContainsFunc(s.Players, func(r PlayerRow) bool { return f.Names(r.Name, r.FideID) }) && f.Player != "" {
		return f.Unknown()
	}
	s.Selection.Player, s.Selection.MinMoves = f.Player, f.MinMoves
	s.Keep(f.Shows)
	s.Provenance.State("player", f.Player)
	s.Provenance.State("min-moves", strconv.Itoa(f.MinMoves))
	return nil
}

// Unknown is the NotFound error that no player is called so.
func (f Filter) Unknown() error {
	return fault.New(fault.NotFound, "no_player", "no player of these games is called %q", f.Player)
}

// Shows reports whether a row is to be shown.
func (f Filter) Shows(r *PlayerRow) bool {
	return r.Moves >= f.MinMoves && f.Names(r.Name, r.FideID)
}

// Names reports whether the filter means a player. Without a player the filter means everybody.
func (f Filter) Names(name, fideID string) bool {
	return f.Player == "" || f.Player == fideID ||
		strings.Contains(strings.ToLower(name), strings.ToLower(f.Player))
}

// Rounds is a set of main rounds, as ranges from and to; empty means all.
type Rounds [][2]int

// ParseRounds reads "3", "1-4" and "1-3,7". Anything else is an Invalid error.
func ParseRounds(s string) (Rounds, error) {
	var rounds Rounds
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err1 := strconv.Atoi(strings.TrimSpace(first))
		to, err2 := strconv.Atoi(strings.TrimSpace(last))
		if err1 != nil || err2 != nil || from < 1 || to < from {
			return nil, fault.New(fault.Invalid, "rounds", "%q is not a round or a range of rounds; write 3, 1-4 or 1-3,7", part)
		}
		rounds = append(rounds, [2]int{from, to})
	}
	if len(rounds) == 0 && s != "" {
		return nil, fault.New(fault.Invalid, "rounds", "%q names no round; write 3, 1-4 or 1-3,7", s)
	}
	return rounds, nil
}

// String writes the rounds as ParseRounds reads them.
func (r Rounds) String() string {
	parts := make([]string, len(r))
	for i, part := range r {
		parts[i] = strconv.Itoa(part[0])
		if part[1] != part[0] {
			parts[i] += "-" + strconv.Itoa(part[1])
		}
	}
	return strings.Join(parts, ",")
}

// MarshalText writes the rounds as String does.
func (r Rounds) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads rounds as ParseRounds does.
func (r *Rounds) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRounds(string(text))
	return err
}

// Has reports whether a round, as a game gives it, belongs to the set.
func (r Rounds) Has(round string) bool {
	if len(r) == 0 {
		return true
	}
	n, _, ok := analysis.ParseRound(round)
	if !ok {
		return false
	}
	for _, part := range r {
		if part[0] <= n && n <= part[1] {
			return true
		}
	}
	return false
}
