package tournament

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
	"fairplay/reports/roster"
)

// EventRecord is what is on record of an event beside its games: the facts that somebody states
// of it, its schedule, its watch list and its arbiters' log. Callers of a test state none of it;
// it follows from the record whether a player was singled out, whether the event is over, and how
// many take part.
type EventRecord struct {
	Name       string             `json:"name,omitempty"`
	Site       string             `json:"site,omitempty"`
	Federation string             `json:"federation,omitempty"`
	Start      string             `json:"start,omitempty"` // YYYY-MM-DD, as End
	End        string             `json:"end,omitempty"`
	TimeClass  analysis.TimeClass `json:"time_class,omitempty"` // of games that do not say theirs
	RuleSet    string             `json:"rule_set,omitempty"`

	PlannedRounds int `json:"planned_rounds,omitempty"` // 0 where not stated, as Players
	Players       int `json:"players,omitempty"`

	Facts    Facts           `json:"facts,omitzero"`
	Schedule []RoundTimes    `json:"schedule,omitempty"`
	Received []RoundReceived `json:"received,omitempty"`
	Watch    []ListedWatch   `json:"watch,omitempty"`
	Log      []ListedNote    `json:"log,omitempty"`

	// Roster says who takes part, and at which rating; a report names it by its digest and does
	// not hold it.
	Roster []roster.Entry `json:"roster,omitempty"`
	// Answers say who names in the games are.
	Answers []NameAnswer `json:"answers,omitempty"`
	// Ticks say what came of duties, in the order in which that was said; the last of a duty governs.
	Ticks []DutyTick `json:"duties,omitempty"`
}

// Take adds to what is stated of an event all that its journal says but for what it says of files and
// packages. Players are then no fewer than when the event began. An entry that cannot be read is a
// Corrupt error.
func (r *EventRecord) Take(journal []JournalEntry) error {
	most, err := MostPlayers(journal, r.Start, r.Facts.TimeZone)
	if err != nil {
		return err
	}
	r.Players = max(r.Players, most)
	schedule, _, err := Current[Schedule](journal)
	if err != nil {
		return err
	}
	r.Schedule = schedule.Says.Rounds
	ticks, err := EntriesOf[DutyTick](journal)
	if err != nil {
		return err
	}
	for _, t := range ticks {
		r.Ticks = append(r.Ticks, t.Says)
	}
	if r.Watch, err = WatchList(journal); err != nil {
		return err
	}
	if r.Log, err = ArbitersLog(journal); err != nil {
		return err
	}
	if r.Roster, err = Players(journal); err != nil {
		return err
	}
	r.Answers, err = Answers(journal)
	return err
}

// RoundReceived says when the first game of a round was handed in.
type RoundReceived struct {
	Round int       `json:"round"`
	At    time.Time `json:"at"`
}

// Stated returns the facts in the form that rules ask for. A day that cannot be read is the zero
// time.
func (r *EventRecord) Stated() Facts {
	f := r.Facts
	f.Federation, f.Rounds = r.Federation, r.PlannedRounds
	f.Start, _ = time.Parse(time.DateOnly, r.Start)
	f.End, _ = time.Parse(time.DateOnly, r.End)
	return f
}

// Finishes returns when the event is over: at the end of its last round, or without a schedule at
// the end of its last day, in its time zone. It is the zero time where that is not known, as with
// a schedule that lacks the last rounds.
func (r *EventRecord) Finishes() time.Time {
	if n := len(r.Schedule); n > 0 && n >= r.PlannedRounds {
		return r.Schedule[n-1].End
	} else if n > 0 {
		return time.Time{}
	}
	place, err := time.LoadLocation(r.Facts.TimeZone)
	day, wrong := time.ParseInLocation(time.DateOnly, r.End, cmp.Or(place, time.UTC))
	if err != nil || wrong != nil || r.Facts.TimeZone == "" {
		return time.Time{}
	}
	return day.AddDate(0, 0, 1)
}

// Finished tells whether the event is over at a moment.
func (r *EventRecord) Finished(at time.Time) bool {
	end := r.Finishes()
	return !end.IsZero() && !at.Before(end)
}

// Moment returns the end of the event if it is over at a moment, else the second before its end:
// all that a report needs of the time at which it is made, so that it comes out the same at any
// other time of that stage. It is the zero time where nobody knows when the event ends.
func (r *EventRecord) Moment(now time.Time) time.Time {
	switch end := r.Finishes(); {
	case end.IsZero():
		return end
	case r.Finished(now):
		return end.UTC()
	default:
		return end.Add(-time.Second).UTC()
	}
}

