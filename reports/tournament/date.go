package tournament

import (
	"strings"
	"time"

	"fairplay/analysis"
)

// dateOf returns the day of a game as YYYY.MM.DD with question marks for what
// is unknown, "" where even the year is. A game without a date of its own takes
// the UTC date that electronic boards write.
func dateOf(g *analysis.Game) string {
	for _, s := range []string{g.Date, g.Tag("UTCDate")} {
		if hasYear(s) {
			return s
		}
	}
	return ""
}

// hasYear tells whether a PGN date begins with a year.
func hasYear(s string) bool {
	_, err := time.Parse("2006", strings.SplitN(s+".", ".", 2)[0])
	return err == nil
}

// Start returns the day on which the event began: the earliest that any game
// names as the event's date, or as its own. A date whose day or month is
// unknown counts as the first that it may be. It is the zero time where no game
// has a date. Rules apply by this day.
func Start(games []*analysis.Game) time.Time {
	var start time.Time
	for _, g := range games {
		for _, s := range []string{g.Tag("EventDate"), dateOf(g)} {
			if day, ok := parseDate(s); ok && (start.IsZero() || day.Before(start)) {
				start = day
			}
		}
	}
	return start
}

// parseDate reads a PGN date; unknown months and days are the first.
func parseDate(s string) (time.Time, bool) {
	day, err := time.Parse("2006.01.02", strings.ReplaceAll(s, ".??", ".01"))
	return day, err == nil
}
