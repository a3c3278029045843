package reports

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// PermittedActions lists what the regulations permit for each player of an event.
type PermittedActions struct {
	Stage    string          `json:"stage"`     // regulations.Stage of the event now: it is over at its stated end, or once it is closed
	EndKnown bool            `json:"end_known"` // somebody has stated when the event ends; without that it counts as being played until it is closed
	Players  int             `json:"players"`   // how many take part; 0 if it is not on record
	Items    []PlayerActions `json:"items"`     // with most to permit now first; never nil
}

// PlayerActions is what the regulations permit on the figures of one player and the evidence on
// record about him.
type PlayerActions struct {
	Name       string                    `json:"name"`
	FideID     string                    `json:"fide_id"`
	Basis      string                    `json:"basis"`               // regulations.TestKind, or "none" without figures
	Report     string                    `json:"report"`              // of his test; "" for the screening
	Z          *float64                  `json:"z,omitempty"`         // nil if none may be judged
	HighestZ   *float64                  `json:"highest_z,omitempty"` // of MM, EV and ASD, by which some measures go; left out unless above Z
	Missing    Reason                    `json:"missing,omitempty"`   // why none may be judged
	SingledOut bool                      `json:"singled_out"`
	Evidence   []tournament.EvidenceKind `json:"evidence"` // besides the games; never nil
	Now        StageActions              `json:"now"`      // at the stage in which the event is: what is permitted
	During     StageActions              `json:"during"`
	After      StageActions              `json:"after"`
}

// noFigures is the basis of a player who has none.
const noFigures = "none"

// StageActions is what is permitted at one stage of the event.
type StageActions struct {
	Actions []Permitted `json:"actions"` // from the least to the gravest; never empty
	Held    string      `json:"held"`    // regulations.Held, "" if nothing graver is held back
}

// Equal reports whether two say the same.
func (s StageActions) Equal(b StageActions) bool {
	return s.Held == b.Held && slices.Equal(s.Actions, b.Actions)
}

// Outdated says what has changed since a test was made, and what is permitted now. The report itself
// never changes.
type Outdated struct {
	Made    time.Time // when the test was ordered: its facts are those of then
	Changed []ChangedFact
	Stage   string        // regulations.Stage of the event now
	Now     *StageActions // nil for those who may not see it
}

// ChangedFact is something on which a test rests and that is no longer as it was.
type ChangedFact string

// What can change.
const (
	PlayersChanged  ChangedFact = "players"
	RoundsChanged   ChangedFact = "rounds"   // how many are planned
	ScheduleChanged ChangedFact = "schedule" // or the days of the event
	StageChanged    ChangedFact = "stage"
	ModeChanged     ChangedFact = "mode"
	WatchChanged    ChangedFact = "watch"
	LogChanged      ChangedFact = "log"
	GamesChanged    ChangedFact = "games"
	RatingChanged   ChangedFact = "rating"
	FieldChanged    ChangedFact = "field"  // more or other games of the event are evaluated
	PlayerChanged   ChangedFact = "player" // nobody in the games is called so any more, or no game of his counts
	OtherTest       ChangedFact = "test"   // another test of the player counts before this one
)

// ChangedSince returns what the record says otherwise about the player than when a test was ordered.
// Both records are About him; nil is an empty one.
func (t *TestOrder) ChangedSince(now *tournament.EventRecord, at time.Time) []ChangedFact {
	was, is := cmp.Or(t.Record, &tournament.EventRecord{}), cmp.Or(now, &tournament.EventRecord{})
	changed := []ChangedFact{}
	for _, c := range []struct {
		fact ChangedFact
		same bool
	}{
		{PlayersChanged, was.Players == is.Players},
		{RoundsChanged, was.PlannedRounds == is.PlannedRounds},
		{ScheduleChanged, was.Start == is.Start && was.End == is.End && was.Facts.TimeZone == is.Facts.TimeZone && slices.Equal(was.Schedule, is.Schedule)},
		{StageChanged, was.Finished(t.At) == is.Finished(at)},
		{ModeChanged, was.Facts.Mode == is.Facts.Mode},
		{WatchChanged, sameJSON(was.Watch, is.Watch)},
		{LogChanged, sameJSON(was.Log, is.Log) && sameJSON(was.Received, is.Received)},
	} {
		if !c.same {
			changed = append(changed, c.fact)
		}
	}
	return changed
}

