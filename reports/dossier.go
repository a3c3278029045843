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
	"fairplay/reports/tournament/trf"
)

// Dossier is all that is known of an event. Its rounds, duties, title norms and missing games are
// computed from it.
type Dossier struct {
	Record *tournament.EventRecord // what people have stated and written
	File   *trf.Tournament         // the one received last; nil for none
	Games  []*analysis.Game        // all games handed in; needed for Rounds, Completeness, Questions and Unfinished
	Now    time.Time
}

// EventRounds says when rounds are played and which of their games are there.
type EventRounds struct {
	TimeZone string         `json:"time_zone"` // of the event, "" if nobody has stated it
	Schedule []PlannedRound `json:"schedule"`  // never nil
	// Version counts the schedules that were stated, from 1 for none on: each makes the next.
	Version int64 `json:"version"`
	// Coverage is left out if nothing says which games there should be; Untold then says why.
	Coverage *tournament.Coverage `json:"coverage,omitempty"`
	Untold   string               `json:"untold,omitempty"`
	// ProposedStart is nil if the first day of the event is stated, or nothing tells it.
	ProposedStart *ProposedStart `json:"proposed_start,omitempty"`
}

// ProposedStart is what the first day of an event seems to be, as long as nobody has stated it.
type ProposedStart struct {
	Day  string `json:"day"`  // YYYY-MM-DD
	From string `json:"from"` // "schedule" or "games"
}

// PlannedRound is one round of the schedule or, if nobody has stated a schedule, of the tournament
// file.
type PlannedRound struct {
	Round int        `json:"round"`
	Day   string     `json:"day"` // YYYY-MM-DD, "" if unknown
	Start *time.Time `json:"start,omitempty"`
	End   *time.Time `json:"end,omitempty"`
}

// EventDuties are the duties of an event as they stand.
type EventDuties struct {
	Now      time.Time    `json:"now"`
	TimeZone string       `json:"time_zone"` // "" if nobody has stated it
	Level    *LevelReport `json:"level"`
	// RateOfPlay says whether the rules allow the event's time control.
	RateOfPlay tournament.RateOfPlay `json:"rate_of_play"`
	Duties     []tournament.Due      `json:"duties"` // never nil
	// FairPlaySection lists the mandatory duties of the Protection Measures and the online rules
	// that were not done in time, or were waived by somebody without the right to do so. The chief
	// arbiter's report must name each (Protection Measures, section 1). Never nil.
	FairPlaySection []tournament.Due `json:"fair_play_section"`
}

// EventGames says, for both duties to send games, which games are there.
type EventGames struct {
	Basis      string                 `json:"basis"`            // what tells which games there should be: a tournament.CoverageBasis, or "none"
	Untold     string                 `json:"untold,omitempty"` // why nothing does
	Left       []tournament.Undone    `json:"left,omitempty"`   // rounds that are not over, and games that may be missing
	Duties     []tournament.GamesDuty `json:"duties"`
	NormMakers *tournament.NormMakers `json:"norm_makers,omitempty"` // left out without a tournament file
}

// Take adds the tournament file of the event, which supplies what the record does not say. A file
// with errors is refused (Invalid), so that nothing rests on half-read lines. name is what reports
// call the file.
func (d *Dossier) Take(name string, r io.Reader) (InputFile, error) {
	t, input, err := readTournament(name, r)
	if err != nil {
		return input, err
	}
	if len(t.Errors) > 0 {
		e := t.Errors[0]
		return input, fault.New(fault.Invalid, "trf", "places of the tournament file that are wrong: %d, the first in line %d: %s; 'fairplay trf check' lists them", len(t.Errors), e.Line, e.Reason)
	}
	d.File = t
	facts := d.facts()
	return input, facts.Validate()
}

// event returns the name of the event.
func (d *Dossier) event() string {
	if d.Record.Name == "" && d.File != nil {
		return d.File.Name
	}
	return d.Record.Name
}

// facts returns the stated facts, completed from the roster and the tournament file.
func (d *Dossier) facts() tournament.Facts {
	f := d.Record.Stated()
	if f.Average == nil {
		f.Average = tournament.AverageOf(d.ratings())
	}
	if d.File != nil {
		f = f.From(d.File)
	}
	return f
}

