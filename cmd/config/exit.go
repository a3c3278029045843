package config

import (
	"context"
	"errors"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/reports/render"
)

// interrupted is the exit code after Ctrl-C, as in shells.
const interrupted = 130

// exitCode is the one place where an error becomes an exit code.
func exitCode(err error) int {
	if err == nil {
		return 0
	}
	if errors.Is(err, context.Canceled) {
		return interrupted
	}
	switch fault.KindOf(err) {
	case fault.Invalid, fault.TooLarge:
		return 2
	case fault.Unauthenticated, fault.Forbidden:
		return 3
	case fault.NotFound:
		return 4
	case fault.Conflict:
		return 5
	case fault.Unprocessable:
		return 6
	case fault.Unavailable:
		return 7
	case fault.Corrupt:
		return 8
	}
	return 1
}

// message returns the text of an error for the terminal, in English if the language is none of ours. After an interruption
// it adds that the evaluations are safe.
func message(err error, lang string) string {
	if errors.Is(err, context.Canceled) {
		return "stopped. What was evaluated so far is kept; the same command goes on from there."
	}
	text := err.Error()
	if say, unknown := render.PhrasesOf(lang); unknown == nil {
		text = say.Failure(err)
	}
	return strings.TrimSpace(text)
}
