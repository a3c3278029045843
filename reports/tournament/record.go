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
	"fairplay/reports/tournament/roster"
)

// EventRecord is the record of an event besides its games: the facts that somebody stated, its
// schedule, its watch list and its arbiters' log. Whether a player was singled out, whether the
// event is over, and how many take part follow from the record; the caller of a test cannot state
// them.
type EventRecord struct {
	Name       string             `json:"name,omitempty"`
	Site       string             `json:"site,omitempty"`
	Federation string             `json:"federation,omitempty"`
	Start      string             `json:"start,omitempty"` // YYYY-MM-DD, as End
	End        string             `json:"end,omitempty"`
	TimeClass  analysis.TimeClass `json:"time_class,omitempty"` // of games that do not say theirs
	RuleSet    string             `json:"rule_set,omitempty"`

	PlannedRounds int `json:"planned_rounds,omitempty"` // 0 if not stated, as Players
	Players       int `json:"players,omitempty"`

	Facts     Facts           `json:"facts,omitzero"`
	Schedule  []RoundTimes    `json:"schedule,omitempty"`
	Schedules int             `json:"-"`               // how many were stated; Schedule is the last of them
	Closed    time.Time       `json:"closed,omitzero"` // when the event was closed; zero while it is open
	Received  []RoundReceived `json:"received,omitempty"`
	Watch     []ListedWatch   `json:"watch,omitempty"`
	Log       []ListedNote    `json:"log,omitempty"`

	// Roster lists the participants with their ratings. A report names it by its digest and does
	// not contain it.
	Roster []roster.Entry `json:"roster,omitempty"`
	// Answers say whom names in the games mean.
	Answers []NameAnswer `json:"answers,omitempty"`
	// Ticks record the outcomes of duties, in the order in which they were stated; the last one of
	// a duty applies.
	Ticks []DutyTick `json:"duties,omitempty"`
}

// Take adds everything that the journal of an event says to its facts, except files and packages.
// The number of players is then at least that at the start of the event. An unreadable entry is a
// Corrupt error.
func (r *EventRecord) Take(journal []JournalEntry) error {
	most, err := MostPlayers(journal, r.Start, r.Facts.TimeZone)
	if err != nil {
		return err
	}
	r.Players = max(r.Players, most)
	schedules, err := EntriesOf[Schedule](journal)
	if err != nil {
		return err
	}
	if r.Schedules = len(schedules); r.Schedules > 0 {
		r.Schedule = schedules[r.Schedules-1].Says.Rounds
	}
	for _, entry := range journal {
		switch entry.Kind {
		case EventClosed:
			r.Closed = entry.At
		case EventReopened:
			r.Closed = time.Time{}
		}
	}
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

// Stated returns the facts in the form that rules need. A day that cannot be read is the zero time.
func (r *EventRecord) Stated() Facts {
	f := r.Facts
	f.Federation, f.Rounds = r.Federation, r.PlannedRounds
	f.Start, _ = time.Parse(time.DateOnly, r.Start)
	f.End, _ = time.Parse(time.DateOnly, r.End)
	return f
}

// Finishes returns when the event is over: when it was closed or, before that, at its end as stated.
// It is the zero time if that is unknown.
func (r *EventRecord) Finishes() time.Time {
	end := r.Ends()
	if !r.Closed.IsZero() && (end.IsZero() || r.Closed.Before(end)) {
		return r.Closed
	}
	return end
}

// Ends returns the end of the last round or, without a schedule, the end of the last day in the
// time zone of the event. It is the zero time if that is unknown, as with a schedule that lacks the
// last rounds.
func (r *EventRecord) Ends() time.Time {
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

// Finished reports whether the event is over at an instant.
func (r *EventRecord) Finished(at time.Time) bool {
	end := r.Finishes()
	return !end.IsZero() && !at.Before(end)
}

// Moment returns the end of the event if it is over at an instant, otherwise the second before its
// end. A report needs no more of the time at which it is made, so it comes out the same at any
// other time of that stage. It is the zero time if the end of the event is unknown.
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

// About returns the part of a record on which the test of one person rests: of the watch list and
// the log, only what concerns him. It is nil if nothing is left.
func (r *EventRecord) About(person *roster.Person) *EventRecord {
	kept := EventRecord{
		Start: r.Start, End: r.End, PlannedRounds: r.PlannedRounds, Players: r.Players, Schedule: r.Schedule, Closed: r.Closed,
		Facts: Facts{Mode: r.Facts.Mode, TimeZone: r.Facts.TimeZone},
	}
	for _, w := range r.Watch {
		if w.Player.Is(person) {
			kept.Watch = append(kept.Watch, w)
		}
	}
	his := map[int64]bool{} // and the notes that they correct
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

// SingledOut reports whether an entry of the watch list named the player before the event. r must be
// About him.
func (r *EventRecord) SingledOut() bool {
	return slices.ContainsFunc(r.Watch, func(w ListedWatch) bool { return w.Standing() == BeforeEvent })
}

// Unsettled reports whether an entry of the watch list names the player of which nobody can tell
// whether it is from before the event. r must be About him.
func (r *EventRecord) Unsettled() bool {
	return slices.ContainsFunc(r.Watch, func(w ListedWatch) bool { return w.Standing() == BeginUnknown })
}

// Person returns the player who is named so: with his entry, if exactly one player on the list of
// participants is called so, by himself or by an answer about a name in the games.
func (r *EventRecord) Person(p NamedPlayer) *roster.Person {
	var found []*roster.Entry
	for i := range r.Roster {
		e := &r.Roster[i]
		called := slices.ContainsFunc(e.CalledAs, func(c roster.Called) bool { return (NamedPlayer{FideID: c.FideID, Name: c.Name}).same(p) })
		if called || (NamedPlayer{e.Number, e.FideID, e.Name}).same(p) {
			found = append(found, e)
		}
	}
	if len(found) != 1 {
		return &roster.Person{Name: p.Name, FideID: p.FideID}
	}
	e := found[0]
	return &roster.Person{Name: e.Name, FideID: cmp.Or(roster.FideID(e.FideID), p.FideID), Entry: e}
}

// Evidence tells which evidence besides the games is on record: physical, observational, and an
// official complaint. Withdrawn entries and corrected notes do not count. r must be About the
// player.
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

// Suspected names those about whom somebody has written an entry of the watch list or a note that is
// evidence, and has not taken it back; some perhaps twice.
func (r *EventRecord) Suspected() (named []NamedPlayer) {
	for _, w := range r.Watch {
		if w.Withdrawn == nil {
			named = append(named, w.Player)
		}
	}
	for _, n := range standing(r.Log) {
		if w := n.weight(); w == regulations.PhysicalEvidence || w == regulations.ObservationalEvidence {
			named = append(named, n.Player)
		}
	}
	return named
}

// Blind reports whether a note was written before any game of its round was handed in, so that its
// author cannot have known an engine's opinion of the moves. It is false if it is unknown when the
// games were handed in.
func (r *EventRecord) Blind(n ListedNote) bool {
	return slices.ContainsFunc(r.Received, func(in RoundReceived) bool { return in.Round == n.Round && n.At.Before(in.At) })
}

// AfterAbsences names the moves that followed the absences of a player, in the form that
// score.ParseSubset reads, with the blind notes from which they follow. Notes that are not blind
// are not used. r must be About the player.
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

// mostStated is the greatest number of players that may be stated for an event.
const mostStated = 100_000
