package complaint

import (
	"time"

	"fairplay/reports/tournament"
)

// Retention says for how many years cases are kept, 0 for ever. It is a setting: no text gives a
// period for cases, and the privacy statement printed with the forms names none.
type Retention struct {
	Case   int // over the board
	Online int
}

// DefaultRetention keeps cases for their limitation period. Recordings of online events, which are
// deleted after one year (Annex I, A.5), are not kept by this service; the duties of the event say
// when they are due.
func DefaultRetention() Retention {
	return Retention{Case: LimitationYears, Online: OnlineLimitationYears}
}

// Ends returns when a closed case may be erased: its period after the end of the event, and never
// before it is closed. held is true if it may not be erased whatever the time: it is open, somebody
// has set a hold, or it is kept for ever.
func (r Retention) Ends(c Case) (at time.Time, held bool) {
	if c.Holds() {
		return time.Time{}, true
	}
	in := c.Opening().In
	years, from := r.Case, in.Ended
	if in.Online() {
		years = r.Online
	}
	if years == 0 {
		return time.Time{}, true
	}
	if from.IsZero() {
		from = c.Closed
	}
	at = wholeDay(tournament.YearsLater(from.In(in.zone()), years))
	if at.Before(c.Closed) {
		at = c.Closed
	}
	return at, false
}

// Holds reports whether a case prevents erasure at the end of retention, its own and that of
// recordings of its event (Annex I, A.5): it is open, or a hold is set.
func (c Case) Holds() bool { return c.Closed.IsZero() || c.onHold() }
