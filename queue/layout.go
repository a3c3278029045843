package queue

import "strings"

// What asynq keeps where, as far as its Inspector is not enough: it takes no context and asks
// for one entry at a time. TestLayoutIsAsynqs compares the two.

// announced is the set of the names of asynq's queues.
const announced = "asynq:queues"

// list is one of asynq's queues. Every kind has lists of its own: a process
// without engines must not take what it cannot do, and an import must not wait
// behind a thousand games.
type list struct {
	kind     ItemKind
	priority Priority
}

func (l list) name() string { return l.priority.String() + ":" + string(l.kind) }

// key returns a key of the list; the braces keep them on one node of a cluster.
func (l list) key(part string) string { return "asynq:{" + l.name() + "}:" + part }

// task is the hash with fields msg and state.
func (l list) task(id string) string { return l.key("t:" + id) }

// pending and active are lists, the others sorted sets. lease holds the end of the lease of
// every active entry; retry and scheduled hold the time at which an entry is due.
func (l list) pending() string   { return l.key("pending") }
func (l list) active() string    { return l.key("active") }
func (l list) lease() string     { return l.key("lease") }
func (l list) retry() string     { return l.key("retry") }
func (l list) scheduled() string { return l.key("scheduled") }
func (l list) archived() string  { return l.key("archived") }
func (l list) completed() string { return l.key("completed") }

// paused keeps a list from being served while it exists.
func (l list) paused() string { return l.key("paused") }

// stateOf translates asynq's names.
func stateOf(asynqs string) ItemState {
	switch asynqs {
	case "pending":
		return Waiting
	case "scheduled":
		return Retry
	}
	return ItemState(strings.ToLower(asynqs))
}

func (q *Queue) listsOf(kinds ...ItemKind) []list {
	var of []list
	for _, l := range q.lists {
		for _, k := range kinds {
			if l.kind == k {
				of = append(of, l)
			}
		}
	}
	return of
}

func names(lists []list) []any {
	all := make([]any, len(lists))
	for i, l := range lists {
		all[i] = l.name()
	}
	return all
}
