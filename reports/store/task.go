package store

import (
	"time"

	"fairplay/analysis/fault"
)

// TaskState says how far a task is.
type TaskState string

// The states of a task.
const (
	TaskOpen      TaskState = "open" // to be done, or being done
	TaskDone      TaskState = "done"
	TaskDead      TaskState = "dead" // given up; the reason is kept, and ReviveTask opens it again
	TaskCancelled TaskState = "cancelled"
)

// TaskKind is what kind of thing is to be done. Which kinds there are is for those to
// say who do them.
type TaskKind string

// Reason is why an attempt at a task failed. The zero value is none.
type Reason struct {
	Kind fault.Kind
	Code string // a stable slug; never empty where there is a reason
	Text string // for users
}

// KindName returns the name of the kind, empty where there is no reason.
func (r Reason) KindName() string {
	if r == (Reason{}) {
		return ""
	}
	return r.Kind.String()
}

// Err returns the reason as an error.
func (r Reason) Err() error { return fault.New(r.Kind, r.Code, "%s", r.Text) }

// Task is the record of something that should happen. A queue only wakes
// somebody up who then looks here.
type Task struct {
	ID      string // from its content, so that the same task is never kept twice
	Kind    TaskKind
	Event   string // empty for none
	Subject string // what it is about: the ID of a batch, a game's digest, a test
	Group   string // tasks that something waits for; empty for none

	Priority int
	State    TaskState
	Attempts int    // times it has been started
	Reason   Reason // of the last failure

	Positions, PositionsDone int // to be evaluated, evaluated

	Created, Changed time.Time
}

// TasksQuery selects tasks, in ascending order of ID.
type TasksQuery struct {
	Event   string     // empty for all
	Kind    TaskKind   // empty for all
	Group   string     // empty for all
	State   TaskState  // empty for all
	Without []TaskKind // kinds that are left out
	After   string     // only IDs after this one
	Limit   int        // at most so many; 0 for all
}

// Cancellation selects open tasks: what meets all conditions that are given,
// of which there must be at least one.
type Cancellation struct {
	Event string
	Group string
	IDs   []string
}

// TaskCounts counts tasks of one kind.
type TaskCounts struct {
	Open, Done, Dead, Cancelled int
	Games, GamesDone            int // those with positions to evaluate, without the cancelled; of them, those done
	Positions, PositionsDone    int // of those that are not cancelled
}

// EventProgress says how far an event is.
type EventProgress struct {
	Games, GamesDone         int // tasks with positions to evaluate, without the cancelled; of them, those done
	Positions, PositionsDone int // of these tasks
	Kinds                    map[TaskKind]TaskCounts
}

// Leave takes one kind of task out, as if there were none of it.
func (p *EventProgress) Leave(kind TaskKind) {
	c := p.Kinds[kind]
	p.Games, p.GamesDone = p.Games-c.Games, p.GamesDone-c.GamesDone
	p.Positions, p.PositionsDone = p.Positions-c.Positions, p.PositionsDone-c.PositionsDone
	delete(p.Kinds, kind)
}
