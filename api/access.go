package api

import (
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports/store"
)

// level says to whom of a role an operation is open.
type level uint8

const (
	never level = iota
	own         // where a grant of the role is bound to the event; lists show what it is bound to
	free        // with a grant of the role that is bound to no event
	every       // to all of the role
)

// The roles, in the order of the columns of rules.
const (
	administrator = iota
	chiefArbiter
	fairPlayOfficer
	organiser
	federationOfficer
	fplMember
	fplChair
	fplSecretary
	roles
)

// roleNames are the roles as grants name them, in the order of the columns.
func roleNames() [roles]wire.Role {
	return [roles]wire.Role{
		wire.RoleAdministrator, wire.RoleChiefArbiter, wire.RoleFairPlayOfficer, wire.RoleOrganiser,
		wire.RoleFederationOfficer, wire.RoleFplMember, wire.RoleFplChair, wire.RoleFplSecretary,
	}
}

// rule says who may do one operation.
type rule struct {
	operation string // operationId of openapi.yaml
	open      [roles]level

	// sight is the operation by which one sees what this one changes: who may do
	// that, and not this, is told so (403); who may not is told nothing (404).
	// Operations that only read have none.
	sight string

	// statistics tells that the answer holds or names statistics of players.
	// Every reading of it is in the audit before the answer is sent.
	statistics bool

	noted bool // in the audit although it holds no statistics
}

// audited tells whether every answer is in the audit before it is sent.
func (r rule) audited() bool { return r.statistics || r.noted }

// rules is the authorisation table. What is not in it is open to nobody.
//
// An administrator looks after the machine and its users and never sees games or
// figures. An organiser hands in games and sees what became of them, but no
// figure, no test, and no task, since tasks tell who is being tested. The
// secretary keeps the register and does not judge.
func rules() []rule {
	everybody := [roles]level{every, every, every, every, every, every, every, every}
	return []rule{
		//                                      admin  chief  officer organ. feder. member chair  secretary
		{operation: "listEvents", open: [roles]level{every, own, own, own, own, own, own, own}},
		{operation: "createEvent", open: [roles]level{every, free, never, never, never, never, never, never}, sight: "listEvents"},
		{operation: "readEvent", open: [roles]level{every, own, own, own, own, own, own, own}},
		{operation: "changeEvent", open: [roles]level{every, own, never, never, never, never, never, never}, sight: "readEvent"},
		{operation: "closeEvent", open: [roles]level{every, own, never, never, never, never, never, never}, sight: "readEvent"},
		{operation: "pauseEvent", open: [roles]level{every, own, never, never, never, never, never, never}, sight: "readEvent"},
		{operation: "resumeEvent", open: [roles]level{every, own, never, never, never, never, never, never}, sight: "readEvent"},
		{operation: "cancelEvent", open: [roles]level{every, own, never, never, never, never, never, never}, sight: "readEvent"},
		{operation: "readProgress", open: [roles]level{every, own, own, own, own, own, own, own}},

		{operation: "listBatches", open: [roles]level{never, own, own, own, own, own, own, own}},
		{operation: "uploadGames", open: [roles]level{never, own, own, own, never, never, never, never}, sight: "listBatches"},
		{operation: "readBatch", open: [roles]level{never, own, own, own, own, own, own, own}},
		{operation: "listOutcomes", open: [roles]level{never, own, own, own, own, own, own, own}},
		{operation: "listFiles", open: [roles]level{never, own, own, own, own, own, own, own}},
		{operation: "listGames", open: [roles]level{never, own, own, own, own, own, own, own}},
		{operation: "readGame", open: [roles]level{never, own, own, own, own, own, own, own}},
		{operation: "listPlayers", open: [roles]level{never, own, own, own, own, own, own, own}},

		{operation: "listTasks", open: [roles]level{every, own, own, never, own, own, own, never}, noted: true},
		{operation: "retryTask", open: [roles]level{every, own, own, never, never, never, never, never}, sight: "listTasks"},

		{operation: "readScreening", open: [roles]level{never, own, own, never, own, own, own, never}, statistics: true},
		{operation: "listTests", open: [roles]level{never, own, own, never, own, own, own, never}, statistics: true},
		{operation: "startTest", open: [roles]level{never, own, own, never, never, own, own, never}, sight: "listTests"},
		{operation: "readTest", open: [roles]level{never, own, own, never, own, own, own, never}, statistics: true},
		{operation: "cancelTest", open: [roles]level{never, own, own, never, never, own, own, never}, sight: "listTests"},
		{operation: "readTestReport", open: [roles]level{never, own, own, never, own, own, own, never}, statistics: true},
		{operation: "listReports", open: [roles]level{never, own, own, never, own, own, own, never}, statistics: true},
		{operation: "readReport", open: [roles]level{never, own, own, never, own, own, own, never}, statistics: true},
		{operation: "listEventPerformances", open: [roles]level{never, own, own, never, own, own, own, never}, statistics: true},
		{operation: "listPerformances", open: [roles]level{never, own, own, never, own, own, own, never}, statistics: true},

		{operation: "listGrants", open: [roles]level{every, own, own, never, never, never, never, never}},
		{operation: "grantAccess", open: [roles]level{every, own, never, never, never, never, never, never}, sight: "listGrants"},
		{operation: "withdrawAccess", open: [roles]level{every, own, never, never, never, never, never, never}, sight: "listGrants"},
		{operation: "readMe", open: everybody},
		{operation: "listTokens", open: [roles]level{every, never, never, never, never, never, never, never}},
		{operation: "createToken", open: [roles]level{every, never, never, never, never, never, never, never}, sight: "listTokens"},
		{operation: "grantToken", open: [roles]level{every, never, never, never, never, never, never, never}, sight: "listTokens"},
		{operation: "readToken", open: [roles]level{every, never, never, never, never, never, never, never}},
		{operation: "revokeToken", open: [roles]level{every, never, never, never, never, never, never, never}, sight: "listTokens"},
		{operation: "listAudit", open: [roles]level{every, never, never, never, never, never, never, never}},

		{operation: "listRecipes", open: everybody},
		{operation: "listCalibrations", open: everybody},
	}
}

