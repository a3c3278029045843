package reports

import (
	"cmp"
	"slices"

	"fairplay/reports/regulations"
	"fairplay/reports/roster"
	"fairplay/reports/tournament"
)

// PermittedActions lists what the regulations permit for each player of an event, at each stage.
type PermittedActions struct {
	Stage   string          `json:"stage"`   // regulations.Stage of the event now, by its schedule
	Players int             `json:"players"` // how many take part; 0 if it is not on record
	Items   []PlayerActions `json:"items"`   // with most to permit first; never nil
}

// PlayerActions is what the regulations permit on the figures of one player and the evidence on
// record about him.
type PlayerActions struct {
	Name       string                    `json:"name"`
	FideID     string                    `json:"fide_id"`
	Basis      string                    `json:"basis"`       // regulations.TestKind
	Report     string                    `json:"report"`      // of his test; "" for the screening
	Z          *float64                  `json:"z,omitempty"` // nil if none may be judged
	SingledOut bool                      `json:"singled_out"`
	Evidence   []tournament.EvidenceKind `json:"evidence"` // besides the games; never nil
	During     StageActions              `json:"during"`
	After      StageActions              `json:"after"`
}

// StageActions is what is permitted at one stage of the event.
type StageActions struct {
	Actions []Permitted `json:"actions"` // from the least to the gravest; never empty
	Held    string      `json:"held"`    // regulations.Held, "" if nothing graver is held back
}

// MadeTest is the report of a test with its ID.
type MadeTest struct {
	ID string
	*FullTest
}

// Permit looks up what the regulations permit for every player of a screening (nil for none) or of
// one of the tests. The test in question must stand last. If a player has several tests, the last
// counts, and full tests count before quick ones. Stage, number of players and evidence are those
// now on record.
func Permit(s *Screening, tests []MadeTest, record *EventRecord, finished bool) *PermittedActions {
	edition := regulations.Shipped().Edition(record.Stated().Start)
	out := &PermittedActions{Stage: string(regulations.During), Players: record.Players, Items: []PlayerActions{}}
	if finished {
		out.Stage = string(regulations.After)
	}
	latest := map[roster.Called]MadeTest{}
	for _, t := range tests {
		who := roster.Called{Name: t.Player.Name, FideID: t.Player.FideID}
		if before, known := latest[who]; !known || before.Kind != FullKind || t.Kind == FullKind {
			latest[who] = t
		}
	}
	if s != nil {
		if out.Players > 0 {
			out.Players = max(out.Players, len(s.Players)+s.Selection.Hidden)
		}
		for i := range s.Players {
			row := &s.Players[i]
			who := roster.Called{Name: row.Name, FideID: row.FideID}
			if _, tested := latest[who]; !tested {
				out.add(edition, record, who, MadeTest{}, row.evidence())
			}
		}
	}
	for who, t := range latest {
		out.add(edition, record, who, t, t.evidence())
	}
	gravest := func(a PlayerActions) int {
		return slices.Index(regulations.Actions(), regulations.Measure(a.During.Actions[len(a.During.Actions)-1].Action))
	}
	slices.SortFunc(out.Items, func(a, b PlayerActions) int {
		return cmp.Or(cmp.Compare(gravest(b), gravest(a)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.FideID, b.FideID))
	})
	return out
}

// add adds one player, whose figures are those of ev. A test's boundary belongs to the line for
// which it was computed. If the line is now another one, the boundary is unknown until a new test.
func (out *PermittedActions) add(edition regulations.Edition, record *EventRecord, who roster.Called, t MadeTest, ev regulations.Evidence) {
	p := PlayerActions{Name: who.Name, FideID: who.FideID, Basis: string(ev.Test), Report: t.ID, Evidence: []tournament.EvidenceKind{}}
	if ev.Judged {
		p.Z = &ev.Z
	}
	if about := record.About(&roster.Person{Name: who.Name, FideID: who.FideID}); about != nil {
		p.SingledOut = about.SingledOut()
		ev.Physical, ev.Observational, ev.Complaint = about.Evidence()
	}
	for _, kind := range []struct {
		there bool
		kind  tournament.EvidenceKind
	}{{ev.Physical, tournament.ByDevice}, {ev.Observational, tournament.ByObservation}, {ev.Complaint, tournament.ByComplaint}} {
		if kind.there {
			p.Evidence = append(p.Evidence, kind.kind)
		}
	}
	ev.Players, ev.WatchList = out.Players, p.SingledOut
	line := edition.ZThreshold(ev.Players)
	if ev.WatchList {
		line = edition.SingledOutThreshold()
	}
	if t.FullTest != nil && t.Boundary != nil && t.Boundary.Threshold != line.Z {
		ev.Boundary = 0
	}
	if ev.Mode = record.Facts.Mode; ev.Mode == "" {
		ev.Mode = regulations.OverTheBoard
	}
	ask := func(stage regulations.Stage) StageActions {
		ev.Stage = stage
		ruling := edition.Gate(ev)
		return StageActions{actionsOf(ruling.Permitted), string(ruling.Held)}
	}
	p.During, p.After = ask(regulations.During), ask(regulations.After)
	out.Items = append(out.Items, p)
}

// evidence returns what a row of a screening says of its player: a quick test, whose z gives hints
// only.
func (r *PlayerRow) evidence() regulations.Evidence {
	ev := regulations.Evidence{Test: regulations.QuickTest, Judged: r.Judged(), QuickUnusual: r.Hint != nil && r.Hint.Above && !r.Provisional()}
	if r.ROI != nil {
		ev.Z, ev.HighestZ = r.ROI.Z, r.ROI.Z
	}
	for _, m := range []*Measured{&r.MM, &r.EV, &r.ASD} {
		if m.Z != nil {
			ev.HighestZ = max(ev.HighestZ, *m.Z)
		}
	}
	return ev
}

// evidence returns what the report of a test says of its player, with the boundary of its last
// look.
func (t *FullTest) evidence() regulations.Evidence {
	ev := regulations.Evidence{Test: regulations.TestKind(t.Kind), Judged: t.Footing.Judged && t.Combined.Z != nil}
	if t.Combined.Z != nil {
		ev.Z, ev.HighestZ = *t.Combined.Z, *t.Combined.Z
	}
	for _, row := range t.Tests {
		if row.Z != nil && slices.Contains([]string{"mm", "ev", "asd"}, row.Test) {
			ev.HighestZ = max(ev.HighestZ, *row.Z)
		}
	}
	if n := len(t.Rounds); n > 0 && t.Rounds[n-1].Boundary != nil {
		ev.Boundary = *t.Rounds[n-1].Boundary
	}
	return ev
}
