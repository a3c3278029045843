package norm

import (
	"slices"

	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
)

// TitleWithoutNorms is a title that a player may have won without norms, for a person to check: by
// his rating (1.3), or directly by his place in an event in the table of 1.2.4, which only the
// arbiter knows.
type TitleWithoutNorms struct {
	*Player
	Title  string
	Ground ClaimKind
	Bound  int // required rating
	// Change is the sum of score minus expected score over the rounds after which it was highest,
	// in hundredths of a point; K multiplies it. Only for Interim.
	Change int
	LeastK int // least K with which the change reaches Bound. Only for Interim.
	Source regulations.RuleSource
}

// ClaimKind is the ground of a claim.
type ClaimKind string

// The grounds. For a title by rating the player must have played 30 rated games.
const (
	ByRating    ClaimKind = "rating"      // the rating reaches the bound
	Interim     ClaimKind = "interim"     // it may have done so during the event, which depends on K
	Direct      ClaimKind = "direct"      // the arbiter names it, and the rating reaches the bound
	Conditional ClaimKind = "conditional" // the arbiter names it; it is awarded when the rating reaches the bound
	NoRating    ClaimKind = "no_rating"   // the arbiter names it; no rating is known
)

// Named is a direct title that the arbiter says a player has won (1.2.4).
type Named struct {
	Number int // of the player
	Title  string
}

// Claims returns the titles by rating that players without them may ask for, the highest open and
// the highest women's title, and the named direct titles. A named player who does not take part, or
// a title that is not awarded, or not to him, is an Invalid error.
func Claims(e *Crosstable, named []Named, ed regulations.Edition) (claims []TitleWithoutNorms, err error) {
	f, rules := newField(e), ed.Titles()
	for _, n := range f.numbers() {
		p := f.players[n]
		for _, women := range []bool{false, true} {
			for _, t := range rules.ByRating {
				if t.Women != women {
					continue
				}
				if holds(p, t.Title) {
					break
				}
				if c, found := f.byRating(p, t, ed); found {
					claims = append(claims, c)
					break
				}
			}
		}
	}
	for _, c := range named {
		p := f.players[c.Number]
		i := slices.IndexFunc(rules.Direct, func(t regulations.RatedTitle) bool { return t.Title == c.Title })
		switch {
		case p == nil:
			return nil, fault.New(fault.Invalid, "direct_title", "no player has the number %d", c.Number)
		case i < 0:
			return nil, fault.New(fault.Invalid, "direct_title", "%q is no title that is awarded directly", c.Title)
		case rules.Direct[i].Women && p.Sex == Man:
			return nil, fault.New(fault.Invalid, "direct_title", "%s is a title for women, and the file says that number %d is a man", c.Title, c.Number)
		}
		claim := TitleWithoutNorms{Player: p, Title: c.Title, Ground: Direct, Bound: rules.Direct[i].Rating, Source: ed.TitleSource("B01-0.6.2")}
		switch {
		case p.Rating == 0:
			claim.Ground = NoRating
		case p.Rating < claim.Bound:
			claim.Ground = Conditional
		}
		claims = append(claims, claim)
	}
	return claims, nil
}

// holds reports whether a player has a title, or a higher one.
func holds(p *Player, title string) bool {
	open, women := []string{"CM", "FM", "IM", "GM"}, []string{"WCM", "WFM", "WIM", "WGM"}
	if i := slices.Index(women, title); i >= 0 {
		return slices.Contains(women[i:], p.Title) || slices.Contains(open[i:], p.Title)
	}
	return slices.Contains(open[slices.Index(open, title):], p.Title)
}

// byRating claims a title for the rating at the start of the event, or for one that may have been
// reached after some round.
func (f *field) byRating(p *Player, t regulations.RatedTitle, ed regulations.Edition) (TitleWithoutNorms, bool) {
	c := TitleWithoutNorms{Player: p, Title: t.Title, Ground: ByRating, Bound: t.Rating, Source: ed.TitleSource("B01-1.3")}
	if t.Women && p.Sex != Woman || p.Rating == 0 {
		return c, false
	}
	if p.Rating >= t.Rating {
		return c, true
	}
	games, _ := f.games(p)
	var played []regulations.Played
	for _, g := range games {
		if g.Rating > 0 {
			played = append(played, regulations.Played{Difference: p.Rating - g.Rating, HalfPoints: g.Outcome.halfPoints()})
			c.Change = max(c.Change, ed.RatingChange(played))
		}
	}
	// The rating is rounded, 0.5 up: half a point less is enough.
	short := 100*(t.Rating-p.Rating) - 50
	if c.Change <= 0 {
		return c, false
	}
	c.Ground, c.LeastK = Interim, (short+c.Change-1)/c.Change
	return c, c.LeastK <= ed.HighestK()
}
