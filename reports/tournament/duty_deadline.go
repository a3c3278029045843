package tournament

import (
	"time"

	"fairplay/reports/regulations"
)

// times returns the time from which a duty can be done, zero for at once, and its deadline, zero
// for none. missing lists the facts without which a deadline is unknown.
func (w *weighing) times(rule regulations.DutyRule) (from, by time.Time, missing []Fact) {
	base, missing := w.moment(rule.From)
	switch {
	case rule.Until != "":
		by, missing = w.moment(rule.Until)
		return base, by, missing
	case rule.Days == nil && rule.Hours == 0 && rule.Years == 0:
		return base, time.Time{}, nil
	case base.IsZero():
		return base, time.Time{}, missing
	case rule.Hours > 0 && len(w.Schedule.Rounds) == 0: // days alone do not give an hour
		return base, time.Time{}, []Fact{FactTimes}
	case rule.Hours > 0:
		by = base.Add(time.Duration(rule.Hours) * time.Hour)
	case rule.Years > 0:
		by = YearsLater(base, rule.Years).AddDate(0, 0, 1) // to the end of the day
	default:
		by = base.AddDate(0, 0, *rule.Days)
	}
	if rule.From == regulations.FromStart {
		base = time.Time{} // it can be done earlier
	}
	return base, by, nil
}

// moment returns the time of an occasion, in the event's time zone, or the missing facts that would
// tell it. Without a schedule it uses days: from the midnight at which the first day begins to the
// midnight at which the last ends. If nobody can know the time, it is zero and no fact is missing.
func (w *weighing) moment(m regulations.DeadlineFrom) (time.Time, []Fact) {
	rounds := w.Schedule.Rounds
	in := func(t time.Time) (time.Time, []Fact) {
		if w.zone == nil {
			return time.Time{}, []Fact{FactTimeZone}
		}
		return t.In(w.zone), nil
	}
	day := func(t time.Time, fact Fact, after int) (time.Time, []Fact) {
		switch {
		case t.IsZero() && w.zone == nil:
			return t, []Fact{fact, FactTimeZone}
		case t.IsZero():
			return t, []Fact{fact}
		case w.zone == nil:
			return time.Time{}, []Fact{FactTimeZone}
		}
		return time.Date(t.Year(), t.Month(), t.Day()+after, 0, 0, 0, 0, w.zone), nil
	}
	switch m {
	case regulations.FromStart:
		if len(rounds) > 0 {
			return in(rounds[0].Start)
		}
		return day(w.Start, FactStart, 0)
	case regulations.FromEnd:
		if n := len(rounds); n > 0 && (n >= w.Rounds) {
			return in(rounds[n-1].End)
		}
		return day(w.End, FactEnd, 1)
	case regulations.FromResults:
		if t := w.ticks["results"]; t.State == DutyDone {
			return w.midnight(t.Date), nil
		}
	}
	return time.Time{}, nil
}

// midnight returns the beginning of a day in the event's time zone, or in UTC if the zone is
// unknown.
func (w *weighing) midnight(day string) time.Time {
	zone := w.zone
	if zone == nil {
		zone = time.UTC
	}
	t, _ := time.ParseInLocation(time.DateOnly, day, zone) // Validate has checked the date
	return t
}

// YearsLater returns the same day and hour in a later year; 29 February becomes the 28th if
// necessary.
func YearsLater(t time.Time, years int) time.Time {
	later := t.AddDate(years, 0, 0)
	if later.Day() != t.Day() {
		later = later.AddDate(0, 0, -later.Day())
	}
	return later
}
