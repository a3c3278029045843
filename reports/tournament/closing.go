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
	RoundAhead   UndoneKind = "round"    // is not over by the schedule
	QuestionOpen UndoneKind = "question" // nobody has said whom a name in the games means
	DutyUndone   UndoneKind = "duty"     // is mandatory, and nobody has said that it was done
	AbsenceOpen  UndoneKind = "absence"  // a player left the board, and nobody noted that he was back
	TestUnderWay UndoneKind = "test"     // of a player, or waiting
	CannotBeTold UndoneKind = "untold"   // whether something is undone, because a fact is missing
)

// Untold is what cannot be told of an event.
type Untold string

// What cannot be told.
const (
	AboutGames Untold = "games" // which lack
	AboutNames Untold = "names" // in the games: whom they mean
	AboutDuty  Untold = "duty"  // whether it was due, or when
)

// Undone is one thing that is not finished. Which fields it has depends on its kind.
type Undone struct {
	Kind  UndoneKind `json:"kind"`
	Round int        `json:"round,omitempty"` // of a game or absence; of games that cannot be told, 0 for those of every round
	White string     `json:"white,omitempty"` // of a game, as Black
	Black string     `json:"black,omitempty"`
	Name  string     `json:"name,omitempty"` // that is asked about
	Duty  string     `json:"duty,omitempty"` // as Due has it, with its state and deadline
	State DutyState  `json:"state,omitempty"`
	By    *time.Time `json:"by,omitempty"`
	Note  int64      `json:"note,omitempty"` // number of an entry of the arbiter's log
	Test  string     `json:"test,omitempty"` // ID

	About   Untold `json:"about,omitempty"`   // what cannot be told
	Missing []Fact `json:"missing,omitempty"` // facts without which it cannot
}

// Unfinished is what is looked at before an event is closed.
type Unfinished struct {
	Lacks     []Deviation  // games that lack (Clean.Lacks)
	Questions []Question   // that nobody has answered
	Rounds    []Undone     // RoundsLeft
	Unknown   bool         // there are games, and nobody has said who takes part
	Dues      []Due        // every duty
	Log       []ListedNote // of the arbiters, all of it
	Tests     []string     // IDs of those under way or waiting
}

// Undone lists what is not finished: games by round, then rounds, questions, duties, absences and tests,
// each in the order given. Duties count that are mandatory, once
// their time has begun; where a fact is missing that may make a duty mandatory, or tell its deadline,
// it cannot be told. Never nil.
func (u Unfinished) Undone() []Undone {
	all := []Undone{}
	for _, d := range u.Lacks {
		all = append(all, Undone{Kind: GameLacking, Round: d.Round, White: d.White, Black: d.Black})
	}
	all = append(all, u.Rounds...)
	for _, q := range u.Questions {
		all = append(all, Undone{Kind: QuestionOpen, Name: q.Name})
	}
	if u.Unknown {
		all = append(all, Undone{Kind: CannotBeTold, About: AboutNames, Missing: []Fact{FactRoster}})
	}
	for _, d := range u.Dues {
		switch {
		case d.Demand == regulations.Mandatory && (d.State == DutyOpen || d.State == DutyLate):
			all = append(all, Undone{Kind: DutyUndone, Duty: d.Duty, State: d.State, By: d.By})
		case d.State == DutyUndecided && d.most == regulations.Mandatory:
			all = untoldDuty(all, d)
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

// untoldDuty adds a duty of which it cannot be told whether it is due; several articles may ask for it.
func untoldDuty(all []Undone, d Due) []Undone {
	i := slices.IndexFunc(all, func(u Undone) bool { return u.About == AboutDuty && u.Duty == d.Duty })
	if i < 0 {
		return append(all, Undone{Kind: CannotBeTold, About: AboutDuty, Duty: d.Duty, Missing: d.Missing})
	}
	both := Due{Missing: slices.Clone(all[i].Missing)}
	both.lacks(d.Missing...)
	all[i].Missing = both.Missing
	return all
}

// RoundsLeft returns the rounds of an event that are not over, and of what games it cannot be told whether
// they lack. c says which games there are; nil where nothing tells which there should be.
func RoundsLeft(c *Coverage, f Facts, s Schedule, now time.Time) (left []Undone) {
	untold := func(round int, missing Fact) {
		left = append(left, Undone{Kind: CannotBeTold, About: AboutGames, Round: round, Missing: []Fact{missing}})
	}
	told, source := 0, FactFile
	switch {
	case c == nil && (f.System == RoundRobin || f.System == DoubleRoundRobin):
		untold(0, FactRoster)
	case c == nil:
		untold(0, FactFile)
	case c.Basis != ByFile:
		told, source = len(c.Rounds), FactTimes
	default:
		told = len(c.Rounds)
		for _, p := range c.unsaid {
			left = append(left, Undone{Kind: CannotBeTold, About: AboutGames, Round: p.Round, White: p.White.Name, Black: p.Black.Name, Missing: []Fact{FactResult}})
		}
		if f.Rounds == 0 && len(s.Rounds) == 0 {
			untold(0, FactRounds) // there may be more than the file reaches
		}
	}
	for round := 1; round <= max(f.Rounds, len(s.Rounds)); round++ {
		switch {
		case round <= len(s.Rounds) && now.Before(s.Rounds[round-1].End):
			left = append(left, Undone{Kind: RoundAhead, Round: round})
		case c != nil && round > told:
			untold(round, source)
		}
	}
	return left
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
func (Closing) Kind() JournalKind { return EventClosed }

// Validate returns an Invalid error where something is undone, or cannot be told, and nobody says why
// the event is closed all the same.
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
func (Reopening) Kind() JournalKind { return EventReopened }

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
func (PackageWritten) Kind() JournalKind { return PackageMade }

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
