package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"fairplay/reports/access"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/store"
)

// What the procedure of a case refuses is in the audit like what the table of actions refuses: by case and kind of entry, without a
// word of what was to be entered.
func TestRefusalsOfProcedureAreAudited(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Kyiv Open", "UKR")
	secretary, chair := h.holder(access.Grant{Role: access.FPLSecretary}), h.holder(access.Grant{Role: access.FPLChair})
	var opened registry.View
	secretary.want(secretary.call("POST", "/v1/cases", fmt.Sprintf(`{"kind": "ptc", "event": %q}`, event)), http.StatusCreated, &opened)
	id := opened.ID
	respondent := secretary.admits(id, access.Respondent, "Sample, Boris")
	arbiter := h.as(access.ChiefArbiter, event)
	var asked struct{ ID string }
	arbiter.want(arbiter.call("POST", "/v1/data-requests", `{"what": "copy", "name": "Sample, Boris"}`), http.StatusCreated, &asked)
	answers := "/v1/data-requests/" + asked.ID + "/answers"
	secretary.want(secretary.call("POST", answers, `{"state": "waiting", "text": "a case"}`), http.StatusCreated, nil)

	for _, tt := range []struct {
		who                *caller
		method, path, body string
		status             int
		action, about      string
		role               access.Role
		detail             string
	}{
		{chair, "POST", caseAt(id, "/panel"), `{"kind": "expedited", "says": {"reason": "secret words"}}`, 409, "writeCase", id, access.FPLChair, "refused: case_state, expedited"},
		{chair, "POST", caseAt(id, "/entries"), fmt.Sprintf(`{"kind": "filed", "says": {"form": %s, "channel": "service", "received": "2026-03-20T10:00:00Z"}}`, aForm), 403, "writeCase", id, access.FPLChair, "refused: not_allowed, filed"},
		{secretary, "POST", caseAt(id, "/erase"), `{"reason": "secret words"}`, 409, "eraseCase", id, access.FPLSecretary, "refused: case_open"},
		{respondent, "GET", caseAt(id), "", 404, "readCase", id, "", "refused: not_found"},
		{arbiter, "GET", caseAt(id), "", 404, "readCase", id, "", "refused: not_found"},
		{arbiter, "POST", "/v1/cases", fmt.Sprintf(`{"kind": "body_request", "event": %q}`, event), 403, "openCase", "", access.ChiefArbiter, "refused: not_allowed, opened"},
		{secretary, "POST", answers, `{"state": "answered", "text": "secret words"}`, 403, "answerData", asked.ID, access.FPLSecretary, "refused: data_waiting"},
	} {
		got := tt.who.call(tt.method, tt.path, tt.body)
		entries, err := h.db.AuditEntries(t.Context(), store.AuditQuery{Token: tt.who.id, Action: tt.action})
		h.must(err)
		last := entries[len(entries)-1]
		if got.status != tt.status || last.Detail != tt.detail || last.Subject != tt.about || last.Role != string(tt.role) {
			t.Errorf("%s %s: %d %s; audit %+v", tt.method, tt.path, got.status, got.body, last)
		}
	}
	all, err := h.db.AuditEntries(t.Context(), store.AuditQuery{})
	h.must(err)
	for _, e := range all {
		if strings.Contains(e.Detail, "secret") || strings.Contains(e.Detail, "Anna") {
			t.Errorf("the audit holds content: %+v", e)
		}
	}
}
