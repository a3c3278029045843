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
func (c *cluster) see(spelling string) {
	if c.spelt[spelling] == 0 {
		if n := parseName(spelling); !n.nameless() {
			c.names[n.written()] = n
		}
	}
	c.spelt[spelling]++
	c.shown = ""
}

// absorb makes another group part of this one.
func (c *cluster) absorb(other *cluster) {
	c.id = cmp.Or(c.id, other.id)
	maps.Copy(c.keys, other.keys)
	maps.Copy(c.names, other.names)
	maps.Copy(c.met, other.met)
	for s, n := range other.spelt {
		c.spelt[s] += n
	}
	c.shown = ""
}

// whole returns the cluster of which this one is part, or itself.
func (c *cluster) whole() *cluster {
	for c.into != nil {
		c = c.into
	}
	return c
}

// hasMet reports whether the two played each other, so that they cannot be one person.
func (c *cluster) hasMet(other *cluster) bool {
	for key := range other.keys {
		if c.met[key] {
			return true
		}
	}
	return false
}

// spellings returns the names as written, the most frequent first; of equally frequent ones the
// longest, then the last in the order of code points, which prefers small letters to capitals.
func (c *cluster) spellings() []string {
	return slices.SortedFunc(maps.Keys(c.spelt), func(a, b string) int {
		return cmp.Or(cmp.Compare(c.spelt[b], c.spelt[a]), cmp.Compare(len(b), len(a)), strings.Compare(b, a))
	})
}

// name returns the spelling to show, the first of spellings.
func (c *cluster) name() string {
	if c.shown == "" {
		c.shown = c.spellings()[0]
	}
	return c.shown
}

// bags returns the names as bags of words.
func (c *cluster) bags() map[string]bool {
	bags := map[string]bool{}
	for _, n := range c.names {
		bags[n.bag()] = true
	}
	return bags
}