// sameJSON reports whether two lists are written alike: one of them has been stored.
func sameJSON[T any](a, b []T) bool {
	first, err := json.Marshal(a)
	second, wrong := json.Marshal(b)
	return err == nil && wrong == nil && (len(a)+len(b) == 0 || bytes.Equal(first, second))
}

// permit says what the regulations permit on evidence. Reports of tests, lists and pages all have it
// from here.
func permit(edition regulations.Edition, ev regulations.Evidence) StageActions {
	ruling := edition.Gate(ev)
	return StageActions{actionsOf(ruling.Permitted), string(ruling.Held)}
}

// MadeTest is the report of a test with its ID.
type MadeTest struct {
	ID string
	*FullTest
}

// known is what is known of one player: his row in the screening, the test that counts, and who he is.
type known struct {
	who    *roster.Person
	called roster.Called // as the figures name him
	row    *PlayerRow
	test   MadeTest
}

// Permit looks up what the regulations permit for every player of a screening (nil for none), of one
// of the tests, or about whom there is evidence on record. Tests come in the order in which they
// were ordered. If a player has several, the last counts, and full tests count before quick ones.
// Stage, number of players and evidence are those now on record.
func Permit(s *Screening, tests []MadeTest, record *tournament.EventRecord, finished bool) *PermittedActions {
	out := &PermittedActions{Stage: string(regulations.During), EndKnown: !record.Finishes().IsZero(), Players: record.Players, Items: []PlayerActions{}}
	if finished {
		out.Stage = string(regulations.After)
	}
	if s != nil && out.Players > 0 {
		out.Players = max(out.Players, len(s.Players)+s.Selection.Hidden)
	}
	for _, k := range everybody(s, tests, record) {
		out.Items = append(out.Items, out.of(k, record))
	}
	gravest := func(a PlayerActions) int {
		return slices.Index(regulations.Actions(), regulations.Measure(a.Now.Actions[len(a.Now.Actions)-1].Action))
	}
	slices.SortFunc(out.Items, func(a, b PlayerActions) int {
		return cmp.Or(cmp.Compare(gravest(b), gravest(a)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.FideID, b.FideID))
	})
	return out
}

// Of returns what is permitted for a player as figures name him; nil if nothing is known of him.
func (p *PermittedActions) Of(name, fideID string) *PlayerActions {
	i := slices.IndexFunc(p.Items, func(a PlayerActions) bool { return a.FideID == fideID && (fideID != "" || a.Name == name) })
	if i < 0 {
		return nil
	}
	return &p.Items[i]
}

// everybody brings together what is known of each player. Somebody whose name has changed since a
// test is still himself.
func everybody(s *Screening, tests []MadeTest, record *tournament.EventRecord) []*known {
	var all []*known
	by := map[roster.Called]*known{}
	find := func(p tournament.NamedPlayer) *known {
		who := record.Person(p)
		key := roster.Called{FideID: who.FideID}
		if key.FideID == "" {
			key.Name = who.Name
		}
		if by[key] == nil {
			by[key] = &known{who: who, called: roster.Called{Name: who.Name, FideID: who.FideID}}
			all = append(all, by[key])
		}
		return by[key]
	}
	if s != nil {
		for i := range s.Players {
			row := &s.Players[i]
			k := find(tournament.NamedPlayer{Name: row.Name, FideID: row.FideID})
			k.row, k.called = row, roster.Called{Name: row.Name, FideID: row.FideID}
		}
	}
	for _, t := range tests {
		k := find(tournament.NamedPlayer{Name: t.Player.Name, FideID: t.Player.FideID})
		if k.test.FullTest == nil || k.test.Kind != FullKind || t.Kind == FullKind {
			k.test = t
		}
	}
	for _, named := range record.Suspected() {
		if !slices.ContainsFunc(all, func(k *known) bool { return named.Is(k.who) }) {
			find(named)
		}
	}
	return all
}

