package web_test

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"fairplay/api"
	"fairplay/api/apitest"
	"fairplay/api/web"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/store"
)

// replays counts how often a case is decrypted and replayed.
type replays struct {
	registry.CaseStore
	n atomic.Int64
}

func (r *replays) CaseHistory(ctx context.Context, id string) (store.CaseRecord, []complaint.Entry, error) {
	r.n.Add(1)
	return r.CaseStore.CaseHistory(ctx, id)
}

func (r *replays) AppendCase(ctx context.Context, id string, write func(*store.CaseRecord, []complaint.Entry) ([]complaint.Entry, error)) (store.CaseRecord, []complaint.Entry, error) {
	r.n.Add(1)
	return r.CaseStore.AppendCase(ctx, id, write)
}

// A form reads its case once, to write into it; a refused one once more, to show it again, and one that makes no sense only for
// that. Nothing is read for a form that is not of
// the page, or for a draft.
func TestFormsReadTheCaseOnce(t *testing.T) {
	t.Parallel()
	counted := &replays{}
	h := apitest.Open(t, apitest.Setting{Mount: func(s *api.Server) {
		counted.CaseStore = s.Cases().Store
		s.Cases().Store = counted
		if err := web.Mount(web.Config{API: s}); err != nil {
			t.Fatal(err)
		}
	}})
	i := openInquiry(h).admitted()
	voters := url.Values{"question": {"dismiss"}, "quorum": {"3"}}
	var members []*person
	for n, federation := range []string{"POL", "FRA", "ESP"} {
		members = append(members, as(h, access.FPLMember, "").signIn())
		voters.Set("voters."+strconv.Itoa(n)+".token", members[n].id)
		voters.Set("voters."+strconv.Itoa(n)+".federation", federation)
	}
	i.takes(i.chair, "panel_appointed", replaced(voters, "voters.", "members."))
	i.takes(members[0], "panel_chair_elected", url.Values{"token": {members[0].id}})
	i.takes(members[0], "ballot_opened", voters)
	vote, stranger := i.path+"/steps/voted", as(h, access.FPLMember, "").signIn()
	says := url.Values{"ballot": {i.ballot(members[0])}, "choice": {"for"}}
	tokens := map[*person]string{members[0]: csrfField.FindStringSubmatch(members[0].get(vote).text)[1], stranger: csrfField.FindStringSubmatch(stranger.get("/account").text)[1]}
	members[0].CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for _, tt := range []struct {
		name, path string
		by         *person
		fields     url.Values
		status     int
		reads      int64
	}{
		{"of a stranger", vote, stranger, says, http.StatusNotFound, 0},
		{"a draft of a stranger", i.path + "/form/draft", stranger, url.Values{"form.facts": {"half"}}, http.StatusNotFound, 0},
		{"of another page", vote, i.chair, says, http.StatusForbidden, 0},
		{"unreadable", vote, members[0], url.Values{"ballot": {"none"}}, http.StatusBadRequest, 1},
		{"a vote", vote, members[0], says, http.StatusSeeOther, 1},
		{"a second vote", vote, members[0], says, http.StatusConflict, 2},
		{"a draft", i.path + "/form/draft", members[0], url.Values{"form.facts": {"half"}}, http.StatusSeeOther, 0},
	} {
		fields := replaced(tt.fields, "", "")
		fields.Set("csrf", tokens[tt.by])
		before := counted.n.Load()
		got := tt.by.postRaw(tt.path, fields)
		if reads := counted.n.Load() - before; got.status != tt.status || reads != tt.reads {
			t.Errorf("%s: status %d and %d readings, not %d and %d: %s", tt.name, got.status, reads, tt.status, tt.reads, got.text)
		}
	}
	refused, err := h.DB.AuditEntries(t.Context(), store.AuditQuery{Token: stranger.id, Action: "writeCase"})
	if err != nil || len(refused) != 2 || refused[0].Detail != "refused: not_found" {
		t.Errorf("the audit of the stranger: %+v, %v", refused, err)
	}
}

// replaced returns a form with the beginning of its names replaced.
func replaced(fields url.Values, from, to string) url.Values {
	all := url.Values{}
	for name, values := range fields {
		all[strings.Replace(name, from, to, 1)] = values
	}
	return all
}
