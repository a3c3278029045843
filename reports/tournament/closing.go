package tournament

import (
	"slices"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
)

// UndoneKind is what sort of thing is not finished.
type UndoneKind string

// The kinds.
const (
	GameLacking  UndoneKind = "game"     // was played and is not there, or not whole
	QuestionOpen UndoneKind = "question" // nobody has said whom a name in the games means
	DutyUndone   UndoneKind = "duty"     // is mandatory, and nobody has said that it was done
	AbsenceOpen  UndoneKind = "absence"  // a player left the board, and nobody noted that he was back
	TestUnderWay UndoneKind = "test"     // of a player, or waiting
)

// Undone is one thing that is not finished. Which fields it has depends on its kind.
type Undone struct {
	Kind  UndoneKind `json:"kind"`
	Round int        `json:"round,omitempty"` // of a game or absence
	White string     `json:"white,omitempty"` // of a game
	Black string     `json:"black,omitempty"` // likewise
	Name  string     `json:"name,omitempty"`  // that is asked about
	Duty  string     `json:"duty,omitempty"`  // as Due has it, with its state and deadline
	State DutyState  `json:"state,omitempty"`
	By    *time.Time `json:"by,omitempty"`
	Note  int64      `json:"note,omitempty"` // number of an entry of the arbiter's log
	Test  string     `json:"test,omitempty"` // ID
}

// Unfinished is what is looked at before an event is closed.
type Unfinished struct {
	Lacks     []Deviation  // games that lack (Clean.Lacks)
	Questions []Question   // that nobody has answered
	Dues      []Due        // every duty
	Log       []ListedNote // of the arbiters, all of it
	Tests     []string     // IDs of those under way or waiting
}

// Undone lists what is not finished: games by round, then questions, duties, absences and tests,
// each in the order given. Duties count that are mandatory whatever facts are still missing, once
// their time has begun. Never nil.
func (u Unfinished) Undone() []Undone {
	all := []Undone{}
	for _, d := range u.Lacks {
		all = append(all, Undone{Kind: GameLacking, Round: d.Round, White: d.White, Black: d.Black})
	}
	for _, q := range u.Questions {
		all = append(all, Undone{Kind: QuestionOpen, Name: q.Name})
	}
	for _, d := range u.Dues {
		if d.Demand == regulations.Mandatory && (d.State == DutyOpen || d.State == DutyLate) {
			all = append(all, Undone{Kind: DutyUndone, Duty: d.Duty, State: d.State, By: d.By})
		}
	}
	for _, n := range openAbsences(u.Log) {
		all = append(all, Undone{Kind: AbsenceOpen, Round: n.Round, Note: n.Seq})
	}
	for _, id := range u.Tests {
		all = append(all, Undone{Kind: TestUnderWay, Test: id})
	}
	return all
}

// openAbsences returns the notes of players who left the board and of whom nobody noted in that
// round that they were back.
func openAbsences(log []ListedNote) (open []ListedNote) {
	notes := standing(log)
	for i, n := range notes {
		left := n.What == NotedAbsence && n.Left > 0 && n.Back == 0
		if left && !slices.ContainsFunc(notes[i+1:], func(later ListedNote) bool {
			return later.What == NotedAbsence && later.Round == n.Round && later.Back >= n.Left && later.Left == 0 && later.Player.same(n.Player)
		}) {
			open = append(open, n)
		}
	}
	return open
}

// Closing says that an event was closed: it takes nothing more.
type Closing struct {
	Reason string   `json:"reason,omitempty"` // why it was closed although something was undone
	Undone []Undone `json:"undone"`           // then; never nil
}

// Kind returns EventClosed.
func (Closing) Kind() EntryKind { return EventClosed }

// Validate returns an Invalid error where something is undone and nobody says why the event is
// closed all the same.
func (c Closing) Validate() error {
	if len(c.Undone) > 0 || c.Reason != "" {
		return reasoned(c.Reason, "an event in which something is undone")
	}
	return nil
}

// Reopening says that an event that was closed is open again.
type Reopening struct {
	Reason string `json:"reason"`
}

// Kind returns EventReopened.
func (Reopening) Kind() EntryKind { return EventReopened }

// Validate returns an Invalid error where nobody says why.
func (r Reopening) Validate() error { return reasoned(r.Reason, "a closed event that is opened again") }

// PackageWritten says that a package was made for whoever the games are owed to.
type PackageWritten struct {
	SHA256 string   `json:"sha256"` // of the package, which is kept with the uploads
	Bytes  int64    `json:"bytes"`
	Games  int      `json:"games"`
	Reason string   `json:"reason,omitempty"` // why it was made although games lack
	Lacks  []string `json:"lacks"`            // in words; never nil
}

// Kind returns PackageMade.
func (PackageWritten) Kind() EntryKind { return PackageMade }

// Validate returns an Invalid error where no bytes are named, or games lack and nobody says why.
func (w PackageWritten) Validate() error {
	if len(w.SHA256) != 64 || w.Bytes <= 0 {
		return fault.New(fault.Invalid, "package", "the package is empty")
	}
	if len(w.Lacks) > 0 || w.Reason != "" {
		return reasoned(w.Reason, "a package that lacks games")
	}
	return nil
}

// reasoned returns an Invalid error where a reason that something needs is not one.
func reasoned(reason, what string) error {
	if strings.TrimSpace(reason) == "" || !analysis.IsText(reason, longestSentence) {
		return fault.New(fault.Invalid, "reason", "%s needs a reason of at most %d printable characters", what, longestSentence)
	}
	return nil
}
