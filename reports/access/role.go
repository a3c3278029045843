package access

import "slices"

// Role is somebody's part in fair-play work.
type Role string

// The roles. FPL is FIDE's Fair Play Commission.
const (
	Administrator     Role = "administrator" // looks after the machine and its users, and never sees games or figures
	ChiefArbiter      Role = "chief-arbiter"
	FairPlayOfficer   Role = "fair-play-officer"
	Arbiter           Role = "arbiter"            // keeps roster, rounds and a log of his own, and sees no statistics
	Organiser         Role = "organiser"          // hands in games and sees whether they were read, but no statistics
	FederationOfficer Role = "federation-officer" // of all events of a federation; sees statistics once an event is closed
	FPLMember         Role = "fpl-member"
	FPLChair          Role = "fpl-chair"
	FPLSecretary      Role = "fpl-secretary" // keeps the register and does not judge
	Investigator      Role = "investigator"  // of one case, by himself
	Complainant       Role = "complainant"   // of one case
	Respondent        Role = "respondent"    // of one case, from the day on which he was told of it
)

// level says for which holders of a role an action is open.
type level uint8

const (
	never level = iota
	own         // if a grant of the role is bound to the event or the case; lists show what it is bound to
	early       // if a grant of the role is bound to the event of the case, while the case is open to its chief arbiter
	later       // like own, once the event is closed
	free        // if a grant of the role is bound to nothing
	every       // to all holders
)

// right is what one role may do, by level.
type right struct {
	role   Role
	ofCase bool // the role exists only within one case

	own, early, later, free, every []Action
}

// everybody returns what is open to all holders of a token.
func everybody() []Action { return []Action{SeeData, AskData, LookUp} }

// rights is the table of who may do what, in the order in which roles are shown.
func rights() []right {
	return []right{
		{role: Administrator,
			every: []Action{
				SeeEvents, CreateEvents, DirectEvents, SeeTasks, RetryTasks, SeeGrants, GiveGrants, SeeTokens, IssueTokens,
				ReadAudit, ImportLists,
			},
		},
		{role: ChiefArbiter,
			free: []Action{CreateEvents},
			own: []Action{
				SeeEvents, DirectEvents, SeeGames, HandInGames, SeeRoster, KeepRoster, PlanRounds, SeeDuties, TickDuties,
				SeePackage, MakePackage, SeeLog, WriteLog, SeeWatch, WriteWatch, SeeTasks, RetryTasks, SeeStatistics,
				TestPlayers, SeeGrants, GiveGrants, FileCases,
			},
			early: []Action{SeeCases, ActOnCases},
		},
		{role: FairPlayOfficer,
			own: []Action{
				SeeEvents, SeeGames, HandInGames, SeeRoster, KeepRoster, SeeDuties, SeePackage, SeeLog, WriteLog, SeeWatch,
				WriteWatch, SeeTasks, RetryTasks, SeeStatistics, TestPlayers, SeeGrants,
			},
		},
		{role: Arbiter,
			own: []Action{SeeEvents, SeeGames, SeeRoster, KeepRoster, SeeDuties, SeeLog, WriteLog},
		},
		{role: Organiser,
			own: []Action{
				SeeEvents, SeeGames, HandInGames, SeeRoster, KeepRoster, SeeDuties, TickDuties, SeePackage, MakePackage,
			},
		},
		{role: FederationOfficer,
			own:   []Action{SeeEvents, SeeGames, SeeRoster, SeeDuties, SeePackage, SeeCases, ActOnCases},
			later: []Action{SeeTasks, SeeStatistics},
		},
		{role: FPLMember,
			own: []Action{
				SeeEvents, SeeGames, SeeRoster, SeeDuties, SeePackage, SeeLog, SeeWatch, SeeTasks, SeeStatistics, TestPlayers,
				SeeCases, ActOnCases,
			},
		},
		{role: FPLChair,
			free: []Action{SeeCases, FileCases, ActOnCases, EraseCases, SeeMembers, AnswerData},
			own: []Action{
				SeeEvents, SeeGames, SeeRoster, SeeDuties, SeePackage, SeeLog, SeeWatch, SeeTasks, SeeStatistics, TestPlayers,
			},
		},
		{role: FPLSecretary,
			free: []Action{SeeCases, FileCases, ActOnCases, EraseCases, SeeMembers, AnswerData},
			own:  []Action{SeeEvents, SeeGames, SeeRoster, SeeDuties, SeePackage},
		},
		{role: Investigator, ofCase: true,
			own: []Action{SeeEvents, SeeCases, ActOnCases},
		},
		{role: Complainant, ofCase: true,
			own: []Action{SeeEvents, SeeCases, ActOnCases},
		},
		{role: Respondent, ofCase: true,
			own: []Action{SeeEvents, SeeCases, ActOnCases},
		},
	}
}

// level returns how far an action is open to the role.
func (r right) level(a Action) level {
	switch {
	case slices.Contains(r.every, a) || slices.Contains(everybody(), a):
		return every
	case slices.Contains(r.free, a):
		return free
	case slices.Contains(r.own, a):
		return own
	case slices.Contains(r.early, a):
		return early
	case slices.Contains(r.later, a):
		return later
	}
	return never
}

// right returns the row of a role; to a role that does not exist, nothing is open.
func (r Role) right() (right, bool) {
	all := rights()
	i := slices.IndexFunc(all, func(of right) bool { return of.role == r })
	if i < 0 {
		return right{}, false
	}
	return all[i], true
}

// Roles returns all roles, in the order of the table.
func Roles() (all []Role) {
	for _, r := range rights() {
		all = append(all, r.role)
	}
	return all
}

// OfCase reports whether the role exists only within one case.
func (r Role) OfCase() bool {
	row, _ := r.right()
	return row.ofCase
}

// Valid reports whether the role exists.
func (r Role) Valid() bool {
	_, ok := r.right()
	return ok
}

// level returns how far an action is open to the role of a grant.
func (g Grant) level(a Action) level {
	row, ok := g.Role.right()
	if !ok {
		return never
	}
	return row.level(a)
}
