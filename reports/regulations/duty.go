package regulations

import (
	"fmt"
	"slices"

	"fairplay/analysis"
)

// Demand is how strongly a text asks for something.
type Demand string

// The demands, from the weakest to the strongest.
const (
	NoDemand    Demand = "none"
	Optional    Demand = "optional" // a right, or an opportunity
	Recommended Demand = "recommended"
	Mandatory   Demand = "mandatory"
)

// Stronger reports whether a demand asks for more than another.
func (d Demand) Stronger(than Demand) bool {
	order := []Demand{NoDemand, Optional, Recommended, Mandatory}
	return slices.Index(order, d) > slices.Index(order, than)
}

// DeadlineFrom is what a deadline is counted from.
type DeadlineFrom string

// The moments. Nobody can know beforehand whether the last three come, or when.
const (
	FromStart    DeadlineFrom = "start"    // of round 1
	FromEnd      DeadlineFrom = "end"      // of the last round
	FromResults  DeadlineFrom = "results"  // official announcement
	FromIncident DeadlineFrom = "incident" // a breach of rules that an arbiter saw
	FromRefusal  DeadlineFrom = "refusal"  // notice that the event is not rated
)

// DutyRules are the duties that one text lays on the people of an event.
type DutyRules struct {
	RuleSource
	FairPlay  bool                       `json:"fair_play,omitempty"`  // breaches go into the fair-play section of the chief arbiter's report
	If        DutyConditions             `json:"if,omitzero"`          // of all of its duties
	GrantedBy map[ProtectionLevel]string `json:"granted_by,omitempty"` // who may free an event of a level from duties that can be waived
	Duties    []DutyRule                 `json:"duties"`
}

// DutyConditions say which events a duty is about; what is empty is no condition.
type DutyConditions struct {
	Rated     string               `json:"rated,omitempty"` // yes or no, as the following
	Norms     string               `json:"norms,omitempty"` // norms of GM, IM, WGM or WIM can be made
	Official  string               `json:"official,omitempty"`
	SwissTeam string               `json:"swiss_or_team,omitempty"`
	Modes     []Mode               `json:"modes,omitempty"`
	Classes   []analysis.TimeClass `json:"classes,omitempty"`
	RuleSets  []RuleSet            `json:"rule_sets,omitempty"`
}

// DutyRule is one duty.
type DutyRule struct {
	Duty    string         `json:"duty"` // what is to be done, one word for the same thing in every text
	Article string         `json:"article"`
	Who     string         `json:"who"`
	If      DutyConditions `json:"if,omitzero"`
	Games   string         `json:"games,omitempty"` // which games must be sent: all, or norm_makers for those of players who made a norm

	// Always is the demand, or Levels by level of protection. Of rapid and blitz events Fast
	// goes before that, of norm events Norms, of official events of FIDE Official.
	Always   Demand                     `json:"always,omitempty"`
	Levels   map[ProtectionLevel]Demand `json:"levels,omitempty"`
	Fast     map[ProtectionLevel]Demand `json:"fast,omitempty"`
	Norms    Demand                     `json:"norms,omitempty"`
	Official Demand                     `json:"official,omitempty"`

	Least    map[ProtectionLevel]int `json:"least,omitempty"` // of the measures of Annex A
	Waivable bool                    `json:"waivable,omitempty"`

	// From is the moment from which the duty can be done, or for a deadline before it, the
	// moment that it is counted back from. Days, Hours and Years are the deadline; without any
	// there is none, unless Until names one.
	From  DeadlineFrom `json:"from"`
	Until DeadlineFrom `json:"until,omitempty"`
	Days  *int         `json:"days,omitempty"`
	Hours int          `json:"hours,omitempty"`
	Years int          `json:"years,omitempty"`
}

// Duties returns the duties of every text in force, in the order of the tables.
func (e Edition) Duties() []DutyRules {
	var all []DutyRules
	for _, rows := range e.catalogue.duties {
		r, standing := inForce(rows, e.start)
		r.RuleSource = e.catalogue.cite(r.RuleSource, standing, r.Article)
		all = append(all, r)
	}
	return all
}

// DutySource cites an article of a text on duties.
func (e Edition) DutySource(rules DutyRules, article string) RuleSource {
	return e.catalogue.cite(rules.RuleSource, rules.Standing, article)
}

func (r DutyRules) check() error {
	for _, d := range r.Duties {
		if d.Duty == "" || d.Who == "" || d.From == "" || (d.Always == "") == (d.Levels == nil) {
			return fmt.Errorf("%s: a duty lacks its name, who has it, its time or its demand", d.Article)
		}
	}
	return nil
}

func (r DutyRules) articles() []string {
	all := []string{r.Article}
	for _, d := range r.Duties {
		all = append(all, d.Article)
	}
	return all
}
