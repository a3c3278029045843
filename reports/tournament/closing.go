package tournament

import (
	"slices"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
)

// UndoneKind is a kind of unfinished business.
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

// Untold is something that cannot be known about an event.
type Untold string

// The kinds of Untold.
const (
	AboutGames Untold = "games" // which lack
	AboutNames Untold = "names" // in the games: whom they mean
	AboutDuty  Untold = "duty"  // whether it was due, or when
)

// Undone is one thing that is not finished. Its kind says which fields are set.
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

// Unfinished is what is checked before an event is closed.
type Unfinished struct {
	Lacks     []Deviation  // missing games (Clean.Lacks)
	Questions []Question   // those that nobody has answered
	Rounds    []Undone     // RoundsLeft
	Unknown   bool         // there are games, and nobody has stated who takes part
	Dues      []Due        // every duty
	Log       []ListedNote // the whole log of the arbiters
	Tests     []string     // IDs of tests that run or wait
}

// Undone lists what is not finished: games by round, then rounds, questions, duties, absences and
// tests, each in the given order. Only mandatory duties count, once their time has begun. If a
// missing fact could make a duty mandatory or set its deadline, the duty is listed as unknown.
// Never nil.
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

// untoldDuty adds a duty for which it is unknown whether it is due. Several articles may ask for
// the same duty.
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

// RoundsLeft returns the rounds of an event that are not over, and those for which it is unknown
// whether games are missing. c says which games there are; nil if nothing says which there should
// be.
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
			untold(0, FactRounds) // there may be more rounds than the file has
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

// openAbsences returns the notes about players who left the board if nobody noted their return in
// that round.
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

// Closing closes an event: it accepts nothing more.
type Closing struct {
	Reason string   `json:"reason,omitempty"` // why it was closed although something was undone
	Undone []Undone `json:"undone"`           // then; never nil
}

// Kind returns EventClosed.
func (Closing) Kind() JournalKind { return EventClosed }

// Validate returns an Invalid error if something is undone or unknown and no reason is given for
// closing the event all the same.
func (c Closing) Validate() error {
	if len(c.Undone) > 0 || c.Reason != "" {
		return reasoned(c.Reason, "an event in which something is undone")
	}
	return nil
}

// Reopening opens a closed event again.
type Reopening struct {
	Reason string `json:"reason"`
}

// Kind returns EventReopened.
func (Reopening) Kind() JournalKind { return EventReopened }

// Validate returns an Invalid error without a reason.
func (r Reopening) Validate() error { return reasoned(r.Reason, "a closed event that is opened again") }

// PackageWritten records that a package of games was made for a recipient to whom they are due.
type PackageWritten struct {
	SHA256 string   `json:"sha256"`          // of the package, which is kept with the uploads
	Plain  string   `json:"plain,omitempty"` // SHA-256 of the same package without the proof that it was in the log
	Bytes  int64    `json:"bytes"`
	Games  int      `json:"games"`
	Reason string   `json:"reason,omitempty"` // why it was made although games are missing
	Lacks  []string `json:"lacks"`            // in words; never nil
}

// Kind returns PackageMade.
func (PackageWritten) Kind() JournalKind { return PackageMade }

// Validate returns an Invalid error if no bytes are named, or if games are missing and no reason is
// given.
func (p PackageWritten) Validate() error {
	if len(p.SHA256) != 64 || p.Bytes <= 0 {
		return fault.New(fault.Invalid, "package", "the package is empty")
	}
	if len(p.Lacks) > 0 || p.Reason != "" {
		return reasoned(p.Reason, "a package from which games are missing")
	}
	return nil
}

// reasoned returns an Invalid error if a required reason is missing or too long.
func reasoned(reason, what string) error {
	if strings.TrimSpace(reason) == "" || !analysis.IsText(reason, longestSentence) {
		return fault.New(fault.Invalid, "reason", "%s needs a reason of at most %d printable characters", what, longestSentence)
	}
	return nil
}
