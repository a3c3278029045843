package complaint

import (
	"encoding/json"
	"time"

	"fairplay/analysis/fault"
)

// Case is a case as its entries make it. It is computed and never stored.
type Case struct {
	State  State
	Opened time.Time
	Closed time.Time // when it came into the state in which it is closed; zero while it is open
	Erased bool      // the bodies are gone, and only what happened when is known

	entries []read
}

// read is an entry with what it says, nil once it is erased.
type read struct {
	Entry
	says Body
}

// Said is an entry of one kind with what it says.
type Said[B Body] struct {
	Entry
	Says B
}

// NewEntry returns an entry that says this, written by the holder of a token at an instant. Case.Write gives it the state,
// and the store its number. A body that makes no sense is an Invalid error.
func NewEntry(body Body, by string, at time.Time) (Entry, error) {
	if err := body.Validate(); err != nil {
		return Entry{}, err
	}
	text, err := json.Marshal(body)
	return Entry{Kind: body.Kind(), At: at, By: by, Body: text}, err
}

// Replay returns the case that entries make, in their order. Entries that cannot be read, or do not follow from each
// other, are a Corrupt error.
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
	if len(c.entries) == 0 {
		c.Opened = e.At
	}
	switch closed := e.State.Closed(); {
	case !closed:
		c.Closed = time.Time{}
	case c.Closed.IsZero():
		c.Closed = e.At
	}
	c.State = e.State
	c.entries = append(c.entries, r)
	return nil
}

// Entries returns the entries of a case, in their order.
func (c Case) Entries() []Entry {
	all := make([]Entry, len(c.entries))
	for i, r := range c.entries {
		all[i] = r.Entry
	}
	return all
}

// Every returns what the entries of one kind say, in their order; nothing of a case that is erased.
func Every[B Body](c Case) (all []Said[B]) {
	for _, r := range c.entries {
		if says, ok := any(r.says).(*B); ok {
			all = append(all, Said[B]{r.Entry, *says})
		}
	}
	return all
}

// Latest returns what the last entry of one kind says; ok is false where there is none.
func Latest[B Body](c Case) (last Said[B], ok bool) {
	all := Every[B](c)
	if len(all) == 0 {
		return last, false
	}
	return all[len(all)-1], true
}
