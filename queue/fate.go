package queue

import (
	"errors"

	"fairplay/analysis/fault"
)

// Why the context of a handler ended, as context.Cause tells. Where it is none
// of these, Redis was away for so long that the task may have been given to
// another process.
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
	Park                 // never again by itself
)

// FateOf tells what becomes of a task that failed with err, by the kind of
// fault alone. This is the one table about it.
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
