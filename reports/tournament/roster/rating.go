package roster

import (
	"cmp"
	"math"
	"slices"

	"fairplay/analysis"
)

// ratingSpread is how far apart the ratings of a person may lie before a reader is told, in Elo
// points. A rating list hardly moves a player further in the months that the longest leagues last;
// a rapid or national rating among FIDE's standard ones is often further off.
const ratingSpread = 50

// Rate sets the ratings of all persons from these games alone, which are those that count, and tells
// their events apart (EventIn): Ratings are all that they give, Rating is the last in the order of
// play, 0 if they give none. Identify takes ratings from every game, and might use the rapid rating of
// a game that does not count.
// Persons whose ratings lie more than 50 points apart get a SeveralRatings caveat. A later call
// replaces an earlier one. Persons already handed out change with it.
//
// If a person's entry has a rating in force for his last game, he gets that one whatever the games
// say, and an OtherRating caveat if they say something else.
func (r *Roster) Rate(counted []*analysis.Game) {
	for _, p := range r.persons {
		p.Rating, p.Ratings, p.last = 0, nil, ""
	}
	played := analysis.InOrder(counted)
	r.divide(played)
	r.given = map[*Person][]gameRating{}
	for i, g := range played {
		for _, c := range []analysis.Color{analysis.White, analysis.Black} {
			if p := r.Of(g, c); p != r.unnamed {
				p.rated(g.Player(c).Rating)
				if rating := g.Player(c).Rating; rating > 0 {
					r.given[p] = append(r.given[p], gameRating{i, rating})
				}
				p.last = cmp.Or(analysis.DateOf(g), p.last)
			}
		}
	}
	var caveats []Caveat
	for _, p := range r.persons {
		if holds := p.inForce().Rating; holds > 0 {
			if n := len(p.Ratings); n > 0 && (n > 1 || p.Ratings[0] != holds) {
				caveats = append(caveats, Caveat{
					Kind: OtherRating, Names: []string{p.Name}, FideIDs: p.ids(), Count: n,
					Ratings: []int{p.Ratings[0], p.Ratings[n-1], holds},
				})
			}
			p.Rating = holds
			continue
		}
		if n := len(p.Ratings); n > 1 && p.Ratings[n-1]-p.Ratings[0] > ratingSpread {
			caveats = append(caveats, Caveat{
				Kind: SeveralRatings, Names: []string{p.Name}, FideIDs: p.ids(), Count: n,
				Ratings: []int{p.Ratings[0], p.Ratings[n-1]},
			})
		}
	}
	r.place = map[any]int{}
	for i, g := range played {
		r.place[gameKey(g)] = i
	}
	r.replace(caveats, SeveralRatings, OtherRating)
}

// gameRating is a rating that a game gives, with the game's place in the order of play.
type gameRating struct{ place, rating int }

// RatingIn returns the rating at which a player is judged in one game that counts: that of the list of
// players in force on its day, otherwise that which the game gives, otherwise that of the nearest game
// that gives one (the earlier of two); 0 if there is none.
func (r *Roster) RatingIn(g *analysis.Game, c analysis.Color) int {
	p := r.Of(g, c)
	if p.Entry != nil {
		if listed := p.Entry.On(cmp.Or(analysis.DateOf(g), p.last)).Rating; listed > 0 {
			return listed
		}
	}
	if rating := g.Player(c).Rating; rating > 0 || p == r.unnamed {
		return rating
	}
	at, nearest, distance := r.place[gameKey(g)], p.Rating, math.MaxInt
	for _, given := range r.given[p] {
		if d := max(at-given.place, given.place-at); d < distance {
			nearest, distance = given.rating, d
		}
	}
	return nearest
}

// rated notes the rating that a game gives, 0 if it gives none.
func (p *Person) rated(rating int) {
	if rating <= 0 {
		return
	}
	p.Rating = rating
	if i, known := slices.BinarySearch(p.Ratings, rating); !known {
		p.Ratings = slices.Insert(p.Ratings, i, rating)
	}
}

// ids returns the person's FIDE id, if he has one, as a list.
func (p *Person) ids() []string {
	if p.FideID == "" {
		return nil
	}
	return []string{p.FideID}
}

// replace replaces the caveats of the given kinds.
func (r *Roster) replace(caveats []Caveat, kinds ...CaveatKind) {
	kept := slices.DeleteFunc(slices.Clone(r.caveats), func(c Caveat) bool { return slices.Contains(kinds, c.Kind) })
	for _, c := range caveats {
		kept = append(kept, c.short())
	}
	r.caveats = sortCaveats(kept)
}
