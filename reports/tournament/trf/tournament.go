package trf

import (
	"strconv"
	"strings"
)

// Tournament is the content of a file about one tournament. Values that the file does not give are
// empty or zero.
type Tournament struct {
	Name         string       // 012
	City         string       // 022
	Federation   string       // 032
	Start, End   Day          // 042, 052
	Type         string       // 092, in words: "Individual: Swiss-System"
	System       string       // 192, a code of TRF26: "FIDE_DUTCH_2026"
	ChiefArbiter string       // 102
	Deputies     []string     // 112, one for each line
	Times        string       // 122, in words: "90 min + 30 sec/move"
	Control      TimeControls // 222, from TRF26 on
	PairedBy     string       // 182, program or user that makes the pairings
	TieBreaks    string       // 202, codes divided by commas
	Standings    string       // 212, likewise, with PTS
	Rounds       int          // 142 or XXR; 0 if not stated (see NumRounds)
	Dates        []Day        // 132: of round 1, 2, ...; zero if unknown
	Stated       Stated       // 062, 072, 082

	Participants []*Participant // 001, in the order of the file
	Teams        []Team         // 310 or 013, in the order of the file
	Points       Scoring        // 162, XXS or BB lines, with what is usual for the rest
	Adjustments  []Adjustment   // 299
	Byes         []Bye          // 240

	Records []Record // every line with a known code, in the order of the file
	Unknown []Record // every line with a code that no edition knows
	// Errors are faults that must be mended before others can rely on the file; Warnings are odd
	// but harmless. Both are in the order of lines and columns.
	Errors, Warnings []Remark

	Encoding string // encoding of letters beyond ASCII: "UTF-8", "Windows-1252 (Western European)"; "ASCII" if there are none

	lines    []line
	page     decoder
	byNumber map[int]*Participant // as read
}

// Stated holds the numbers that a file states about its own content.
type Stated struct{ Participants, Rated, Teams int }

// Participant is one player of the tournament.
type Participant struct {
	Number     int    // starting rank, 1 to 9999
	Sex        string // "m" or "w", "" if not given
	Title      string // GM, IM, FM, CM, WGM, WIM, WFM, WCM, "" if not given
	Name       string // "Surname, Given names", as written
	Rating     int    // 0 if not given
	Federation string
	FideID     string // without leading zeros, "" if not given
	Birth      Day
	Points     Tenths
	Rank       int    // 0 if not given
	Slots      []Slot // rounds 1, 2, ...
	Line       int    // in the file, from 1; 0 for an added participant
}

// Slot returns a round, counted from 1; blank for rounds beyond the end of the line.
func (p *Participant) Slot(round int) Slot {
	if round < 1 || round > len(p.Slots) {
		return Slot{}
	}
	return p.Slots[round-1]
}

// Idle counts the participants without an opponent in a round: those with a bye, and those who were
// absent or for whom the file says nothing.
func (t *Tournament) Idle(round int) (byes, absent int) {
	for _, p := range t.Participants {
		s := p.Slot(round)
		if s.Opponent > 0 {
			continue
		}
		if s.Mark == Blank || s.Mark == ZeroBye {
			absent++
		} else {
			byes++
		}
	}
	return byes, absent
}

// Slot is one round of a participant.
type Slot struct {
	Opponent int       // number of the opponent, 0 for nobody
	Color    SlotColor // NoColor if there was no opponent
	Mark     Mark      // Blank if there is no result
}

// SlotColor is the colour assigned to a participant.
type SlotColor byte

// The colours of a slot.
const (
	NoColor SlotColor = 0
	White   SlotColor = 'w'
	Black   SlotColor = 'b'
)

// Team is one team of the tournament.
type Team struct {
	Number  int // 0 in TRF16 files, which do not number teams
	Name    string
	Members []int // numbers of participants, by board
	Line    int
}

// Adjustment gives points other than those of the results (record 299).
type Adjustment struct {
	Mark   Mark // mark with other points; Blank for a penalty or bonus
	Points Tenths
	Round  int   // 0 for all rounds
	Of     []int // numbers of participants or teams
	Line   int
}

// Bye is a bye given before the round was paired (record 240).
type Bye struct {
	Mark  Mark // FullBye, HalfBye or ZeroBye
	Round int
	Of    []int // numbers of participants or teams
	Line  int
}

// Record is one line of the file, divided into code and text.
type Record struct {
	Code string // the first three characters
	Text string // the rest of the line, as written
	Line int    // from 1
}

// Remark is a remark on a place in the file.
type Remark struct {
	Line   int    `json:"line"`   // from 1; 0 for the file as a whole
	Column int    `json:"column"` // of the first character concerned, from 1; 0 for the whole line
	Reason string `json:"reason"`
	Text   string `json:"text,omitempty"` // what stands there
}

// Tenths is a number of tenths of a point: 115 is 11.5 points.
type Tenths int

// NoPoints means that a file gives no points.
const NoPoints Tenths = -1 << 20

// String returns points as files write them: "11.5".
func (t Tenths) String() string {
	if t == NoPoints {
		return ""
	}
	sign := ""
	if t < 0 {
		sign, t = "-", -t
	}
	return sign + strconv.Itoa(int(t/10)) + "." + strconv.Itoa(int(t%10))
}

// parseTenths reads "11.5", "11,5", ".5", "11" and "-1.0".
func parseTenths(s string) (Tenths, bool) {
	text, negative := strings.CutPrefix(strings.Replace(s, ",", ".", 1), "-")
	whole, part, _ := strings.Cut(text, ".")
	if whole+part == "" || len(part) > 1 || len(whole) > 5 || strings.Trim(whole+part, "0123456789") != "" {
		return NoPoints, false
	}
	n, _ := strconv.Atoi(whole + (part + "0")[:1]) // digits, six at most
	if negative {
		n = -n
	}
	return Tenths(n), true
}

// Participant returns the participant with a number, nil if there is none.
func (t *Tournament) Participant(number int) *Participant {
	for _, p := range t.Participants {
		if p.Number == number {
			return p
		}
	}
	return nil
}

// NumRounds returns the number of rounds: the stated number, or the last round with a date or
// result if that is greater.
func (t *Tournament) NumRounds() int { return max(t.Rounds, len(t.Dates), t.LastRound()) }

// LastRound returns the last round that any participant's line fills.
func (t *Tournament) LastRound() int {
	n := 0
	for _, p := range t.Participants {
		n = max(n, len(p.Slots))
	}
	return n
}

// Date returns the day of a round: that of record 132, otherwise the day of a one-day tournament;
// the zero Day if neither is known.
func (t *Tournament) Date(round int) Day {
	if round >= 1 && round <= len(t.Dates) && t.Dates[round-1].Year > 0 {
		return t.Dates[round-1]
	}
	if t.Start == t.End {
		return t.Start
	}
	return Day{}
}
