package tournament

import (
	"strings"
	"time"

	"fairplay/analysis"
)

// Start returns the day on which the event began: the earliest date of the event or of a game in
// any game's tags, or the earliest UTC date if there is no other. A date with an unknown day or
// month counts as the earliest day it may be. The result is the zero time if no game has a date.
// Rules apply by this day.
func Start(games []*analysis.Game) time.Time {
	day := earliest(games, func(g *analysis.Game) []string { return []string{g.Tag("EventDate"), g.Date} })
	if day.IsZero() {
		day = earliest(games, func(g *analysis.Game) []string { return []string{g.Tag("UTCDate")} })
	}
	return day
}

// FirstDay is Start if a tag names that very day, and the zero time if the tags leave its day or month open.
func FirstDay(games []*analysis.Game) time.Time {
	day := Start(games)
	named := day.Format("2006.01.02")
	for _, g := range games {
		if g.Tag("EventDate") == named || g.Date == named || g.Tag("UTCDate") == named {
			return day
		}
	}
	return time.Time{}
}

// earliest returns the earliest readable date.
func earliest(games []*analysis.Game, dates func(*analysis.Game) []string) time.Time {
	var first time.Time
	for _, g := range games {
		for _, s := range dates(g) {
			if day, ok := parseDate(s); ok && (first.IsZero() || day.Before(first)) {
				first = day
			}
		}
	}
	return first
}

// parseDate reads a PGN date; unknown months and days are the first.
func parseDate(s string) (time.Time, bool) {
	day, err := time.Parse("2006.01.02", strings.ReplaceAll(s, ".??", ".01"))
	return day, err == nil
}
