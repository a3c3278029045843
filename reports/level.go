package reports

import (
	"io"

	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// LevelReport is the report on the protection that an event needs.
type LevelReport struct {
	Event   string        `json:"event"` // name, "" where unknown
	Level   string        `json:"level"` // A, B or C: the least where facts are missing
	Reasons []LevelReason `json:"reasons"`
	Missing []string      `json:"missing"` // facts that may raise the level; never nil
	Rule    Rule          `json:"rule"`
}

// LevelReason is why an event needs a level.
type LevelReason struct {
	Fact   string  `json:"fact"` // a tournament.Fact, "" for rated events of which no more is known
	Level  string  `json:"level"`
	Figure float64 `json:"figure,omitempty"` // left out where the rule compares none
	Bound  int     `json:"bound,omitempty"`
	Rule   Rule    `json:"rule"`
}

// LevelOf sorts an event by what was stated of it.
func LevelOf(stated StatedFacts) (*LevelReport, error) {
	facts, err := stated.facts()
	if err != nil {
		return nil, err
	}
	name := ""
	if stated.Record != nil {
		name = stated.Record.Name
	}
	return levelOf(name, facts), nil
}

// LevelOfFile sorts the event of a tournament file; what was stated goes before what the
// file says. A file that has errors is refused (Invalid). name is what the report calls it.
func LevelOfFile(name string, r io.Reader, stated StatedFacts) (*LevelReport, InputFile, error) {
	t, input, err := readTournament(name, r)
	if err != nil {
		return nil, input, err
	}
	facts, err := stated.with(t)
	if err != nil {
		return nil, input, err
	}
	return levelOf(t.Name, facts), input, nil
}

func levelOf(event string, facts tournament.Facts) *LevelReport {
	ed := regulations.Shipped().Edition(facts.Start)
	p := tournament.Protect(facts, ed)
	r := &LevelReport{Event: event, Level: string(p.Level), Missing: []string{}, Rule: NewRule(ed.Levels().Source)}
	for _, reason := range p.Reasons {
		r.Reasons = append(r.Reasons, LevelReason{
			Fact: string(reason.Fact), Level: string(reason.Level), Figure: reason.Figure, Bound: reason.Bound, Rule: NewRule(reason.Source),
		})
	}
	for _, fact := range p.Missing {
		r.Missing = append(r.Missing, string(fact))
	}
	return r
}
