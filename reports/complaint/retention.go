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
	Video  int // recordings of an online event, from the official announcement of results (Annex I, A.5)
}

// DefaultRetention keeps cases for their limitation, and recordings for one year.
func DefaultRetention() Retention {
	return Retention{Case: LimitationYears, Online: OnlineLimitationYears, Video: 1}
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

// VideoEnds returns until when recordings of an event are kept whose results were announced at an instant, unless a case
// about somebody of the event holds them.
func (r Retention) VideoEnds(announced time.Time) time.Time {
	return wholeDay(tournament.YearsLater(announced, r.Video))
}

// Holds tells whether a case stops the end of retention, its own and that of recordings of its event (Annex I, A.5): it is
// open, or a hold is set. Once it is closed and no hold is set, it holds nothing.
func (c Case) Holds() bool { return c.Closed.IsZero() || c.onHold() }
