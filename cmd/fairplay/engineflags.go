package main

import (
	"strings"

	"github.com/spf13/pflag"
)

// engineFlags name an engine: the program, and what it is started with.
type engineFlags struct {
	engine string
	args   lines
}

const (
	engineHelp     = "UCI engine to use instead of Stockfish: `PATH`"
	engineArgsHelp = "`ARGUMENT` that the engine is started with; may be given several times"
)

func (f *engineFlags) add(flags *pflag.FlagSet, help string) {
	flags.StringVar(&f.engine, "engine", "", help)
	flags.Var(&f.args, "engine-arg", engineArgsHelp)
}

// lines is the value of a flag that may be given several times. Its text has each
// in a line of its own.
type lines []string

// Set adds what a flag, or the lines of a variable, say.
func (l *lines) Set(text string) error {
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			*l = append(*l, line)
		}
	}
	return nil
}

func (l *lines) String() string { return strings.Join(*l, "\n") }

// Type is what help calls the value where it has no name.
func (l *lines) Type() string { return "lines" }
