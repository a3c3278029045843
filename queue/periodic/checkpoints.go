package periodic

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// Checkpoints signs a checkpoint an hour and sends the newest, whatever it was made for, with every sender, so that
// others hold what nobody who writes to the database can change. All fields must be set.
type Checkpoints struct {
	Log     *store.DB
	Senders []Sender
	Words   render.Phrases
	Now     func() time.Time
	Says    *slog.Logger
}

// checkpointEvery is the time between two checkpoints, if nothing else makes one.
const checkpointEvery = time.Hour

// Send signs a checkpoint if the last one is an hour old, and sends the newest where it was not sent yet. A sender
// that fails is tried again after a pause, from a minute to six hours.
func (c *Checkpoints) Send(ctx context.Context) error {
	now := c.Now().UTC()
	last, err := c.Log.LastCheckpoint(ctx)
	if fault.KindOf(err) == fault.NotFound || err == nil && now.Sub(last.At) >= checkpointEvery {
		if _, err := c.Log.SignCheckpoint(ctx, store.EveryHour, "", now); err != nil {
			return err
		}
		last, err = c.Log.LastCheckpoint(ctx)
	}
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(last.Note))
	m := Message{ID: hex.EncodeToString(sum[:16]), Checkpoint: last.Note}
	m.Subject, m.Text = c.Words.Checkpoint(last.Origin, last.At, last.Note)
	var failed []error
	for _, sender := range c.Senders {
		failed = append(failed, c.sendOn(ctx, sender, m, last, now))
	}
	return errors.Join(failed...)
}

func (c *Checkpoints) sendOn(ctx context.Context, sender Sender, m Message, last store.Checkpoint, now time.Time) error {
	pauses := queue.RetryPolicy{First: time.Minute, Last: 6 * time.Hour}
	sending := store.Reminder{Case: "checkpoint", What: fmt.Sprint(last.Seal), Due: last.At, Sender: sender.Name()}
	claimed, err := c.Log.ClaimReminder(ctx, sending, now, pauses.Pause)
	if err != nil || !claimed {
		return err
	}
	within, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	if err := sender.Send(within, m); err != nil {
		c.Says.Warn("a checkpoint could not be sent and is tried again", "sender", sender.Name(), "error", err)
		return nil
	}
	return c.Log.ReminderSent(ctx, sending)
}

// CheckpointFile appends checkpoints to a file, which others should not be able to change: on another machine, or one that can only
// be appended to.
type CheckpointFile struct{ Path string }

// Name returns "file" and its path.
func (c CheckpointFile) Name() string { return "file " + c.Path }

// Send appends the checkpoint.
func (c CheckpointFile) Send(_ context.Context, m Message) (err error) {
	to, err := os.OpenFile(c.Path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = io.WriteString(to, m.Checkpoint+"\n")
	return errors.Join(err, to.Sync(), to.Close())
}
