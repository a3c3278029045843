package regulations

import (
	"fmt"
	"slices"
)

// Incident is a kind of prohibited behaviour that an arbiter may note of a player. A note is no
// finding: it says what was seen, and under which rule it falls.
type Incident struct {
	Code     string
	Evidence Weight
	Source   RuleSource
}

// Weight says which part of the evidence on a player a note belongs to.
type Weight string

// The weights.
const (
	PhysicalEvidence      Weight = "physical"
	ObservationalEvidence Weight = "observational"
	NoEvidence            Weight = "none" // it breaks a rule, and says nothing of assistance
)

// incidentsRow holds the codes of one edition.
type incidentsRow struct {
	RuleSource
	Codes []struct {
		Code     string `json:"code"`
		Evidence Weight `json:"evidence"`
		Article  string `json:"article"`
	} `json:"codes"`
}

func (i incidentsRow) articles() []string {
	all := []string{i.Article}
	for _, c := range i.Codes {
		all = append(all, c.Article)
	}
	return all
}

// check returns an error unless every code is there once and has a weight.
func (i incidentsRow) check() error {
	seen := map[string]bool{}
	for _, c := range i.Codes {
		if c.Code == "" || seen[c.Code] || !slices.Contains([]Weight{PhysicalEvidence, ObservationalEvidence, NoEvidence}, c.Evidence) {
			return fmt.Errorf("incidents: %q is empty, doubled or without weight", c.Code)
		}
		seen[c.Code] = true
	}
	return nil
}

// Incidents returns every kind of incident, with the article that forbids it.
func (e Edition) Incidents() []Incident {
	r, standing := inForce(e.catalogue.incidents, e.start)
	all := make([]Incident, len(r.Codes))
	for i, c := range r.Codes {
		all[i] = Incident{c.Code, c.Evidence, e.catalogue.cite(r.RuleSource, standing, c.Article)}
	}
	return all
}

// RepeatedCheck cites the advice that a player is checked only once in a round at the request of
// a complainant.
func (e Edition) RepeatedCheck() RuleSource { return e.guideline(repeatedCheck) }

const repeatedCheck = "AC-NOTE-CHECKS"
