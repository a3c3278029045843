package queue

import (
	"time"

	"fairplay/analysis/fault"
)

// ItemKind is the kind of work, which chooses the handler. It consists of small letters, digits and
// hyphens.
type ItemKind string

func (i ItemKind) valid() bool {
	for _, c := range i {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return i != ""
}

// Priority says how soon a task's turn comes. While tasks of both wait, nine of ten turns go to
// Live and one to Usual, so that nothing starves.
type Priority int

// The priorities.
const (
	Usual Priority = iota
	Live           // of a round that is being played
)

// priorities says how many turns in ten each gets.
func priorities() map[Priority]int { return map[Priority]int{Live: 9, Usual: 1} }

// String returns the name used in names of lists.
func (p Priority) String() string {
	if p == Live {
		return "live"
	}
	return "usual"
}

// Item is an entry of the list.
type Item struct {
	// ID names the work. It is made from content, so that the same work has the same id
	// everywhere, and belongs to one kind. Handlers get nothing else.
	ID       string
	Kind     ItemKind
	Priority Priority
	// Timeout is how long a handler may work on the task before its context ends, in whole
	// seconds, rounded up; 0 means DefaultTimeout.
	Timeout time.Duration
}

// DefaultTimeout bounds a task without a Timeout.
const DefaultTimeout = 30 * time.Minute

func (q *Queue) check(t Item) error {
	switch {
	case t.ID == "":
		return fault.New(fault.Internal, "task_id", "a task without an id was to be enqueued")
	case len(q.listsOf(t.Kind)) == 0:
		return fault.New(fault.Internal, "task_kind", "tasks of kind %q are unknown to this queue", t.Kind)
	case priorities()[t.Priority] == 0:
		return fault.New(fault.Internal, "task_priority", "priority %d does not exist", t.Priority)
	case t.Timeout < 0:
		return fault.New(fault.Internal, "task_timeout", "a task cannot have the timeout %s", t.Timeout)
	}
	return nil
}

// ItemState is the state of an entry.
type ItemState string

// The states of entries. This package never brings an entry into the last two;
// other programs on the same Redis may.
const (
	Waiting   ItemState = "waiting"
	Active    ItemState = "active"
	Retry     ItemState = "retry" // waiting until a pause is over
	Archived  ItemState = "archived"
	Completed ItemState = "completed"
)

// Depth counts the entries of one list.
type Depth struct{ Waiting, Active, Retry, Archived int }
