package roster

import (
	"maps"
	"slices"

	"fairplay/analysis"
)

// noteOddIDs reports ids with unlike names, and ids and names on both sides of a game.
func (m *matcher) noteOddIDs(games []*analysis.Game) {
	for _, g := range m.live() {
		if g.id != "" && g.unlike() {
			m.note(Caveat{Kind: UnlikeNames, Names: slices.Sorted(maps.Keys(g.spelt)), FideIDs: []string{g.id}})
		}
		if g.hasMet(g) {
			m.note(Caveat{Kind: NameOnBothSides, Names: []string{g.name()}})
		}
	}
	for _, g := range games {
		if id := FideID(g.White.FideID); id != "" && id == FideID(g.Black.FideID) {
			both := []string{g.White.Name, g.Black.Name}
			slices.Sort(both)
			m.note(Caveat{Kind: IDOnBothSides, Names: both, FideIDs: []string{id}})
		}
	}
}

// unlike reports whether a name of the group shares no word with the one shown.
func (c *cluster) unlike() bool {
	shown := parseName(c.name()).words()
	for _, n := range c.names {
		if !slices.ContainsFunc(n.words(), func(w string) bool { return slices.Contains(shown, w) }) {
			return true
		}
	}
	return false
}
