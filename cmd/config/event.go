package config

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/regulations"
)

// EventFlags select the games of an event and the rules under which it is played.
type EventFlags struct{ rounds, TimeClass, Rules string }

// Add declares the flags that select games.
func (e *EventFlags) Add(flags *pflag.FlagSet) {
	flags.StringVar(&e.rounds, "round", "", "only these `ROUNDS`: 3, 1-4 or 1-3,7")
	flags.StringVar(&e.TimeClass, "time-class", string(analysis.StandardTime), "`CLASS` of games that do not say theirs: standard, rapid or blitz")
	flags.StringVar(&e.Rules, "rules", string(regulations.FIDE), "rule set of the event, as `NAME`: "+ruleSetNames())
}

// Parse reads the flags; a wrong one is an Invalid error.
func (e *EventFlags) Parse() (rounds reports.Rounds, class analysis.TimeClass, rules regulations.RuleSet, err error) {
	if rounds, err = reports.ParseRounds(e.rounds); err != nil {
		return nil, "", "", err
	}
	if class, err = ParseTimeClass(e.TimeClass); err != nil {
		return nil, "", "", err
	}
	rules, err = regulations.ParseRuleSet(e.Rules)
	return rounds, class, rules, err
}

func ruleSetNames() string {
	var names []string
	for _, set := range regulations.RuleSets() {
		names = append(names, string(set))
	}
	return strings.Join(names, ", ")
}

// ParseTimeClass reads the name of a time class in any case. Another word is an Invalid error.
func ParseTimeClass(s string) (analysis.TimeClass, error) {
	if c := analysis.TimeClass(strings.ToLower(s)); slices.Contains(analysis.TimeClasses(), c) {
		return c, nil
	}
	return "", fault.New(fault.Invalid, "time_class", "%q is not a time class; choose standard, rapid or blitz", s)
}
