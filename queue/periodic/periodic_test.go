package periodic

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

func kyiv(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// Days are those of the event, also on the day on which clocks change; the deadline itself is still in time.
func TestStages(t *testing.T) {
	zone := kyiv(t)
	by := time.Date(2026, 10, 26, 12, 0, 0, 0, zone) // summer time ends on the 25th
	for _, c := range []struct {
		now  time.Time
		want Nearness
	}{
		{time.Date(2026, 10, 22, 23, 59, 59, 0, zone), ""},
		{time.Date(2026, 10, 23, 0, 0, 0, 0, zone), Soon},
		{time.Date(2026, 10, 25, 23, 59, 59, 0, zone), Soon},
		{time.Date(2026, 10, 26, 0, 0, 0, 0, zone), Today},
		{time.Date(2026, 10, 25, 21, 59, 59, 0, time.UTC), Soon},
		{time.Date(2026, 10, 25, 22, 0, 0, 0, time.UTC), Today}, // midnight in Kyiv
		{by, Today},
		{by.Add(time.Nanosecond), Overdue},
		{by.AddDate(1, 0, 0), Overdue},
	} {
		if got := nearnessOf(by, c.now); got != c.want {
			t.Errorf("%s: %q, not %q", c.now, got, c.want)
		}
	}
}

// words are those of the language of the tests.
func words(t *testing.T, language string) render.Phrases {
	t.Helper()
	p, err := render.PhrasesOf(language)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What goes out names a case and a time, and not what is due.
func TestMessages(t *testing.T) {
	due := CaseDue{"C-3F9A-07BD", "respondent_statement", time.Date(2026, 12, 1, 18, 0, 0, 0, kyiv(t))}
	ids := map[string]bool{}
	for near, want := range map[Nearness]string{
		Soon:    "C-3F9A-07BD: a term ends on 1 Dec 2026, 18:00 (Europe/Kyiv). What it is about stands in the service.",
		Today:   "C-3F9A-07BD: a term ends on 1 Dec 2026, 18:00 (Europe/Kyiv). What it is about stands in the service.",
		Overdue: "C-3F9A-07BD: a term ended on 1 Dec 2026, 18:00 (Europe/Kyiv). What it is about stands in the service.",
	} {
		m := messageOf(due, near, words(t, "en"))
		if m.Text != want || m.Subject != "Fair play: C-3F9A-07BD" {
			t.Errorf("%s: %q %q", near, m.Subject, m.Text)
		}
		if told, err := json.Marshal(m); err != nil || strings.Contains(string(told), "statement") {
			t.Errorf("%s %v", told, err)
		}
		ids[m.ID] = true
	}
	due.What = "form"
	if ids[messageOf(due, Today, words(t, "en")).ID] = true; len(ids) != 4 {
		t.Errorf("%d ids of four reminders", len(ids))
	}
}

// week is a house whose clock the test sets, with a database, an agenda and two senders of which one can fail.
type week struct {
	*testing.T
	db     *store.DB
	now    time.Time
	dues   []CaseDue
	log    bytes.Buffer
	sent   []string // what the second sender was given
	broken error    // what it answers
}

func (w *week) Due(context.Context, time.Time) ([]CaseDue, error) { return w.dues, nil }
func (w *week) Name() string                                      { return "mail fpl@example.org" }

func (w *week) Send(_ context.Context, m Message) error {
	w.sent = append(w.sent, m.Case+" "+string(m.Nearness))
	return w.broken
}

func newWeek(t *testing.T) *week {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "fairplay.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return &week{T: t, db: db, now: time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)}
}

// reminders are those of a process that has just started.
func (w *week) reminders() *Reminders {
	log := slog.New(slog.NewTextHandler(&w.log, nil))
	return &Reminders{Agenda: w, Memory: w.db, Senders: []Sender{LogSender{log}, w}, Words: words(w.T, "en"), Now: func() time.Time { return w.now }, Log: log}
}

// remind lets time pass, and compares what was tried on the second sender.
func (w *week) remind(r *Reminders, after time.Duration, want ...string) {
	w.Helper()
	w.now = w.now.Add(after)
	w.sent = nil
	if err := r.Send(w.Context()); err != nil {
		w.Fatal(err)
	}
	if got := strings.Join(w.sent, ", "); got != strings.Join(want, ", ") {
		w.Errorf("at %s: %q, not %q", w.now, got, want)
	}
}

// Each reminder goes once, whoever starts again, and only the latest where some were missed.
func TestEachReminderGoesOnce(t *testing.T) {
	w := newWeek(t)
	w.dues = []CaseDue{{"C-0000-0001", "report", w.now.AddDate(0, 0, 4)}, {"C-0000-0002", "form", w.now.AddDate(0, 0, -1)}}
	r := w.reminders()
	w.remind(r, 0, "C-0000-0002 overdue")
	w.remind(r, 5*time.Minute)
	w.remind(w.reminders(), time.Hour)
	w.remind(r, 24*time.Hour, "C-0000-0001 soon")
	w.remind(w.reminders(), 24*time.Hour)
	w.dues[0].By = w.dues[0].By.AddDate(0, 0, 7) // a longer term is another
	w.remind(r, 48*time.Hour)
	w.remind(r, 10*24*time.Hour, "C-0000-0001 overdue")
	w.dues = nil
	w.remind(r, 24*time.Hour)
	if n := strings.Count(w.log.String(), "msg=reminder"); n != 3 {
		t.Errorf("%d reminders in the log:\n%s", n, &w.log)
	}
}

// What could not be sent is tried again after longer and longer pauses, up to six hours; health says so until it works;
// the log does not wait.
func TestFailingChannel(t *testing.T) {
	w := newWeek(t)
	w.dues = []CaseDue{{"C-0000-0001", "report", w.now.AddDate(0, 0, -1)}, {"C-0000-0002", "report", w.now.AddDate(0, 0, -1)}}
	w.broken = errors.New("452 mailbox full")
	r := w.reminders()
	w.remind(r, 0, "C-0000-0001 overdue") // the next one waits for the next round
	if n := strings.Count(w.log.String(), "msg=reminder"); n != 2 {
		t.Errorf("%d reminders in the log", n)
	}
	if err := r.Health(t.Context()); fault.KindOf(err) != fault.Unavailable || strings.Contains(err.Error(), "example.org") {
		t.Errorf("health: %v", err)
	}
	w.remind(r, time.Minute-time.Second, "C-0000-0002 overdue")
	w.remind(r, time.Second, "C-0000-0001 overdue")
	tries := 0
	for range 48 * 60 {
		w.now = w.now.Add(time.Minute)
		w.sent = nil
		if err := r.Send(t.Context()); err != nil {
			t.Fatal(err)
		}
		tries += len(w.sent)
	}
	if tries < 2*10 || tries > 2*20 {
		t.Errorf("%d attempts in two days", tries)
	}
	w.broken = nil
	w.remind(r, 6*time.Hour, "C-0000-0001 overdue", "C-0000-0002 overdue")
	if err := r.Health(t.Context()); err != nil {
		t.Error(err)
	}
	w.remind(r, 24*time.Hour)
	if n := strings.Count(w.log.String(), "msg=reminder"); n != 2 {
		t.Errorf("%d reminders in the log", n)
	}
}

// cellar keeps things for a test of retention.
type cellar struct {
	kept    []Expired
	answers map[string]error
	log     []string
}

func (c *cellar) Expired(context.Context, time.Time) ([]Expired, error) { return c.kept, nil }

func (c *cellar) Erase(_ context.Context, e Expired, _ time.Time) error {
	c.log = append(c.log, "erase "+e.ID)
	return c.answers[e.ID]
}

func (c *cellar) Audit(_ context.Context, entries []store.AuditEntry) error {
	for _, e := range entries {
		c.log = append(c.log, strings.Join([]string{"audit", e.Role, e.Action, e.Subject, e.Detail}, " "))
	}
	return c.answers["audit"]
}

// Every erasure is audited before; what is held stays, what fails does not keep the rest, and the log names nothing.
func TestRetention(t *testing.T) {
	since := time.Date(2026, 11, 21, 23, 0, 0, 0, time.UTC)
	c := &cellar{
		kept: []Expired{{"case", "a", since}, {"case", "held", since}, {"case", "broken", since}, {"case", "d", since}},
		answers: map[string]error{
			"held": fault.New(fault.Conflict, "held", "a legal hold"), "broken": fault.New(fault.Unavailable, "database_busy", "busy"),
		},
	}
	var log bytes.Buffer
	r := &Eraser{Retained: c, Now: func() time.Time { return since }, Log: slog.New(slog.NewTextHandler(&log, nil))}
	if err := r.Erase(t.Context()); err == nil || !strings.Contains(err.Error(), "busy") {
		t.Errorf("%v", err)
	}
	want := []string{
		"audit retention erase a case, kept until 2026-11-21", "erase a", "audit retention erase held case, kept until 2026-11-21", "erase held",
		"audit retention erase broken case, kept until 2026-11-21", "erase broken", "audit retention erase d case, kept until 2026-11-21", "erase d",
	}
	if got := strings.Join(c.log, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("%s", got)
	}
	if text := log.String(); !strings.Contains(text, "erased=2 held=1 failed=1") {
		t.Errorf("%s", text)
	}
	c.log, c.answers = nil, map[string]error{"audit": fault.New(fault.Unavailable, "database_full", "the disk is full")}
	if err := r.Erase(t.Context()); err == nil || strings.Contains(strings.Join(c.log, "\n"), "erase a\n") {
		t.Errorf("erased without audit: %v %q", err, c.log)
	}
}