// ratings returns the players' ratings, 0 for none: the ratings in force from the roster or, if
// nobody has stated those, the ratings of the tournament file.
func (d *Dossier) ratings() []int {
	all := make([]int, 0, len(d.Record.Roster))
	for _, p := range d.Record.Roster {
		all = append(all, cmp.Or(p.InForce.Rating, p.Rating))
	}
	if len(all) == 0 && d.File != nil {
		for _, p := range d.File.Participants {
			all = append(all, p.Rating)
		}
	}
	return all
}

func (d *Dossier) schedule() tournament.Schedule {
	return tournament.Schedule{Rounds: d.Record.Schedule}
}

// coverage compares the games with the tournament file, or those of a round robin with the Berger
// tables. If nothing says which games there should be, the error is Unprocessable.
func (d *Dossier) coverage() (*tournament.Coverage, error) {
	if d.File != nil {
		return tournament.Cover(d.File, d.Games, d.Record.Answers...), nil
	}
	through := tournament.AllRounds
	if s := d.schedule(); len(s.Rounds) > 0 {
		through = s.Over(d.Now)
	}
	return tournament.CoverTables(d.Record.Roster, d.Record.Facts.System, through, d.Games)
}

// Rounds says when rounds are played and which of their games are there.
func (d *Dossier) Rounds() (*EventRounds, error) {
	r := &EventRounds{TimeZone: d.Record.Facts.TimeZone, Schedule: d.planned(), Version: int64(d.Record.Schedules) + 1, ProposedStart: d.proposedStart()}
	var err error
	r.Coverage, err = d.coverage()
	if fault.KindOf(err) == fault.Unprocessable {
		r.Untold, err = err.Error(), nil
	}
	return r, err
}

// proposedStart takes the first day from the schedule or, if that does not tell it, from the dates of the games.
func (d *Dossier) proposedStart() *ProposedStart {
	if d.Record.Start != "" {
		return nil
	}
	if all := d.planned(); len(all) > 0 && all[0].Day != "" {
		return &ProposedStart{Day: all[0].Day, From: "schedule"}
	}
	if day := tournament.FirstDay(d.Games); !day.IsZero() {
		return &ProposedStart{Day: dayText(day), From: "games"}
	}
	return nil
}

// Boards says, game by game, what is there of one round. The error is Unprocessable if nothing says
// which games there should be, and NotFound for an unknown round.
func (d *Dossier) Boards(round int) (tournament.RoundBoards, error) {
	c, err := d.coverage()
	if err != nil {
		return tournament.RoundBoards{}, err
	}
	boards, known := c.Boards(round)
	if !known {
		err = fault.New(fault.NotFound, "no_round", "nothing is known of round %d", round)
	}
	return boards, err
}

// Questions returns the names in the games that match no player of the tournament file, or else of
// the roster, and the players found. known is false if there is neither. The lists are never nil.
func (d *Dossier) Questions() (open []tournament.Question, found []tournament.FoundPlayer, known bool) {
	if c := d.listed(); c != nil {
		return c.Questions, c.FoundPlayers(), true
	}
	return []tournament.Question{}, []tournament.FoundPlayer{}, false
}

// listed compares the games with the tournament file or, without one, with the roster, which has no
// pairings; nil if there is neither.
func (d *Dossier) listed() *tournament.Coverage {
	t := d.File
	if t == nil {
		t = tournament.Unpaired(d.Record.Roster)
	}
	if len(t.Participants) == 0 {
		return nil
	}
	return tournament.Cover(t, d.Games, d.Record.Answers...)
}

// Unfinished says what is unfinished about the event, and for what that cannot be told. Tests are
// not part of it.
func (d *Dossier) Unfinished() (tournament.Unfinished, error) {
	c, err := d.dutyCase()
	if err != nil {
		return tournament.Unfinished{}, err
	}
	coverage, err := d.coverage()
	if err != nil && fault.KindOf(err) != fault.Unprocessable {
		return tournament.Unfinished{}, err
	}
	u := tournament.Unfinished{Dues: c.Dues(), Log: d.Record.Log, Rounds: tournament.RoundsLeft(coverage, c.Facts, c.Schedule, d.Now)}
	if coverage != nil {
		u.Lacks = coverage.Clean.Lacks
	}
	known := false
	u.Questions, _, known = d.Questions()
	u.Unknown = !known && len(d.Games) > 0
	return u, nil
}

