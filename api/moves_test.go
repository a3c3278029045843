package api_test

import (
	"net/http"
	"strings"
	"testing"

	"fairplay/api/wire"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// The moves of a game are read while it is evaluated, afterwards, and as a test expects them; and
// the audit says so.
func TestReadGameMoves(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	base := "/v1/events/" + event
	arbiter := h.as(access.ChiefArbiter, event)
	arbiter.upload(event, "round8.pgn", games(t, 1))
	var list wire.List[store.StoredGame]
	arbiter.want(arbiter.call("GET", base+"/games", ""), http.StatusOK, &list)
	path := base + "/games/" + list.Items[0].ID + "/moves"
	arbiter.finished(event)

	var moves reports.GameMoves
	arbiter.want(arbiter.call("GET", path, ""), http.StatusOK, &moves)
	if len(moves.Moves) != list.Items[0].Plies || moves.Basis.Recipe.Name != "quick" || moves.White.Counted == 0 ||
		moves.White.ExpectedMissing == "" || !strings.HasPrefix(moves.Start, "rnbqkbnr/") {
		t.Errorf("%+v", moves)
	}
	arbiter.refused(arbiter.call("GET", path+"?recipe=full", ""), http.StatusUnprocessableEntity, "not_evaluated")
	arbiter.refused(arbiter.wrong("GET", path+"?recipe=deep", ""), http.StatusBadRequest, "recipe")
	arbiter.refused(arbiter.wrong("GET", path+"?report=me", ""), http.StatusBadRequest, "report")

	arbiter.want(arbiter.call("POST", base+"/pause", ""), http.StatusOK, nil)
	var test wire.ListedTest
	arbiter.want(arbiter.call("POST", base+"/tests", `{"player": "12573981"}`), http.StatusAccepted, &test)
	pending := arbiter.want(arbiter.call("GET", path+"?recipe=full", ""), http.StatusAccepted, nil)
	if pending.header.Get("Retry-After") == "" {
		t.Errorf("%v", pending.header)
	}
	arbiter.want(arbiter.call("POST", base+"/resume", ""), http.StatusOK, nil)
	arbiter.finished(event)
	arbiter.want(arbiter.call("GET", base+"/tests/"+test.ID, ""), http.StatusOK, &test)
	var tested reports.GameMoves
	arbiter.want(arbiter.call("GET", path+"?report="+test.Report, ""), http.StatusOK, &tested)
	if tested.Report != test.Report || tested.Basis.Recipe.Name != "full" {
		t.Errorf("%+v", tested)
	}
	entries, err := h.db.AuditEntries(t.Context(), store.AuditQuery{})
	h.must(err)
	last := entries[len(entries)-1]
	if last.Action != "readGameMoves" || last.Subject != event || last.Detail != "game "+list.Items[0].ID+", report "+test.Report {
		t.Errorf("audit %+v", last)
	}
}
