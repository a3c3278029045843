package config

import (
	"path/filepath"

	"github.com/spf13/pflag"

	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/uci"
)

// EngineFlags name an engine: the program and its arguments.
type EngineFlags struct {
	Engine string
	Args   Lines
}

// Help texts of the flags that name engines.
const (
	EngineHelp     = "UCI engine to use instead of Stockfish: `PATH`"
	EngineArgsHelp = "`ARGUMENT` that the engine is started with; may be given several times"

	SecondEngineHelp     = "engine of a second test beside the first, `PATH` of node for Stockfish 19 (default: no second test)"
	SecondEngineArgsHelp = "`ARGUMENT` that the second engine is started with; may be given several times"
)

// Names of the settings and flags that name the second engine.
const (
	SecondEngine    = "second-engine"
	SecondEngineArg = "second-engine-arg"
)

// Add declares the flags of the engine; help is that of --engine.
func (e *EngineFlags) Add(flags *pflag.FlagSet, help string) {
	flags.StringVar(&e.Engine, "engine", "", help)
	flags.Var(&e.Args, "engine-arg", EngineArgsHelp)
}

// AddSecond declares the flags that name the second engine.
func (e *EngineFlags) AddSecond(flags *pflag.FlagSet) {
	flags.StringVar(&e.Engine, SecondEngine, "", SecondEngineHelp)
	flags.Var(&e.Args, SecondEngineArg, SecondEngineArgsHelp)
}

// CheckSecond refuses arguments for a second engine that is not named.
func CheckSecond(engine string, args Lines) error {
	if engine == "" && len(args) > 0 {
		return fault.New(fault.Invalid, "second_engine", "--%s takes --%s, the program that is started with it", SecondEngineArg, SecondEngine)
	}
	return nil
}

// SecondOptions returns the options that name a second engine in a report, with its files
// without their folders.
func SecondOptions(id uci.Identity) []reports.StatedOption {
	options := []reports.StatedOption{{Name: SecondEngine, Value: filepath.Base(id.Path)}}
	for _, a := range argumentsOf(id) {
		options = append(options, reports.StatedOption{Name: SecondEngineArg, Value: a})
	}
	return options
}