// About leaves of a record what the test of one person rests on: of the watch list and the log
// what is about him. It is nil where nothing is left.
func (r *EventRecord) About(person *roster.Person) *EventRecord {
	kept := EventRecord{
		Start: r.Start, End: r.End, PlannedRounds: r.PlannedRounds, Players: r.Players, Schedule: r.Schedule,
		Facts: Facts{Mode: r.Facts.Mode, TimeZone: r.Facts.TimeZone},
	}
	for _, w := range r.Watch {
		if w.Player.Is(person) {
			kept.Watch = append(kept.Watch, w)
		}
	}
	his := map[int64]bool{} // and those that they correct
	for _, n := range slices.Backward(r.Log) {
		if his[n.Seq] || n.Player.Is(person) && !corrected(n, r.Log) {
			his[n.Corrects] = n.Corrects != 0
			kept.Log = append(kept.Log, n)
		}
	}
	slices.Reverse(kept.Log)
	for _, round := range r.Received {
		if slices.ContainsFunc(kept.Log, func(n ListedNote) bool { return n.Round == round.Round }) {
			kept.Received = append(kept.Received, round)
		}
	}
	if reflect.DeepEqual(kept, EventRecord{}) {
		return nil
	}
	return &kept
}

// SingledOut tells whether an entry of the watch list named the player before the event. r is
// About him.
func (r *EventRecord) SingledOut() bool {
	return slices.ContainsFunc(r.Watch, func(w ListedWatch) bool { return w.Standing() == BeforeEvent })
}

// Evidence tells which evidence besides the games is on record: physical and observational, and
// an official complaint. Withdrawn entries and corrected notes are none. r is About the player.
func (r *EventRecord) Evidence() (physical, observational, complaint bool) {
	for _, w := range r.Watch {
		if w.Standing() == OffTheList {
			continue
		}
		physical = physical || slices.Contains(w.Evidence, ByDevice)
		observational = observational || slices.Contains(w.Evidence, ByObservation)
		complaint = complaint || slices.Contains(w.Evidence, ByComplaint)
	}
	for _, n := range standing(r.Log) {
		physical = physical || n.weight() == regulations.PhysicalEvidence
		observational = observational || n.weight() == regulations.ObservationalEvidence
	}
	return physical, observational, complaint
}

// Blind tells whether a note was made before any game of its round was handed in, so that nobody
// who wrote it can have known what an engine says of the moves. It is false where nobody knows
// when they were.
func (r *EventRecord) Blind(n ListedNote) bool {
	return slices.ContainsFunc(r.Received, func(in RoundReceived) bool { return in.Round == n.Round && n.At.Before(in.At) })
}

// AfterAbsences names the moves that followed on the absences of a player, as score.ParseSubset
// reads them, with the blind notes that name them; notes that are not blind name none. r is About
// the player.
func (r *EventRecord) AfterAbsences() (subset string, notes []ListedNote) {
	var spans []string
	for _, n := range standing(r.Log) {
		if n.What == NotedAbsence && n.Back > 0 && r.Blind(n) {
			spans, notes = append(spans, n.afterReturn()), append(notes, n)
		}
	}
	return strings.Join(slices.Compact(spans), ","), notes
}

// Validate returns an Invalid error that says what is wrong with the record.
func (r *EventRecord) Validate() error {
	wrong := func(format string, args ...any) error { return fault.New(fault.Invalid, "event", format, args...) }
	for _, text := range []string{r.Name, r.Site} {
		if !analysis.IsText(text, analysis.LongestName) {
			return wrong("name and site have at most %d characters, all printable", analysis.LongestName)
		}
	}
	for _, day := range []string{r.Start, r.End} {
		if _, err := time.Parse(time.DateOnly, day); err != nil && day != "" {
			return wrong("%q is no day; write YYYY-MM-DD", day)
		}
	}
	if err := (PlayersList{Players: r.Roster}).Validate(); err != nil {
		return err
	}
	switch {
	case r.Federation != "" && !analysis.IsFederation(r.Federation):
		return wrong("a federation is three capital letters, as FIDE writes it")
	case r.PlannedRounds < 0 || r.PlannedRounds > mostRounds:
		return wrong("planned_rounds is a number from 0 to %d", mostRounds)
	case r.Players < 0 || r.Players > mostStated:
		return wrong("players is a number from 0 to %d", mostStated)
	case r.TimeClass != "" && !slices.Contains(analysis.TimeClasses(), r.TimeClass):
		return wrong("time_class is standard, rapid or blitz")
	}
	if r.RuleSet != "" {
		if _, err := regulations.ParseRuleSet(r.RuleSet); err != nil {
			return err
		}
	}
	f := r.Stated()
	return f.Validate()
}

// mostStated is how many players may be stated of an event.
const mostStated = 100_000