// of says what is permitted as to one player. A test's boundary belongs to the line for which it was
// computed. If the line is now another one, the boundary is unknown until a new test.
func (out *PermittedActions) of(k *known, record *tournament.EventRecord) PlayerActions {
	p := PlayerActions{Name: k.called.Name, FideID: k.called.FideID, Basis: noFigures, Report: k.test.ID, Missing: NotScreened, Evidence: []tournament.EvidenceKind{}}
	var ev regulations.Evidence
	switch {
	case k.test.FullTest != nil:
		ev, p.Missing = k.test.evidence(), cmp.Or(k.test.Combined.ZMissing, k.test.PosteriorMissing)
	case k.row != nil:
		ev, p.Missing = k.row.evidence(), k.row.Unjudged()
	}
	if ev.Test != regulations.NoTest {
		p.Basis = string(ev.Test)
	}
	if ev.Judged {
		p.Z, p.Missing = &ev.Z, ""
		if ev.HighestZ > ev.Z {
			p.HighestZ = &ev.HighestZ
		}
	}
	if about := record.About(k.who); about != nil {
		p.SingledOut = about.SingledOut()
		ev.Physical, ev.Observational, ev.Complaint = about.Evidence()
		ev.Unsettled = about.Unsettled()
	}
	for _, kind := range []struct {
		there bool
		kind  tournament.EvidenceKind
	}{{ev.Physical, tournament.ByDevice}, {ev.Observational, tournament.ByObservation}, {ev.Complaint, tournament.ByComplaint}} {
		if kind.there {
			p.Evidence = append(p.Evidence, kind.kind)
		}
	}
	edition := regulations.Shipped().Edition(record.Stated().Start)
	ev.Players, ev.WatchList, ev.Mode = out.Players, p.SingledOut, cmp.Or(record.Facts.Mode, regulations.OverTheBoard)
	line := edition.ZThreshold(ev.Players)
	if ev.WatchList {
		line = edition.SingledOutThreshold()
	}
	if t := k.test; t.FullTest != nil && t.Boundary != nil && t.Boundary.Threshold != line.Z {
		ev.Boundary = 0
	}
	ev.Stage = regulations.During
	p.During = permit(edition, ev)
	ev.Stage = regulations.After
	p.After = permit(edition, ev)
	if p.Now = p.During; out.Stage == string(regulations.After) {
		p.Now = p.After
	}
	return p
}

// Unjudged says why the ROI of a row may not be compared with chance; "" if it may.
func (p *PlayerRow) Unjudged() Reason {
	switch {
	case p.ROI == nil:
		return cmp.Or(p.ROIMissing, NotJudged)
	case p.Provisional():
		return FewMoves
	case p.Extrapolated:
		return OutOfRange
	}
	return ""
}

// evidence returns what a row of a screening says of its player: a quick test, whose z gives hints
// only. Too few moves, and a rating for which nothing is calibrated, give none: neither z nor the
// match-rate line.
func (p *PlayerRow) evidence() regulations.Evidence {
	ev := regulations.Evidence{Test: regulations.QuickTest, Judged: p.Judged(), QuickUnusual: p.Hint != nil && p.Hint.Above && !p.Provisional()}
	switch p.Unjudged() {
	case OutOfRange, LowRating:
		ev.QuickUnusual = false
	}
	if p.ROI != nil {
		ev.Z, ev.HighestZ = p.ROI.Z, p.ROI.Z
	}
	for _, m := range []*Measured{&p.MM, &p.EV, &p.ASD} {
		if m.Z != nil {
			ev.HighestZ = max(ev.HighestZ, *m.Z)
		}
	}
	return ev
}

// evidence returns what the report of a test says of its player, with the boundary of its last
// look.
func (f *FullTest) evidence() regulations.Evidence {
	ev := regulations.Evidence{Test: regulations.TestKind(f.Kind), Judged: f.Footing.Judged && f.Combined.Z != nil}
	if f.Combined.Z != nil {
		ev.Z, ev.HighestZ = *f.Combined.Z, *f.Combined.Z
	}
	for _, row := range f.Tests {
		if row.Z != nil && slices.Contains([]string{"mm", "ev", "asd"}, row.Test) {
			ev.HighestZ = max(ev.HighestZ, *row.Z)
		}
	}
	if n := len(f.Rounds); n > 0 && f.Rounds[n-1].Boundary != nil {
		ev.Boundary = *f.Rounds[n-1].Boundary
	}
	return ev
}
