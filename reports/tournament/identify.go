package tournament

import (
	"maps"
	"slices"

	"fairplay/analysis"
)

// Identify finds out who plays in the games. Two sides are one person
//
//  1. if they have the same FIDE id;
//  2. else, where one of them has none, if their names are alike up to case,
//     white space, diacritics and punctuation, and no two persons with an id
//     bear that name;
//  3. else if their names are of the same words in another order, on the same
//     condition;
//  4. else if given names are shortened to initials that fit nobody else. This
//     is marked with a caveat.
//
// Different ids are different persons whatever their names, and nobody is taken
// for somebody he played against. Names that may be several persons are kept
// apart and reported. Scripts are not transliterated: a name in Cyrillic and
// one in Latin letters are one person by FIDE id only.
//
// The result does not depend on the order of the games.
func Identify(games []*analysis.Game) *Roster {
	played := inOrder(games)
	all, unnamed := groups(played)
	m := &matcher{groups: all}
	m.byName()
	m.byWords()
	m.byInitials()
	m.noteOddIDs(played)
	if unnamed > 0 {
		m.note(Caveat{Kind: Unnamed, Count: unnamed})
	}
	r := &Roster{byKey: map[string]*Person{}, unnamed: &Person{}, caveats: sortCaveats(m.caveats)}
	for _, g := range m.groups {
		r.add(g)
	}
	for _, game := range played {
		r.update(game, analysis.White)
		r.update(game, analysis.Black)
	}
	slices.SortFunc(r.persons, comparePersons)
	return r
}

// add makes a group a person.
func (r *Roster) add(g *group) {
	spellings := g.spellings()
	p := &Person{Name: spellings[0], FideID: g.id, Aliases: spellings[1:]}
	slices.Sort(p.Aliases)
	for key := range g.keys {
		r.byKey[key] = p
	}
	r.persons = append(r.persons, p)
}

// update takes over what a game says of its player; games come in the order of
// play.
func (r *Roster) update(g *analysis.Game, c analysis.Color) {
	p, said := r.Of(g, c), g.Player(c)
	if p == r.unnamed {
		return
	}
	if said.Title != "" {
		p.Title = said.Title
	}
	if said.Federation != "" {
		p.Federation = said.Federation
	}
	if said.Rating > 0 {
		p.Rating = said.Rating
		if i, known := slices.BinarySearch(p.Ratings, said.Rating); !known {
			p.Ratings = slices.Insert(p.Ratings, i, said.Rating)
		}
	}
}

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
