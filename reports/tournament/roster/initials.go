package roster

import (
	"maps"
	"slices"
)

// mostPairs is the greatest number of pairs of names with one surname and first initial that are
// compared; if there are more, all are kept apart. No event comes near it. A single name with an
// initial is compared with any number of others.
const mostPairs = 10_000

// byInitials joins two clusters whose names differ only in initials, if neither fits anybody else.
func (m *matcher) byInitials() {
	fits := m.fits()
	for _, g := range m.unsettled() {
		others := fits[g]
		if g.settled || len(others) == 0 || g.id != "" {
			continue
		}
		switch {
		case len(others) == 1 && len(fits[others[0]]) == 1 && !others[0].settled:
			g.settled, others[0].settled = true, true
			m.note(Caveat{Kind: ByInitials, Names: names([]*cluster{g, others[0]}), FideIDs: ids(others)})
			merge(others[0], g)
		case len(others) == 1 && others[0].id == "":
			g.settled = true // the caveat of the other one reports it
		default:
			m.keepApart(g, append([]*cluster{g}, others...))
		}
	}
}

// fitting lists, for each cluster, the others that may be the same person by initials.
type fitting map[*cluster][]*cluster

// fits finds, for each cluster, the others that fit by initials, in the order of first keys. Of two
// that fit each other at most one has an id.
func (m *matcher) fits() fitting {
	groups := m.unsettled()
	place := map[*cluster]int{}
	for i, g := range groups {
		place[g] = i
	}
	blocks := index(groups, (*cluster).blocks)
	fits := fitting{}
	for _, key := range slices.Sorted(maps.Keys(blocks)) {
		m.fitsWithin(blocks[key], fits)
	}
	for g, others := range fits {
		slices.SortFunc(others, func(a, b *cluster) int { return place[a] - place[b] })
		fits[g] = slices.Compact(others)
	}
	return fits
}

// fitsWithin adds the fits among clusters that share a surname and an initial. Names fit only if
// one of them has an initial, so many names without any cost nothing.
func (m *matcher) fitsWithin(block []*cluster, fits fitting) {
	var shortened, full []*cluster
	for _, g := range block {
		if g.hasInitials() {
			shortened = append(shortened, g)
		} else {
			full = append(full, g)
		}
	}
	if len(shortened) > 1 && len(shortened)*len(block) > mostPairs {
		for _, g := range block {
			g.settled = true
		}
		m.note(Caveat{Kind: TooManyAlike, Names: names(block[:mostNames]), More: len(block) - mostNames})
		return
	}
	for i, a := range shortened {
		for _, b := range shortened[i+1:] {
			fits.compare(a, b)
		}
		for _, b := range full {
			fits.compare(a, b)
		}
	}
}

// compare notes whether two groups fit each other.
func (f fitting) compare(a, b *cluster) {
	if (a.id == "" || b.id == "") && !a.hasMet(b) && a.abbreviates(b) {
		f[a] = append(f[a], b)
		f[b] = append(f[b], a)
	}
}

// blocks returns every surname that the cluster's names may have, each with the first letter of its
// given name. Names that may be one up to initials share a block.
func (c *cluster) blocks() []string {
	all := map[string]bool{}
	for _, n := range c.names {
		for _, r := range n.readings() {
			all[r.block()] = true
		}
	}
	return slices.Collect(maps.Keys(all))
}

// hasInitials reports whether a name of the cluster has a word of a single letter.
func (c *cluster) hasInitials() bool {
	for _, n := range c.names {
		if slices.ContainsFunc(n.words(), isInitial) {
			return true
		}
	}
	return false
}

// abbreviates reports whether every name of one cluster may be every name of the other, up to
// initials.
func (c *cluster) abbreviates(other *cluster) bool {
	for _, a := range c.names {
		for _, b := range other.names {
			if !a.abbreviates(b) {
				return false
			}
		}
	}
	return true
}
