package api

import (
	"context"

	"fairplay/queue"
	"fairplay/reports"
	"fairplay/reports/store"
)

// AuditLog writes entries into the audit, and returns when they are written; *store.Auditor is
// one.
type AuditLog interface {
	Append(ctx context.Context, entries ...store.AuditEntry) error
}

// Screenings makes the screenings of events; work.Screenings does.
type Screenings interface {
	Screening(ctx context.Context, event string) (store.Report, *reports.Lacking, error)
	Part(ctx context.Context, event string, rounds reports.Rounds) (*reports.Screening, error)
	ByRound(ctx context.Context, event string) (*reports.ByRound, error)
}

// Backlog is the list of tasks; *queue.Queue is one.
type Backlog interface {
	Ping(ctx context.Context) error
	Depth(ctx context.Context) (map[string]queue.Depth, error)
}
