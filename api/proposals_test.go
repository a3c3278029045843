package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"fairplay/api"
	"fairplay/api/wire"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

func (h *house) lastEntry() store.AuditEntry {
	h.t.Helper()
	entries, err := h.db.AuditEntries(h.t.Context(), store.AuditQuery{})
	h.must(err)
	return entries[len(entries)-1]
}

// No administrator can open statistics or complaints alone, to himself or to anybody: he proposes, and a
// second administrator or the chief arbiter gives the grant.
func TestStatisticsNeedTwo(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "UKR")
	base := "/v1/events/" + event
	first, second := h.as(access.Administrator, ""), h.as(access.Administrator, "")
	for _, c := range []struct {
		name, grant string
		opens       bool
	}{
		{"chief arbiter", `{"role": "chief-arbiter", "event": "` + event + `"}`, true},
		{"officer", `{"role": "fair-play-officer", "event": "` + event + `"}`, true},
		{"member", `{"role": "fpl-member", "event": "` + event + `"}`, true},
		{"chair", `{"role": "fpl-chair", "event": "` + event + `"}`, true},
		{"of a case", `{"role": "fpl-member", "case": "7"}`, true},
		{"complainant", `{"role": "complainant", "case": "7"}`, true},
		{"chair of all cases", `{"role": "fpl-chair"}`, true},
		{"secretary of all cases", `{"role": "fpl-secretary"}`, true},
		{"federation", `{"role": "federation-officer", "federation": "UKR"}`, true},
		{"organiser", `{"role": "organiser", "event": "` + event + `"}`, false},
		{"secretary", `{"role": "fpl-secretary", "event": "` + event + `"}`, false},
		{"unbound", `{"role": "chief-arbiter"}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var made wire.CreatedToken
			first.want(first.call("POST", "/v1/tokens", `{"name": "Somebody", "grants": [`+c.grant+`]}`), http.StatusCreated, &made)
			if (len(made.Token.Grants) == 0) != c.opens || (made.Token.Proposed != nil) != c.opens {
				t.Fatalf("made %+v", made.Token)
			}
			entry := h.lastEntry()
			role, _, _ := strings.Cut(strings.TrimPrefix(c.grant, `{"role": "`), `"`)
			if !strings.Contains(entry.Detail, role) || strings.Contains(c.grant, event) && !strings.Contains(entry.Detail, event) ||
				strings.HasPrefix(entry.Detail, "proposed ") != c.opens {
				t.Errorf("audit %+v", entry)
			}
			if !c.opens {
				return
			}
			holder := &caller{house: h, secret: made.Secret, id: made.Token.ID}
			grants := "/v1/tokens/" + holder.id + "/grants"
			holder.refused(holder.call("GET", base+"/screening", ""), http.StatusNotFound, "not_found")
			var again wire.ListedToken
			first.want(first.call("POST", grants, c.grant), http.StatusAccepted, &again) // alone he only proposes, however often
			if len(again.Grants) > 0 || len(again.Proposed) != 1 || again.Proposed[0].By != first.id {
				t.Errorf("again %+v", again)
			}
			again = wire.ListedToken{}
			second.want(second.call("POST", grants, c.grant), http.StatusCreated, &again)
			shown := 1
			if strings.Contains(c.grant, `"case"`) {
				shown = 0 // who has a part in a case is not for administrators
			}
			if len(again.Grants) != shown || again.Proposed != nil {
				t.Errorf("given %+v", again)
			}
			if entry := h.lastEntry(); entry.Token != second.id || !strings.Contains(entry.Detail, role) || !strings.HasSuffix(entry.Detail, ", proposed by "+first.id) {
				t.Errorf("audit %+v", entry)
			}
			if role == string(access.FederationOfficer) { // he sees statistics once the event is closed
				holder.refused(holder.call("GET", base+"/tests", ""), http.StatusNotFound, "not_found")
				h.must(h.close(event))
			}
			if strings.Contains(c.grant, event) || strings.Contains(c.grant, "UKR") {
				holder.want(holder.call("GET", base+"/tests", ""), http.StatusOK, nil)
			}
		})
	}
}

// The ways around this rule are closed: an administrator made by the first one, his own token,
// the proposal of a former administrator, and the federation of an event.
func TestRoadsAroundTheSecondAdministrator(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "NOR")
	base := "/v1/events/" + event
	first, second, arbiter := h.as(access.Administrator, ""), h.as(access.Administrator, ""), h.as(access.ChiefArbiter, event)
	_, somebody := h.token()
	officer := `{"role": "fair-play-officer", "event": "` + event + `"}`
	named := `{"token": "` + somebody + `", "role": "fair-play-officer"}`

	first.refused(first.call("POST", "/v1/tokens", `{"name": "Me again", "grants": [{"role": "administrator"}]}`), http.StatusForbidden, "administrator")
	first.refused(first.call("POST", "/v1/tokens/"+somebody+"/grants", `{"role": "administrator"}`), http.StatusForbidden, "administrator")
	first.refused(first.call("POST", "/v1/tokens/"+first.id+"/grants", officer), http.StatusUnprocessableEntity, "administrator")
	first.refused(first.call("PATCH", base, `{"federation": "UKR"}`, "If-Match: *"), http.StatusForbidden, "federation")
	arbiter.want(arbiter.call("PATCH", base, `{"federation": "UKR"}`, "If-Match: *"), http.StatusOK, nil)

	first.want(first.call("POST", base+"/grants", named), http.StatusAccepted, nil)
	h.must(h.db.RevokeToken(t.Context(), first.id, h.clock.now()))
	var grant wire.EventGrant
	second.want(second.call("POST", base+"/grants", named), http.StatusAccepted, &grant) // the first one's proposal is void
	if grant.ProposedBy == "" || grant.ProposedBy != second.id {
		t.Errorf("%+v", grant)
	}
	var list wire.List[wire.EventGrant]
	arbiter.want(arbiter.call("GET", base+"/grants", ""), http.StatusOK, &list)
	if n := len(list.Items); n != 2 || list.Items[1].ProposedBy == "" || list.Items[1].ProposedBy != second.id {
		t.Errorf("the chief arbiter sees %+v", list.Items)
	}
	arbiter.want(arbiter.call("POST", base+"/grants", named), http.StatusCreated, nil)
	if entry := h.lastEntry(); entry.Subject != event || !strings.HasPrefix(entry.Detail, "fair-play-officer "+somebody) {
		t.Errorf("audit %+v", entry)
	}
	left, err := h.db.Proposals(t.Context())
	h.must(err)
	if len(left) > 0 {
		t.Errorf("still proposed: %+v", left)
	}
	arbiter.want(arbiter.call("DELETE", base+"/grants/"+somebody+"/fair-play-officer", ""), http.StatusNoContent, nil)
	second.want(second.call("POST", base+"/grants", named), http.StatusAccepted, nil) // an old proposal does not count either
}

// A caller who may not see tests cannot see or retry their tasks; and reading the list is in
// the audit.
func TestTasksOfTestsAreHidden(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	on := fill(t, h, "Open", "")
	arbiter, admin := h.as(access.ChiefArbiter, on.event), h.as(access.Administrator, "")
	var all, some wire.List[wire.ListedTask]
	arbiter.want(arbiter.call("GET", "/v1/events/"+on.event+"/tasks", ""), http.StatusOK, &all)
	admin.want(admin.call("GET", "/v1/events/"+on.event+"/tasks", ""), http.StatusOK, &some)
	if entry := h.lastEntry(); entry.Action != "listTasks" || entry.Token != admin.id || entry.Subject != on.event {
		t.Errorf("audit %+v", entry)
	}
	seen := map[string]bool{}
	for _, task := range some.Items {
		seen[task.ID] = true
	}
	hidden := 0
	for _, task := range all.Items {
		if isTest := task.Kind == "test" || task.Kind == "evaluate-full"; isTest == seen[task.ID] {
			t.Errorf("%s is seen: %v", task.Kind, seen[task.ID])
		} else if isTest {
			hidden++
			retry := "/v1/events/" + on.event + "/tasks/" + task.ID + "/retry"
			admin.refused(admin.call("POST", retry, ""), http.StatusNotFound, "not_found")
		}
	}
	if hidden == 0 {
		t.Error("there is no test")
	}
}

// Refused attempts are in the audit, but nobody can fill it with them.
func TestRefusedAttemptsAreAudited(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *api.Config) { c.Limits.Refusals = 3 })
	event := h.event("Open", "")
	thief := h.as(access.Organiser, event)
	for range 50 {
		thief.refused(thief.call("GET", "/v1/events/"+event+"/screening", ""), http.StatusNotFound, "not_found")
	}
	entries, err := h.db.AuditEntries(t.Context(), store.AuditQuery{})
	h.must(err)
	if len(entries) < 3 || len(entries) > 5 || entries[0].Token != thief.id || entries[0].Subject != event || entries[0].Action != "readScreening" ||
		entries[0].Detail != "refused: not_found" {
		t.Fatalf("%d entries, %+v", len(entries), entries)
	}
	h.clock.advance(time.Hour)
	thief.refused(thief.call("GET", "/v1/events/"+event+"/tests", ""), http.StatusNotFound, "not_found")
	if entry := h.lastEntry(); entry.Action != "listTests" || entry.Detail != fmt.Sprintf("refused: not_found, and %d more before it", 50-len(entries)) {
		t.Errorf("audit %+v", entry)
	}
	stranger := &caller{house: h, secret: "fp_" + strings.Repeat("A", 43)}
	stranger.refused(stranger.call("GET", "/v1/me", ""), http.StatusUnauthorized, "unknown_token")
	if entry := h.lastEntry(); entry.Action != "readMe" || entry.Detail != "refused: unknown_token from 127.0.0.1" {
		t.Errorf("audit %+v", entry)
	}
}
