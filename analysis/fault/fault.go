// Package fault is the closed list of what can go wrong. Every edge of the
// program (exit codes, HTTP answers, task retries) maps these kinds in one
// table and knows no others.
package fault

import (
	"errors"
	"fmt"
	"slices"
)

// Kind is one of the constants below.
type Kind int

// The kinds of error. Internal, the zero value, is for what nobody foresaw.
const (
	Internal        Kind = iota
	Invalid              // the input is wrong
	TooLarge             // the input passes a limit
	Unauthenticated      // the caller is unknown
	Forbidden            // the caller may not do this
	NotFound             // what is asked for does not exist, or not for the caller
	Conflict             // the state has changed meanwhile
	Unprocessable        // understood, but there is no honest answer: too few moves, uncalibrated recipe
	Unavailable          // an engine, Redis or the database does not answer
	Corrupt              // stored evidence does not match its hash
)

// kindNames are the names of the kinds, in their order.
func kindNames() []string {
	return []string{"internal", "invalid", "too_large", "unauthenticated", "forbidden", "not_found",
		"conflict", "unprocessable", "unavailable", "corrupt"}
}

// String returns the kind's name as logs show it.
func (k Kind) String() string {
	names := kindNames()
	if k < 0 || int(k) >= len(names) {
		return names[Internal]
	}
	return names[k]
}

// ParseKind is the inverse of Kind.String; it returns Internal for an unknown name.
func ParseKind(name string) Kind { return Kind(max(slices.Index(kindNames(), name), int(Internal))) }

// Error is an error of a known kind.
type Error struct {
	Kind Kind
	Code string // stable slug for programs, for instance "pgn_limit"
	Msg  string // for users, in plain English, holding nothing confidential
	Err  error  // the cause, for the log; may be nil

	// What Msg was made of, as by fmt.Sprintf, so that an edge can say it in another language.
	Format string
	Args   []any
}

// Error returns Msg, followed by the cause where there is one.
func (e *Error) Error() string {
	if e.Err == nil {
		return e.Msg
	}
	return e.Msg + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// New returns an error of that kind with a message made as by fmt.Sprintf.
func New(kind Kind, code, format string, args ...any) *Error {
	return Wrap(nil, kind, code, format, args...)
}

// Wrap returns an error of that kind that keeps its cause.
func Wrap(err error, kind Kind, code, format string, args ...any) *Error {
	return &Error{Kind: kind, Code: code, Msg: fmt.Sprintf(format, args...), Err: err, Format: format, Args: args}
}

// Told returns the error without its cause, which is for the log.
func (e *Error) Told() *Error {
	told := *e
	told.Err = nil
	return &told
}

// KindOf returns the kind of the outermost Error in err's chain, Internal
// where there is none.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}
