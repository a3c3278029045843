package roster

import (
	"cmp"
	"slices"

	"fairplay/analysis"
)

// ratingSpread is how far apart the ratings of a person may lie before a reader is told, in Elo
// points. A rating list hardly moves a player further in the months that the longest leagues last;
// a rapid or national rating among FIDE's standard ones is often further off.
const ratingSpread = 50

// Rate sets the ratings of all persons from these games alone, which are those that count: Ratings
// are all that they give, Rating is the last in the order of play, 0 if they give none. Identify
// takes ratings from every game, and might use the rapid rating of a game that does not count.
// Persons whose ratings lie more than 50 points apart get a SeveralRatings caveat. A later call
// replaces an earlier one. Persons already handed out change with it.
//
// If a person's entry has a rating in force for his last game, he gets that one whatever the games
// say, and an OtherRating caveat if they say something else.
func (r *Roster) Rate(counted []*analysis.Game) {
	for _, p := range r.persons {
		p.Rating, p.Ratings, p.last = 0, nil, ""
	}
	for _, g := range analysis.InOrder(counted) {
		for _, c := range []analysis.Color{analysis.White, analysis.Black} {
			if p := r.Of(g, c); p != r.unnamed {
				p.rated(g.Player(c).Rating)
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
				Ratings: []int{p.Ratings[0], p.Ratings[n-1], p.Rating},
			})
		}
	}
	r.replace(caveats, SeveralRatings, OtherRating)
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
