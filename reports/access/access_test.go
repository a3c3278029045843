package access

import (
	"slices"
	"strings"
	"testing"

	"fairplay/analysis/fault"
)

const (
	event   = "0123456789abcdef0123456789abcdef"
	another = "f123456789abcdef0123456789abcdef"
	inquiry = "case-of-this-test"
)

func city() On { return On{Event: event, Federation: "UKR", Closed: true} }

// home is a grant of a role on the event city.
func home(r Role) Grant {
	switch r {
	case Administrator:
		return Grant{Role: r}
	case FederationOfficer:
		return Grant{Role: r, Federation: "UKR"}
	case Investigator, Complainant, Respondent:
		return Grant{Role: r, Case: inquiry}
	}
	return Grant{Role: r, Event: event}
}

// Every action has one rule, and the rules name no other action.
func TestRulesAreWhole(t *testing.T) {
	seen := map[Action]bool{}
	for _, r := range rules() {
		if seen[r.action] {
			t.Errorf("two rules for %q", r.action)
		}
		seen[r.action] = true
		sees := strings.HasPrefix(string(r.action), "see ") || r.action == ReadAudit || r.action == LookUp
		if sees != (r.sight == "") {
			t.Errorf("%q: sight %q", r.action, r.sight)
		}
		if r.sight != "" && r.sight.rule().action != r.sight {
			t.Errorf("%q is seen by %q, which there is not", r.action, r.sight)
		}
		if r.statistics && sees && !r.audited {
			t.Errorf("%q shows statistics without a trace", r.action)
		}
		for _, of := range rights() {
			if r.sight != "" && of.level(r.action) != never && of.level(r.sight) == never {
				t.Errorf("%s may %s and not %s", of.role, r.action, r.sight)
			}
		}
	}
	for _, of := range rights() {
		open := slices.Concat(of.own, of.early, of.later, of.free, of.every, everybody())
		for i, a := range open {
			if !seen[a] || slices.Contains(open[:i], a) {
				t.Errorf("%s: %q has no rule, or stands twice", of.role, a)
			}
		}
	}
}

// Whoever may see no statistics sees none, whatever his grants are bound to.
func TestWhoSeesNoStatistics(t *testing.T) {
	for _, r := range Roles() {
		barred := slices.Contains([]Role{Administrator, Arbiter, Organiser, FPLSecretary, Investigator, Complainant, Respondent}, r)
		for _, g := range []Grant{{Role: r}, {Role: r, Event: event}, {Role: r, Case: "7"}, {Role: r, Federation: "UKR"}} {
			_, err := Allow(SeeStatistics, []Grant{g}, city())
			if barred && err == nil || !barred && g.bound() && !g.NeedsSecond() {
				t.Errorf("%+v: %v, given by one administrator %v", g, err, !g.NeedsSecond())
			}
		}
		if _, err := Allow(SeeStatistics, []Grant{home(r)}, city()); (err == nil) == barred {
			t.Errorf("%s in his own event: %v", r, err)
		}
	}
}

// A case is open to those with a role in it, to chair and secretary of the FPL, to the chief arbiter
// while it is his, and to the federation that it was handed to. Whatever opens one is not given by one
// administrator alone.
func TestWhoSeesACase(t *testing.T) {
	quiet := On{Case: inquiry, Event: event, Federation: "UKR", Closed: true}
	with := func(change func(*On)) On { on := quiet; change(&on); return on }
	early, sent := with(func(on *On) { on.Arbiter = true }), with(func(on *On) { on.SentTo = []string{"POL", "UKR"} })
	for _, tt := range []struct {
		grant  Grant
		on     On
		action Action
		want   fault.Kind
	}{
		{Grant{Role: FPLChair}, quiet, EraseCases, permission},
		{Grant{Role: FPLSecretary}, quiet, ActOnCases, permission},
		{Grant{Role: FPLSecretary, Event: event}, quiet, SeeCases, fault.NotFound},
		{Grant{Role: FPLChair, Event: event}, quiet, ActOnCases, fault.NotFound},
		{Grant{Role: FPLMember}, quiet, SeeCases, fault.NotFound},
		{Grant{Role: FPLMember, Event: event}, early, SeeCases, fault.NotFound},
		{Grant{Role: FPLMember, Case: inquiry}, quiet, ActOnCases, permission},
		{Grant{Role: FPLMember, Case: "another"}, quiet, SeeCases, fault.NotFound},
		{Grant{Role: Complainant, Case: inquiry}, quiet, EraseCases, fault.Forbidden},
		{Grant{Role: Respondent, Case: "another"}, quiet, EraseCases, fault.NotFound},
		{home(ChiefArbiter), quiet, SeeCases, fault.NotFound},
		{home(ChiefArbiter), early, ActOnCases, permission},
		{Grant{Role: ChiefArbiter, Event: another}, early, ActOnCases, fault.NotFound},
		{Grant{Role: ChiefArbiter}, early, SeeCases, fault.NotFound},
		{home(ChiefArbiter), On{Event: event}, FileCases, permission},
		{home(ChiefArbiter), On{Event: another}, FileCases, fault.NotFound},
		{home(FederationOfficer), quiet, SeeCases, fault.NotFound},
		{home(FederationOfficer), sent, ActOnCases, permission},
		{Grant{Role: FederationOfficer, Federation: "NOR"}, sent, SeeCases, fault.NotFound},
	} {
		if _, err := Allow(tt.action, []Grant{tt.grant}, tt.on); tt.want == permission && err != nil || tt.want != permission && fault.KindOf(err) != tt.want {
			t.Errorf("%s by %+v on %+v: %v", tt.action, tt.grant, tt.on, err)
		}
	}
	for _, r := range Roles() {
		for _, g := range []Grant{{Role: r}, home(r), {Role: r, Event: event}, {Role: r, Case: inquiry}} {
			nothing := r == Administrator || r == Organiser || r == Arbiter || r == FairPlayOfficer
			sees := false
			for _, on := range []On{quiet, early, sent} {
				_, err := Allow(SeeCases, []Grant{g}, on)
				sees = sees || err == nil
				if nothing && err == nil {
					t.Errorf("%+v sees a case", g)
				}
			}
			if sees && !g.NeedsSecond() {
				t.Errorf("one administrator alone may give %+v", g)
			}
			scope := ScopeOf(SeeCases, []Grant{g})
			if listed := scope.All || len(scope.Cases)+len(scope.Events)+len(scope.Federations) > 0; sees && !listed {
				t.Errorf("%+v: scope %+v", g, scope)
			}
		}
	}
}

