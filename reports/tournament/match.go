package tournament

import (
	"maps"
	"slices"
)

// matcher merges groups step by step, from what is certain to what is likely.
type matcher struct {
	groups  []*group
	caveats []Caveat
}

func (m *matcher) note(c Caveat) { m.caveats = append(m.caveats, c) }

// merge puts groups into the first of them.
func (m *matcher) merge(into *group, others ...*group) {
	for _, other := range others {
		into.absorb(other)
	}
	m.groups = slices.DeleteFunc(m.groups, func(g *group) bool { return slices.Contains(others, g) })
}

// keepApart reports that a group may be any of the others and settles it.
func (m *matcher) keepApart(g *group, others []*group) {
	g.settled = true
	c := Caveat{Kind: Ambiguous, Names: []string{g.name()}}
	for _, other := range others {
		c.Names = append(c.Names, other.name())
		if other.id != "" {
			c.FideIDs = append(c.FideIDs, other.id)
		}
	}
	m.note(c)
}

// index lists the unsettled groups by what key says of them.
func (m *matcher) index(keys func(*group) []string) map[string][]*group {
	out := map[string][]*group{}
	for _, g := range m.groups {
		if g.settled {
			continue
		}
		for _, k := range keys(g) {
			out[k] = append(out[k], g)
		}
	}
	return out
}

// byName joins names without an id to the one person with an id who bears the
// same name.
func (m *matcher) byName() {
	m.matchAlike(m.index(func(g *group) []string { return slices.Collect(maps.Keys(g.names)) }))
}

// byWords does the same for names of the same words in another order, and
// joins those among which nobody has an id.
func (m *matcher) byWords() {
	m.matchAlike(m.index(func(g *group) []string { return slices.Collect(maps.Keys(g.bags())) }))
}

// matchAlike merges each list of groups that are alike, unless two of them have
// ids of their own or played each other.
func (m *matcher) matchAlike(alike map[string][]*group) {
	for _, key := range slices.Sorted(maps.Keys(alike)) {
		withID, without := split(alike[key])
		if len(without) == 0 || len(withID)+len(without) < 2 {
			continue
		}
		together := slices.Concat(withID, without)
		if len(withID) > 1 || meet(together) {
			for _, g := range without {
				m.keepApart(g, slices.DeleteFunc(slices.Clone(together), func(o *group) bool { return o == g }))
			}
			continue
		}
		if exchanged(together) {
			m.note(Caveat{Kind: Reversed, Names: names(together), FideIDs: ids(withID)})
		}
		m.merge(together[0], together[1:]...)
	}
}

// split parts groups with a FIDE id from those without.
func split(groups []*group) (withID, without []*group) {
	for _, g := range groups {
		if g.id != "" {
			withID = append(withID, g)
		} else {
			without = append(without, g)
		}
	}
	return withID, without
}

// meet tells whether any two of the groups played each other.
func meet(groups []*group) bool {
	for i, a := range groups {
		if slices.ContainsFunc(groups[i+1:], a.hasMet) {
			return true
		}
	}
	return false
}

// exchanged tells whether two names have a comma and still the same words in
// another order.
func exchanged(groups []*group) bool {
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

func names(groups []*group) []string {
	out := make([]string, len(groups))
	for i, g := range groups {
		out[i] = g.name()
	}
	return out
}

func ids(groups []*group) []string {
	out := make([]string, len(groups))
	for i, g := range groups {
		out[i] = g.id
	}
	return out
}
