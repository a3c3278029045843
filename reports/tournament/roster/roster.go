package roster

import (
	"cmp"
	"slices"
	"strings"

	"fairplay/analysis"
)

// Person is one player of an event, whatever spellings of his name the games have.
type Person struct {
	Name       string   // the most frequent spelling
	FideID     string   // "" if no game gives one
	Title      string   // the last one given, in the order of play
	Federation string   // the last one given, in the order of play
	Rating     int      // the last one given, in the order of play; 0 if no game gives one (see Roster.Rate, RatingIn)
	Ratings    []int    // every rating given, ascending
	Aliases    []string // the other spellings, in alphabetical order
	Entry      *Entry   // on the list of players given to Identify; nil if nobody on it is certainly this person

	words []string // of Name, folded
	last  string   // day of the last game that counts, as PGN writes it
}

// inForce returns the rating in force for the last game by the list of players; the zero Rating if
// it has none.
func (p *Person) inForce() Rating {
	if p.Entry == nil {
		return Rating{}
	}
	return p.Entry.On(p.last)
}

// RatingSD returns the uncertainty of the person's rating in Elo points; 0 if it is that of any
// rating which rests on many games (score.Effects.Rating).
func (p *Person) RatingSD() float64 {
	return p.inForce().SD
}

// RatingBasis says where the person's rating comes from; "" means the tags of games.
func (p *Person) RatingBasis() RatingBasis {
	if r := p.inForce(); r.Rating > 0 {
		return r.Basis
	}
	return ""
}

// Roster holds the players of a set of games. Identify makes it; Rate and CheckRounds change it
// once it is known which games count.
type Roster struct {
	persons []*Person          // sorted
	byKey   map[string]*Person // by identity key
	written writtenNames       // of the sides of all games
	texts   *eventTexts
	sides   map[*analysis.Game][2]*Person // of those games
	unnamed *Person                       // stands for every side without a name
	caveats []Caveat

	// Of the games that count (Rate): what they give, their places in the order of play, and the names of
	// their events if they are of several.
	given  map[*Person][]gameRating
	place  map[any]int
	events map[any]string
}

// Of returns the player of a colour in a game that the roster was made from. Sides without a name
// share one nameless Person, who is not among Persons; so do the sides of games that the roster
// does not know. The result is never nil.
func (r *Roster) Of(g *analysis.Game, c analysis.Color) *Person {
	if both, known := r.sides[g]; known {
		return both[c]
	}
	if p, ok := r.byKey[r.written.key(g, c)]; ok {
		return p
	}
	return r.unnamed
}

// Unnamed reports whether a person stands for the sides without a name.
func (r *Roster) Unnamed(p *Person) bool { return p == r.unnamed }

// Color returns the colour of a person in a game, nil if he does not play in it.
func (r *Roster) Color(g *analysis.Game, p *Person) *analysis.Color {
	for _, c := range []analysis.Color{analysis.White, analysis.Black} {
		if r.Of(g, c) == p {
			return &c
		}
	}
	return nil
}

// Persons returns everybody, by name and FIDE id.
func (r *Roster) Persons() []*Person { return slices.Clone(r.persons) }

// Caveats returns what a reader should know about how names became persons,
// and about their ratings and games once Rate and CheckRounds have seen those
// that count; sorted.
func (r *Roster) Caveats() []Caveat { return slices.Clone(r.caveats) }

// comparePersons orders by folded name, then name as written, then FIDE id.
func comparePersons(a, b *Person) int {
	return cmp.Or(slices.Compare(a.words, b.words), strings.Compare(a.Name, b.Name), strings.Compare(a.FideID, b.FideID))
}

// writtenNames holds the written form of names (name.written), "" for none, so that each is taken
// apart once however many games have it.
type writtenNames map[string]string

// learn adds the names of games.
func (w writtenNames) learn(games []*analysis.Game) {
	for _, g := range games {
		for _, said := range []string{g.White.Name, g.Black.Name} {
			if _, known := w[said]; !known {
				w[said] = writtenName(said)
			}
		}
	}
}

// key returns the identity key of a side, by which it is known before names are compared: its FIDE id, otherwise its name up
// to case, marks and punctuation; "" without a name. An id on both sides of a game is wrong on one
// of them and proves nothing there.
func (w writtenNames) key(g *analysis.Game, c analysis.Color) string {
	p := g.Player(c)
	if id := FideID(p.FideID); id != "" && id != FideID(g.Player(c.Other()).FideID) {
		return "#" + id
	}
	if written, known := w[p.Name]; known {
		return written
	}
	return writtenName(p.Name)
}

func writtenName(said string) string {
	if n := parseName(said); !n.nameless() {
		return n.written()
	}
	return ""
}

// FideID returns an id without leading zeros, "" if it is not a number above zero.
func FideID(s string) string {
	s = strings.TrimLeft(strings.TrimSpace(s), "0")
	if strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' }) {
		return ""
	}
	return s
}
