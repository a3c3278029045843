package access

import (
	"slices"

	"fairplay/analysis/fault"
)

// Action is something that a caller may or may not do.
type Action string

// The actions. Those named "see" change nothing.
const (
	SeeEvents     Action = "see events" // what they are, and how far the work on them has come
	CreateEvents  Action = "create events"
	DirectEvents  Action = "direct events" // change, close, pause, resume and cancel them
	SeeGames      Action = "see games"     // batches, files, games and their players
	HandInGames   Action = "hand in games"
	SeeTasks      Action = "see tasks" // which tell who is being tested
	RetryTasks    Action = "retry tasks"
	SeeStatistics Action = "see statistics" // screenings, tests, reports, performances
	TestPlayers   Action = "test players"   // ask for tests, and cancel them
	SeeGrants     Action = "see grants"     // who has which role in an event
	GiveGrants    Action = "give grants"    // and take them back
	SeeTokens     Action = "see tokens"
	IssueTokens   Action = "issue tokens" // make and revoke them, and give them roles
	ReadAudit     Action = "read the audit"
	LookUp        Action = "look up" // oneself, recipes and calibrations
)

// level says to which holders of a role an action is open.
type level uint8

const (
	never level = iota
	own         // if a grant of the role is bound to the event; lists show what it is bound to
	free        // if a grant of the role is bound to no event
	every       // to all holders
)

// rule says who may do one action.
type rule struct {
	action Action
	open   [8]level // in the order of Roles

	// sight is the action that shows what this action changes. A caller who may see it but not
	// change it gets Forbidden; one who may not even see it gets NotFound. Actions that only
	// see have none.
	sight Action

	statistics bool // it concerns statistics of players
	audited    bool // it is written to the audit before its answer is sent, although it only sees
}

// rules is the table of who may do what. An action that is not in it is open to nobody.
func rules() []rule {
	return []rule{
		//                                 admin  chief  officer organ. feder. member chair  secretary
		{action: SeeEvents, open: [8]level{every, own, own, own, own, own, own, own}},
		{action: CreateEvents, open: [8]level{every, free, never, never, never, never, never, never}, sight: SeeEvents},
		{action: DirectEvents, open: [8]level{every, own, never, never, never, never, never, never}, sight: SeeEvents},

		{action: SeeGames, open: [8]level{never, own, own, own, own, own, own, own}},
		{action: HandInGames, open: [8]level{never, own, own, own, never, never, never, never}, sight: SeeGames},

		{action: SeeTasks, open: [8]level{every, own, own, never, own, own, own, never}, audited: true},
		{action: RetryTasks, open: [8]level{every, own, own, never, never, never, never, never}, sight: SeeTasks},

		{action: SeeStatistics, open: [8]level{never, own, own, never, own, own, own, never}, statistics: true, audited: true},
		{action: TestPlayers, open: [8]level{never, own, own, never, never, own, own, never}, statistics: true, sight: SeeStatistics},

		{action: SeeGrants, open: [8]level{every, own, own, never, never, never, never, never}},
		{action: GiveGrants, open: [8]level{every, own, never, never, never, never, never, never}, sight: SeeGrants},
		{action: SeeTokens, open: [8]level{every, never, never, never, never, never, never, never}},
		{action: IssueTokens, open: [8]level{every, never, never, never, never, never, never, never}, sight: SeeTokens},
		{action: ReadAudit, open: [8]level{every, never, never, never, never, never, never, never}},

		{action: LookUp, open: [8]level{every, every, every, every, every, every, every, every}},
	}
}

// rule returns the rule of an action; an unknown action is open to nobody.
func (a Action) rule() rule {
	all := rules()
	if i := slices.IndexFunc(all, func(r rule) bool { return r.action == a }); i >= 0 {
		return all[i]
	}
	return rule{}
}

// AboutStatistics tells whether an action shows or makes statistics of players.
func (a Action) AboutStatistics() bool { return a.rule().statistics }

// Audited tells whether an action that only sees is written to the audit each time, before its
// answer is sent. Actions that change something are always in the audit.
func (a Action) Audited() bool { return a.rule().audited }

// On is what an action is about: an event, with its federation. The zero value is no
// event in particular.
type On struct{ Event, Federation string }

// Allow returns the role by which grants permit an action. A refusal is NotFound where the
// caller may not even see the object, and Forbidden otherwise.
func Allow(a Action, grants []Grant, on On) (Role, error) {
	if role, ok := permitted(a, grants, on); ok {
		return role, nil
	}
	if sight := a.rule().sight; sight != "" {
		if _, seen := permitted(sight, grants, on); seen {
			return "", fault.New(fault.Forbidden, "not_allowed", "none of your roles may do this here")
		}
	}
	return "", Hidden()
}

// Hidden returns the error for everything that a caller may not see (NotFound).
func Hidden() error {
	return fault.New(fault.NotFound, "not_found", "there is no such thing, or it is not open to you")
}

// permitted returns the role of the first grant to which an action is open.
func permitted(a Action, grants []Grant, on On) (Role, bool) {
	for _, g := range grants {
		if g.opens(a, on) {
			return g.Role, true
		}
	}
	return "", false
}

// level is how far an action is open to the role of a grant.
func (g Grant) level(a Action) level {
	column := slices.Index(Roles(), g.Role)
	if column < 0 {
		return never
	}
	return a.rule().open[column]
}

// opens tells whether a grant permits an action. An action at level own on no event in
// particular is permitted; it lists what the grant is bound to, which may be nothing.
func (g Grant) opens(a Action, on On) bool {
	switch g.level(a) {
	case every:
		return true
	case free:
		return g.Event == "" && g.Case == ""
	case own:
		return on.Event == "" || g.covers(on)
	}
	return false
}

// Scope says on which events a caller may do something: on all, or on those with these ids and
// those of these federations. Neither list is nil.
type Scope struct {
	All         bool
	Events      []string
	Federations []string
}

// ScopeOf returns the events on which grants permit an action.
func ScopeOf(a Action, grants []Grant) Scope {
	s := Scope{Events: []string{}, Federations: []string{}}
	for _, g := range grants {
		switch l := g.level(a); {
		case l == every:
			s.All = true
		case l != own:
		case g.Role != FederationOfficer && g.Event != "":
			s.Events = append(s.Events, g.Event)
		case g.Role == FederationOfficer && g.Federation != "":
			s.Federations = append(s.Federations, g.Federation)
		}
	}
	return s
}
