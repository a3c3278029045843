// Package queue is the list of what is to be done next, kept by asynq in
// Redis: task types, priorities, retries, and the Redis inside the process
// where no other is named.
//
// The list is disposable. What should happen is recorded in the database; an
// entry here only wakes somebody up. Entries hold an id and nothing else, so
// losing all of them costs time and never a result:
//
//	         Enqueue
//	            |
//	            v      taken by Serve            success, or a fault
//	+-----> waiting -------------------> active --------------------> gone
//	|           ^                        |    |  that is not retried
//	|           |  its worker died       |    |
//	|           +------------------------+    | a fault that is retried,
//	|      the pause is over                  v or the process stops
//	+-------------------------------------- retry
//
// A handler may run more than once for one Enqueue, and two handlers may work on one id at
// once, after Redis was emptied or a living machine was taken for dead. So handlers are
// idempotent.
//
// Traps of asynq v0.26, and how this package avoids them:
//
//   - An archived or completed entry blocks its id. Enqueue takes it away. What
//     is given up is dropped and never archived (asynq forgets archived tasks
//     beyond 10 000 and after 90 days), so the archive stays empty.
//   - The same id may lie in several asynq queues. Enqueue looks into all
//     priorities of the kind.
//   - When a context ends, by cancelling or by a timeout, asynq does not wait
//     for the handler and tries the task again at once. Here contexts are our
//     own, and asynq learns how it ended when the handler has returned.
//   - A handler that ignores its context is left behind after a few seconds; the
//     task is tried again and its place is free.
//   - A task whose worker was killed is asynq's again only 60 to 120 seconds
//     later: leases of 30 s, a tolerance of 30 s and a round every 60 s are
//     constants there. See orphans.go, which takes 10 to 20.
//   - Redis emptied: a client that has announced its queues once never does so
//     again, and the Inspector knows them no more. Lists are announced again
//     and again.
//   - Times in Redis are wall clocks of whoever wrote them. A retry that a clock
//     set back has put too far into the future is brought forward. Orphans are
//     recognised without reading a clock.
//   - asynq panics where its connection is closed while it serves. Close ends
//     serving first.
//   - Redis may evict entries when memory is short. Open refuses a Redis that
//     is set so.
//
// What remains: timeouts are whole seconds, and an idle process asks for work every tenth of a
// second, because asynq does not wait in Redis.
package queue
