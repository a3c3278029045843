// Package queue is the list of what is to be done next, kept by asynq in
// Redis: task types, priorities, retries, and the Redis inside the process
// where no other is named.
//
// The list is disposable. What should happen is recorded in the database; an
// entry here only wakes somebody up. Entries hold an id and nothing else, so
// losing all of them costs time and never a result:
//
//	           Enqueue
//	              |
//	              v     taken by Serve          nil, or no retry
//	+------>  waiting  ---------------> active -------------------> gone
//	|             ^                     |    |
//	|             +---------------------+    | fault of a kind that is retried
//	|       worker dead, or stopping         v
//	+------------------------------------- retry
//	            back-off is over
//
// A handler may run more than once for one Enqueue, and two handlers may run
// for the same id at once (when Redis was emptied, or when a machine was
// thought dead), so handlers are idempotent.
package queue