const permission = fault.Kind(255) // no kind

func TestAllow(t *testing.T) {
	const yes = permission
	tests := []struct {
		action Action
		grants []Grant
		on     On
		want   fault.Kind
	}{
		{SeeEvents, []Grant{home(Organiser)}, city(), yes},
		{SeeEvents, []Grant{home(Organiser)}, On{Event: another}, fault.NotFound},
		{SeeEvents, []Grant{home(Organiser)}, On{}, yes}, // a list of his own
		{SeeEvents, []Grant{{Role: Organiser}}, city(), fault.NotFound},
		{SeeEvents, []Grant{home(FederationOfficer)}, On{Event: another, Federation: "UKR"}, yes},
		{SeeEvents, []Grant{home(FederationOfficer)}, On{Event: another, Federation: "POL"}, fault.NotFound},
		{SeeEvents, []Grant{{Role: FederationOfficer}}, On{Event: another}, fault.NotFound},
		{DirectEvents, []Grant{home(Organiser)}, city(), fault.Forbidden},
		{DirectEvents, []Grant{home(Organiser)}, On{Event: another}, fault.NotFound},
		{DirectEvents, []Grant{home(Organiser), home(ChiefArbiter)}, city(), yes},
		{CreateEvents, []Grant{{Role: ChiefArbiter}}, On{}, yes},
		{CreateEvents, []Grant{home(ChiefArbiter)}, On{}, fault.Forbidden},
		{SeeTasks, []Grant{home(Organiser)}, city(), fault.NotFound},
		{SeeStatistics, []Grant{home(FederationOfficer)}, city(), yes},
		{SeeStatistics, []Grant{home(FederationOfficer)}, On{Event: event, Federation: "UKR"}, fault.NotFound}, // still open
		{SeeStatistics, []Grant{home(FairPlayOfficer)}, On{Event: event, Federation: "UKR"}, yes},
		{SeeWatch, []Grant{home(Organiser), home(Arbiter)}, city(), fault.NotFound},
		{SeeLog, []Grant{home(Organiser)}, city(), fault.NotFound},
		{"", []Grant{home(Administrator), home(ChiefArbiter)}, city(), fault.NotFound},
		{"drop everything", []Grant{home(Administrator), home(ChiefArbiter)}, city(), fault.NotFound},
		{LookUp, []Grant{{Role: "king"}}, On{}, fault.NotFound},
		{LookUp, nil, On{}, fault.NotFound},
	}
	for _, tt := range tests {
		role, err := Allow(tt.action, tt.grants, tt.on)
		if tt.want == yes && (err != nil || !role.Valid()) || tt.want != yes && fault.KindOf(err) != tt.want {
			t.Errorf("%s by %+v on %+v: %q, %v", tt.action, tt.grants, tt.on, role, err)
		}
	}
}

func TestScopeOf(t *testing.T) {
	grants := []Grant{home(FederationOfficer), home(FairPlayOfficer), {Role: ChiefArbiter}, {Role: FPLMember, Case: "7"}}
	s := ScopeOf(SeeStatistics, grants)
	if s.All || !slices.Equal(s.Events, []string{event}) || !slices.Equal(s.Federations, []string{"UKR"}) {
		t.Errorf("%+v", s)
	}
	if s := ScopeOf(SeeEvents, []Grant{home(Administrator)}); !s.All {
		t.Errorf("an administrator sees %+v", s)
	}
	if s := ScopeOf(SeeStatistics, nil); s.All || s.Events == nil || s.Federations == nil {
		t.Errorf("nobody sees %+v", s)
	}
}

func TestValidate(t *testing.T) {
	for _, g := range []Grant{
		{Role: Administrator}, {Role: ChiefArbiter}, {Role: Organiser, Event: event}, {Role: FPLMember, Case: "7"}, {Role: FederationOfficer, Federation: "UKR"},
		{Role: Complainant, Case: "7"}, {Role: Respondent, Case: "7"}, {Role: Investigator, Case: "7"}, {Role: FPLChair}, {Role: FPLMember},
	} {
		if err := g.Validate(); err != nil {
			t.Errorf("%+v: %v", g, err)
		}
	}
	for _, g := range []Grant{
		{}, {Role: "king"}, {Role: Administrator, Event: event}, {Role: FederationOfficer}, {Role: FederationOfficer, Federation: "ukr"},
		{Role: FederationOfficer, Federation: "UKR", Event: event}, {Role: Organiser, Federation: "UKR"}, {Role: Organiser, Event: "x"},
		{Role: FPLMember, Case: "a\nb"}, {Role: FPLMember, Case: strings.Repeat("7", 65)}, {Role: FPLMember, Case: "7", Event: event},
		{Role: Complainant}, {Role: Respondent, Event: event}, {Role: Investigator}, {Role: FPLChair, Case: "7"}, {Role: ChiefArbiter, Case: "7"},
	} {
		if err := g.Validate(); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: %v", g, err)
		}
	}
}
