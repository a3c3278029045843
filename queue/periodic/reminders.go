package periodic

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// CaseDue is something that is due in a case.
type CaseDue struct {
	Case string    // the number that people see, such as C-3F9A-07BD
	What string    // a name of package complaint
	By   time.Time // in the time zone of the event; that instant is still in time
}

// Agenda knows what is due in all open cases, as far as it has a deadline.
type Agenda interface {
	Due(ctx context.Context, now time.Time) ([]CaseDue, error)
}

// Sender is a way of sending messages: reminders, and checkpoints of the log.
type Sender interface {
	Name() string                              // its kind in one word, which anybody may read, and the destination
	Send(ctx context.Context, m Message) error // an error contains nothing secret
}

// Reminders reminds people of what is due in cases: three days before, on the day, and once it is
// overdue, each once with every sender. All fields must be set. Its methods may be called
// concurrently.
type Reminders struct {
	Agenda  Agenda
	Memory  *store.DB // of reminders that were sent
	Senders []Sender
	Words   render.Phrases
	Now     func() time.Time
	Log     *slog.Logger

	mu     sync.Mutex
	failed map[string]time.Time // by name: since when they have failed
}

// sendTime is how long one reminder may take on one sender.
const sendTime = 30 * time.Second

// Send sends the reminders whose time has come. A sender that fails is tried again after a pause,
// from a minute to six hours, as long as the reminder is current; the others do not wait for it.
func (r *Reminders) Send(ctx context.Context) error {
	now := r.Now()
	dues, err := r.Agenda.Due(ctx, now)
	if err != nil {
		return err
	}
	for _, c := range r.Senders {
		if err := r.sendOn(ctx, c, dues, now); err != nil {
			return err
		}
	}
	return nil
}

// sendOn sends the reminders of an instant on one sender, up to the first that fails. Its error is
// one of the memory.
func (r *Reminders) sendOn(ctx context.Context, c Sender, dues []CaseDue, now time.Time) error {
	pauses := queue.RetryPolicy{First: time.Minute, Last: 6 * time.Hour}
	for _, d := range dues {
		near := nearnessOf(d.By, now)
		if near == "" {
			continue
		}
		reminder := store.Reminder{Case: d.Case, What: d.What, Due: d.By, Nearness: string(near), Sender: c.Name()}
		claimed, err := r.Memory.ClaimReminder(ctx, reminder, now, pauses.Pause)
		if err != nil {
			return err
		}
		if !claimed {
			continue
		}
		within, cancel := context.WithTimeout(ctx, sendTime)
		err = c.Send(within, messageOf(d, near, r.Words))
		cancel()
		r.note(c.Name(), err)
		if err != nil {
			r.Log.Warn("a reminder could not be sent and is tried again", "sender", c.Name(), "case", d.Case, "error", err)
			return nil
		}
		if err := r.Memory.ReminderSent(ctx, reminder); err != nil {
			return err
		}
	}
	return nil
}

// note remembers since when a sender has failed.
func (r *Reminders) note(sender string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		delete(r.failed, sender)
		return
	}
	if r.failed == nil {
		r.failed = map[string]time.Time{}
	}
	if r.failed[sender].IsZero() {
		r.failed[sender] = r.Now()
	}
}

// Health returns an Unavailable error if the last reminder on a sender could not be sent.
func (r *Reminders) Health(context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.Senders {
		if since := r.failed[c.Name()]; !since.IsZero() {
			sort, _, _ := strings.Cut(c.Name(), " ")
			return fault.New(fault.Unavailable, "reminders", "reminders by %s cannot be sent since %s", sort, since.UTC().Format(time.RFC3339))
		}
	}
	return nil
}
