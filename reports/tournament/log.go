package tournament

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament/roster"
)

// NoteKind is a kind of note about a player.
type NoteKind string

// The kinds of notes.
const (
	NotedAbsence     NoteKind = "absence"     // he left the board, or was back
	NotedObservation NoteKind = "observation" // somebody saw something
	NotedCheck       NoteKind = "check"       // he was checked
	NotedIncident    NoteKind = "incident"    // prohibited behaviour, with its code
)

// NoteKinds returns every kind.
func NoteKinds() []NoteKind {
	return []NoteKind{NotedAbsence, NotedObservation, NotedCheck, NotedIncident}
}

// LogNote is a note that an arbiter writes into the log during a round.
type LogNote struct {
	Player NamedPlayer `json:"player"`
	Round  int         `json:"round"`
	What   NoteKind    `json:"what"`

	// Left and Back are the numbers of the player's next move when he left the board and when he
	// was back; 0 if not noted. A note of an absence has at most one of them.
	Left int `json:"left,omitempty"`
	Back int `json:"back,omitempty"`

	Requested bool   `json:"requested,omitempty"` // a complainant asked for the check
	Code      string `json:"code,omitempty"`      // of the incident (regulations.Edition.Incidents)
	Text      string `json:"text,omitempty"`      // what was seen; an observation needs it

	// Corrects is the number of an earlier note that this one replaces; 0 for none.
	Corrects int64 `json:"corrects,omitempty"`

	// Tapped is when the arbiter made the note, by the clock of his device. Ahead is by how many
	// seconds that clock was ahead of the server's when the note arrived; negative if it was
	// behind. No rule uses them, because a device states them: what counts is when the note was
	// written into the journal.
	Tapped time.Time `json:"tapped,omitzero"`
	Ahead  int64     `json:"ahead,omitempty"`
}

// Kind returns Logged.
func (LogNote) Kind() JournalKind { return Logged }

// mostMove is greater than the number of moves of any game.
const mostMove = 999

// Validate returns an Invalid error if something is missing or contradictory.
func (l LogNote) Validate() error {
	wrong := func(format string, args ...any) error { return fault.New(fault.Invalid, "log", format, args...) }
	switch {
	case l.Round < 1 || l.Round > mostRounds:
		return wrong("%d is no round; rounds run from 1 to %d", l.Round, mostRounds)
	case !slices.Contains(NoteKinds(), l.What):
		return wrong("%q is nothing that is noted; known are %s", l.What, listed(NoteKinds()))
	case l.Left < 0 || l.Left > mostMove || l.Back < 0 || l.Back > mostMove:
		return wrong("moves have numbers from 1 to %d", mostMove)
	case l.What == NotedAbsence && l.Left == 0 && l.Back == 0:
		return wrong("an absence names the move at which the player left the board, or at which he was back")
	case l.What != NotedAbsence && (l.Left != 0 || l.Back != 0):
		return wrong("only an absence names moves at which a player left the board or was back")
	case l.Left > 0 && l.Back > 0 && l.Back < l.Left:
		return wrong("he left at move %d and cannot have been back at move %d", l.Left, l.Back)
	case l.Requested && l.What != NotedCheck:
		return wrong("a complainant can ask for a check, and for nothing else that is noted")
	case l.What == NotedObservation && strings.TrimSpace(l.Text) == "":
		return wrong("an observation says what was seen")
	case !analysis.IsText(l.Text, longestSentence):
		return wrong("a note has at most %d characters, all printable", longestSentence)
	case l.Corrects < 0:
		return wrong("%d is no number of a note", l.Corrects)
	case l.Tapped.IsZero() && l.Ahead != 0:
		return wrong("the clock of a device is told with the time of the tap")
	case (l.What == NotedIncident) != (l.Code != ""):
		return wrong("an incident has a code, and nothing else has one; known are %s", codes())
	case l.Code != "" && l.weight() == "":
		return wrong("%.40q is no code of an incident; known are %s", l.Code, codes())
	}
	return l.Player.Validate()
}

func codes() string {
	var all []string
	for _, i := range regulations.Shipped().Edition(time.Time{}).Incidents() {
		all = append(all, i.Code)
	}
	return strings.Join(all, ", ")
}

