package api_test

import (
	"database/sql"
	"net/http"
	"testing"

	"fairplay/reports/access"
)

// awaitUse waits until the database has the use of a token.
func (h *house) awaitUse(token string) {
	h.t.Helper()
	for {
		t, err := h.db.Token(h.t.Context(), token)
		h.must(err)
		if !t.LastUsed.IsZero() {
			return
		}
	}
}

// A reader does not wait until the use of his token is written.
func TestReadingDoesNotWaitForLastUse(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	one, other := h.as(access.Administrator, ""), h.as(access.Administrator, "")
	somebody, err := sql.Open("sqlite", h.service.Source) // who writes for long
	h.must(err)
	defer somebody.Close()
	somebody.SetMaxOpenConns(1)
	_, err = somebody.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	h.must(err)
	one.want(one.call("GET", "/v1/me", ""), http.StatusOK, nil)
	other.want(other.call("GET", "/v1/me", ""), http.StatusOK, nil)
	one.want(one.call("GET", "/v1/me", ""), http.StatusOK, nil)
	if used, err := h.db.Token(t.Context(), one.id); err != nil || !used.LastUsed.IsZero() {
		t.Errorf("while somebody else writes, the use is noted: %+v, %v", used, err)
	}
	_, err = somebody.ExecContext(t.Context(), "ROLLBACK")
	h.must(err)
	h.awaitUse(one.id)
}
