package api

import (
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
)

// newEvent checks what is asked for.
func newEvent(asked wire.NewEvent) (store.Event, error) {
	e := store.Event{TimeClass: analysis.StandardTime, RuleSet: string(regulations.FIDE)}
	err := change(&e, wire.EventChange{
		Name: &asked.Name, Site: asked.Site, Federation: asked.Federation, Start: asked.Start, End: asked.End,
		TimeClass: asked.TimeClass, RuleSet: asked.RuleSet, PlannedRounds: asked.PlannedRounds, Players: asked.Players, Live: asked.Live,
	})
	return e, err
}

// change puts into an event what is asked for, and checks the whole.
func change(e *store.Event, asked wire.EventChange) error {
	put(&e.Name, asked.Name)
	put(&e.Site, asked.Site)
	put(&e.Federation, asked.Federation)
	put(&e.Start, asked.Start)
	put(&e.End, asked.End)
	put(&e.RuleSet, asked.RuleSet)
	put(&e.PlannedRounds, asked.PlannedRounds)
	put(&e.Players, asked.Players)
	put(&e.Live, asked.Live)
	if asked.TimeClass != nil {
		e.TimeClass = analysis.TimeClass(*asked.TimeClass)
	}
	return checkEvent(e)
}

func put[T any](field *T, asked *T) {
	if asked != nil {
		*field = *asked
	}
}

// changedFields names what a change is about, for the audit.
func changedFields(asked wire.EventChange) string {
	var names []string
	for _, field := range []struct {
		name  string
		given bool
	}{
		{"name", asked.Name != nil}, {"site", asked.Site != nil}, {"federation", asked.Federation != nil},
		{"start", asked.Start != nil}, {"end", asked.End != nil}, {"time_class", asked.TimeClass != nil},
		{"rule_set", asked.RuleSet != nil}, {"planned_rounds", asked.PlannedRounds != nil},
		{"players", asked.Players != nil}, {"live", asked.Live != nil},
	} {
		if field.given {
			names = append(names, field.name)
		}
	}
	return strings.Join(names, " ")
}

const (
	mostRounds   = 1000
	mostPlayers  = 100_000
	dateAsISO    = "2006-01-02"
	federationOf = "a federation is three capital letters, as FIDE writes it"
)

// checkEvent says what is wrong with an event.
func checkEvent(e *store.Event) error {
	wrong := func(format string, args ...any) error { return fault.New(fault.Invalid, "event", format, args...) }
	switch {
	case !isName(e.Name):
		return wrong("an event has a name of 1 to %d printable characters", longestName)
	case !analysis.IsText(e.Site, longestName):
		return wrong("site has at most %d characters, all printable", longestName)
	case e.Federation != "" && !analysis.IsFederation(e.Federation):
		return wrong(federationOf)
	case !isDate(e.Start) || !isDate(e.End):
		return wrong("start and end are dates as YYYY-MM-DD")
	case e.Start != "" && e.End != "" && e.End < e.Start:
		return wrong("the event ends (%s) before it starts (%s)", e.End, e.Start)
	case e.PlannedRounds < 0 || e.PlannedRounds > mostRounds:
		return wrong("planned_rounds is a number from 0 to %d", mostRounds)
	case e.Players < 0 || e.Players > mostPlayers:
		return wrong("players is a number from 0 to %d", mostPlayers)
	}
	if !wire.TimeClass(e.TimeClass).Valid() {
		return wrong("time_class is standard, rapid or blitz")
	}
	_, err := regulations.ParseRuleSet(e.RuleSet)
	return err
}

func isDate(s string) bool {
	_, err := time.Parse(dateAsISO, s)
	return s == "" || err == nil
}
