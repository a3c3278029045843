package roster

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"fairplay/analysis"
)

// cluster is a set of identity keys that belong to one person as far as is known.
type cluster struct {
	id      string          // FIDE id, "" if none is given
	keys    map[string]bool // identity keys
	names   map[string]name // by written form
	spelt   map[string]int  // spellings as written, with their frequency
	met     map[string]bool // identity keys of opponents
	shown   string          // spelling to show, "" until name has chosen it
	settled bool            // nothing more may be merged into it
	into    *cluster        // the cluster of which it is now part, nil if none
}

// groups returns one cluster for each identity key, ordered by key, and the number of sides without
// a name.
func groups(games []*analysis.Game, written writtenNames) (all []*cluster, unnamed int) {
	byKey := map[string]*cluster{}
	for _, g := range games {
		for _, c := range []analysis.Color{analysis.White, analysis.Black} {
			key := written.key(g, c)
			if key == "" {
				unnamed++
				continue
			}
			if byKey[key] == nil {
				byKey[key] = newGroup(key)
			}
			byKey[key].see(g.Player(c).Name)
			byKey[key].met[written.key(g, c.Other())] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		all = append(all, byKey[key])
	}
	return all, unnamed
}

func newGroup(key string) *cluster {
	g := &cluster{
		keys: map[string]bool{key: true}, names: map[string]name{}, spelt: map[string]int{}, met: map[string]bool{},
	}
	g.id, _ = strings.CutPrefix(key, "#")
	if g.id == key {
		g.id = ""
	}
	return g
}

// see notes a spelling.
func (g *cluster) see(spelling string) {
	if g.spelt[spelling] == 0 {
		if n := parseName(spelling); !n.nameless() {
			g.names[n.written()] = n
		}
	}
	g.spelt[spelling]++
	g.shown = ""
}

// absorb makes another group part of this one.
func (g *cluster) absorb(other *cluster) {
	g.id = cmp.Or(g.id, other.id)
	maps.Copy(g.keys, other.keys)
	maps.Copy(g.names, other.names)
	maps.Copy(g.met, other.met)
	for s, n := range other.spelt {
		g.spelt[s] += n
	}
	g.shown = ""
}

// whole returns the cluster of which this one is part, or itself.
func (g *cluster) whole() *cluster {
	for g.into != nil {
		g = g.into
	}
	return g
}

// hasMet reports whether the two played each other, so that they cannot be one person.
func (g *cluster) hasMet(other *cluster) bool {
	for key := range other.keys {
		if g.met[key] {
			return true
		}
	}
	return false
}

// spellings returns the names as written, the most frequent first; of equally frequent ones the
// longest, then the last in the order of code points, which prefers small letters to capitals.
func (g *cluster) spellings() []string {
	return slices.SortedFunc(maps.Keys(g.spelt), func(a, b string) int {
		return cmp.Or(cmp.Compare(g.spelt[b], g.spelt[a]), cmp.Compare(len(b), len(a)), strings.Compare(b, a))
	})
}

// name returns the spelling to show, the first of spellings.
func (g *cluster) name() string {
	if g.shown == "" {
		g.shown = g.spellings()[0]
	}
	return g.shown
}

// bags returns the names as bags of words.
func (g *cluster) bags() map[string]bool {
	bags := map[string]bool{}
	for _, n := range g.names {
		bags[n.bag()] = true
	}
	return bags
}
