package api

import (
	"context"
	"io"
	"log/slog"
	"net/netip"
	"time"

	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/store"
	"fairplay/reports/tournament/journal"
)

// Config holds the parts of a server. Store, Auditor, Work, Queue, Now and Random must be set;
// the zero value of every other field is its default.
type Config struct {
	Store   *store.DB
	Auditor AuditLog
	Work    *work.Service
	Queue   Backlog

	// Screenings and Dossiers are those of Work, unless something stands before them.
	Screenings Screenings
	Dossiers   journal.Dossiers

	// Database returns why the database cannot be written, nil if it can; Store.Writable for nil.
	Database func(context.Context) error

	// Engines returns why this process cannot evaluate, nil if it can. It is nil in a process
	// that leaves evaluation to others.
	Engines func() error

	// Room returns why the disk has no room for more, nil if it has. It is nil where nobody looks.
	Room func() error

	// Extras are optional parts of the server. Readiness shows them and does not depend on them.
	Extras []Extra

	Recipes      []Method // of the tests
	Calibrations []*calibration.Calibration
	Made         reports.Provenance // what reports on calibrations say about this program; its engine does not matter

	Scan registry.VirusScanner // scans files that are attached to cases; nil for none

	// Approvals are the approvals of methods by recipe, as the operator states them. Documents name
	// them.
	Approvals []reports.Approval

	Now    func() time.Time
	Random io.Reader    // for ids and secrets
	Log    *slog.Logger // nil is silent

	// Proxies are the proxies whose X-Forwarded-For is trusted.
	Proxies []netip.Prefix

	Limits ClientLimits

	Poll      time.Duration // between two reads of the progress of a watched event; 1 s
	Heartbeat time.Duration // between two signs of life of a stream; 15 s
}

// Extra is an optional part of a server.
type Extra struct {
	Name   string
	Health func(context.Context) error // why it does not work, nil if it does
}

// ClientLimits bounds what one client may ask of a server. Zero values are the defaults.
type ClientLimits struct {
	Upload   int64         // bytes of one batch as it is sent; 256 MiB
	Rate     float64       // requests a second of one token; 50
	Burst    int           // requests of one token at once; 200
	Streams  int           // streams of progress that one token follows at once; 50
	Uploads  int           // batches that one token sends at once; 16
	Refusals int           // refused attempts a minute of one token or address that go into the audit; 10
	Patience time.Duration // how long a sending client may be silent, or slower than 1 KiB a second; 30 s
	Answer   time.Duration // how long sending an answer may take; 2 min
}

func (c *Config) complete() error {
	if c.Store == nil || c.Auditor == nil || c.Work == nil || c.Queue == nil || c.Now == nil || c.Random == nil {
		return fault.New(fault.Internal, "api_config", "a server needs a store, an auditor, a pipeline, a queue, a clock and random bytes")
	}
	if c.Screenings == nil {
		c.Screenings = work.Screenings{Service: c.Work}
	}
	if c.Dossiers == nil {
		c.Dossiers = work.Records{Service: c.Work}
	}
	if c.Database == nil {
		c.Database = c.Store.Writable
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	usual(&c.Limits.Upload, 256<<20)
	usual(&c.Limits.Rate, 50)
	usual(&c.Limits.Burst, 200)
	usual(&c.Limits.Streams, 50)
	usual(&c.Limits.Uploads, 16)
	usual(&c.Limits.Refusals, 10)
	usual(&c.Limits.Patience, 30*time.Second)
	usual(&c.Limits.Answer, 2*time.Minute)
	usual(&c.Poll, time.Second)
	usual(&c.Heartbeat, 15*time.Second)
	return nil
}

// usual sets a zero field to its default.
func usual[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