// weight says to which part of the evidence a note belongs; "" for an unknown code. Absences, checks
// and observations by themselves belong to none: what counts beside figures is evidence "that somebody
// is cheating" (Arbiters' Manual 2022, ch. 3, Regan's notes, IV, introduction), and whether something
// seen is that, a person states on the watch list.
func (l *LogNote) weight() regulations.Weight {
	if l.What != NotedIncident {
		return regulations.NoEvidence
	}
	for _, i := range regulations.Shipped().Edition(time.Time{}).Incidents() {
		if i.Code == l.Code {
			return i.Evidence
		}
	}
	return ""
}

// ListedNote is a note of the arbiters' log with its author and time.
type ListedNote struct {
	Seq    int64     `json:"seq,omitempty"` // in the journal of the event
	At     time.Time `json:"at"`
	By     string    `json:"by,omitempty"` // ID of a token
	Digest string    `json:"digest,omitempty"`
	LogNote
}

// Goes returns an error if a note does not fit the notes before it: Invalid if it corrects none of
// them, Conflict if the note that it corrects is corrected already, or if it is a second check of
// the player in the round at a complainant's request.
func (l LogNote) Goes(before []ListedNote) error {
	if l.Corrects != 0 {
		i := slices.IndexFunc(before, func(b ListedNote) bool { return b.Seq == l.Corrects })
		switch {
		case i < 0:
			return fault.New(fault.Invalid, "log", "there is no such note in the log that could be corrected")
		case slices.ContainsFunc(before, func(b ListedNote) bool { return b.Corrects == l.Corrects }):
			return fault.New(fault.Conflict, "note_corrected", "that note is corrected already; correct the later one")
		}
	}
	if l.What != NotedCheck || !l.Requested {
		return nil
	}
	for _, b := range standing(before) {
		if b.Seq != l.Corrects && b.What == NotedCheck && b.Requested && b.Round == l.Round && b.Player.same(l.Player) {
			rule := regulations.Shipped().Edition(time.Time{}).RepeatedCheck()
			return fault.New(fault.Conflict, "check_repeated",
				"at the request of a complainant a player is checked only once in a round, and round %d has such a check, noted at %s (%s)",
				l.Round, b.At.UTC().Format(time.RFC3339), rule.Citation)
		}
	}
	return nil
}

// Again returns the note of the log that a device sends a second time: the same author, the same
// words, tapped at the same instant. A device that gets no answer sends again.
func (l LogNote) Again(by string, log []ListedNote) (ListedNote, bool) {
	for _, b := range log {
		before := b.LogNote
		before.Player, before.Tapped, before.Ahead = l.Player, l.Tapped, l.Ahead
		if b.By == by && !l.Tapped.IsZero() && b.Tapped.Equal(l.Tapped) && b.Player.same(l.Player) && before == l {
			return b, true
		}
	}
	return ListedNote{}, false
}

// same reports whether two ways to name a player have something in common.
func (n NamedPlayer) same(q NamedPlayer) bool {
	switch id, other := roster.FideID(n.FideID), roster.FideID(q.FideID); {
	case id != "" && other != "":
		return id == other
	case n.Name == "" || q.Name == "":
		return n.Number > 0 && n.Number == q.Number
	}
	return n.Name != "" && roster.NameKey(n.Name) == roster.NameKey(q.Name)
}

// standing returns the notes that no later one corrects.
func standing(log []ListedNote) (kept []ListedNote) {
	for _, n := range log {
		if !corrected(n, log) {
			kept = append(kept, n)
		}
	}
	return kept
}

// corrected reports whether another note of the log replaces this one.
func corrected(n ListedNote, log []ListedNote) bool {
	return n.Seq != 0 && slices.ContainsFunc(log, func(later ListedNote) bool { return later.Corrects == n.Seq })
}

// MovesAfter is how many moves of a player after his return to the board are compared with his
// others. On average an opponent plays the engine's first choice about every second move, so a line
// that somebody saw away from the board is left after three moves in most games.
const MovesAfter = 3

// afterReturn names the moves after a return in the form that score.ParseSubset reads.
func (l *LogNote) afterReturn() string {
	return fmt.Sprintf("R%d:%d-%d", l.Round, l.Back, min(l.Back+MovesAfter-1, mostMove))
}
