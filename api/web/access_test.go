package web_test

import (
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/api/web"
	"fairplay/queue/door"
	"fairplay/reports/access"
)

var update = flag.Bool("update", false, "write golden files anew; read the difference before you commit it")

const accessHead = `Who sees which page: in an event of one's own, and in a foreign one (both open).
Pages of cases: chair and secretary by a grant that is bound to nothing, roles of a case in it.
+ seen, - answered like a page that is not there. The operations that a page needs stand behind it.
`

// Every page is open to exactly those who may do all its operations: the table says so, and the service
// does so.
func TestWhoSeesWhichPage(t *testing.T) {
	t.Parallel()
	h := open(t)
	chief := as(h, access.ChiefArbiter, "").signIn()
	event := chief.round8()
	player := chief.get("/events/" + event + "/players/12573981").text
	game := regexp.MustCompile(`/games/([0-9a-f]+)`).FindStringSubmatch(player)
	test := chief.test(event, "12573981", "quick")
	chief.worked(event)
	if game == nil {
		t.Fatal("no game")
	}
	ids := map[string]string{":player": "12573981", ":game": game[1], ":test": test, ":round": "8", ":number": "1"}
	foreign := h.Event("Foreign", "")
	inquiry := openInquiry(h).admitted()
	ids[":case"], ids[":kind"] = strings.TrimPrefix(inquiry.path, "/cases/"), "statement"

	var golden strings.Builder
	golden.WriteString(accessHead)
	fmt.Fprintf(&golden, "%-22s", "")
	people, requests := map[access.Role]*person{}, map[access.Role]string{}
	for _, role := range access.Roles() {
		fmt.Fprintf(&golden, " %-18s", role)
		grant := event
		if role == access.Administrator {
			grant = ""
		}
		people[role] = as(h, role, grant)
		if role == access.FederationOfficer {
			people[role] = withGrant(h, access.Grant{Role: role, Federation: "UKR"})
		} else if inCase(role) {
			people[role] = withGrant(h, access.Grant{Role: role, Case: ids[":case"]})
		}
		people[role].signIn()
		people[role].post("/data", "/data", url.Values{"what": {"existence"}, "name": {"Anna Arbiter"}})
		if asked := regexp.MustCompile(`href="/data/([0-9a-f]+)"`).FindStringSubmatch(people[role].get("/data").text); asked != nil {
			requests[role] = asked[1]
		}
	}
	golden.WriteString("\n")
	for _, g := range web.Table() {
		fmt.Fprintf(&golden, "%-22s", g.Name)
		for _, role := range access.Roles() {
			p := people[role]
			if registers(role, g.Path) {
				p = map[access.Role]*person{access.FPLChair: inquiry.chair, access.FPLSecretary: inquiry.secretary}[role]
			}
			for _, in := range []string{event, foreign} {
				path := strings.ReplaceAll(strings.ReplaceAll(g.Path, ":event", in), ":request", requests[role])
				for place, id := range ids {
					path = strings.ReplaceAll(path, place, id)
				}
				if strings.Contains(path, ":") {
					t.Fatalf("%s: the test has no value for a place in %s", g.Name, path)
				}
				got := p.get(path)
				may := allowed(role, g.Needs, in == event, g.Path)
				if found := got.status == http.StatusOK; in == event && found != may || in == foreign && found && !may ||
					!found && got.status != http.StatusNotFound {
					t.Errorf("%s as %s: status %d, the table says %v: %s", path, role, got.status, may, firstLine(got.text))
				}
				golden.WriteString(map[bool]string{true: " +", false: " -"}[may])
			}
			golden.WriteString(strings.Repeat(" ", 15))
		}
		golden.WriteString(" " + strings.Join(g.Needs, " ") + "\n")
	}
	compare(t, "testdata/access.golden", golden.String())
}

// registers reports whether a role keeps the register of cases, which no grant in an event opens.
func registers(role access.Role, path string) bool {
	return (role == access.FPLChair || role == access.FPLSecretary) && strings.HasPrefix(path, "/cases")
}

// inCase reports whether a role is one in a case, which opens no event.
func inCase(r access.Role) bool {
	return r == access.Investigator || r == access.Complainant || r == access.Respondent
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// allowed reports whether a role may do all operations, on a page in an event of its own or not, or in a
// case.
func allowed(role access.Role, operations []string, own bool, path string) bool {
	grant := access.Grant{Role: role, Event: "own"}
	on := access.On{Event: "own"}
	switch {
	case role == access.Administrator || registers(role, path):
		grant = access.Grant{Role: role}
	case inCase(role):
		grant = access.Grant{Role: role, Case: "7"}
	case role == access.FederationOfficer:
		grant, on.Federation = access.Grant{Role: role, Federation: "UKR"}, "POL" // the event is of another federation
	}
	if !own {
		on.Event = "foreign"
	}
	if strings.Contains(path, ":case") {
		on = access.On{Case: "7"}
	} else if !strings.Contains(path, ":event") {
		on = access.On{}
	}
	actions := door.Operations()
	for _, o := range operations {
		if _, err := access.Allow(actions[o], []access.Grant{grant}, on); err != nil {
			return false
		}
	}
	return true
}

// compare compares a text with a golden file, or writes it with -update.
func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs; -update writes it anew:\n%s", file, diff)
	}
}
