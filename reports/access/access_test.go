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
)

func city() On { return On{Event: event, Federation: "UKR", Closed: true} }

// home is a grant of a role on the event city.
func home(r Role) Grant {
	switch r {
	case Administrator:
		return Grant{Role: r}
	case FederationOfficer:
		return Grant{Role: r, Federation: "UKR"}
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
		for i, l := range r.open {
			if r.sight != "" && l != never && r.sight.rule().open[i] == never {
				t.Errorf("%s may %s and not %s", Roles()[i], r.action, r.sight)
			}
		}
	}
}

// Whoever may see no statistics sees none, whatever his grants are bound to.
func TestWhoSeesNoStatistics(t *testing.T) {
	for _, r := range Roles() {
		barred := slices.Contains([]Role{Administrator, Arbiter, Organiser, FPLSecretary}, r)
		for _, g := range []Grant{{Role: r}, {Role: r, Event: event}, {Role: r, Case: "7"}, {Role: r, Federation: "UKR"}} {
			_, err := Allow(SeeStatistics, []Grant{g}, city())
			if barred && err == nil || g.OpensStatistics() != (!barred && g.bound()) {
				t.Errorf("%+v: %v, opens statistics %v", g, err, g.OpensStatistics())
			}
		}
		if _, err := Allow(SeeStatistics, []Grant{home(r)}, city()); (err == nil) == barred {
			t.Errorf("%s in his own event: %v", r, err)
		}
	}
}

func TestAllow(t *testing.T) {
	const yes = fault.Kind(255) // no kind
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
	} {
		if err := g.Validate(); err != nil {
			t.Errorf("%+v: %v", g, err)
		}
	}
	for _, g := range []Grant{
		{}, {Role: "king"}, {Role: Administrator, Event: event}, {Role: FederationOfficer}, {Role: FederationOfficer, Federation: "ukr"},
		{Role: FederationOfficer, Federation: "UKR", Event: event}, {Role: Organiser, Federation: "UKR"}, {Role: Organiser, Event: "x"},
		{Role: FPLMember, Case: "a\nb"}, {Role: FPLMember, Case: strings.Repeat("7", 65)}, {Role: FPLMember, Case: "7", Event: event},
	} {
		if err := g.Validate(); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: %v", g, err)
		}
	}
}
