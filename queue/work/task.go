package work

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"fairplay/queue"
	"fairplay/reports/store"
)

// contentID names something by what it is: 128 bits of a SHA-256 over all
// parts, each with its length before it, in hex.
func contentID(what string, parts ...string) string {
	digest := sha256.New()
	for _, part := range append([]string{what}, parts...) {
		digest.Write(strconv.AppendInt(nil, int64(len(part)), 10))
		digest.Write([]byte{':'})
		digest.Write([]byte(part))
	}
	return hex.EncodeToString(digest.Sum(nil)[:16])
}

// idsOf returns the IDs of tasks, in their order.
func idsOf(tasks []store.Task) []string {
	ids := make([]string, len(tasks))
	for i, t := range tasks {
		ids[i] = t.ID
	}
	return ids
}

// taskID names a task. further tells tasks about the same subject from each
// other.
func taskID(kind store.TaskKind, event, subject string, further ...string) string {
	return contentID(string(kind), append([]string{event, subject}, further...)...)
}

// newTask records that something is to be done for an event.
func newTask(at time.Time, kind store.TaskKind, e store.Event, subject string, further ...string) store.Task {
	soon := priority(e, at)
	if (kind == Import || kind == Report) && soon == queue.Usual { // somebody waits for it, and it is short
		soon = queue.Live
	}
	return store.Task{
		ID: taskID(kind, e.ID, subject, further...), Kind: kind, Event: e.ID, Subject: subject, Group: group(kind, e.ID),
		Priority: int(soon), State: store.TaskOpen, Created: at, Changed: at,
	}
}

// at is the time of what is written now.
func (p *Service) at() time.Time { return p.Now().UTC() }

// group is what the tasks of a kind in an event are counted as.
func group(kind store.TaskKind, event string) string { return string(kind) + ":" + event }

// priority lets a round that is being played go first, and events that were
// over long ago last.
func priority(e store.Event, at time.Time) queue.Priority {
	const monthsUntilOld = 3
	switch {
	case e.Live:
		return queue.Live
	case e.End != "" && e.End < at.AddDate(0, -monthsUntilOld, 0).Format(time.DateOnly):
		return queue.Later
	}
	return queue.Usual
}

// entry is what a task is in the queue.
func entry(t store.Task) queue.Item {
	return queue.Item{ID: t.ID, Kind: queue.ItemKind(t.Kind), Priority: queue.Priority(t.Priority), Timeout: timeout(t.Kind)}
}
