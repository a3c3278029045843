package main

import (
	"github.com/spf13/pflag"

	"fairplay/analysis/fault"
)

// fromRecord is a flag for a fact that nobody may state for a test, because it follows from the
// record of the event. Its value is the reason.
type fromRecord string

func (f fromRecord) String() string { return "" }

func (f fromRecord) Type() string { return "string" }

func (f fromRecord) Set(string) error {
	return fault.New(fault.Invalid, "from_record", "%s", string(f))
}

// refuseStated adds the flags that are refused, each with the source of its fact.
func refuseStated(flags *pflag.FlagSet) {
	for name, why := range map[string]fromRecord{
		"singled-out-before-event": "whether a player was singled out before the event comes from its watch list alone, and only from entries that were written before round 1; name the record of the event with --event",
		"event-finished":           "whether the event is over comes from its schedule; name the record of the event with --event",
		"players":                  "how many take part comes from the record of the event (players), or from the games where they name more; name it with --event",
	} {
		flags.Var(why, name, "")
		f := flags.Lookup(name)
		f.Hidden, f.NoOptDefVal = true, "true"
	}
}
