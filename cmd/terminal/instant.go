package terminal

import (
	"time"

	"fairplay/analysis/fault"
)

// Instant is a flag for an instant.
type Instant time.Time

// String returns the instant as the flag writes it, "" for none.
func (m *Instant) String() string {
	if time.Time(*m).IsZero() {
		return ""
	}
	return time.Time(*m).Format(time.RFC3339)
}

// Type names what the flag takes.
func (*Instant) Type() string { return "moment" }

// Set reads an instant.
func (m *Instant) Set(text string) error {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return fault.New(fault.Invalid, "at", "%q is no moment; write it as 2026-03-14T15:00:00+02:00", text)
	}
	*m = Instant(at)
	return nil
}

// OrNow returns the instant, or now if none was given.
func (m *Instant) OrNow() time.Time {
	if at := time.Time(*m); !at.IsZero() {
		return at
	}
	return time.Now().UTC().Truncate(time.Second)
}
