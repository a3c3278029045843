package periodic

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/store"
)

// Expired is something whose retention is over.
type Expired struct {
	Kind  string // "case"
	ID    string
	Since time.Time // when it was over
}

// Retained knows what is kept, and erases it.
type Retained interface {
	// Expired returns what may be erased: its retention is over, and nothing holds it.
	Expired(ctx context.Context, now time.Time) ([]Expired, error)
	// Erase makes it unreadable for ever. A Conflict says that something holds it by now.
	Erase(ctx context.Context, e Expired, at time.Time) error
	Audit(ctx context.Context, entries []store.AuditEntry) error
}

// Eraser erases what has been kept long enough.
type Eraser struct {
	Retained Retained
	Now      func() time.Time
	Log      *slog.Logger
}

// Erase erases what is due; each erasure is audited before it happens. What is under a hold stays.
// A failure does not stop the others, and is returned.
func (r *Eraser) Erase(ctx context.Context) error {
	expired, err := r.Retained.Expired(ctx, r.Now())
	if err != nil {
		return err
	}
	erased, held, failed := 0, 0, []error{}
	for _, e := range expired {
		switch err := r.erase(ctx, e); {
		case err == nil:
			erased++
		case fault.KindOf(err) == fault.Conflict:
			held++
		default:
			failed = append(failed, err)
		}
	}
	if len(expired) > 0 {
		r.Log.Info("retention is over", "erased", erased, "held", held, "failed", len(failed))
	}
	return errors.Join(failed...)
}

func (r *Eraser) erase(ctx context.Context, e Expired) error {
	entry := store.AuditEntry{
		At: r.Now().UTC(), Role: "retention", Action: "erase", Subject: e.ID, Detail: e.Kind + ", kept until " + e.Since.UTC().Format(time.DateOnly),
	}
	if err := r.Retained.Audit(ctx, []store.AuditEntry{entry}); err != nil {
		return err
	}
	return r.Retained.Erase(ctx, e, r.Now().UTC())
}
