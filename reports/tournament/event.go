package tournament

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/reports/tournament/roster"
)

// EventTags is what the tags of games say about their event.
type EventTags struct {
	Name      string             `json:"name"`       // the most frequent name, "" if no game gives one
	Others    []string           `json:"others"`     // further names, the most frequent first; never nil
	Site      string             `json:"site"`       // the most frequent place
	FirstDate string             `json:"first_date"` // YYYY.MM.DD as PGN has it, "" if unknown
	LastDate  string             `json:"last_date"`
	Rounds    []string           `json:"rounds"`     // main rounds in the order of play; never nil
	TimeClass analysis.TimeClass `json:"time_class"` // Mixed where games differ, unknown where none says
}

// Mixed is the time class of an event with games of several classes.
const Mixed analysis.TimeClass = "mixed"

// Describe returns what the games say about their event. The time class is determined under the
// options as in Select; games whose class is only assumed do not count if others state theirs.
func Describe(games []*analysis.Game, o Options) EventTags {
	names, sites := tally{}, tally{}
	var dates []string
	for _, g := range games {
		names.add(roster.EventName(g))
		sites.add(siteOf(g))
		if d := analysis.DateOf(g); d != "" {
			dates = append(dates, d)
		}
	}
	ranked := names.ranked()
	e := EventTags{Others: []string{}, Rounds: []string{}, TimeClass: timeClassOf(games, o)}
	if len(ranked) > 0 {
		e.Name, e.Others = ranked[0], ranked[1:]
	}
	if s := sites.ranked(); len(s) > 0 {
		e.Site = s[0]
	}
	if len(dates) > 0 {
		e.FirstDate, e.LastDate = slices.Min(dates), slices.Max(dates)
	}
	for _, n := range analysis.MainRounds(games) {
		e.Rounds = append(e.Rounds, strconv.Itoa(n))
	}
	return e
}

func timeClassOf(games []*analysis.Game, o Options) analysis.TimeClass {
	known, assumed := analysis.UnknownTime, analysis.UnknownTime
	for _, g := range games {
		switch class, basis := o.of(g).timeClass(g); {
		case basis == Assumed:
			assumed = class
		case class == analysis.UnknownTime:
		case class == fast, known != analysis.UnknownTime && known != class:
			return Mixed
		default:
			known = class
		}
	}
	return cmp.Or(known, assumed)
}

// siteOf returns the place of a game, "" if the tag is empty or holds the address of a web page.
func siteOf(g *analysis.Game) string {
	s := strings.TrimSpace(g.Site)
	if s == "?" || s == "-" || strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") {
		return ""
	}
	return s
}

// tally counts texts.
type tally map[string]int

func (t tally) add(s string) {
	if s != "" {
		t[s]++
	}
}

// ranked returns the texts by frequency, the most frequent first, equally frequent ones in
// alphabetical order.
func (t tally) ranked() []string {
	return slices.SortedFunc(maps.Keys(t), func(a, b string) int {
		return cmp.Or(cmp.Compare(t[b], t[a]), strings.Compare(a, b))
	})
}
