package tournament

import (
	"slices"
	"strings"
	"time"

	"fairplay/analysis/fault"
)

// Answer is what is known of a question about an event. The zero value says that
// nobody has answered it, and no rule takes it for a no.
type Answer string

// The answers.
const (
	Unanswered Answer = ""
	Yes        Answer = "yes"
	No         Answer = "no"
)

// answer turns what is known for certain into an answer.
func answer(yes bool) Answer {
	if yes {
		return Yes
	}
	return No
}

// System is how an event finds its pairings.
type System string

// The systems; "" is not known.
const (
	Swiss            System = "swiss"
	RoundRobin       System = "round_robin"
	DoubleRoundRobin System = "double_round_robin"
	Scheveningen     System = "scheveningen"
	Schiller         System = "schiller"
	Match            System = "match"
	KnockOut         System = "knock_out"
	OtherSystem      System = "another"
)

// Systems returns every system.
func Systems() []System {
	return []System{Swiss, RoundRobin, DoubleRoundRobin, Scheveningen, Schiller, Match, KnockOut, OtherSystem}
}

// Championship is what sort of championship an event is, as far as rules differ.
type Championship string

// The championships; "" is not known.
const (
	NoChampionship Championship = "none"
	National       Championship = "national"       // final stage of a national championship
	NationalTeam   Championship = "national_team"  // of teams
	NationalYouth  Championship = "national_youth" // of juniors or youth
	Zonal          Championship = "zonal"          // zonal and subzonal events
	WorldTeam      Championship = "world_team"     // world and continental events of teams
	WorldCup       Championship = "world_cup"
	OtherTitle     Championship = "other" // a championship for which no rule here differs
)

// Championships returns every kind.
func Championships() []Championship {
	return []Championship{NoChampionship, National, NationalTeam, NationalYouth, Zonal, WorldTeam, WorldCup, OtherTitle}
}

// Facts are what an arbiter or organiser states of an event. The zero value of each
// says that it is not known.
type Facts struct {
	Federation    string    // on whose territory the event is, and which registers it: three letters
	Start, End    time.Time // days
	System        System
	Predetermined Answer // pairings are fixed before the event
	Rounds        int    // scheduled
	Championship  Championship
	Official      Answer   // an official event of FIDE, its first level
	Women         Answer   // for women only
	PrizeFund     *int     // in EUR
	Titles        []string // whose norms or titles can be won: "GM"; nil where not known, empty for none
	Average       *float64 // of the players' ratings
}

// Validate says what is wrong with the facts (Invalid).
func (f *Facts) Validate() error {
	wrong := func(format string, args ...any) error {
		return fault.New(fault.Invalid, "event_facts", format, args...)
	}
	switch {
	case f.System != "" && !slices.Contains(Systems(), f.System):
		return wrong("%q is no pairing system; known are %s", f.System, listed(Systems()))
	case f.Championship != "" && !slices.Contains(Championships(), f.Championship):
		return wrong("%q is no kind of championship; known are %s", f.Championship, listed(Championships()))
	case !f.Start.IsZero() && !f.End.IsZero() && f.End.Before(f.Start):
		return wrong("the event ends (%s) before it starts (%s)", f.End.Format(time.DateOnly), f.Start.Format(time.DateOnly))
	case f.Rounds < 0:
		return wrong("an event has no %d rounds", f.Rounds)
	case f.PrizeFund != nil && *f.PrizeFund < 0:
		return wrong("a prize fund is not negative")
	case f.Average != nil && !(*f.Average > 0 && *f.Average < 4000):
		return wrong("%v is no average of ratings", *f.Average)
	}
	for _, a := range []Answer{f.Predetermined, f.Official, f.Women} {
		if a != Unanswered && a != Yes && a != No {
			return wrong("%q is no answer; say yes or no", a)
		}
	}
	return nil
}

func listed[S ~string](all []S) string {
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = string(s)
	}
	return strings.Join(names, ", ")
}
