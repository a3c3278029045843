package api

import (
	"context"
	"fmt"
	"sync"

	"github.com/labstack/echo/v4"

	"fairplay/reports/access"
	"fairplay/reports/store"
)

// refusals bounds how many refused attempts go into the audit: for each token or address a few
// at once and then a number a minute, and ten times as many for all together. Those left out
// are counted, and the next entry says how many there were.
type refusals struct {
	each, all *limiter

	mu   sync.Mutex
	left map[string]int // by key, since its last entry
}

func newRefusals(perMinute int) *refusals {
	return &refusals{
		each: newLimiter(float64(perMinute)/60, perMinute, "this token"), all: newLimiter(float64(perMinute)/6, 10*perMinute, "everybody"),
		left: map[string]int{},
	}
}

// noteRefusal writes into the audit that a caller was refused: its token is unknown or no longer
// valid, or may not do this, or may not see what it asks for, or the procedure of a case does not
// allow it (access.Action.Refusal). A request without a token, or one too many, is not noted. If
// the audit cannot be written, the refusal stands.
func (s *Server) noteRefusal(c echo.Context, err error) {
	r, code := requestOf(c), faultOf(err).Code
	detail, noted := s.actions[r.operation].Refusal(faultOf(err), r.entry)
	if !noted || code == "no_token" || code == codeRate {
		return
	}
	key, role := r.token, access.Role("")
	if who, in := c.Get(callerKey).(*caller); in {
		role = who.role
	}
	if key == "" {
		key = c.RealIP()
		detail += " from " + printable(key)
	}
	left, due := s.refused.take(s, key)
	if !due {
		return
	}
	if left > 0 {
		detail += fmt.Sprintf(", and %d more before it", left)
	}
	err = s.auditor.Append(context.WithoutCancel(c.Request().Context()), store.AuditEntry{
		At: s.now().UTC(), Token: r.token, Role: string(role), Action: r.operation, Subject: r.subject, Detail: detail,
	})
	if err != nil {
		s.log.WarnContext(c.Request().Context(), "a refused attempt could not be audited", "request", r.id, "error", err)
	}
}

// take tells whether an attempt goes into the audit, and how many before it did not.
func (r *refusals) take(s *Server, key string) (left int, due bool) {
	now := s.now()
	due = r.each.take(key, now) == nil && r.all.take("", now) == nil
	r.mu.Lock()
	defer r.mu.Unlock()
	if left = r.left[key]; due {
		delete(r.left, key)
	} else if len(r.left) < mostKeys || left > 0 {
		r.left[key]++
	}
	return left, due
}
