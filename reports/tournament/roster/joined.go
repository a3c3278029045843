package roster

import (
	"cmp"
	"slices"
	"strings"
)

// DatedList is the list of players of an event with the month in which the event begins, "2026-03".
type DatedList struct {
	Month   string
	Entries []Entry
}

// Joined makes one list of those of several events, in the order in which they begin. A player, known by
// his FIDE id, has the ratings in force of each event from its month on, and none from that of an event
// whose list does not have him: ratings of its games then apply. Players without an id are left out,
// because the same name in two lists may be two persons.
func Joined(lists []DatedList) []Entry {
	var all []Entry
	place := map[string]int{}
	for _, l := range lists {
		for _, e := range l.Entries {
			if _, there := place[FideID(e.FideID)]; !there && FideID(e.FideID) != "" {
				place[FideID(e.FideID)] = len(all)
				joined := e
				joined.InForce, joined.Later, joined.CalledAs = Rating{}, nil, nil
				all = append(all, joined)
			}
		}
	}
	for _, l := range lists {
		listed := map[int]*Entry{}
		for i := range l.Entries {
			if at, there := place[FideID(l.Entries[i].FideID)]; there {
				listed[at] = &l.Entries[i]
			}
		}
		for i := range all {
			e := listed[i]
			if e == nil {
				e = &Entry{}
			}
			all[i].Later = append(append(all[i].Later, MonthRating{l.Month, e.InForce}), e.Later...)
			all[i].CalledAs = append(all[i].CalledAs, e.CalledAs...)
			all[i].Title = cmp.Or(e.Title, all[i].Title)
		}
	}
	for i := range all {
		slices.SortStableFunc(all[i].Later, func(a, b MonthRating) int { return strings.Compare(a.Month, b.Month) })
	}
	return all
}
