package regulations

import (
	"math"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// RuleSet names the rules under which an event is played. It is a property of the event
// (catalogue, section 13).
type RuleSet string

// The rule sets. Events under OtherRules are in no baseline and get no time
// class and no z.
const (
	FIDE       RuleSet = "FIDE"     // Laws of Chess in force since 2018; the default
	RU2011     RuleSet = "RU-2011"  // Russian rules of about 2011
	UA2024     RuleSet = "UA-2024"  // Ukrainian rules of 2 August 2024, which follow FIDE (I.6)
	WEB2000    RuleSet = "WEB-2000" // FIDE Laws of 2000 as found on a web page, in force from 1 July 2001
	WEB2004    RuleSet = "WEB-2004" // FIDE Laws of 2004, likewise, from 1 July 2005
	WEB2008    RuleSet = "WEB-2008" // FIDE Laws of 2008, likewise, from 1 July 2009; without time classes
	OtherRules RuleSet = "other"
)

// RuleSets returns every rule set, the default first.
func RuleSets() []RuleSet {
	return []RuleSet{FIDE, RU2011, UA2024, WEB2000, WEB2004, WEB2008, OtherRules}
}

// ParseRuleSet reads the name of a rule set in any case; "" is FIDE. Any other name is an
// Invalid error that lists the known ones.
func ParseRuleSet(name string) (RuleSet, error) {
	if name == "" {
		return FIDE, nil
	}
	sets := RuleSets()
	i := slices.IndexFunc(sets, func(s RuleSet) bool { return strings.EqualFold(string(s), name) })
	if i >= 0 {
		return sets[i], nil
	}
	known := make([]string, len(sets))
	for i, s := range sets {
		known[i] = string(s)
	}
	return "", fault.New(fault.Invalid, "rule_set", "no rule set is called %q; known are %s", name, strings.Join(known, ", "))
}

// timeClassRow is the division of thinking times into classes by one rule set.
type timeClassRow struct {
	RuleSource
	RuleSet RuleSet `json:"rule_set"`
	Follows RuleSet `json:"follows,omitempty"` // takes the classes of that set instead

	// FixedOnly marks texts that do not mention increments: a control with an increment gets no
	// class.
	FixedOnly bool        `json:"fixed_only,omitempty"`
	Classes   []timeBound `json:"classes,omitempty"` // slowest first; the first whose bound holds is the class

	// RatedAbove is the thinking time in minutes beyond which games are rated.
	RatedAbove float64 `json:"rated_above,omitempty"`
}

// timeBound is the lower end of a class, in minutes.
type timeBound struct {
	Class   analysis.TimeClass `json:"class"`
	AtLeast float64            `json:"at_least,omitempty"`
	Above   float64            `json:"above,omitempty"`
}

func (t timeBound) holds(minutes float64) bool { return minutes >= t.AtLeast && minutes > t.Above }

// TimeClass returns the class of a time control under a rule set, by the total
// T = base + 60 x increment, in minutes, of one player. Under the FIDE Laws a
// game is standard where T >= 60, rapid where 10 < T < 60 and blitz where
// T <= 10 (glossary, A.1, B.1); under RU-2011 and the Laws of 2000 and 2004
// rapid where 15 <= T < 60 and blitz below.
//
// ok is false if the control is unknown, where the rule set has no classes or where its text
// does not cover the control.
func (e Edition) TimeClass(set RuleSet, tc analysis.TimeControl) (class analysis.TimeClass, ok bool) {
	r, ok := e.timeClasses(set)
	t := thinkingTime(tc)
	if !ok || t <= 0 || r.FixedOnly && hasIncrement(tc) {
		return analysis.UnknownTime, false
	}
	for _, b := range r.Classes {
		if b.holds(t) {
			return b.Class, true
		}
	}
	return analysis.UnknownTime, false
}

// TimeClassSource cites the text behind TimeClass; ok is false if the rule set has none.
func (e Edition) TimeClassSource(set RuleSet) (s RuleSource, ok bool) {
	r, ok := e.timeClasses(set)
	return r.RuleSource, ok
}

// TooFastToRate reports whether the thinking time is too short for a rated game: three minutes or
// less under FIDE (B02 rapid and blitz, 1.1.1). It is false for unknown controls.
func (e Edition) TooFastToRate(set RuleSet, tc analysis.TimeControl) bool {
	r, ok := e.timeClasses(set)
	t := thinkingTime(tc)
	return ok && t > 0 && t <= r.RatedAbove
}

// timeClasses returns the rule set's row in force, following references.
func (e Edition) timeClasses(set RuleSet) (timeClassRow, bool) {
	rows := e.catalogue.timeClasses[set]
	if len(rows) == 0 {
		return timeClassRow{}, false
	}
	r, standing := inForce(rows, e.start)
	if r.Follows != "" {
		return e.timeClasses(r.Follows)
	}
	r.RuleSource = e.catalogue.cite(r.RuleSource, standing, r.Article)
	return r, true
}

// thinkingTime returns T in minutes, rounded to the microminute, so that rounding errors of the
// sum do not move a value off its boundary.
func thinkingTime(tc analysis.TimeControl) float64 {
	return math.Round(tc.Minutes()*1e6) / 1e6
}

func hasIncrement(tc analysis.TimeControl) bool {
	return slices.ContainsFunc(tc.Periods, func(p analysis.Period) bool { return p.Increment > 0 })
}
