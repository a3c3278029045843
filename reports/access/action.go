package access

import (
	"slices"

	"fairplay/analysis/fault"
)

// Action is something that a caller may or may not do.
type Action string

// The actions. Those whose name begins with "see" change nothing.
const (
	SeeEvents     Action = "see events" // what they are, and how far the work on them has come
	CreateEvents  Action = "create events"
	DirectEvents  Action = "direct events" // change, close, reopen, pause, resume and cancel them
	SeeGames      Action = "see games"     // batches, files, games and their players
	HandInGames   Action = "hand in games"
	SeeRoster     Action = "see the roster"  // who takes part, open questions, rounds and what lacks of them
	KeepRoster    Action = "keep the roster" // import and change it, answer questions
	PlanRounds    Action = "plan rounds"     // state when they are played
	SeeDuties     Action = "see duties"      // level of protection, duties, completeness, norms
	TickDuties    Action = "tick duties"     // say that they are done or waived
	SeePackage    Action = "see the package" // of games and papers that an organiser hands in
	MakePackage   Action = "make the package"
	SeeLog        Action = "see the log" // of arbiters, each his own entries unless he may see the watch list
	WriteLog      Action = "write the log"
	SeeWatch      Action = "see the watch list" // and what regulations permit as to a player
	WriteWatch    Action = "write the watch list"
	SeeTasks      Action = "see tasks" // which tell who is being tested
	RetryTasks    Action = "retry tasks"
	SeeStatistics Action = "see statistics" // screenings, tests, reports, performances
	TestPlayers   Action = "test players"   // ask for tests, and cancel them
	SeeGrants     Action = "see grants"     // who has which role in an event
	GiveGrants    Action = "give grants"    // and take them back
	SeeTokens     Action = "see tokens"
	IssueTokens   Action = "issue tokens" // make and revoke them, and give them roles
	ReadAudit     Action = "read the audit"
	ImportLists   Action = "import rating lists"
	SeeCases      Action = "see cases"    // complaints; what of one is shown to whom is decided by package complaint
	FileCases     Action = "file cases"   // open a new one
	ActOnCases    Action = "act on cases" // package complaint decides who does what in which state
	EraseCases    Action = "erase cases"
	SeeMembers    Action = "see members"       // of the FPL, to appoint them
	SeeData       Action = "see data requests" // one's own; whoever answers them sees all
	AskData       Action = "ask for data"      // that is held of oneself
	AnswerData    Action = "answer data requests"
	LookUp        Action = "look up" // oneself, recipes, calibrations and rating lists
)

// rule says how one action is decided and audited; to whom it is open stands with the roles.
type rule struct {
	action Action

	// sight is the action that shows what this action changes. A caller who may see it but not
	// change it gets Forbidden; one who may not even see it gets NotFound. Actions that only see
	// have none.
	sight Action

	statistics bool // it shows or makes statistics of players
	audited    bool // it is written to the audit before it is answered, although it changes nothing
	procedure  bool // a procedure decides beyond this table; its refusals are audited like those of the table
}

