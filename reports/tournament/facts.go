package tournament

import (
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // machines without time zones, and Windows

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
)

// YesNo is the answer to a question about an event. The zero value means that nobody has answered
// it; no rule treats that as a no.
type YesNo string

// The answers.
const (
	Unanswered YesNo = ""
	Yes        YesNo = "yes"
	No         YesNo = "no"
)

// answer turns a known fact into an answer.
func answer(yes bool) YesNo {
	if yes {
		return Yes
	}
	return No
}

// System is the pairing system of an event.
type System string

// The systems; "" is unknown.
const (
	Swiss            System = "swiss"
	RoundRobin       System = "round_robin"
	DoubleRoundRobin System = "double_round_robin"
	Scheveningen     System = "scheveningen"
	Schiller         System = "schiller"
	Match            System = "match"
	KnockOut         System = "knock_out"
	OtherSystem      System = "other"
)

// Systems returns every system.
func Systems() []System {
	return []System{Swiss, RoundRobin, DoubleRoundRobin, Scheveningen, Schiller, Match, KnockOut, OtherSystem}
}

// Championship is the kind of championship that an event is, as far as rules differ.
type Championship string

// The championships; "" is unknown.
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

// Facts are what an arbiter or organiser states about an event. The zero value of each means
// unknown. Federation, days and rounds are kept with the event's name and place instead.
type Facts struct {
	Federation string    `json:"-"` // on whose territory the event is, and which registers it: three letters
	Start, End time.Time `json:"-"` // days
	Rounds     int       `json:"-"` // scheduled

	Mode          regulations.Mode `json:"mode,omitempty"`
	System        System           `json:"system,omitempty"`
	Team          YesNo            `json:"team,omitempty"`          // teams play, not single players
	Predetermined YesNo            `json:"predetermined,omitempty"` // pairings are fixed before the event
	TimeControl   string           `json:"time_control,omitempty"`  // as the regulations of the event or field 222 of its TRF have it
	TimeZone      string           `json:"time_zone,omitempty"`     // of the playing hall: "Europe/Kyiv"

	Official     YesNo        `json:"official,omitempty"` // an official event of FIDE, its first level
	Rated        YesNo        `json:"rated,omitempty"`    // by FIDE
	Championship Championship `json:"championship,omitempty"`
	Women        YesNo        `json:"women,omitempty"`      // for women only
	PrizeFund    *int         `json:"prize_fund,omitempty"` // in EUR
	PrizeNote    string       `json:"prize_note,omitempty"` // the fund in another currency, and who converted it
	Titles       []string     `json:"titles,omitzero"`      // whose norms or titles can be won: "GM"; nil where not known, empty for none
	Average      *float64     `json:"average,omitempty"`    // of the players' ratings

	ChiefArbiter string `json:"chief_arbiter,omitempty"`
	Organiser    string `json:"organiser,omitempty"`
	Platform     string `json:"platform,omitempty"` // that games are played on
	Appeals      string `json:"appeals,omitempty"`  // where and until when one may appeal
	// PointsAfterExclusion reports whether opponents of an excluded player get his points:
	// regulations of online events must say so (online A.9).
	PointsAfterExclusion YesNo `json:"points_after_exclusion,omitempty"`
}

// longestFact is the greatest length of one fact, in characters.
const longestFact = 500

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
	case f.Mode != "" && !slices.Contains(regulations.Modes(), f.Mode):
		return wrong("%q is no mode; known are %s", f.Mode, listed(regulations.Modes()))
	case f.Rounds < 0:
		return wrong("an event has no %d rounds", f.Rounds)
	case f.PrizeFund != nil && *f.PrizeFund < 0:
		return wrong("a prize fund is not negative")
	case f.Average != nil && !(*f.Average > 0 && *f.Average < 4000):
		return wrong("%v is no average of ratings", *f.Average)
	}
	for _, text := range []string{f.TimeControl, f.PrizeNote, f.ChiefArbiter, f.Organiser, f.Platform, f.Appeals} {
		if !analysis.IsText(text, longestFact) {
			return wrong("a fact has at most %d characters, all printable", longestFact)
		}
	}
	if _, err := time.LoadLocation(f.TimeZone); err != nil || f.TimeZone == "Local" {
		return wrong("there is no time zone %q; zones are named as %q", f.TimeZone, "Europe/Kyiv")
	}
	for _, title := range f.Titles {
		if !slices.Contains(Titles(), title) {
			return wrong("%q is no title; known are %s", title, strings.Join(Titles(), ", "))
		}
	}
	for _, a := range []YesNo{f.Team, f.Predetermined, f.Official, f.Rated, f.Women, f.PointsAfterExclusion} {
		if a != Unanswered && a != Yes && a != No {
			return wrong("%q is no answer; say yes or no", a)
		}
	}
	return nil
}

// Titles returns the titles that events award.
func Titles() []string { return []string{"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"} }

func listed[S ~string](all []S) string {
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = string(s)
	}
	return strings.Join(names, ", ")
}