// unguarded are the operations that need no token.
func unguarded() []string {
	return []string{"readHealth", "readLiveness", "readReadiness", "readOpenAPI"}
}

// table is rules, by operation.
type table map[string]rule

func newTable() table {
	t := table{}
	for _, r := range rules() {
		t[r.operation] = r
	}
	return t
}

// allow returns the role by which grants permit an operation. event is the event
// concerned, nil where the operation concerns none. A refusal is NotFound where
// one may not even see what it is about, and Forbidden otherwise.
func (t table) allow(operation string, grants []store.Grant, event *store.Event) (wire.Role, error) {
	r := t[operation]
	if role, ok := r.by(grants, event); ok {
		return role, nil
	}
	if r.sight != "" {
		if _, seen := t[r.sight].by(grants, event); seen {
			return "", fault.New(fault.Forbidden, "not_allowed", "none of your roles may do this here")
		}
	}
	return "", notThere()
}

// notThere is what is said of everything that one may not see.
func notThere() error {
	return fault.New(fault.NotFound, "not_found", "there is no such thing, or it is not open to you")
}

// within is the error of looking something up in an event: what is in another
// event, of, and what is nowhere are answered alike.
func within(event, of string, err error) error {
	if err == nil && of != event || fault.KindOf(err) == fault.NotFound {
		return notThere()
	}
	return err
}

// by returns the first role among the grants that the rule is open to.
func (r rule) by(grants []store.Grant, event *store.Event) (wire.Role, bool) {
	for _, g := range grants {
		for column, name := range roleNames() {
			if g.Role == string(name) && opens(r.open[column], g, event) {
				return name, true
			}
		}
	}
	return "", false
}

// opens tells whether a grant of a role suffices at a level. Operations that
// concern no event and are open to one's own list what one is bound to, which
// may be nothing.
func opens(l level, g store.Grant, event *store.Event) bool {
	switch l {
	case every:
		return true
	case free:
		return g.Event == "" && g.Case == ""
	case own:
		return event == nil || bound(g, event)
	}
	return false
}

// bound tells whether a grant is bound to an event: by its id, or, for a
// federation officer, by its federation.
func bound(g store.Grant, event *store.Event) bool {
	if g.Role == string(wire.RoleFederationOfficer) {
		return g.Federation != "" && g.Federation == event.Federation
	}
	return g.Event != "" && g.Event == event.ID
}

// scope is which events somebody may see: all, or those with these ids and of
// these federations.
type scope struct {
	all         bool
	ids         []string
	federations []string
}

// scopeOf returns the events for which grants permit an operation.
func (t table) scopeOf(operation string, grants []store.Grant) scope {
	s := scope{ids: []string{}, federations: []string{}}
	r := t[operation]
	for _, g := range grants {
		for column, name := range roleNames() {
			if g.Role != string(name) {
				continue
			}
			switch {
			case r.open[column] == every:
				s.all = true
			case r.open[column] != own:
			case column != federationOfficer && g.Event != "":
				s.ids = append(s.ids, g.Event)
			case column == federationOfficer && g.Federation != "":
				s.federations = append(s.federations, g.Federation)
			}
		}
	}
	return s
}
