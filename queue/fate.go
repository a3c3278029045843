package queue

import (
	"errors"

	"fairplay/analysis/fault"
)

// Why the context of a handler ended, as context.Cause tells.
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

// FateOf tells what becomes of a task that failed with err.
func FateOf(err error) Fate {
	switch fault.KindOf(err) {
	case fault.Conflict, fault.Unavailable, fault.Internal:
		return TryAgain
	default:
		return Park
	}
}
