// Package queue is the list of tasks to do next, kept by asynq in Redis: task
// types, priorities, retries, and the Redis inside the process where no other
// is named.
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
//   - An archived or completed entry blocks its id. Enqueue removes it. A task
//     that is given up is dropped and never archived (asynq forgets archived
//     tasks beyond 10 000 and after 90 days), so the archive stays empty.
//   - The same id may lie in several asynq queues. Enqueue looks into all
//     priorities of the kind.
//   - When a context ends, by cancelling or by a timeout, asynq does not wait
//     for the handler and tries the task again at once. Here contexts are our
//     own, and asynq learns how it ended when the handler has returned.
//   - A handler that ignores its context is left behind after a few seconds; the
//     task is tried again and its place is free.
//   - asynq takes back a task whose worker was killed only 60 to 120 seconds
//     later, because leases of 30 s, a tolerance of 30 s and a round every 60 s
//     are constants there. orphans.go takes 10 to 20 seconds.
//   - After Redis was emptied, a client that has announced its queues once does
//     not announce them again, so the Inspector does not know them. This package
//     announces its lists again and again.
//   - Times in Redis come from the wall clocks of their writers. A retry that
//     lies too far in the future, because a clock was set back, is brought
//     forward. Orphans are recognised without reading a clock.
//   - asynq panics if its connection is closed while it serves. Close ends
//     serving first.
//   - Redis may evict entries when memory is short. Open refuses a Redis with
//     such a setting.
//
// What remains: timeouts are whole seconds, and an idle process asks for work every tenth of a
// second, because asynq does not wait in Redis.
package queue
