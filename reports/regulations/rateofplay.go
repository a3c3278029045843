package regulations

import "fmt"

// RateOfPlayRules say how long rated games of standard chess must last, and those for norms.
type RateOfPlayRules struct {
	RuleSource
	// Least is the thinking time in minutes of 60 moves that each player has at least, by the
	// higher rating of a game: the first row whose rating it reaches. In descending order.
	Least      []RatedTime `json:"least"`
	FirstMoves LeastOf     `json:"first_moves"` // of a first period that has a number of moves
	Norms      LeastOf     `json:"norms"`       // minutes of 60 moves, for everybody in an event for norms
	Equal      string      `json:"equal"`       // article by which players with different times are not rated
}

// RatedTime is the least thinking time from a rating on.
type RatedTime struct {
	Rating  int     `json:"rating"`
	Minutes float64 `json:"minutes"`
}

// LeastOf is a bound and the article that sets it.
type LeastOf struct {
	Article string  `json:"article"`
	Least   float64 `json:"least"`
}

// RatesOfPlay returns the rules in force.
func (e Edition) RatesOfPlay() RateOfPlayRules {
	r, standing := inForce(e.catalogue.ratesOfPlay, e.start)
	r.RuleSource = e.catalogue.cite(r.RuleSource, standing, r.Article)
	return r
}

// RateOfPlaySource cites an article of the rules on rates of play in force.
func (e Edition) RateOfPlaySource(article string) RuleSource {
	r := e.RatesOfPlay()
	return e.catalogue.cite(r.RuleSource, r.Standing, article)
}

// For returns the least thinking time in minutes of a game in which the higher rating is this, 0 for
// players without one.
func (r RateOfPlayRules) For(rating int) float64 {
	for _, l := range r.Least {
		if rating >= l.Rating {
			return l.Minutes
		}
	}
	return 0
}

func (r RateOfPlayRules) check() error {
	if n := len(r.Least); n == 0 || r.Least[n-1].Rating != 0 {
		return fmt.Errorf("%s has no thinking time for every rating", r.Article)
	}
	return nil
}

func (r RateOfPlayRules) articles() []string {
	return []string{r.Article, r.FirstMoves.Article, r.Norms.Article, r.Equal}
}
