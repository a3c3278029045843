package uci

import (
	"fmt"
	"strings"
)

// TerminatedError is the unrequested end of an engine: an unexpected exit, the end of output,
// no answer in time, or an answer against the protocol. The process is gone by the time the
// error is returned.
type TerminatedError struct {
	Reason   string // what happened, in words
	ExitCode int    // of the process; -1 if a signal ended it, as when it was killed for this error
	Stderr   string // the end of its standard error
}

// Error returns the reason, the exit code and the last line of standard error.
func (t *TerminatedError) Error() string {
	s := t.Reason
	if t.ExitCode >= 0 {
		s += fmt.Sprintf(" (exit code %d)", t.ExitCode)
	}
	if last := lastLine(t.Stderr); last != "" {
		s += fmt.Sprintf("; its last words: %q", last)
	}
	return s
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}
