package tournament

import (
	"maps"
	"slices"
)

// mostPairs is how many pairs of names of one surname and first initial are
// compared. No event comes near it; names that exceed it are
// kept apart. One name with an initial is compared with however many others.
const mostPairs = 10_000

// byInitials joins two groups whose names differ in initials, if neither fits
// anybody else.
func (m *matcher) byInitials() {
	fits := m.fits()
	for _, g := range m.unsettled() {
		others := fits[g]
		switch {
		case g.settled || len(others) == 0 || g.id != "":
		case len(others) == 1 && len(fits[others[0]]) == 1 && !others[0].settled:
			g.settled, others[0].settled = true, true
			m.note(Caveat{Kind: ByInitials, Names: names([]*group{g, others[0]}), FideIDs: ids(others)})
			merge(others[0], g)
		case len(others) == 1 && others[0].id == "":
			g.settled = true // the caveat of the other one says it
		default:
			m.keepApart(g, append([]*group{g}, others...))
		}
	}
}

// fits lists for each group the others that it may be by initials, in the order
// of their first keys. Of two that fit each other at most one has an id.
func (m *matcher) fits() map[*group][]*group {
	groups := m.unsettled()
	place := map[*group]int{}
	for i, g := range groups {
		place[g] = i
	}
	blocks := index(groups, (*group).blocks)
	fits := map[*group][]*group{}
	for _, key := range slices.Sorted(maps.Keys(blocks)) {
		m.fitsWithin(blocks[key], place, fits)
	}
	for g, others := range fits {
		slices.SortFunc(others, func(a, b *group) int { return place[a] - place[b] })
		fits[g] = slices.Compact(others)
	}
	return fits
}

// fitsWithin adds the fits among groups that share a surname and an initial.
// Names fit only where one of the two has an initial, so that many names
// without any cost nothing.
func (m *matcher) fitsWithin(block []*group, place map[*group]int, fits map[*group][]*group) {
	var shortened []*group
	for _, g := range block {
		if g.hasInitials() {
			shortened = append(shortened, g)
		}
	}
	if len(shortened) > 1 && len(shortened)*len(block) > mostPairs {
		for _, g := range block {
			g.settled = true
		}
		m.note(Caveat{Kind: TooManyAlike, Names: names(block[:mostNames]), More: len(block) - mostNames})
		return
	}
	for _, a := range shortened {
		for _, b := range block {
			again := b.hasInitials() && place[b] <= place[a] // as the pair comes up twice
			if !again && (a.id == "" || b.id == "") && !a.hasMet(b) && a.abbreviates(b) {
				fits[a] = append(fits[a], b)
				fits[b] = append(fits[b], a)
			}
		}
	}
}

// blocks returns every surname that the group's names may have, each with the
// first letter of the given name that goes with it. Names that may be one up to
// initials share a block.
func (g *group) blocks() []string {
	all := map[string]bool{}
	for _, n := range g.names {
		for _, r := range n.readings() {
			all[r.block()] = true
		}
	}
	return slices.Collect(maps.Keys(all))
}

// hasInitials tells whether a name of the group has a word that is no more than
// a letter.
func (g *group) hasInitials() bool {
	for _, n := range g.names {
		if slices.ContainsFunc(n.words(), isInitial) {
			return true
		}
	}
	return false
}

// abbreviates tells whether every name of one group may be every name of the
// other, up to initials.
func (g *group) abbreviates(other *group) bool {
	for _, a := range g.names {
		for _, b := range other.names {
			if !a.abbreviates(b) {
				return false
			}
		}
	}
	return true
}
