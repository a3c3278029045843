package tournament

import (
	"cmp"
	"slices"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
)

// DutyTick records the outcome of a duty. The latest tick of a duty applies.
type DutyTick struct {
	Duty  string    `json:"duty"`           // as Due has it
	State DutyState `json:"state"`          // done, waived, or open, which takes an earlier tick back
	Date  string    `json:"date"`           // YYYY-MM-DD on which it was done or waived
	Note  string    `json:"note,omitempty"` // for a waiver: who granted it
}

// Kind returns DutyTicked.
func (DutyTick) Kind() JournalKind { return DutyTicked }

// Validate returns an Invalid error if a tick does not say which duty it concerns, its outcome and
// date, or who waived it.
func (d DutyTick) Validate() error {
	wrong := func(format string, args ...any) error { return fault.New(fault.Invalid, "duty", format, args...) }
	switch _, err := time.Parse(time.DateOnly, d.Date); {
	case !slices.Contains([]DutyState{DutyDone, DutyWaived, DutyOpen}, d.State):
		return wrong("a duty is done, waived or open, not %.50q", string(d.State))
	case err != nil:
		return wrong("say the day on which it was done or waived, as YYYY-MM-DD")
	case !analysis.IsText(d.Note, longestSentence):
		return wrong("a note has at most %d characters, all printable", longestSentence)
	case d.State == DutyWaived && d.Note == "":
		return wrong("a note must say who waived the duty")
	case !analysis.IsText(d.Duty, analysis.LongestName):
		return wrong("there is no such duty")
	}
	return nil
}

// DutyState is the state of a duty.
type DutyState string

// The states.
const (
	DutyOpen      DutyState = "open"
	DutyDone      DutyState = "done"
	DutyWaived    DutyState = "waived"
	DutyLate      DutyState = "late"
	DutyNotYet    DutyState = "not_yet"
	DutyUndecided DutyState = "undecided" // a fact is missing without which nobody can say
)

// Breach says how something mandatory was not done.
type Breach string

// The breaches.
const (
	NotInTime    Breach = "late" // nobody has said that it was done, and the time is over
	DoneLate     Breach = "done_late"
	WaivedByNone Breach = "not_waivable" // waived, which nobody may do at this level
)

// Due is one duty of the officials of an event, under one article.
type Due struct {
	Duty   string                   `json:"duty"` // one word for what is to be done; several articles may ask for it
	Who    string                   `json:"who"`
	Demand regulations.Demand       `json:"demand"`          // the least, where facts are missing
	Least  int                      `json:"least,omitempty"` // least number of the measures of Annex A
	Games  string                   `json:"games,omitempty"` // which must be sent: all, or norm_makers
	From   regulations.DeadlineFrom `json:"from"`
	By     *time.Time               `json:"by,omitempty"` // deadline, in the event's time zone; it may be done at this instant still
	State  DutyState                `json:"state"`
	// Missing lists facts that nobody has stated and that may change what is due. Never nil.
	Missing  []Fact `json:"missing"`
	WaivedBy string `json:"waived_by,omitempty"` // who may waive it; nobody where it is left out
	Date     string `json:"date,omitempty"`      // of the tick
	Note     string `json:"note,omitempty"`      // likewise
	// Breach belongs in the chief arbiter's report if FairPlay is set (Protection Measures, section
	// 1).
	Breach   Breach                 `json:"breach,omitempty"`
	FairPlay bool                   `json:"fair_play"`
	Rule     regulations.RuleSource `json:"rule"`

	most regulations.Demand // the strongest demand that missing facts may lead to
}

// DutyCase is what duties are computed from.
type DutyCase struct {
	Facts
	Edition  regulations.Edition
	RuleSet  regulations.RuleSet
	Class    analysis.TimeClass
	Schedule Schedule   // empty if nobody has stated one
	Ticks    []DutyTick // in the order in which they were written
	Now      time.Time
}

// Dues returns the duties of an event, in the order of the texts that lay them down. It leaves out
// what the rules do not ask of such an event, and includes what they may ask of it, depending on
// missing facts.
func (c DutyCase) Dues() []Due {
	w := newWeighing(c)
	all := []Due{}
	for _, rules := range c.Edition.Duties() {
		for _, rule := range rules.Duties {
			if d, ok := w.due(rules, rule); ok {
				all = append(all, d)
			}
		}
	}
	return all
}

// weighing is a case with the conclusions that all duties share.
type weighing struct {
	DutyCase
	zone   *time.Location // nil if unknown
	level  Protection
	levels []regulations.ProtectionLevel // those that the event may have
	norms  YesNo
	ticks  map[string]DutyTick
}

func newWeighing(c DutyCase) *weighing {
	w := &weighing{DutyCase: c, level: Protect(c.Facts, c.Edition), ticks: map[string]DutyTick{}}
	if c.TimeZone != "" {
		w.zone, _ = time.LoadLocation(c.TimeZone) // nil for a zone that does not exist
	}
	rules := c.Edition.Levels()
	for _, r := range rules.Levels {
		if w.levels = append(w.levels, r.Level); r.Level == w.level.Level {
			break
		}
	}
	if len(w.level.Missing) == 0 {
		w.levels = w.levels[len(w.levels)-1:]
	}
	if c.Titles != nil {
		w.norms = answer(slices.ContainsFunc(c.Titles, func(t string) bool { return slices.Contains(rules.Titles, t) }))
	}
	if w.Rated == Unanswered && w.norms == Yes {
		w.Rated = Yes
	}
	for _, t := range c.Ticks {
		w.ticks[t.Duty] = t
	}
	return w
}

