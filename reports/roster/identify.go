package roster

import (
	"slices"

	"fairplay/analysis"
)

// Identify finds out who plays in the games. Two sides are one person
//
//  1. if they have the same FIDE id;
//  2. else, where one of them has none, if their names are alike up to case,
//     white space, diacritics, punctuation and titles, and no two persons with
//     an id bear that name;
//  3. else if their names are of the same words in another order, on the same
//     condition;
//  4. else if given names are shortened to initials that fit nobody else;
//  5. else if one has only a surname that nobody else bears. This and the step
//     before are marked with a caveat.
//
// Different ids are different persons whatever their names, and nobody is taken
// for somebody he played against. Names that may be several persons are kept
// apart and reported. Scripts are not transliterated: a name in Cyrillic and
// one in Latin letters are one person by FIDE id only.
//
// The result does not depend on the order of the games.
func Identify(games []*analysis.Game) *Roster {
	played := analysis.InOrder(games)
	all, unnamed := groups(played)
	m := &matcher{groups: all}
	m.byName()
	m.byWords()
	m.byInitials()
	m.bySurname()
	m.noteOddIDs(played)
	if unnamed > 0 {
		m.note(Caveat{Kind: Unnamed, Count: unnamed})
	}
	r := &Roster{byKey: map[string]*Person{}, unnamed: &Person{}, caveats: sortCaveats(m.caveats)}
	for _, g := range m.live() {
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
func (r *Roster) add(g *cluster) {
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
	p.rated(said.Rating)
}
