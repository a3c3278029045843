package queue

import (
	"errors"

	"fairplay/analysis/fault"
)

// Why the context of a handler ended, as context.Cause returns it. With any other cause, Redis
// was away for so long that the task may have been given to another process.
var (
	ErrTimeout  = errors.New("the task took longer than it may")
	ErrStopping = errors.New("this process stops")
	ErrRemoved  = errors.New("the task was removed")
)

// Fate is what becomes of a task whose handler returned an error.
type Fate int

// The fates.
const (
	TryAgain Fate = iota // after a pause
	Park                 // not tried again unless it is enqueued
)

// FateOf tells what becomes of a task that failed with err. Only the kind of fault decides, and
// only this table.
func FateOf(err error) Fate {
	switch fault.KindOf(err) {
	case fault.Conflict, fault.Unavailable, fault.Internal:
		return TryAgain
	case fault.Invalid, fault.TooLarge, fault.Unauthenticated, fault.Forbidden,
		fault.NotFound, fault.Unprocessable, fault.Corrupt:
		return Park
	}
	return TryAgain
}