// rules is the table of actions.
func rules() []rule {
	return []rule{
		{action: SeeEvents},
		{action: CreateEvents, sight: SeeEvents},
		{action: DirectEvents, sight: SeeEvents},

		{action: SeeGames},
		{action: HandInGames, sight: SeeGames},
		{action: SeeRoster},
		{action: KeepRoster, sight: SeeRoster},
		{action: PlanRounds, sight: SeeRoster},
		{action: SeeDuties},
		{action: TickDuties, sight: SeeDuties},
		{action: SeePackage},
		{action: MakePackage, sight: SeePackage},

		{action: SeeLog, audited: true},
		{action: WriteLog, sight: SeeLog},
		{action: SeeWatch, statistics: true, audited: true},
		{action: WriteWatch, statistics: true, sight: SeeWatch},

		{action: SeeTasks, audited: true},
		{action: RetryTasks, sight: SeeTasks},

		{action: SeeStatistics, statistics: true, audited: true},
		{action: TestPlayers, statistics: true, sight: SeeStatistics},

		{action: SeeGrants},
		{action: GiveGrants, sight: SeeGrants},
		{action: SeeTokens},
		{action: IssueTokens, sight: SeeTokens},
		{action: ReadAudit},

		{action: SeeCases, audited: true, procedure: true},
		{action: FileCases, sight: SeeCases, procedure: true},
		{action: ActOnCases, sight: SeeCases, procedure: true},
		{action: EraseCases, sight: SeeCases, procedure: true},

		{action: SeeMembers},

		{action: SeeData, audited: true, procedure: true},
		{action: AskData, sight: SeeData, procedure: true},
		{action: AnswerData, sight: SeeData, procedure: true},

		{action: LookUp},
		{action: ImportLists, sight: LookUp},
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

// AboutStatistics reports whether an action shows or makes statistics of players.
func (a Action) AboutStatistics() bool { return a.rule().statistics }

// Audited reports whether an action that changes nothing is written to the audit each time, before it
// is answered. Actions that change something are always audited.
func (a Action) Audited() bool { return a.rule().audited }

// ByProcedure reports whether a procedure decides on an action beyond the table, so that a caller
// whom the table admits may still be refused.
func (a Action) ByProcedure() bool { return a.rule().procedure }

// On is the object of an action: an event with its federation, or a case. The zero value is no
// event and no case in particular.
type On struct {
	Event, Federation string // of the case, if there is one
	Closed            bool   // the event is closed

	Case    string   // its id
	Arbiter bool     // the case is open to the chief arbiter of its event: an in-tournament complaint, up to its forwarding
	SentTo  []string // federations to which the case was handed over
}

// Allow returns the role by which the grants permit an action. A refusal is NotFound if the caller
// may not even see the object, and Forbidden otherwise.
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

// HiddenCode is the code of the error that Hidden returns.
const HiddenCode = "not_found"

// Hidden returns the error for everything that a caller may not see (NotFound).
func Hidden() error {
	return fault.New(fault.NotFound, HiddenCode, "there is no such thing, or it is not open to you")
}

// Hide replaces an error that says that something does not exist by Hidden, so that nobody learns
// whether it is missing or hidden. Other errors, and nil, are returned as they are.
func Hide(err error) error {
	if fault.KindOf(err) == fault.NotFound {
		return Hidden()
	}
	return err
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

// opens reports whether a grant permits an action. An action at level own, early or later is
// permitted if it is on nothing in particular: it then lists what the grant is bound to, which may
// be nothing.
func (g Grant) opens(a Action, on On) bool {
	anything := on.Event == "" && on.Case == ""
	switch g.level(a) {
	case every:
		return true
	case free:
		return !g.bound()
	case own:
		return anything || g.covers(on)
	case early:
		return anything || on.Arbiter && g.Event != "" && g.Event == on.Event
	case later:
		return anything || g.covers(on) && on.Closed
	}
	return false
}

// Scope says on which objects a caller may do something: on all, or on events and cases with these
// ids and those of these federations. No list is nil.
type Scope struct {
	All         bool
	Events      []string
	Federations []string
	Cases       []string
}

// ScopeOf returns the objects on which grants permit an action, whether or not an event is closed
// and a case still open to the chief arbiter.
func ScopeOf(a Action, grants []Grant) Scope {
	s := Scope{Events: []string{}, Federations: []string{}, Cases: []string{}}
	for _, g := range grants {
		switch l := g.level(a); {
		case l == every || l == free && !g.bound():
			s.All = true
		case l == never || l == free:
		case g.Federation != "":
			s.Federations = append(s.Federations, g.Federation)
		case g.Case != "":
			s.Cases = append(s.Cases, g.Case)
		case g.Event != "":
			s.Events = append(s.Events, g.Event)
		}
	}
	return s
}
