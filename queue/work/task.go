package work

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"fairplay/queue"
	"fairplay/reports/store"
)

// contentID returns a name that is determined by content: 128 bits of a SHA-256 over all parts,
// each preceded by its length, in hex.
func contentID(what string, parts ...string) string {
	text := make([]byte, 0, 1024)
	add := func(part string) {
		text = strconv.AppendInt(text, int64(len(part)), 10)
		text = append(append(text, ':'), part...)
	}
	add(what)
	for _, part := range parts {
		add(part)
	}
	digest := sha256.Sum256(text)
	return hex.EncodeToString(digest[:16])
}

// idsOf returns the IDs of tasks, in their order.
func idsOf(tasks []store.Task) []string {
	ids := make([]string, len(tasks))
	for i, t := range tasks {
		ids[i] = t.ID
	}
	return ids
}

// taskID names a task. further distinguishes tasks about the same subject.
func taskID(kind store.TaskKind, event, subject string, further ...string) string {
	return contentID(string(kind), append([]string{event, subject}, further...)...)
}

// newTask returns a task of an event.
func newTask(at time.Time, kind store.TaskKind, e store.Event, subject string, further ...string) store.Task {
	soon := queue.Usual
	if kind == Import || kind == Report { // somebody waits for it, and it is short
		soon = queue.Live
	}
	return store.Task{
		ID: taskID(kind, e.ID, subject, further...), Kind: kind, Event: e.ID, Subject: subject, Group: group(kind, e.ID),
		Priority: int(soon), State: store.TaskOpen, Created: at, Changed: at,
	}
}

// at returns the time for what is written now.
func (p *Service) at() time.Time { return p.Now().UTC() }

// group is the name under which the tasks of a kind in an event are counted.
func group(kind store.TaskKind, event string) string { return string(kind) + ":" + event }
