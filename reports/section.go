package reports

import (
	"cmp"
	"slices"

	"fairplay/analysis"
	"fairplay/reports/tournament"
)

// FairPlaySection is what the chief arbiter's report on a tournament says about fair play
// (Arbiters' Manual 2022, ch. 3, Protection Measures, section 1, paragraph on the chief arbiter's
// report; ch. 1, duties of the arbiter).
//
// The report also goes to the organiser and the federation, so the section counts what was done and
// names nobody. Results of the quick test are hints for arbiters alone (Regan's notes, IV.4).
// Observations, the watch list and full tests are unobtrusive: nobody may notice them, not even by
// their number (Regan's notes, III). Everything about a complaint or an investigation is
// confidential (Guidelines, III.B.12), including that there is one.
type FairPlaySection struct {
	Event SectionEvent `json:"event"`
	// Measures holds the level of protection and those duties that concern fair play.
	Measures *EventDuties `json:"measures"`
	Games    *EventGames  `json:"games"` // which there should be, and which lack

	// Screening is left out if no screening is finished; ScreeningMissing then says why.
	Screening        *SectionScreening `json:"screening,omitempty"`
	ScreeningMissing Reason            `json:"screening_missing,omitempty"`

	Log []tournament.NoteCounts `json:"log"` // of the arbiters, by round; a round without notes has no row. Never nil
}

// SectionEvent is what is known of an event, in the words of its record and its tournament file.
// Unknown values are "", 0 or unknown.
type SectionEvent struct {
	Name         string             `json:"name"`
	Site         string             `json:"site"`
	Federation   string             `json:"federation"`
	Start        string             `json:"start"` // YYYY-MM-DD
	End          string             `json:"end"`
	TimeClass    analysis.TimeClass `json:"time_class"`
	TimeControl  string             `json:"time_control"`
	Mode         string             `json:"mode"`         // a regulations.Mode
	System       string             `json:"system"`       // a tournament.System
	Championship string             `json:"championship"` // a tournament.Championship
	Rated        string             `json:"rated"`        // yes, no or unknown
	Rounds       int                `json:"rounds"`
	Players      int                `json:"players"`
	ChiefArbiter string             `json:"chief_arbiter"`
	Organiser    string             `json:"organiser"`
	Platform     string             `json:"platform"` // of an online event
}

// SectionScreening says what was screened and how. It holds no figure of a player and no row of the table.
type SectionScreening struct {
	Report string `json:"report"` // SHA-256 of the screening as JSON, hex
	// Current reports whether the screening includes everything that was handed in. If it does not,
	// the next fields say how many files are still to be read and games to be evaluated; both are 0
	// if the work was stopped or nobody counted.
	Current     bool `json:"current"`
	Unread      int  `json:"unread"`
	Unevaluated int  `json:"unevaluated"`

	Games      tournament.GameCounts `json:"games"`
	Exclusions map[string]int        `json:"exclusions"` // moves that do not count, by analysis.Exclusion

	// Players is the number of players with analysed games. The next fields count those with
	// figures that may be compared with chance, those with too few moves for that, those with enough
	// moves whose rating lies outside the calibrated range, and all others: without a rating, with
	// one of which nothing is expected, or without a calibration.
	Players      int `json:"players"`
	Judged       int `json:"players_judged"`
	Provisional  int `json:"players_provisional"`
	Extrapolated int `json:"players_extrapolated"`
	WithoutROI   int `json:"players_without_roi"`

	Basis
	GamesSHA256 string `json:"games_sha256"` // as Provenance has it
}

// MadeScreening is a screening with the SHA-256 of its JSON and with what it does not include yet.
type MadeScreening struct {
	ID string
	*Screening
	Lacking *Lacking // nil if it includes everything that was handed in
}

// FairPlay returns the section of the chief arbiter's report. screening is nil if none is finished.
func (d *Dossier) FairPlay(screening *MadeScreening) (*FairPlaySection, error) {
	measures, err := d.Duties()
	if err != nil {
		return nil, err
	}
	measures.Duties = slices.DeleteFunc(measures.Duties, func(due tournament.Due) bool { return !due.FairPlay })
	games, err := d.Completeness()
	if err != nil {
		return nil, err
	}
	s := &FairPlaySection{Event: d.sectionEvent(), Measures: measures, Games: games, ScreeningMissing: NotScreened, Log: tournament.CountNotes(d.Record.Log)}
	if screening != nil {
		s.Screening, s.ScreeningMissing = screening.coverage(), ""
	}
	return s, nil
}

// sectionEvent returns what is known of the event.
func (d *Dossier) sectionEvent() SectionEvent {
	facts, r := d.facts(), d.Record
	e := SectionEvent{
		Name: d.event(), Site: r.Site, Federation: facts.Federation, Start: dayText(facts.Start), End: dayText(facts.End), TimeClass: r.TimeClass,
		TimeControl: facts.TimeControl, Mode: string(facts.Mode), System: string(facts.System), Championship: string(facts.Championship),
		Rated: answered(facts.Rated), Rounds: facts.Rounds, Players: max(r.Players, len(r.Roster)),
		ChiefArbiter: facts.ChiefArbiter, Organiser: facts.Organiser, Platform: facts.Platform,
	}
	if t := d.File; t != nil {
		e.Site, e.ChiefArbiter, e.Rounds = cmp.Or(e.Site, t.City), cmp.Or(e.ChiefArbiter, t.ChiefArbiter), cmp.Or(e.Rounds, t.NumRounds())
		e.Players = max(e.Players, len(t.Participants))
	}
	return e
}

// coverage returns the section's summary of a screening.
func (m *MadeScreening) coverage() *SectionScreening {
	c := &SectionScreening{
		Report: m.ID, Current: m.Lacking == nil, Games: m.Games, Exclusions: m.Exclusions, Players: len(m.Players) + m.Selection.Hidden,
		Judged: m.Standing.Judged, Provisional: m.Standing.Provisional, Extrapolated: m.Standing.Extrapolated,
		Basis: m.Provenance.Basis, GamesSHA256: m.Provenance.GamesSHA256,
	}
	c.WithoutROI = c.Players - c.Judged - c.Provisional - c.Extrapolated
	if m.Lacking != nil {
		c.Unread, c.Unevaluated = m.Lacking.Batches, m.Lacking.Games
	}
	return c
}
