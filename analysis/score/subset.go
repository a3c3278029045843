package score

import (
	"fmt"
	"strconv"
	"strings"

	"fairplay/analysis/fault"
)

// Span names moves of one round: the player's turns First to Last.
type Span struct {
	Round       string // "3", or "3.2" where a round has several games
	First, Last int    // turns, from 1, First <= Last
}

// String returns the span as ParseSubset reads it.
func (s Span) String() string {
	if s.First == s.Last {
		return fmt.Sprintf("R%s:%d", s.Round, s.First)
	}
	return fmt.Sprintf("R%s:%d-%d", s.Round, s.First, s.Last)
}

// holds reports whether the span names a turn of a game of that round. Span "3" names every game of
// round 3, including "3.2"; span "3.2" names that game alone.
func (s Span) holds(round string, turn int) bool {
	return (round == s.Round || strings.HasPrefix(round, s.Round+".")) && s.First <= turn && turn <= s.Last
}

// Subset names moves of a performance, for instance those after absences from the board that the
// arbiter noted ([AM], commentary on protection measures).
type Subset []Span

// Holds reports whether a turn of a game of that round belongs to the subset.
func (s Subset) Holds(round string, turn int) bool {
	for _, span := range s {
		if span.holds(round, turn) {
			return true
		}
	}
	return false
}

// Unmatched returns the spans that hold no counted move of the performance.
func (s Subset) Unmatched(p *Performance) []Span {
	var missing []Span
	for _, span := range s {
		if inside, _ := p.Split(Subset{span}); inside.Moves() == 0 {
			missing = append(missing, span)
		}
	}
	return missing
}

// Split returns the counted moves of a performance inside and outside a subset. Both results have
// all games, some of them without moves.
func (p *Performance) Split(s Subset) (inside, outside Performance) {
	inside, outside = *p, *p
	inside.Games, outside.Games = make([]Game, len(p.Games)), make([]Game, len(p.Games))
	for i, g := range p.Games {
		in, out := g, g
		in.Moves, out.Moves = nil, nil
		for _, m := range g.Moves {
			if s.Holds(g.Round, m.Turn()) {
				in.Moves = append(in.Moves, m)
			} else {
				out.Moves = append(out.Moves, m)
			}
		}
		inside.Games[i], outside.Games[i] = in, out
	}
	return inside, outside
}

// ParseSubset reads spans separated by commas: "R3:17-24,R5:31" names turns 17 to 24 of round 3 and
// turn 31 of round 5. A colour is not needed, as turns are the player's own. The error is of kind
// Invalid and quotes the faulty part.
func ParseSubset(text string) (Subset, error) {
	var s Subset
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		span, why := parseSpan(part)
		if why != "" {
			return nil, fault.New(fault.Invalid, "subset", "%q does not name moves: %s; write R3:17-24 for turns 17 to 24 of round 3, or R5:31 for one turn", part, why)
		}
		s = append(s, span)
	}
	return s, nil
}

// parseSpan returns the span, or why there is none.
func parseSpan(part string) (s Span, why string) {
	round, turns, found := strings.Cut(part, ":")
	switch {
	case part == "":
		return s, "it is empty"
	case !found:
		return s, "the turns after a colon are missing"
	case !strings.HasPrefix(strings.ToUpper(round), "R"):
		return s, "it does not begin with R and the round"
	}
	s.Round = round[1:]
	if !isRound(s.Round) {
		return s, "the round is not a number"
	}
	first, last, ranged := strings.Cut(turns, "-")
	if !ranged {
		last = first
	}
	var ok, also bool
	s.First, ok = turn(first)
	s.Last, also = turn(last)
	switch {
	case !ok || !also:
		return s, "the turns are not numbers from 1 to 999"
	case s.First > s.Last:
		return s, "the turns run backwards"
	}
	return s, ""
}

// isRound accepts "3" and "3.12".
func isRound(s string) bool {
	for number := range strings.SplitSeq(s, ".") {
		if _, ok := turn(number); !ok {
			return false
		}
	}
	return true
}

// turn reads a number from 1 to 999 without signs or spaces.
func turn(s string) (int, bool) {
	if len(s) == 0 || len(s) > 3 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 1
}