// planned returns the rounds of the schedule or, without one, those that have a day in the
// tournament file.
func (d *Dossier) planned() []PlannedRound {
	all := []PlannedRound{}
	for _, r := range d.Record.Schedule {
		start, end := r.Start, r.End
		if zone, err := time.LoadLocation(d.Record.Facts.TimeZone); err == nil && d.Record.Facts.TimeZone != "" {
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

// Level determines the protection level of the event from stated facts and the tournament file.
func (d *Dossier) Level() *LevelReport { return levelOf(d.event(), d.facts()) }

// dutyCase collects what duties are computed from.
func (d *Dossier) dutyCase() (c tournament.DutyCase, err error) {
	set, err := regulations.ParseRuleSet(d.Record.RuleSet)
	facts := d.facts()
	return tournament.DutyCase{
		Facts: facts, Edition: regulations.Shipped().Edition(facts.Start), RuleSet: set,
		Class: cmp.Or(d.Record.TimeClass, analysis.StandardTime), Schedule: d.schedule(), Ticks: d.Record.Ticks, Now: d.Now,
	}, err
}

// Duties returns the state of every duty.
func (d *Dossier) Duties() (*EventDuties, error) {
	c, err := d.dutyCase()
	if err != nil {
		return nil, err
	}
	r := &EventDuties{
		Now: d.Now, TimeZone: d.Record.Facts.TimeZone, Level: levelOf(d.event(), c.Facts), RateOfPlay: c.RateOf(slices.Max(append(d.ratings(), 0))),
		Duties: c.Dues(), FairPlaySection: []tournament.Due{},
	}
	for _, due := range r.Duties {
		if due.FairPlay && due.Breach != "" {
			r.FairPlaySection = append(r.FairPlaySection, due)
		}
	}
	return r, nil
}

// Ticks checks a tick of a duty. The duty must belong to the event (NotFound), the right person
// must waive it if it is waived (Unprocessable), and its day must have come (Invalid).
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
	day, _ := time.Parse(time.DateOnly, t.Date) // Validate has checked the date
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

// dayAhead is how much earlier a day may begin somewhere on earth than in UTC.
const dayAhead = 14 * time.Hour

// Completeness says, for both duties to send games, which games there should be and which are
// missing.
func (d *Dossier) Completeness() (*EventGames, error) {
	c, err := d.dutyCase()
	if err != nil {
		return nil, err
	}
	r := &EventGames{Basis: "none"}
	coverage, err := d.coverage()
	switch {
	case fault.KindOf(err) == fault.Unprocessable:
		r.Untold = err.Error()
	case err != nil:
		return nil, err
	default:
		r.Basis = string(coverage.Basis)
	}
	if d.File != nil {
		r.NormMakers = normMakers(d.File, d.Record.Roster, c.Facts)
	}
	r.Duties = tournament.GamesDuties(c.Dues(), coverage, r.NormMakers)
	if coverage == nil {
		return r, nil
	}
	r.Left = tournament.RoundsLeft(coverage, c.Facts, c.Schedule, d.Now)
	for i := range r.Duties {
		if g := &r.Duties[i]; len(r.Left) > 0 && g.Rule != nil && len(g.Lacking) == 0 {
			g.Complete = "unknown"
		}
	}
	return r, nil
}

// Norms judges the title norms of the event by its tournament file. direct names titles won
// directly, each as "7=FM": player number 7 has won the title of FIDE Master. Without a file, or if
// it has errors, the error is Unprocessable.
func (d *Dossier) Norms(direct ...string) (*Norms, error) {
	switch {
	case d.File == nil:
		return nil, fault.New(fault.Unprocessable, "no_tournament_file", "title norms rest on the tournament file of the event; hand it in with its roster")
	case len(d.File.Errors) > 0:
		e := d.File.Errors[0]
		return nil, fault.New(fault.Unprocessable, "trf", "places of the tournament file that are wrong: %d, the first in line %d: %s", len(d.File.Errors), e.Line, e.Reason)
	}
	named, err := directTitles(direct)
	if err != nil {
		return nil, err
	}
	return normsIn(d.File, d.Record.Roster, d.facts(), named)
}
