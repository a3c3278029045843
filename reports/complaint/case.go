package complaint

import (
	"encoding/json"
	"strings"
	"time"

	"fairplay/analysis/fault"
)

// Case is the state of a case, computed from its entries and never stored.
type Case struct {
	State  State
	Opened time.Time
	Closed time.Time // when it was closed; zero while it is open
	Erased bool      // the bodies are gone; only what happened and when is known

	entries []read
}

// read is an entry with its body, nil once it is erased.
type read struct {
	Entry
	says Body
}

// Said is an entry of one kind with its body.
type Said[B Body] struct {
	Entry
	Says B
}

// NewEntry returns an entry with this body, written by the holder of a token at an instant.
// Case.Write gives it the state, and the store its number. A body that makes no sense is an Invalid
// error.
func NewEntry(body Body, by string, at time.Time) (Entry, error) {
	if err := body.Validate(); err != nil {
		return Entry{}, err
	}
	text, err := json.Marshal(body)
	return Entry{Kind: body.Kind(), At: at, By: by, Body: text}, err
}

// Replay returns the case that results from entries, in their order. Entries that cannot be read,
// or do not follow from each other, are a Corrupt error.
func Replay(entries []Entry) (Case, error) {
	var c Case
	for _, e := range entries {
		if err := c.add(e); err != nil {
			return Case{}, err
		}
	}
	return c, nil
}

// add takes one entry into the case.
func (c *Case) add(e Entry) error {
	r := read{Entry: e}
	if e.Body == nil {
		c.Erased = true
	} else {
		says, err := BodyOf(e)
		if err != nil {
			return err
		}
		r.says = says
	}
	if e.Seq != int64(len(c.entries))+1 {
		return fault.New(fault.Corrupt, "case_entry", "entry %d stands where entry %d of the case should be", e.Seq, len(c.entries)+1)
	}
	if !follows(c.State, e.Kind, e.State) {
		return fault.New(fault.Corrupt, "case_entry", "entry %d, %s, does not lead from %q to %q", e.Seq, e.Kind, c.State, e.State)
	}
	if len(c.entries) == 0 {
		c.Opened = e.At
	}
	c.step(e)
	c.entries = append(c.entries, r)
	return nil
}

// step moves the case into the state of an entry.
func (c *Case) step(e Entry) {
	switch closed := e.State.Closed(); {
	case !closed:
		c.Closed = time.Time{}
	case c.Closed.IsZero():
		c.Closed = e.At
	}
	c.State = e.State
}

// Entries returns the entries of a case, in their order.
func (c Case) Entries() []Entry {
	all := make([]Entry, len(c.entries))
	for i, r := range c.entries {
		all[i] = r.Entry
	}
	return all
}

// Every returns the entries of one kind with their bodies, in their order; none of an erased case.
func Every[B Body](c Case) (all []Said[B]) {
	for _, r := range c.entries {
		if says, ok := any(r.says).(*B); ok {
			all = append(all, Said[B]{r.Entry, *says})
		}
	}
	return all
}

// Latest returns the last entry of one kind; ok is false if there is none.
func Latest[B Body](c Case) (last Said[B], ok bool) {
	all := Every[B](c)
	if len(all) == 0 {
		return last, false
	}
	return all[len(all)-1], true
}

// has reports whether a case has an entry of one kind.
func has[B Body](c Case) bool {
	_, ok := Latest[B](c)
	return ok
}

// Opening returns the first entry of a case, the zero value for an erased case.
func (c Case) Opening() Opening {
	first, _ := Latest[Opening](c)
	return first.Says
}

// Subject returns what the case is about, "" while nobody has stated it.
func (c Case) Subject() Subject {
	if filing, ok := Latest[Filing](c); ok {
		return filing.Says.Form.Subject
	}
	initiation, _ := Latest[Initiation](c)
	return initiation.Says.Subject
}

// Jurisdiction returns who deals with the case, "" while it is not admitted.
func (c Case) Jurisdiction() Jurisdiction {
	admission, _ := Latest[Admission](c)
	route, _, _ := admission.Says.Routing.Goes()
	if admission.Seq == 0 {
		return ""
	}
	return route
}

// SentTo returns the federation to which the case was sent, "" if it was sent to none.
func (c Case) SentTo() string {
	if handed, ok := Latest[HandOver](c); ok {
		return handed.Says.Federation
	}
	if route := c.Jurisdiction(); route == OfFederation || route == OfFederationAndUs {
		admission, _ := Latest[Admission](c)
		return admission.Says.Routing.Host
	}
	return ""
}

// Appointed returns the panel, or the single investigator, as last appointed; panel tells which.
func (c Case) Appointed() (members []Member, panel bool) {
	several, _ := Latest[PanelAppointment](c)
	single, _ := Latest[InvestigatorAppointment](c)
	switch {
	case several.Seq > single.Seq:
		return several.Says.Members, true
	case single.Seq > 0:
		return []Member{single.Says.Investigator}, false
	}
	return nil, false
}

// panelChair returns the token of whom the present panel elected, "" before.
func (c Case) panelChair() string {
	panel, _ := Latest[PanelAppointment](c)
	elected, _ := Latest[PanelChair](c)
	if elected.Seq < panel.Seq || panel.Seq == 0 {
		return ""
	}
	return elected.Says.Token
}

// noticeTo returns the last notice to a respondent.
func (c Case) noticeTo(name string) (last RespondentNotice, informed bool) {
	for _, n := range Every[RespondentNotice](c) {
		if n.Says.Respondent == name {
			last, informed = n.Says, true
		}
	}
	return last, informed
}

// heard reports whether a respondent has made a statement.
func (c Case) heard(name string) bool {
	for _, s := range Every[Statement](c) {
		if s.Says.Of == RespondentParty && s.Says.Party == name {
			return true
		}
	}
	return false
}

// onHold reports whether somebody has set a hold that is not lifted.
func (c Case) onHold() bool {
	set, lifted := 0, 0
	for _, e := range c.entries {
		switch e.Kind {
		case EntryHoldSet:
			set++
		case EntryHoldLifted:
			lifted++
		}
	}
	return set > lifted
}

// Number returns the number by which people call a case, made from its random id of 32 hexadecimal
// digits: "C-3F9A-07BD". It does not reveal how many cases there are.
func Number(id string) string { return numbered("C", id) }

// RequestNumber is Number of a data request: "D-3F9A-07BD".
func RequestNumber(id string) string { return numbered("D", id) }

func numbered(letter, id string) string {
	if len(id) < 8 {
		return letter + "-" + strings.ToUpper(id)
	}
	return letter + "-" + strings.ToUpper(id[:4]+"-"+id[4:8])
}
