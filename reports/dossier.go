package reports

import (
	"cmp"
	"io"
	"slices"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// Dossier is what is on record of an event, from which its rounds, its duties and what lacks of its
// games are told.
type Dossier struct {
	Event   string           // name
	Facts   tournament.Facts // as stated
	RuleSet string           // a regulations.RuleSet, "" for that of FIDE
	Class   analysis.TimeClass
	Journal []tournament.JournalEntry
	File    *Tournament      // that was received last; nil for none
	Games   []*analysis.Game // all that were handed in; needed for Rounds and Completeness
	Now     time.Time
}

// EventRounds says when rounds are played and what is there of their games.
type EventRounds struct {
	TimeZone string         `json:"time_zone"` // of the event, "" where nobody has stated it
	Schedule []PlannedRound `json:"schedule"`  // never nil
	// Coverage is left out, and Untold says why, where nothing tells which games there should be.
	Coverage *tournament.Coverage `json:"coverage,omitempty"`
	Untold   string               `json:"untold,omitempty"`
}

// PlannedRound is one round as the schedule has it, or where nobody has stated one, the day that
// the tournament file gives it.
type PlannedRound struct {
	Round int        `json:"round"`
	Day   string     `json:"day"` // YYYY-MM-DD, "" where not known
	Start *time.Time `json:"start,omitempty"`
	End   *time.Time `json:"end,omitempty"`
}

// EventDuties are the duties of an event as they stand.
type EventDuties struct {
	Now      time.Time    `json:"now"`
	TimeZone string       `json:"time_zone"` // "" where nobody has stated it
	Level    *LevelReport `json:"level"`
	// RateOfPlay says whether rules allow the event's time control.
	RateOfPlay tournament.RateOfPlay `json:"rate_of_play"`
	Duties     []tournament.Due      `json:"duties"` // never nil
	// FairPlaySection are those mandatory duties of the Protection Measures and the online rules
	// that were not done in time, or waived by nobody's right: the chief arbiter's report names
	// each (Protection Measures, section 1). Never nil.
	FairPlaySection []tournament.Due `json:"fair_play_section"`
}

// EventGames says of both duties to send games what is there.
type EventGames struct {
	Basis      string                 `json:"basis"`            // what tells which games there should be: a tournament.CoverageBasis, or "none"
	Untold     string                 `json:"untold,omitempty"` // why nothing does
	Duties     []tournament.GamesDuty `json:"duties"`
	NormMakers *tournament.NormMakers `json:"norm_makers,omitempty"` // left out without a tournament file
}

// DutiesOf tells how the duties of an event on record stand at a moment.
func DutiesOf(record *EventRecord, now time.Time) (*EventDuties, error) {
	return dutiesOf(record, nil, now)
}

// DutiesOfFile is DutiesOf for an event with a tournament file, which adds what the record does not
// say. One that has errors is refused (Invalid). name is what the report calls it.
func DutiesOfFile(name string, r io.Reader, record *EventRecord, now time.Time) (*EventDuties, InputFile, error) {
	t, input, err := readTournament(name, r)
	if err != nil {
		return nil, input, err
	}
	if _, err := (StatedFacts{Record: record}).with(t); err != nil {
		return nil, input, err
	}
	d, err := dutiesOf(record, t, now)
	return d, input, err
}

func dutiesOf(record *EventRecord, file *Tournament, now time.Time) (*EventDuties, error) {
	d := &Dossier{Event: record.Name, Facts: record.Stated(), RuleSet: record.RuleSet, Class: cmp.Or(record.TimeClass, analysis.StandardTime), File: file, Now: now}
	if len(record.Schedule) > 0 {
		entry, err := tournament.NewEntry(tournament.Schedule{Rounds: record.Schedule}, "", now)
		if err != nil {
			return nil, err
		}
		d.Journal = append(d.Journal, entry)
	}
	return d.Duties()
}

// facts are those stated, with what the roster and the tournament file add.
func (d *Dossier) facts() (tournament.Facts, error) {
	f := d.Facts
	ratings, err := d.ratings()
	if f.Average == nil {
		f.Average = tournament.AverageOf(ratings)
	}
	if d.File != nil {
		f = f.From(d.File)
	}
	return f, err
}

// ratings returns those of the players, 0 for none: the ratings in force of the roster, or where
// nobody has stated that, those of the tournament file.
func (d *Dossier) ratings() ([]int, error) {
	players, err := tournament.Players(d.Journal)
	all := make([]int, 0, len(players))
	for _, p := range players {
		all = append(all, cmp.Or(p.InForce.Rating, p.Rating))
	}
	if len(players) == 0 && d.File != nil {
		for _, p := range d.File.Participants {
			all = append(all, p.Rating)
		}
	}
	return all, err
}

// coverage compares the games with the tournament file, or those of a round robin with its tables.
// Where nothing tells which there should be, the error is Unprocessable.
func (d *Dossier) coverage(s tournament.Schedule) (*tournament.Coverage, error) {
	if d.File != nil {
		answers, err := tournament.Answers(d.Journal)
		return tournament.Cover(d.File, d.Games, answers...), err
	}
	players, err := tournament.Players(d.Journal)
	if err != nil {
		return nil, err
	}
	through := tournament.AllRounds
	if len(s.Rounds) > 0 {
		through = s.Over(d.Now)
	}
	return tournament.CoverTables(players, d.Facts.System, through, d.Games)
}

// Rounds tells when rounds are played and what is there of their games.
func (d *Dossier) Rounds() (*EventRounds, error) {
	stated, _, err := tournament.Current[tournament.Schedule](d.Journal)
	if err != nil {
		return nil, err
	}
	r := &EventRounds{TimeZone: d.Facts.TimeZone, Schedule: d.planned(stated.Says)}
	r.Coverage, err = d.coverage(stated.Says)
	if fault.KindOf(err) == fault.Unprocessable {
		r.Untold, err = err.Error(), nil
	}
	return r, err
}

// planned returns the rounds of a schedule, or those that the tournament file has days for.
func (d *Dossier) planned(s tournament.Schedule) []PlannedRound {
	all := []PlannedRound{}
	for _, r := range s.Rounds {
		start, end := r.Start, r.End
		if zone, err := time.LoadLocation(d.Facts.TimeZone); err == nil && d.Facts.TimeZone != "" {
			start, end = start.In(zone), end.In(zone)
		}
		all = append(all, PlannedRound{Round: r.Round, Day: dayText(start), Start: &start, End: &end})
	}
	if len(all) > 0 || d.File == nil {
		return all
	}
	for round := 1; round <= d.File.NumRounds(); round++ {
		all = append(all, PlannedRound{Round: round, Day: dayText(d.File.Date(round).Time())})
	}
	return all
}

// Level sorts the event by what is stated of it and what its tournament file says.
func (d *Dossier) Level() (*LevelReport, error) {
	facts, err := d.facts()
	if err != nil {
		return nil, err
	}
	return levelOf(d.Event, facts), nil
}

// dutyCase gathers what duties are computed from.
func (d *Dossier) dutyCase() (c tournament.DutyCase, err error) {
	stated, _, err := tournament.Current[tournament.Schedule](d.Journal)
	if err != nil {
		return c, err
	}
	ticks, err := tournament.EntriesOf[tournament.DutyTick](d.Journal)
	if err != nil {
		return c, err
	}
	set, err := regulations.ParseRuleSet(d.RuleSet)
	if err != nil {
		return c, err
	}
	facts, err := d.facts()
	if err != nil {
		return c, err
	}
	c = tournament.DutyCase{
		Facts: facts, Edition: regulations.Shipped().Edition(facts.Start), RuleSet: set, Class: d.Class, Schedule: stated.Says, Now: d.Now,
	}
	for _, t := range ticks {
		c.Ticks = append(c.Ticks, t.Says)
	}
	return c, nil
}

// Duties tells how the duties stand.
func (d *Dossier) Duties() (*EventDuties, error) {
	c, err := d.dutyCase()
	if err != nil {
		return nil, err
	}
	ratings, err := d.ratings()
	if err != nil {
		return nil, err
	}
	r := &EventDuties{
		Now: d.Now, TimeZone: d.Facts.TimeZone, Level: levelOf(d.Event, c.Facts), RateOfPlay: c.RateOf(slices.Max(append(ratings, 0))),
		Duties: c.Dues(), FairPlaySection: []tournament.Due{},
	}
	for _, due := range r.Duties {
		if due.FairPlay && due.Breach != "" {
			r.FairPlaySection = append(r.FairPlaySection, due)
		}
	}
	return r, nil
}

// Ticks tells whether somebody may tick a duty so: it is one of the event's (NotFound), somebody
// may waive it where it is waived (Unprocessable), and its day has come (Invalid).
func (d *Dossier) Ticks(t tournament.DutyTick) error {
	if err := t.Validate(); err != nil {
		return err
	}
	c, err := d.dutyCase()
	if err != nil {
		return err
	}
	of := slices.DeleteFunc(c.Dues(), func(due tournament.Due) bool { return due.Duty != t.Duty })
	waivable := slices.ContainsFunc(of, func(due tournament.Due) bool { return due.WaivedBy != "" })
	day, _ := time.Parse(time.DateOnly, t.Date) // Validate has read it
	switch {
	case len(of) == 0:
		return fault.New(fault.NotFound, "no_duty", "the event has no duty %q", t.Duty)
	case t.State == tournament.DutyWaived && !waivable:
		return fault.New(fault.Unprocessable, "not_waivable", "nobody may waive %s at this level of protection", t.Duty)
	case day.After(d.Now.Add(dayAhead)):
		return fault.New(fault.Invalid, "duty", "%s has not come yet", t.Date)
	}
	return nil
}

// dayAhead is how far a day may have come somewhere on earth before it has in UTC.
const dayAhead = 14 * time.Hour

// Completeness says of both duties to send games which games there should be and which lack.
func (d *Dossier) Completeness() (*EventGames, error) {
	c, err := d.dutyCase()
	if err != nil {
		return nil, err
	}
	r := &EventGames{Basis: "none"}
	coverage, err := d.coverage(c.Schedule)
	switch {
	case fault.KindOf(err) == fault.Unprocessable:
		r.Untold = err.Error()
	case err != nil:
		return nil, err
	default:
		r.Basis = string(coverage.Basis)
	}
	if d.File != nil {
		r.NormMakers = normMakers(d.File, c.Facts)
	}
	r.Duties = tournament.GamesDuties(c.Dues(), coverage, r.NormMakers)
	return r, nil
}

// Norms judges the title norms of the event by its tournament file. Without one, or where it has
// errors, the error is Unprocessable.
func (d *Dossier) Norms() (*Norms, error) {
	switch {
	case d.File == nil:
		return nil, fault.New(fault.Unprocessable, "no_tournament_file", "title norms rest on the tournament file of the event; hand it in with its roster")
	case len(d.File.Errors) > 0:
		e := d.File.Errors[0]
		return nil, fault.New(fault.Unprocessable, "trf", "places of the tournament file that are wrong: %d, the first in line %d: %s", len(d.File.Errors), e.Line, e.Reason)
	}
	facts, err := d.facts()
	if err != nil {
		return nil, err
	}
	return normsIn(d.File, facts, nil)
}
