package reports

import (
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// LevelReport is the report on the protection that an event needs.
type LevelReport struct {
	Event   string        `json:"event"` // name, "" if unknown
	Level   string        `json:"level"` // A, B or C: the least where facts are missing
	Reasons []LevelReason `json:"reasons"`
	Missing []string      `json:"missing"` // facts that may raise the level; never nil
	Rule    Rule          `json:"rule"`
}

// LevelReason is why an event needs a level.
type LevelReason struct {
	Fact   string  `json:"fact"` // a tournament.Fact, "" for rated events of which no more is known, "rated" if nobody has said that FIDE rates it either
	Level  string  `json:"level"`
	Figure float64 `json:"figure,omitempty"` // left out where the rule compares none
	Bound  int     `json:"bound,omitempty"`
	Rule   Rule    `json:"rule"`
}

func levelOf(event string, facts tournament.Facts) *LevelReport {
	ed := regulations.Shipped().Edition(facts.Start)
	p := tournament.Protect(facts, ed)
	r := &LevelReport{Event: event, Level: string(p.Level), Missing: []string{}, Rule: NewRule(ed.Levels().RuleSource)}
	for _, reason := range p.Reasons {
		fact := reason.Fact
		if fact == "" && facts.Rated == tournament.Unanswered {
			fact = tournament.FactRated
		}
		r.Reasons = append(r.Reasons, LevelReason{
			Fact: string(fact), Level: string(reason.Level), Figure: reason.Figure, Bound: reason.Bound, Rule: NewRule(reason.Source),
		})
	}
	for _, fact := range p.Missing {
		r.Missing = append(r.Missing, string(fact))
	}
	return r
}
