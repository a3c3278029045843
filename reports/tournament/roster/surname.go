package roster

import (
	"maps"
	"slices"
	"strings"
)

// bySurname joins a bare surname to the only person who has it, if the two never met and no other
// bare name fits that person. Persons told apart by initials before still count.
func (m *matcher) bySurname() {
	bearers := index(m.live(), (*cluster).surnames)
	claims := map[*cluster]int{}
	borne := map[*cluster][]*cluster{} // persons with it, for each bare surname
	var bare []*cluster
	for _, g := range m.unsettled() {
		all := bearers[g.bareSurname()]
		if len(all) == 0 {
			continue
		}
		bare = append(bare, g)
		borne[g] = all
		if len(all) == 1 {
			claims[all[0]]++
		}
	}
	for _, g := range bare {
		if all := borne[g]; len(all) == 1 && claims[all[0]] == 1 {
			m.joinBare(g.whole(), all[0].whole())
		} else if g.id == "" {
			m.keepBareApart(g, all)
		}
	}
}

// joinBare makes a bare surname and the only person with it one person, unless they cannot be.
func (m *matcher) joinBare(bare, bearer *cluster) {
	if bare == bearer || bare.hasMet(bearer) || bare.id != "" && bearer.id != "" {
		return
	}
	both := []*cluster{bare, bearer}
	m.note(Caveat{Kind: BySurname, Names: names(both), FideIDs: ids(both)})
	if bare.id != "" {
		merge(bare, bearer)
	} else {
		merge(bearer, bare)
	}
}

// keepBareApart reports a bare surname that may belong to any of these persons, except those that
// it met.
func (m *matcher) keepBareApart(g *cluster, bearers []*cluster) {
	alike := []*cluster{g}
	for _, b := range bearers {
		if !g.hasMet(b) {
			alike = append(alike, b)
		}
	}
	if len(alike) > 1 {
		m.keepApart(g, alike)
	}
}

// bareSurname returns the surname of a cluster that has nothing more, otherwise "". A name of
// several words without a comma may be a surname too.
func (c *cluster) bareSurname() string {
	if len(c.names) != 1 {
		return ""
	}
	for _, n := range c.names {
		if n.comma || len(n.surname) == 1 && isInitial(n.surname[0]) {
			return ""
		}
		return strings.Join(n.surname, " ")
	}
	return ""
}

// surnames returns the surnames that the cluster's names may have besides given names. Without a
// comma the number of its words is unknown; the first or the last word is then taken.
func (c *cluster) surnames() []string {
	all := map[string]bool{}
	for _, n := range c.names {
		for _, r := range n.readings() {
			if n.comma || len(r.surname) == 1 {
				all[strings.Join(r.surname, " ")] = true
			}
		}
	}
	return slices.Collect(maps.Keys(all))
}
