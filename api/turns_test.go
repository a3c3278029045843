package api_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"fairplay/api"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/reports/tournament/journal"
)

// halting gives no screening and no dossier until the test allows it.
type halting struct {
	api.Screenings
	journal.Dossiers
	begun, goOn chan struct{}
}

// before halts what a server makes of its work.
func (h *halting) before(c *api.Config) {
	h.Screenings, h.Dossiers = work.Screenings{Service: c.Work}, work.Records{Service: c.Work}
	c.Screenings, c.Dossiers = h, h
}

func (h *halting) Screening(ctx context.Context, event string) (store.Report, *reports.Lacking, error) {
	h.begun <- struct{}{}
	<-h.goOn
	return h.Screenings.Screening(ctx, event)
}

func (h *halting) WholeDossier(ctx context.Context, e store.Event) (*reports.Dossier, error) {
	h.begun <- struct{}{}
	<-h.goOn
	return h.Dossiers.WholeDossier(ctx, e)
}

// What reads the games of an event waits for its turn as views do.
func TestGamesAreReadInTurn(t *testing.T) {
	t.Parallel()
	paths := []string{"completeness", "rounds", "questions", "completeness?format=csv"}
	halt := &halting{begun: make(chan struct{}, len(paths)), goOn: make(chan struct{})}
	h := open(t, halt.before)
	event := h.event("Open", "")
	c := h.as(access.Organiser, event)
	statuses := make(chan int, len(paths))
	for _, path := range paths {
		go func() { statuses <- c.call("GET", "/v1/events/"+event+"/"+path, "").status }()
	}
	<-halt.begun
	h.must(h.db.RevokeToken(t.Context(), c.id, h.clock.now().UTC()))
	close(halt.goOn)
	count := map[int]int{}
	for range paths {
		count[<-statuses]++
	}
	if len(halt.begun) != 0 || count[http.StatusOK] != 1 || count[http.StatusUnauthorized] != len(paths)-1 {
		t.Errorf("%d more begun, answers %v", len(halt.begun), count)
	}
}

// If a token asks for many views, only one at a time is made, and waiting requests show nothing
// if the right has ended meanwhile.
func TestViewsOfATokenGoInTurn(t *testing.T) {
	t.Parallel()
	const views = 5
	halt := &halting{begun: make(chan struct{}, views), goOn: make(chan struct{})}
	h := open(t, halt.before)
	event := h.event("Open", "")
	c := h.as(access.FairPlayOfficer, event)
	statuses := make(chan int, views)
	for range views {
		go func() { statuses <- c.call("GET", "/v1/events/"+event+"/screening", "").status }()
	}
	<-halt.begun
	h.eventually("all are let in", func() bool { return h.readings("readScreening") == views })
	h.must(h.db.RevokeToken(t.Context(), c.id, h.clock.now().UTC()))
	close(halt.goOn)
	count := map[int]int{}
	for range views {
		count[<-statuses]++
	}
	if len(halt.begun) != 0 || count[http.StatusUnauthorized] != views-1 {
		t.Errorf("%d more views begun, answers %v", len(halt.begun), count)
	}
}

// readings counts the entries of an action in the audit.
func (h *house) readings(action string) (n int) {
	entries, err := h.db.AuditEntries(h.t.Context(), store.AuditQuery{})
	h.must(err)
	for _, e := range entries {
		if e.Action == action {
			n++
		}
	}
	return n
}

// eventually waits until a condition holds.
func (h *house) eventually(what string, is func() bool) {
	h.t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !is() {
		select {
		case <-tick.C:
		case <-h.t.Context().Done():
			h.t.Fatalf("it was never so that %s", what)
		}
	}
}
