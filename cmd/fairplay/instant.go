package main

import (
	"time"

	"fairplay/analysis/fault"
)

// instant is a flag for an instant.
type instant time.Time

// String returns the instant as the flag writes it, "" for none.
func (i *instant) String() string {
	if time.Time(*i).IsZero() {
		return ""
	}
	return time.Time(*i).Format(time.RFC3339)
}

// Type names what the flag takes.
func (*instant) Type() string { return "moment" }

// Set reads an instant.
func (i *instant) Set(text string) error {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return fault.New(fault.Invalid, "at", "%q is no moment; write it as 2026-03-14T15:00:00+02:00", text)
	}
	*i = instant(at)
	return nil
}

// OrNow returns the instant, or now if none was given.
func (i *instant) OrNow() time.Time {
	if at := time.Time(*i); !at.IsZero() {
		return at
	}
	return time.Now().UTC().Truncate(time.Second)
}
