package roster

import (
	"maps"
	"slices"
)

// matcher merges clusters step by step, from what is certain to what is likely.
type matcher struct {
	groups  []*cluster // in the order of their first keys, including merged ones
	caveats []Caveat
}

func (m *matcher) note(c Caveat) { m.caveats = append(m.caveats, c.short()) }

// live returns the clusters that were not merged into others.
func (m *matcher) live() []*cluster {
	return slices.DeleteFunc(slices.Clone(m.groups), func(g *cluster) bool { return g.into != nil })
}

// merge merges clusters into the first of them.
func merge(into *cluster, others ...*cluster) {
	for _, other := range others {
		into.absorb(other)
		other.into = into
	}
}

// keepApart settles a cluster and reports that it may be any of those alike, which include it.
func (m *matcher) keepApart(g *cluster, alike []*cluster) {
	g.settled = true
	c := Caveat{Kind: Ambiguous, Names: []string{g.name()}}
	for _, other := range alike {
		if other == g {
			continue
		}
		if len(c.Names) > mostNames {
			break
		}
		c.Names = append(c.Names, other.name())
		c.FideIDs = appendID(c.FideIDs, other)
	}
	c.More = len(alike) - len(c.Names)
	m.note(c)
}

// index groups the clusters by their keys.
func index(groups []*cluster, keys func(*cluster) []string) map[string][]*cluster {
	out := map[string][]*cluster{}
	for _, g := range groups {
		for _, k := range keys(g) {
			out[k] = append(out[k], g)
		}
	}
	return out
}

// unsettled returns the groups that may still be merged.
func (m *matcher) unsettled() []*cluster {
	return slices.DeleteFunc(m.live(), func(g *cluster) bool { return g.settled })
}

// byName joins names without an id to the only person with an id who has the same name.
func (m *matcher) byName() {
	m.matchAlike(index(m.unsettled(), func(g *cluster) []string { return slices.Collect(maps.Keys(g.names)) }))
}

// byWords does the same for names of the same words in another order, and joins those of which none
// has an id.
func (m *matcher) byWords() {
	m.matchAlike(index(m.unsettled(), func(g *cluster) []string { return slices.Collect(maps.Keys(g.bags())) }))
}

// matchAlike merges each list of clusters that are alike, unless two of them have ids of their own
// or played each other.
func (m *matcher) matchAlike(alike map[string][]*cluster) {
	for _, key := range slices.Sorted(maps.Keys(alike)) {
		withID, without := split(alike[key])
		if len(without) == 0 || len(withID)+len(without) < 2 {
			continue
		}
		together := slices.Concat(withID, without)
		if len(withID) > 1 || meet(without, together) {
			for _, g := range without {
				m.keepApart(g, together)
			}
			continue
		}
		if exchanged(together) {
			m.note(Caveat{Kind: Reversed, Names: names(together), FideIDs: ids(withID)})
		}
		merge(together[0], together[1:]...)
	}
}

// split parts groups with a FIDE id from those without.
func split(groups []*cluster) (withID, without []*cluster) {
	for _, g := range groups {
		if g.id != "" {
			withID = append(withID, g)
		} else {
			without = append(without, g)
		}
	}
	return withID, without
}

// meet reports whether any of the clusters without an id played another one of all.
func meet(without, all []*cluster) bool {
	owner := map[string]*cluster{}
	for _, g := range all {
		for key := range g.keys {
			owner[key] = g
		}
	}
	for _, g := range without {
		for key := range g.met {
			if o := owner[key]; o != nil && o != g {
				return true
			}
		}
	}
	return false
}

// exchanged reports whether two names both have a comma and the same words in another order.
func exchanged(groups []*cluster) bool {
	written := map[string]string{} // by bag
	for _, g := range groups {
		for _, n := range g.names {
			if !n.comma {
				continue
			}
			if w, ok := written[n.bag()]; ok && w != n.written() {
				return true
			}
			written[n.bag()] = n.written()
		}
	}
	return false
}

func names(groups []*cluster) []string {
	out := make([]string, len(groups))
	for i, g := range groups {
		out[i] = g.name()
	}
	return out
}

func ids(groups []*cluster) []string {
	var out []string
	for _, g := range groups {
		out = appendID(out, g)
	}
	return out
}

// appendID appends the FIDE id of a group, if it has one.
func appendID(ids []string, g *cluster) []string {
	if g.id == "" {
		return ids
	}
	return append(ids, g.id)
}
