package tournament

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/tournament/roster"
	"fairplay/reports/yamlfile"
)

// mostEventFile is the greatest length of an EVENT file, in bytes.
const mostEventFile = 4 << 20

// ReadEventFile reads the record of an event from a file in YAML or JSON, with the fields of
// EventRecord: the facts as the API takes them, schedule, watch list, log, roster, answers and
// ticks of duties. Names of rounds and entries are checked as the service checks them. An entry of
// the watch list that does not say when the event begins gets that from the schedule of the file,
// or from its first day and time zone. The error is Invalid and names file, line and reason;
// nothing of a wrong file is taken.
func ReadEventFile(name string, in io.Reader) (*EventRecord, error) {
	text, err := yamlfile.Open(name, "event_file", in, mostEventFile, "planned_rounds: 9")
	if err != nil {
		return nil, err
	}
	f := recordFile{File: text}
	return f.read()
}

// recordFile reads one file.
type recordFile struct {
	*yamlfile.File
	record EventRecord
}

func (f *recordFile) read() (*EventRecord, error) {
	if err := f.Decode(func() any { return &EventRecord{} }, &f.record); err != nil {
		return nil, err
	}
	if err := f.record.Validate(); err != nil {
		return nil, f.Wrong(f.blamed(err), "%s", yamlfile.Reason(err))
	}
	f.rate()
	for _, check := range []struct {
		key  string
		some int
		one  func(i int) error
	}{
		{"schedule", len(f.record.Schedule), f.round}, {"received", len(f.record.Received), f.received},
		{"watch", len(f.record.Watch), f.watch}, {"log", len(f.record.Log), f.note},
		{"answers", len(f.record.Answers), f.answer}, {"duties", len(f.record.Ticks), func(i int) error { return f.record.Ticks[i].Validate() }},
	} {
		for i := range check.some {
			if err := check.one(i); err != nil {
				return nil, f.WrongAt(err, check.key, i)
			}
		}
	}
	return &f.record, nil
}

// rate counts the players of the roster, and gives each the rating of the file unless the file says
// which one is in force.
func (f *recordFile) rate() {
	f.record.Players = max(f.record.Players, len(f.record.Roster))
	start := f.record.Stated().Start
	for i := range f.record.Roster {
		if e := &f.record.Roster[i]; e.InForce == (roster.Rating{}) {
			roster.Given(f.record.Roster[i:i+1], start)
		}
		if e := &f.record.Roster[i]; e.Caveats == nil {
			e.Caveats = []roster.EntryCaveat{}
		}
	}
}

// blamed returns the line of the fact that an error concerns.
func (f *recordFile) blamed(err error) int {
	return f.Blame(func(rest *yamlfile.File) bool {
		var r EventRecord
		if rest.Decode(nil, &r) != nil {
			return true
		}
		now := r.Validate()
		return now != nil && now.Error() == err.Error()
	})
}

// round checks a round against those before it.
func (f *recordFile) round(i int) error { return Schedule{Rounds: f.record.Schedule[:i+1]}.Validate() }

func (f *recordFile) received(i int) error {
	r := f.record.Received[i]
	if r.Round < 1 || r.Round > mostRounds || r.At.IsZero() {
		return errors.New("say the round, and when its first game came")
	}
	if slices.ContainsFunc(f.record.Received[:i], func(other RoundReceived) bool { return other.Round == r.Round }) {
		return fmt.Errorf("round %d stands here twice", r.Round)
	}
	return nil
}

func (f *recordFile) watch(i int) error {
	w := &f.record.Watch[i]
	if err := cmp.Or(w.Validate(), written(w.At), w.Player.inGames()); err != nil {
		return err
	}
	if w.Withdrawn != nil && (w.Withdrawn.At.Before(w.At) || strings.TrimSpace(w.Withdrawn.Reason) == "") {
		return errors.New("a withdrawal says when, after the entry was written, and why")
	}
	if w.Begin == nil {
		var stated []StatedStart
		if s := f.record.Schedule; len(s) > 0 {
			stated = []StatedStart{{Start: s[0].Start}}
		}
		w.Begin = new(BeginningOf(stated, f.record.Start, f.record.Facts.TimeZone, false))
	}
	return nil
}

func (f *recordFile) note(i int) error {
	n := f.record.Log[i]
	return cmp.Or(n.Validate(), written(n.At), n.Player.inGames(), n.Goes(f.record.Log[:i]))
}

// answer checks that an answer names a player of the roster, if the file has one.
func (f *recordFile) answer(i int) error {
	a := f.record.Answers[i]
	known := a.Number == 0 || len(f.record.Roster) == 0 || slices.ContainsFunc(f.record.Roster, func(e roster.Entry) bool { return e.Number == a.Number })
	if err := a.Validate(); err != nil || known {
		return err
	}
	return fmt.Errorf("the roster has no player with the number %d", a.Number)
}

func written(at time.Time) error {
	if at.IsZero() {
		return errors.New("say when it was written: at, as 2026-03-14T15:00:00+02:00")
	}
	return nil
}

// inGames returns an Invalid error if a player is named in a way that games do not use.
func (n NamedPlayer) inGames() error {
	if n.FideID == "" && n.Name == "" {
		return fault.New(fault.Invalid, "player", "a starting number names nobody in the games; give FIDE id or name")
	}
	return nil
}
