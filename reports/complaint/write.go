package complaint

import (
	"slices"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
)

// Actor is the person who acts on a case, in one of his roles.
type Actor struct {
	Token      string // its ID
	Role       access.Role
	Federation string // of a federation officer
}

// Write returns the entry by which somebody acts on the case, with the state that it leads to. The
// zero Case accepts only an entry that opens a case. A refusal gives the reason: Conflict if the
// state of the case does not allow it or something is missing, Forbidden if somebody else may do
// it, Invalid if the body makes no sense.
func (c Case) Write(body Body, by Actor, at time.Time) (Entry, error) {
	e, err := NewEntry(body, by.Token, at)
	if err != nil {
		return Entry{}, err
	}
	if c.Erased {
		return Entry{}, fault.New(fault.Conflict, "case_erased", "the case is erased, and nothing more is written into it")
	}
	row, err := c.row(attempt{c, body, by, at})
	if err != nil {
		return Entry{}, err
	}
	if isParty := by.Role == access.Complainant || by.Role == access.Respondent; isParty && c.writtenBy(by.Token) >= mostOfParty {
		return Entry{}, fault.New(fault.Conflict, "case_full", "you have written %d entries into this case, and more are taken by the secretary alone", mostOfParty)
	}
	for _, need := range row.Needs {
		if err := need.find().holds(attempt{c, body, by, at}); err != nil {
			return Entry{}, err
		}
	}
	e.Seq, e.State = int64(len(c.entries))+1, row.To
	if e.State == "" {
		e.State = c.State
	}
	return e, nil
}

// mostOfParty is how many entries, attachments among them, a party itself may write: every reading of a case reads them all.
const mostOfParty = 200

// writtenBy returns how many entries somebody has written.
func (c Case) writtenBy(token string) (n int) {
	for _, e := range c.entries {
		if e.By == token {
			n++
		}
	}
	return n
}

// Apply returns the case with one more entry, which came from Write or from the store.
func (c Case) Apply(e Entry) (Case, error) {
	c.entries = slices.Clip(c.entries)
	err := c.add(e)
	return c, err
}

// row returns the row of the table that applies to an attempt.
func (c Case) row(a attempt) (Transition, error) {
	all := c.rows(a.body.Kind())
	rows := slices.DeleteFunc(slices.Clone(all), func(t Transition) bool { return !slices.Contains(t.By, a.by.Role) })
	if len(rows) == 0 {
		switch {
		case !slices.Contains(whole(), a.by.Role): // he is not told where the case stands
			return Transition{}, barred("your role may not enter %q into this case now", a.body.Kind())
		case len(all) == 0:
			return Transition{}, fault.New(fault.Conflict, "case_state", "a case that is %q takes no entry of the kind %q", c.State, a.body.Kind())
		}
		return Transition{}, barred("your role may not enter %q into a case that is %q", a.body.Kind(), c.State)
	}
	var refused error
	for _, t := range rows {
		if t.If == "" {
			return t, nil
		}
		if refused = t.If.find().holds(a); refused == nil {
			return t, nil
		}
	}
	return Transition{}, refused
}

// rows returns the rows for entries of a kind in the state of the case.
func (c Case) rows(kind EntryKind) (rows []Transition) {
	for _, t := range table() {
		if t.Kind == kind && t.begins(c.State) {
			rows = append(rows, t)
		}
	}
	return rows
}

// begins reports whether a row applies in a state; "" is the state before a case is opened.
func (t Transition) begins(s State) bool {
	return s == "" && len(t.In) == 0 || slices.Contains(t.In, s)
}

// follows reports whether the table leads from one state to another by an entry of a kind, whoever
// writes it.
func follows(from State, kind EntryKind, to State) bool {
	return slices.ContainsFunc(table(), func(t Transition) bool {
		return t.Kind == kind && t.begins(from) && (t.To == to || t.To == "" && from == to)
	})
}

// Step is something that somebody may do next.
type Step struct {
	Kind     EntryKind
	To       []State // possible next states, in the order of the table; none if the state does not change
	Articles []string
	Lacks    []Refusal // what must be there before; none if it can be done now
}

// Refusal is a condition that does not hold, with the reason.
type Refusal struct {
	Condition Condition
	Sentence  string
}

// Next returns what somebody may do in the present state of the case and what is missing for it, in
// the order of the table. It ignores conditions on what will be entered, or on votes that are still
// sealed.
func (c Case) Next(by Actor, at time.Time) []Step {
	a := attempt{c, nil, by, at}
	steps := []Step{}
	for _, t := range table() {
		if c.Erased || !t.begins(c.State) || !slices.Contains(t.By, by.Role) || t.Kind == EntryClaimFound { // which the service writes
			continue
		}
		if t.If != "" {
			if choice := t.If.find(); !choice.onBody && choice.holds(a) != nil {
				continue
			}
		}
		i := slices.IndexFunc(steps, func(s Step) bool { return s.Kind == t.Kind })
		if i < 0 {
			i, steps = len(steps), append(steps, Step{Kind: t.Kind, To: []State{}, Articles: []string{}, Lacks: a.lacks(t.Needs)})
		}
		steps[i].take(t, a.lacks(t.Needs))
	}
	return steps
}

// take adds a further row to a step. Only what every row lacks is then lacking.
func (s *Step) take(t Transition, lacks []Refusal) {
	if t.To != "" && !slices.Contains(s.To, t.To) {
		s.To = append(s.To, t.To)
	}
	for _, article := range t.Articles {
		if !slices.Contains(s.Articles, article) {
			s.Articles = append(s.Articles, article)
		}
	}
	s.Lacks = slices.DeleteFunc(s.Lacks, func(r Refusal) bool { return !slices.Contains(lacks, r) })
}

// Citations returns the citations of a step's articles, by which people find them.
func (s Step) Citations() []string { return citations(s.Articles) }

// lacks returns the conditions that do not hold, leaving out those that depend on the body; never
// nil.
func (a attempt) lacks(conditions []Condition) []Refusal {
	refusals := []Refusal{}
	for _, condition := range conditions {
		if t := condition.find(); !t.onBody {
			if err := t.holds(a); err != nil {
				refusals = append(refusals, Refusal{condition, err.Error()})
			}
		}
	}
	return refusals
}
