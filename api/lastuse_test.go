package api_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"fairplay/api"
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

// busy is a store in which somebody else writes endlessly.
type busy struct {
	api.Store
	asked chan struct{}
}

func (b *busy) TouchToken(ctx context.Context, _ string, _ time.Time) error {
	select {
	case b.asked <- struct{}{}:
	default:
	}
	<-ctx.Done()
	return ctx.Err()
}

// A reader does not wait until the use of his token is written.
func TestReadingDoesNotWaitForLastUse(t *testing.T) {
	t.Parallel()
	b := &busy{asked: make(chan struct{}, 1)}
	h := open(t, func(c *api.Config) {
		b.Store = c.Store
		c.Store = b
	})
	one, other := h.as(access.Administrator, ""), h.as(access.Administrator, "")
	one.want(one.call("GET", "/v1/me", ""), http.StatusOK, nil)
	<-b.asked // and is still writing
	other.want(other.call("GET", "/v1/me", ""), http.StatusOK, nil)
	one.want(one.call("GET", "/v1/me", ""), http.StatusOK, nil)
}
