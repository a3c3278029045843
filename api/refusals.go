package api

import (
	"context"
	"fmt"
	"sync"

	"fairplay/queue/door"
	"fairplay/reports/store"
)

// refusalLimiter bounds how many refused attempts go into the audit: for each token or address a few
// at once and then a number a minute, and ten times as many for all together. Those left out
// are counted, and the next entry says how many there were.
type refusalLimiter struct {
	each, all *limiter

	mu   sync.Mutex
	left map[string]int // by key, since its last entry
}

func newRefusals(perMinute int) *refusalLimiter {
	return &refusalLimiter{
		each: newLimiter(float64(perMinute)/60, perMinute, "this token"), all: newLimiter(float64(perMinute)/6, 10*perMinute, "everybody"),
		left: map[string]int{},
	}
}

// refuse writes into the audit that an attempt was refused, unless there were too many. If the audit
// cannot be written, the refusal stands.
func (s *Server) refuse(ctx context.Context, a door.Attempt, entry store.AuditEntry) error {
	key := entry.Token
	if key == "" {
		key = a.From
		entry.Detail += " from " + printable(key)
	}
	left, due := s.refused.take(s, key)
	if !due {
		return nil
	}
	if left > 0 {
		entry.Detail += fmt.Sprintf(", and %d more before it", left)
	}
	if err := s.auditor.Append(ctx, entry); err != nil {
		s.log.WarnContext(ctx, "a refused attempt could not be audited", "error", err)
	}
	return nil
}

// take reports whether an attempt goes into the audit, and how many before it did not.
func (r *refusalLimiter) take(s *Server, key string) (left int, due bool) {
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
