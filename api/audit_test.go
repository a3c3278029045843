package api_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/api"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// gate is an audit that writes when allowed to, or not at all.
type gate struct {
	api.AuditLog
	asked chan struct{}
	let   chan error
}

func (g *gate) Append(ctx context.Context, entries ...store.AuditEntry) error {
	if entries[0].Action != "readScreening" {
		return g.AuditLog.Append(ctx, entries...)
	}
	g.asked <- struct{}{}
	if err := <-g.let; err != nil {
		return err
	}
	return g.AuditLog.Append(ctx, entries...)
}

// No statistic is sent before its reading is in the audit, and none at all if the audit cannot
// be written.
func TestAuditComesBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	g := &gate{asked: make(chan struct{}), let: make(chan error)}
	h := open(t, func(c *api.Config) { g.AuditLog, c.Auditor = c.Auditor, g })
	event := h.event("Open", "")
	c := h.as(access.ChiefArbiter, event)
	c.upload(event, "round8.pgn", games(t, 1))

	answers := make(chan said, 1)
	read := func(headers ...string) {
		go func() { answers <- c.call("GET", "/v1/events/"+event+"/screening", "", headers...) }()
		<-g.asked
		select {
		case got := <-answers:
			t.Errorf("answered %d before the audit was written", got.status)
		default:
		}
	}
	read()
	g.let <- nil
	got := c.want(<-answers, http.StatusOK, nil)

	read("If-None-Match: " + got.header.Get("ETag")) // a conditional request counts as a reading too
	g.let <- nil
	c.want(<-answers, http.StatusNotModified, nil)

	read()
	g.let <- fault.New(fault.Unavailable, "audit", "the audit cannot be written")
	refused := <-answers
	c.refused(refused, http.StatusServiceUnavailable, "audit")
	if strings.Contains(string(refused.body), "Firouzja") || refused.header.Get("ETag") != "" {
		t.Errorf("a refusal says %s", refused.body)
	}
	entries, err := h.db.AuditEntries(t.Context(), store.AuditQuery{})
	h.must(err)
	n := 0
	for _, e := range entries {
		if e.Action == "readScreening" {
			n++
		}
	}
	if n != 2 {
		t.Errorf("%d readings in the audit, want 2", n)
	}
}
