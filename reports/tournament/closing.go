package tournament

import (
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// UndoneKind is what sort of thing is not finished.
type UndoneKind string

// The kinds.
const (
	GameLacking  UndoneKind = "game"     // was played and is not there, or not whole
	QuestionOpen UndoneKind = "question" // nobody has said whom a name in the games means
	TestUnderWay UndoneKind = "test"     // of a player, or waiting
)

// Undone is one thing that is not finished. Which fields it has depends on its kind.
type Undone struct {
	Kind  UndoneKind `json:"kind"`
	Round int        `json:"round,omitempty"` // of a game
	White string     `json:"white,omitempty"` // likewise
	Black string     `json:"black,omitempty"` // likewise
	Name  string     `json:"name,omitempty"`  // that is asked about
	Test  string     `json:"test,omitempty"`  // ID
}

// Unfinished is what is looked at before an event is closed.
type Unfinished struct {
	Lacks     []Deviation // games that lack (Clean.Lacks)
	Questions []Question  // that nobody has answered
	Tests     []string    // IDs of those under way or waiting
}

// Undone lists what is not finished: games by round, then questions, then tests, each in the order
// given. Never nil.
func (u Unfinished) Undone() []Undone {
	all := []Undone{}
	for _, d := range u.Lacks {
		all = append(all, Undone{Kind: GameLacking, Round: d.Round, White: d.White, Black: d.Black})
	}
	for _, q := range u.Questions {
		all = append(all, Undone{Kind: QuestionOpen, Name: q.Name})
	}
	for _, id := range u.Tests {
		all = append(all, Undone{Kind: TestUnderWay, Test: id})
	}
	return all
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
