package config

import (
	"strings"
)

// Lines is the value of a flag that may be given several times. Its text has each value on a
// line of its own.
type Lines []string

// Set adds the value of a flag, or the lines of a variable.
func (l *Lines) Set(text string) error {
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			*l = append(*l, line)
		}
	}
	return nil
}

// String returns the values, each on a line of its own.
func (l *Lines) String() string { return strings.Join(*l, "\n") }

// Type names the value in help texts.
func (l *Lines) Type() string { return "lines" }
