package roster

import (
	"cmp"
	"slices"

	"fairplay/analysis"
)

// Identify finds out who plays in the games. Two sides are one person
//
// 1. if they have the same FIDE id; 2. else, if one of them has none, if their names are alike up
// to case, white space, diacritics, punctuation and titles, and no two persons with an id have that
// name; 3. else if their names have the same words in another order, on the same condition; 4. else
// if given names are shortened to initials that fit nobody else; 5. else if one has only a surname
// that nobody else has. This step and the one before add a caveat.
//
// Different ids are different persons whatever their names, and nobody is the same person as his
// opponent. Names that may be several persons are kept apart and reported. Scripts are not
// transliterated: a name in Cyrillic and one in Latin letters are one person by FIDE id only.
//
// entries is the list of players, if there is one. They take part as if each were named in a game.
// A name that people have assigned to an entry is his, whatever it looks like, unless the two
// played each other. A person who is certainly on the list has its Entry, and takes name, title and
// federation from it if it gives them.
//
// The result does not depend on the order of the games.
func Identify(games []*analysis.Game, entries ...Entry) *Roster {
	played := analysis.InOrder(games)
	named := listed(entries)
	written := writtenNames{}
	written.learn(played)
	written.learn(named)
	all, unnamed := groups(slices.Concat(played, named), written)
	m := &matcher{groups: all}
	m.asAnswered(entries, named)
	m.byName()
	m.byWords()
	m.byInitials()
	m.bySurname()
	m.noteOddIDs(played)
	if unnamed -= len(named); unnamed > 0 { // the games made of entries have no Black
		m.note(Caveat{Kind: Unnamed, Count: unnamed})
	}
	r := &Roster{byKey: map[string]*Person{}, written: written, texts: newEventTexts(), unnamed: &Person{}, caveats: sortCaveats(m.caveats)}
	for _, g := range m.live() {
		r.add(g)
	}
	sides := make(map[*analysis.Game][2]*Person, len(played))
	for _, g := range played {
		sides[g] = [2]*Person{r.Of(g, analysis.White), r.Of(g, analysis.Black)}
	}
	r.sides = sides
	for _, game := range played {
		r.update(game, analysis.White)
		r.update(game, analysis.Black)
	}
	r.enter(entries, named)
	r.keepPlaying(played)
	slices.SortFunc(r.persons, comparePersons)
	return r
}

// listed returns a game for each entry, in which he is White and nobody is Black.
func listed(entries []Entry) []*analysis.Game {
	all := make([]*analysis.Game, len(entries))
	for i, e := range entries {
		all[i] = &analysis.Game{White: analysis.Player{Name: e.Name, FideID: e.FideID}}
	}
	return all
}

// asAnswered joins the names that people have assigned to entries.
func (m *matcher) asAnswered(entries []Entry, named []*analysis.Game) {
	byKey := map[string]*cluster{}
	for _, g := range m.groups {
		for key := range g.keys {
			byKey[key] = g
		}
	}
	for i, e := range entries {
		his := byKey[writtenNames{}.key(named[i], analysis.White)]
		for _, called := range e.CalledAs {
			other := byKey[writtenNames{}.key(&analysis.Game{White: called.player()}, analysis.White)]
			if his == nil || other == nil {
				continue
			}
			if a, b := his.whole(), other.whole(); a != b && !a.hasMet(b) {
				merge(a, b)
			}
		}
	}
}

// enter gives persons their entries. If nothing tells two entries apart, neither is used.
func (r *Roster) enter(entries []Entry, named []*analysis.Game) {
	taken := map[*Person]bool{}
	for i := range entries {
		p := r.Of(named[i], analysis.White)
		if taken[p] || p == r.unnamed {
			p.Entry = nil
			continue
		}
		taken[p], p.Entry = true, &entries[i]
	}
	for p := range taken {
		if e := p.Entry; e != nil {
			p.rename(e.Name)
			p.Title, p.Federation = cmp.Or(e.Title, p.Title), cmp.Or(e.Federation, p.Federation)
			p.FideID = cmp.Or(FideID(e.FideID), p.FideID)
		}
	}
}

// rename shows a person under another name and keeps the old one as an alias.
func (p *Person) rename(name string) {
	if name == "" || name == p.Name {
		return
	}
	p.Aliases = append(p.Aliases, p.Name)
	p.Aliases = slices.DeleteFunc(p.Aliases, func(a string) bool { return a == name })
	slices.Sort(p.Aliases)
	p.Name, p.words = name, parseName(name).words()
}

// keepPlaying drops persons who play in none of the games.
func (r *Roster) keepPlaying(played []*analysis.Game) {
	playing := map[*Person]bool{}
	for _, g := range played {
		playing[r.Of(g, analysis.White)], playing[r.Of(g, analysis.Black)] = true, true
	}
	r.persons = slices.DeleteFunc(r.persons, func(p *Person) bool { return !playing[p] })
}

// add makes a cluster a person.
func (r *Roster) add(g *cluster) {
	spellings := g.spellings()
	p := &Person{Name: spellings[0], FideID: g.id, Aliases: spellings[1:], words: parseName(spellings[0]).words()}
	slices.Sort(p.Aliases)
	for key := range g.keys {
		r.byKey[key] = p
	}
	r.persons = append(r.persons, p)
}

// update takes from a game what it says about its player; games come in the order of play.
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
