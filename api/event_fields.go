package api

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// newEvent makes an event of a request and checks it.
func newEvent(asked wire.EventChange) (store.Event, error) {
	e := store.NewEvent()
	return e, change(&e, asked)
}

// change applies a requested change to an event and checks the result.
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
	if asked.Facts != nil {
		if err := state(&e.Facts, *asked.Facts); err != nil {
			return err
		}
	}
	return e.Validate()
}

// state sets the requested facts and leaves all others.
func state(facts *tournament.Facts, asked []byte) error {
	if titles := facts.Titles; titles != nil {
		facts.Titles = slices.Clone(titles) // decoding writes into the existing list
	}
	d := json.NewDecoder(bytes.NewReader(asked))
	d.DisallowUnknownFields()
	if err := d.Decode(facts); err != nil {
		return fault.Wrap(err, fault.Invalid, "json", "the facts cannot be read: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

func put[T any](field *T, asked *T) {
	if asked != nil {
		*field = *asked
	}
}

// changedFields names the fields of a change, for the audit.
func changedFields(asked wire.EventChange) string {
	var names []string
	for _, field := range []struct {
		name  string
		given bool
	}{
		{"name", asked.Name != nil}, {"site", asked.Site != nil}, {"federation", asked.Federation != nil},
		{"start", asked.Start != nil}, {"end", asked.End != nil}, {"time_class", asked.TimeClass != nil},
		{"rule_set", asked.RuleSet != nil}, {"planned_rounds", asked.PlannedRounds != nil},
		{"players", asked.Players != nil}, {"facts", asked.Facts != nil}, {"live", asked.Live != nil},
	} {
		if field.given {
			names = append(names, field.name)
		}
	}
	return strings.Join(names, " ")
}
