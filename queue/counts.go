package queue

import "sync/atomic"

// Totals sums up what this process has done since it opened the queue.
type Totals struct {
	Enqueued int64 // entries made
	Known    int64 // requested, but already in the list

	Started   int64 // handlers called
	Done      int64 // of these, successful
	Retried   int64 // failed with a fault that is retried
	Parked    int64 // failed with a fault that is not
	Removed   int64 // ended by Remove
	Returned  int64 // put back because the process stops
	Abandoned int64 // did not return after their contexts had ended; counted above as well

	Reclaimed int64 // put back because their worker was dead
}

type counts struct {
	enqueued, known                                          atomic.Int64
	started, done, retried, parked, removed, returned, stuck atomic.Int64
	reclaimed                                                atomic.Int64
}

// Counts returns the sums.
func (q *Queue) Counts() Totals {
	c := &q.counts
	return Totals{
		Enqueued: c.enqueued.Load(), Known: c.known.Load(),
		Started: c.started.Load(), Done: c.done.Load(), Retried: c.retried.Load(), Parked: c.parked.Load(),
		Removed: c.removed.Load(), Returned: c.returned.Load(), Abandoned: c.stuck.Load(),
		Reclaimed: c.reclaimed.Load(),
	}
}
