package main

import (
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/uci"
)

// engineFlags name an engine: the program and its arguments.
type engineFlags struct {
	engine string
	args   lines
}

const (
	engineHelp     = "UCI engine to use instead of Stockfish: `PATH`"
	engineArgsHelp = "`ARGUMENT` that the engine is started with; may be given several times"

	secondEngineHelp     = "engine of a second test beside the first, `PATH` of node for Stockfish 19 (default: no second test)"
	secondEngineArgsHelp = "`ARGUMENT` that the second engine is started with; may be given several times"
)

// Names of the settings and flags that name the second engine.
const (
	secondEngine    = "second-engine"
	secondEngineArg = "second-engine-arg"
)

func (f *engineFlags) add(flags *pflag.FlagSet, help string) {
	flags.StringVar(&f.engine, "engine", "", help)
	flags.Var(&f.args, "engine-arg", engineArgsHelp)
}

// addSecond declares the flags that name the second engine.
func (f *engineFlags) addSecond(flags *pflag.FlagSet) {
	flags.StringVar(&f.engine, secondEngine, "", secondEngineHelp)
	flags.Var(&f.args, secondEngineArg, secondEngineArgsHelp)
}

// checkSecond refuses arguments for a second engine that is not named.
func checkSecond(engine string, args lines) error {
	if engine == "" && len(args) > 0 {
		return fault.New(fault.Invalid, "second_engine", "--%s takes --%s, the program that is started with it", secondEngineArg, secondEngine)
	}
	return nil
}

// secondOptions returns the options that name a second engine in a report, with its files
// without their folders.
func secondOptions(id uci.Identity) []reports.StatedOption {
	options := []reports.StatedOption{{Name: secondEngine, Value: filepath.Base(id.Path)}}
	for _, a := range argumentsOf(id) {
		options = append(options, reports.StatedOption{Name: secondEngineArg, Value: a})
	}
	return options
}

// lines is the value of a flag that may be given several times. Its text has each value on a
// line of its own.
type lines []string

// Set adds the value of a flag, or the lines of a variable.
func (l *lines) Set(text string) error {
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			*l = append(*l, line)
		}
	}
	return nil
}

func (l *lines) String() string { return strings.Join(*l, "\n") }

// Type names the value in help texts.
func (l *lines) Type() string { return "lines" }
