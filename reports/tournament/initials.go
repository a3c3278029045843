package tournament

import (
	"maps"
	"slices"
	"strings"

	"fairplay/analysis"
)

// byInitials joins two groups whose names differ in initials, if neither fits
// anybody else.
func (m *matcher) byInitials() {
	fits := m.fits()
	for _, g := range slices.Clone(m.groups) {
		others := fits[g]
		switch {
		case g.settled || len(others) == 0 || g.id != "":
		case len(others) == 1 && len(fits[others[0]]) == 1:
			g.settled, others[0].settled = true, true
			m.note(Caveat{Kind: ByInitials, Names: names([]*group{g, others[0]}), FideIDs: ids(others[:1])})
			m.merge(others[0], g)
		default:
			m.keepApart(g, others)
		}
	}
}

// fits lists for each group the others that it may be by initials. Of two that
// fit each other at most one has an id.
func (m *matcher) fits() map[*group][]*group {
	fits := map[*group][]*group{}
	for _, alike := range m.index((*group).surnames) {
		for i, a := range alike {
			for _, b := range alike[i+1:] {
				if (a.id == "" || b.id == "") && !a.hasMet(b) && a.abbreviates(b) {
					fits[a] = append(fits[a], b)
					fits[b] = append(fits[b], a)
				}
			}
		}
	}
	for g, others := range fits {
		slices.SortFunc(others, func(a, b *group) int { return strings.Compare(a.firstKey(), b.firstKey()) })
		fits[g] = slices.Compact(others)
	}
	return fits
}

// surnames returns every surname that the group's names may have.
func (g *group) surnames() []string {
	all := map[string]bool{}
	for _, n := range g.names {
		for _, r := range n.readings() {
			all[strings.Join(r.surname, " ")] = true
		}
	}
	return slices.Collect(maps.Keys(all))
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

func (g *group) firstKey() string { return slices.Min(slices.Collect(maps.Keys(g.keys))) }

// noteOddIDs reports ids under unlike names, and ids and names that stand on
// both sides of a game.
func (m *matcher) noteOddIDs(games []*analysis.Game) {
	for _, g := range m.groups {
		if g.id != "" && g.unlike() {
			m.note(Caveat{Kind: UnlikeNames, Names: slices.Sorted(maps.Keys(g.spelt)), FideIDs: []string{g.id}})
		}
		if g.hasMet(g) {
			m.note(Caveat{Kind: NameOnBothSides, Names: []string{g.name()}})
		}
	}
	for _, g := range games {
		if id := fideID(g.White.FideID); id != "" && id == fideID(g.Black.FideID) {
			both := []string{g.White.Name, g.Black.Name}
			slices.Sort(both)
			m.note(Caveat{Kind: IDOnBothSides, Names: both, FideIDs: []string{id}})
		}
	}
}

// unlike tells whether two names of the group share no word.
func (g *group) unlike() bool {
	all := slices.Collect(maps.Values(g.names))
	for i, a := range all {
		for _, b := range all[i+1:] {
			if !slices.ContainsFunc(a.words(), func(w string) bool { return slices.Contains(b.words(), w) }) {
				return true
			}
		}
	}
	return false
}
