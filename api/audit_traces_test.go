package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"fairplay/api"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// The audit says what was read, and nothing that the reader can make up.
func TestAuditOfReadings(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(access.FairPlayOfficer, event)
	c.upload(event, "round8.pgn", games(t, 1))
	c.want(c.call("GET", "/v1/events/"+event+"/screening?fide_id=1503014", ""), http.StatusOK, nil)
	c.want(c.call("GET", "/v1/events/"+event+"/screening?rounds=8,1-8&player=12573981&min_moves=1&sort=name", ""), http.StatusOK, nil)
	c.want(c.call("GET", "/v1/events/"+event+"/screening?player=firouzja", ""), http.StatusOK, nil)
	c.want(c.call("GET", "/v1/performances?fide_id=12573981", ""), http.StatusOK, nil)
	c.refused(c.wrong("GET", "/v1/performances?fide_id=Carlsen,%20Magnus", ""), http.StatusBadRequest, "fide_id")
	entries, err := h.db.AuditEntries(t.Context(), store.AuditQuery{})
	h.must(err)
	var details []string
	for _, e := range entries {
		if e.Role == string(access.FairPlayOfficer) && e.Action != "uploadGames" {
			details = append(details, e.Action+" "+e.Detail)
		}
	}
	want := []string{"readScreening ", "readScreening rounds 8,1-8, player 12573981, min_moves 1, sort name", "readScreening player by name",
		"listPerformances fide_id 12573981", "listPerformances "}
	if !slices.Equal(details, want) {
		t.Errorf("the audit says %q, want %q", details, want)
	}
}

// leaving is an audit whose client hangs up just before it is asked.
type leaving struct {
	api.AuditLog
	hangUp func()
}

func (l *leaving) Append(ctx context.Context, entries ...store.AuditEntry) error {
	l.hangUp()
	if err := ctx.Err(); err != nil {
		return err
	}
	return l.AuditLog.Append(ctx, entries...)
}

// Hanging up between an action and its audit does not keep it out of the audit.
func TestAuditOfThoseWhoHangUp(t *testing.T) {
	t.Parallel()
	l := &leaving{}
	var server *api.Server
	h := open(t, func(c *api.Config) {
		l.AuditLog = c.Auditor
		own := *c
		own.Auditor = l
		var err error
		if server, err = api.New(own); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(server.Close)
	})
	event := h.event("Open", "")
	c, other := h.as(access.ChiefArbiter, event), h.as(access.Organiser, "")
	ctx, cancel := context.WithCancel(t.Context())
	l.hangUp = cancel
	r := c.request("POST", "/v1/events/"+event+"/grants", `{"token": "`+other.id+`", "role": "organiser"}`)
	server.Handler().ServeHTTP(httptest.NewRecorder(), r.WithContext(ctx))

	entries, err := h.db.AuditEntries(t.Context(), store.AuditQuery{})
	h.must(err)
	if len(entries) != 1 || entries[0].Action != "grantAccess" {
		t.Errorf("the audit holds %+v", entries)
	}
}