// due computes one duty; ok is false if it is not asked for.
func (w *weighing) due(rules regulations.DutyRules, rule regulations.DutyRule) (d Due, ok bool) {
	d = Due{
		Duty: rule.Duty, Who: rule.Who, Games: rule.Games, From: rule.From, Missing: []Fact{}, FairPlay: rules.FairPlay,
		Least: rule.Least[w.level.Level], Rule: w.Edition.DutySource(rules, rule.Article),
	}
	applies, missing := w.meets(rules.If)
	also, more := w.meets(rule.If)
	if applies == No || also == No {
		return d, false
	}
	undecided := applies == Unanswered || also == Unanswered
	d.lacks(missing...)
	d.lacks(more...)

	weakest, strongest, wants := w.demands(rule)
	if strongest == regulations.NoDemand {
		return d, false
	}
	d.Demand, d.most = weakest, strongest
	if undecided {
		d.Demand = regulations.NoDemand
	}
	if weakest != strongest {
		undecided = true
		d.lacks(wants...)
	}
	if len(rule.Least) > 0 {
		d.lacks(w.level.Missing...)
	}
	if rule.Waivable {
		d.WaivedBy = rules.GrantedBy[w.level.Level]
	}
	w.stand(&d, rule, undecided)
	return d, true
}

func (d *Due) lacks(facts ...Fact) {
	for _, f := range facts {
		if !slices.Contains(d.Missing, f) {
			d.Missing = append(d.Missing, f)
		}
	}
}

// meets reports whether an event meets the conditions, and which missing facts would answer it.
func (w *weighing) meets(c regulations.DutyConditions) (met YesNo, missing []Fact) {
	met = Yes
	check := func(asked bool, is YesNo, facts ...Fact) {
		if !asked || met == No || is == Yes {
			return
		}
		if is == No {
			met, missing = No, nil
			return
		}
		met, missing = Unanswered, append(missing, facts...)
	}
	same := func(wanted string, is YesNo) YesNo {
		if is == Unanswered {
			return Unanswered
		}
		return answer(wanted == string(is))
	}
	mode := answer(slices.Contains(c.Modes, w.Mode))
	if w.Mode == "" {
		mode = Unanswered
	}
	swissTeam, wants := w.swissOrTeam()
	check(c.Rated != "", same(c.Rated, w.Rated), FactRated)
	check(c.Norms != "", same(c.Norms, w.norms), FactTitles)
	check(c.Official != "", same(c.Official, w.Official), FactOfficial)
	check(c.SwissTeam != "", same(c.SwissTeam, swissTeam), wants)
	check(len(c.Modes) > 0, mode, FactMode)
	check(len(c.Classes) > 0, answer(slices.Contains(c.Classes, w.Class)))
	check(len(c.RuleSets) > 0, answer(slices.Contains(c.RuleSets, w.RuleSet)))
	return met, missing
}

// swissOrTeam reports whether the event is a Swiss or a team event, or which fact would answer it.
func (w *weighing) swissOrTeam() (YesNo, Fact) {
	switch {
	case w.Team == Yes || w.System == Swiss:
		return Yes, ""
	case w.System == "":
		return Unanswered, FactSystem
	case w.Team == Unanswered:
		return Unanswered, FactTeam
	}
	return No, ""
}

// demands returns the weakest and the strongest demand that a duty may make, and the missing facts
// that decide.
func (w *weighing) demands(rule regulations.DutyRule) (weakest, strongest regulations.Demand, wants []Fact) {
	weakest = regulations.Mandatory
	strongest = regulations.NoDemand
	note := func(d regulations.Demand) {
		if weakest.Stronger(d) {
			weakest = d
		}
		if d.Stronger(strongest) {
			strongest = d
		}
	}
	for _, l := range w.levels {
		d := cmp.Or(rule.Always, rule.Levels[l], regulations.NoDemand)
		if fast := rule.Fast[l]; fast != "" && w.Class != analysis.StandardTime {
			d = fast
		}
		if rule.Official != "" && w.Official == Yes {
			d = rule.Official
		}
		if rule.Norms.Stronger(d) && w.norms == Yes {
			d = rule.Norms
		}
		note(d)
		if rule.Norms.Stronger(d) && w.norms == Unanswered {
			note(rule.Norms)
			wants = append(wants, FactTitles)
		}
		if rule.Official.Stronger(d) && w.Official == Unanswered {
			note(rule.Official)
			wants = append(wants, FactOfficial)
		}
	}
	if len(w.levels) > 1 && len(rule.Levels) > 0 {
		wants = append(wants, w.level.Missing...)
	}
	return weakest, strongest, wants
}

// stand sets the deadline and the state of a duty, and whether it was breached.
func (w *weighing) stand(d *Due, rule regulations.DutyRule, undecided bool) {
	from, by, missing := w.times(rule)
	if !by.IsZero() {
		d.By = &by
	}
	switch t, ticked := w.ticks[d.Duty]; {
	case ticked && t.State != DutyOpen:
		d.State, d.Date, d.Note = t.State, t.Date, t.Note
	case undecided:
		d.State = DutyUndecided
	case len(missing) > 0:
		d.State = DutyUndecided
		d.lacks(missing...)
	case !by.IsZero() && w.Now.After(by):
		d.State = DutyLate
	case !from.IsZero() && w.Now.Before(from), from.IsZero() && rule.From != regulations.FromStart && rule.From != regulations.FromEnd:
		d.State = DutyNotYet
	default:
		d.State = DutyOpen
	}
	if d.Demand != regulations.Mandatory || undecided {
		return
	}
	switch {
	case d.State == DutyLate:
		d.Breach = NotInTime
	case d.State == DutyWaived && d.WaivedBy == "":
		d.Breach = WaivedByNone
	case d.State == DutyDone && !by.IsZero() && !w.midnight(d.Date).Before(by):
		d.Breach = DoneLate
	}
}
