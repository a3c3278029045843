package reports

import (
	"io"
	"path/filepath"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
	"fairplay/reports/tournament/trf"
)

// EntryList lists the participants of an event with their ratings in force.
type EntryList struct {
	File      string             `json:"file"` // where the players were named
	List      string             `json:"list"` // the rating list; "" for none
	TimeClass analysis.TimeClass `json:"time_class"`
	Day       string             `json:"day"` // YYYY-MM-DD on which the event starts, "" if unknown
	Players   []roster.Entry     `json:"players"`
	Faults    []roster.Fault     `json:"faults"` // places of the file that are wrong; never nil
	Faulty    []string           `json:"faulty"` // lines of the rating list that cannot be read; never nil

	Tournament *trf.Tournament `json:"-"` // the file, where it is a tournament file

	when roster.When
}

// ReadEntries reads a table of players (.csv, .tsv) or a tournament file (any other name).
func ReadEntries(file string, r io.Reader) (*EntryList, error) {
	l := &EntryList{File: file, Faults: []roster.Fault{}, Faulty: []string{}}
	switch strings.ToLower(filepath.Ext(file)) {
	case ".csv", ".tsv":
		entries, faults, err := roster.ReadTable(r)
		if err != nil {
			return nil, err
		}
		l.Players, l.Faults = entries, append(l.Faults, faults...)
		return l, nil
	}
	t, err := ReadTournament(file, r)
	if err != nil {
		return nil, err
	}
	l.Players, l.Tournament = roster.FromTournament(t), t
	l.when = roster.When{Start: t.Start.Time(), End: t.End.Time()}
	for _, e := range t.Errors {
		l.Faults = append(l.Faults, roster.Fault(trf.Remark{Line: e.Line, Column: e.Column, Reason: e.Reason, Text: e.Text}))
	}
	return l, nil
}

// EntriesOf returns the players of games as the games' tags name them.
func EntriesOf(file string, games []*analysis.Game) *EntryList {
	return &EntryList{
		File: file, Players: roster.Identify(games).Entries(), Faults: []roster.Fault{}, Faulty: []string{},
		when: roster.When{Start: tournament.Start(games)},
	}
}

// On states the day on which the event starts, and the day of the game in question. Both may be "";
// the start is then that of the file.
func (e *EntryList) On(start, game string) error {
	for _, day := range []struct {
		text string
		into *time.Time
	}{{start, &e.when.Start}, {game, &e.when.Game}} {
		if day.text == "" {
			continue
		}
		read, err := time.Parse(time.DateOnly, day.text)
		if err != nil {
			return fault.New(fault.Invalid, "day", "%q is not a day; write 2026-03-31", day.text)
		}
		*day.into = read
	}
	return nil
}

// Rate gives every player the rating in force: that of the rating list or, without one, that of the
// file.
func (e *EntryList) Rate(class analysis.TimeClass, list *roster.ListSource) error {
	if e.TimeClass = class; !e.when.Start.IsZero() {
		e.Day = e.when.Start.Format(time.DateOnly)
	}
	if list == nil {
		roster.Given(e.Players, e.when.Start)
		return nil
	}
	if e.Day == "" {
		return fault.New(fault.Invalid, "day", "%s does not say when the event starts, which decides on the list that is in force; state the day", e.File)
	}
	e.List = list.Name
	faulty, err := roster.LookUp(e.Players, *list, class, e.when)
	for _, f := range faulty {
		e.Faulty = append(e.Faulty, f.Error())
	}
	return err
}

// RosterDigest returns the digest of a list of players with everything that a report takes from it
// (roster.Digest).
func RosterDigest(entries []roster.Entry) string { return roster.Digest(entries) }

// RatingList is a file with a rating list. month may be "" if the file states it.
func RatingList(name, month string, open func() (roster.ListFile, error)) *roster.ListSource {
	return &roster.ListSource{Name: name, Month: month, Open: open}
}
