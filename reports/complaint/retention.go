package complaint

import (
	"time"

	"fairplay/reports/tournament"
)

// Retention says for how many years what belongs to cases is kept, 0 for ever. It is a setting; no text gives a term for cases, and
// the privacy statement that is printed with the forms names none.
type Retention struct {
	Case   int // over the board
	Online int
}

// DefaultRetention keeps cases for their limitation. Recordings of online events, which go after one year (Annex I, A.5),
// are not with this service; the duties of the event say when.
func DefaultRetention() Retention {
	return Retention{Case: LimitationYears, Online: OnlineLimitationYears}
}

// Ends returns when a closed case may be erased: its term after the end of the event, and never before it is closed. held
// tells that it may not be, whatever the time: it is open, somebody has set a hold, or it is kept for ever.
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

// Holds tells whether a case stops the end of retention, its own and that of recordings of its event (Annex I, A.5): it is
// open, or a hold is set. Once it is closed and no hold is set, it holds nothing.
func (c Case) Holds() bool { return c.Closed.IsZero() || c.onHold() }
