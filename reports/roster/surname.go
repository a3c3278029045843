package roster

import (
	"maps"
	"slices"
	"strings"
)

// bySurname joins a bare surname to the one person who bears it, if the two
// never met and no other bare name fits that person. Who was told apart by
// initials before still counts as a bearer.
func (m *matcher) bySurname() {
	bearers := index(m.live(), (*cluster).surnames)
	claims := map[*cluster]int{}
	borne := map[*cluster][]*cluster{} // by whom, for each bare surname
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

// joinBare makes a bare surname and its only bearer one person, unless they
// cannot be.
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

// keepBareApart reports a bare surname that may be any of its bearers but for
// those it met.
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

// bareSurname returns the surname of a group that has no more than that, ""
// where it has. A name of several words without a comma may be a surname too.
func (g *cluster) bareSurname() string {
	if len(g.names) != 1 {
		return ""
	}
	for _, n := range g.names {
		if n.comma || len(n.surname) == 1 && isInitial(n.surname[0]) {
			return ""
		}
		return strings.Join(n.surname, " ")
	}
	return ""
}

// surnames returns the surnames that the group's names may have beside given
// names. Without a comma nobody can tell how many words belong to it; then it is
// the first word or the last.
func (g *cluster) surnames() []string {
	all := map[string]bool{}
	for _, n := range g.names {
		for _, r := range n.readings() {
			if n.comma || len(r.surname) == 1 {
				all[strings.Join(r.surname, " ")] = true
			}
		}
	}
	return slices.Collect(maps.Keys(all))
}
