package fide

import (
	"fmt"
	"strings"
	"time"

	"fairplay/analysis"
)

// Listed is one player of a rating list.
type Listed struct {
	FideID     string
	Name       string
	Federation string
	Sex        string // "M" or "F"
	Title      string // the higher of two titles that a woman may hold
	Born       int    // year, 0 if not given
	Inactive   bool   // no rated game for a year
	Standard   Rated
	Rapid      Rated
	Blitz      Rated
}

// Rated is a rating in a list.
type Rated struct {
	Rating int // 0 for none
	Games  int // rated games in the period of the list, not in all
	K      int // 0 if not given
}

// Of returns the rating of a time class, the zero value for unknown classes.
func (l *Listed) Of(class analysis.TimeClass) Rated {
	switch class {
	case analysis.StandardTime:
		return l.Standard
	case analysis.Rapid:
		return l.Rapid
	case analysis.Blitz:
		return l.Blitz
	}
	return Rated{}
}

// Month is the month of a list; the zero Month is unknown. A list is in force from the first day of
// its month, however early it is published (B02, rating period).
type Month struct {
	Year  int
	Month time.Month
}

// String returns "2026-03", or "" for the zero Month.
func (m Month) String() string {
	if m == (Month{}) {
		return ""
	}
	return fmt.Sprintf("%04d-%02d", m.Year, m.Month)
}

// Before orders months.
func (m Month) Before(other Month) bool {
	return m.Year < other.Year || m.Year == other.Year && m.Month < other.Month
}

// MonthOf returns the month of a day, and so of the list in force on it.
func MonthOf(day time.Time) Month { return Month{day.Year(), day.Month()} }

// ParseMonth reads "2026-03", and "MAR26" as in the heads of single lists.
func ParseMonth(text string) (Month, bool) {
	for _, layout := range []string{"2006-01", "Jan06"} {
		if len(text) < 5 {
			break
		}
		if day, err := time.Parse(layout, text[:1]+strings.ToLower(text[1:])); err == nil {
			return MonthOf(day), true
		}
	}
	return Month{}, false
}
