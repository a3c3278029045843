package periodic

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"strings"
	"time"

	"fairplay/reports/render"
)

// Nearness says how near a deadline is.
type Nearness string

// The times of reminders. A program that starts late sends one reminder, the latest that applies.
const (
	Soon    Nearness = "soon" // three days before, or as soon as the deadline is known
	Today   Nearness = "today"
	Overdue Nearness = "overdue"
)

// soon is how many days before the deadline the first reminder is sent.
const soon = 3

// nearnessOf returns the nearness of a deadline, with days in its time zone. It is "" while there
// is time.
func nearnessOf(by, now time.Time) Nearness {
	day := func(t time.Time) string { return t.In(by.Location()).Format(time.DateOnly) }
	switch {
	case now.After(by):
		return Overdue
	case day(now) == day(by):
		return Today
	case day(now) >= day(by.AddDate(0, 0, -soon)):
		return Soon
	}
	return ""
}

// Message is a reminder as it is sent. It names a case by its number and says when something is
// due. Because mail may be read on the way, it names nobody and does not say what the case is
// about.
type Message struct {
	ID       string    `json:"id"` // lets a recipient recognise a repetition
	Case     string    `json:"case,omitempty"`
	Due      time.Time `json:"due,omitzero"`
	Nearness Nearness  `json:"nearness,omitempty"`
	Subject  string    `json:"subject"`
	Text     string    `json:"text"`

	Checkpoint string `json:"checkpoint,omitempty"` // signed; of a message that carries one, and reminds of nothing
}

// messageOf puts a reminder into words.
func messageOf(d CaseDue, near Nearness, words render.Phrases) Message {
	sum := sha256.Sum256([]byte(strings.Join([]string{d.Case, d.What, d.By.UTC().Format(time.RFC3339Nano), string(near)}, "\n")))
	m := Message{ID: hex.EncodeToString(sum[:16]), Case: d.Case, Due: d.By, Nearness: near}
	m.Subject, m.Text = words.Reminder(d.Case, d.By, d.By.Location().String(), near == Overdue)
	return m
}

// LogSender writes reminders to the log.
type LogSender struct{ Log *slog.Logger }

// Name returns "log".
func (LogSender) Name() string { return "log" }

// Send writes the message as a warning.
func (l LogSender) Send(ctx context.Context, m Message) error {
	if m.Checkpoint != "" {
		l.Log.InfoContext(ctx, "checkpoint", "note", m.Checkpoint)
		return nil
	}
	l.Log.WarnContext(ctx, "reminder", "case", m.Case, "due", m.Due.Format(time.RFC3339), "nearness", string(m.Nearness))
	return nil
}
