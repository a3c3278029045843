package queue

import "time"

// Kind is what sort of work a task is; it chooses the handler. Letters, digits
// and hyphens.
type Kind string

// Priority is how soon a task's turn comes. While tasks of all three wait, six
// of ten turns go to Live, three to Usual and one to Later, so that nothing
// starves.
type Priority int

// The priorities.
const (
	Usual Priority = iota
	Live           // of a round that is being played
	Later          // nobody waits for it
)

// Task is an entry of the list.
type Task struct {
	// ID names what is to be done, the same everywhere; there is one entry for
	// an id and kind. Handlers get nothing else.
	ID       string
	Kind     Kind
	Priority Priority
	// Timeout is how long a handler may work on it before its context ends, in
	// whole seconds, rounded up; 0 means DefaultTimeout.
	Timeout time.Duration
}

// DefaultTimeout bounds a task that says nothing else.
const DefaultTimeout = 30 * time.Minute

// State is where an entry stands.
type State string

// The states of entries. The last two are never reached by what this package
// does; entries of other programs may be in them.
const (
	Waiting   State = "waiting"
	Active    State = "active"
	Retry     State = "retry" // failed, waiting until the back-off is over
	Archived  State = "archived"
	Completed State = "completed"
)

// Depth counts the entries of one list.
type Depth struct{ Waiting, Active, Retry, Archived int }
