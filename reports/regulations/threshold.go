package regulations

import (
	"fmt"

	"fairplay/analysis/exact"
)

// Threshold is a z that a rule names.
type Threshold struct {
	Z      float64    `json:"z"`
	Source RuleSource `json:"source"`
}

// zRow is a threshold in a table; the table names the text.
type zRow struct {
	Z       float64 `json:"z"`
	Article string  `json:"article"`
}

// Lines returns every z that a rule names, in ascending order. It leaves out the thresholds for
// more than 400 players, which ZThreshold computes.
func Lines() []float64 { return []float64{2, 2.5, 3, 3.3, 4, 4.25, 4.5, 4.75, 5} }

// statisticsRow holds the thresholds of the notes on the use of statistics.
type statisticsRow struct {
	RuleSource
	Significant zRow       `json:"significant"`
	SingledOut  zRow       `json:"singled_out"`
	Intrusive   []sizeRow  `json:"intrusive"` // in ascending order of MaxPlayers
	OddsPer     oddsPerRow `json:"odds_per_player"`
	Support     zRow       `json:"support"` // beside other evidence, by a method that FIDE has not approved
	Private     zRow       `json:"private_enquiry"`
	Public      []zRow     `json:"public_process"` // ascending; the first is the least that may do
}

// sizeRow is a threshold for events of up to MaxPlayers.
type sizeRow struct {
	MaxPlayers int     `json:"max_players"`
	Z          float64 `json:"z"`
	Article    string  `json:"article"`
}

// oddsPerRow is the principle behind the thresholds: least odds to one for every player.
type oddsPerRow struct {
	Odds    float64 `json:"odds"`
	Article string  `json:"article"`
}

// presumptionRow holds the thresholds of the Anti-Cheating Guidelines, I.6.
type presumptionRow struct {
	RuleSource
	OverTheBoard zRow `json:"over_the_board"`
	Online       zRow `json:"online"`
	Support      zRow `json:"support"` // beside other evidence
}

// ZThreshold returns the z that a full test must reach before anybody may take an intrusive
// action against a player whom nothing singled out before the event (R-IV-2, R-IV-7): 3.00 in
// events of up to 150 players, 3.30 up to 400. For more players the text gives no figure, only
// its principle, odds of at least five to one for each of N players, so that
//
//	z = Q^-1(1 / (5N + 1))
//
// but never below 3.30, which by these odds would be enough for 413 players. The text speaks of
// 50 to 150 players; smaller events get 3.00 too.
func (e Edition) ZThreshold(players int) Threshold {
	r, standing := inForce(e.catalogue.statistics, e.start)
	t := Threshold{}
	for _, size := range r.Intrusive {
		t = Threshold{size.Z, e.catalogue.cite(r.RuleSource, standing, size.Article)}
		if players <= size.MaxPlayers {
			return t
		}
	}
	t.Z = max(t.Z, ZForOdds(r.OddsPer.Odds*float64(players)))
	t.Source = e.catalogue.cite(r.RuleSource, standing, r.OddsPer.Article)
	return t
}

// Sizes returns the numbers of players up to which the notes name a threshold, in ascending
// order: 150 and 400.
func (e Edition) Sizes() []int {
	r, _ := inForce(e.catalogue.statistics, e.start)
	sizes := make([]int, len(r.Intrusive))
	for i, size := range r.Intrusive {
		sizes[i] = size.MaxPlayers
	}
	return sizes
}

// SingledOutThreshold returns the z that replaces ZThreshold for a player who was singled out
// before the event began, and for nobody else (R-IV-3).
func (e Edition) SingledOutThreshold() Threshold {
	r, standing := inForce(e.catalogue.statistics, e.start)
	return Threshold{r.SingledOut.Z, e.catalogue.cite(r.RuleSource, standing, r.SingledOut.Article)}
}

// PrivateThreshold returns the z above which, after the event, a full test leads to
// private enquiries even without other evidence (R-V).
func (e Edition) PrivateThreshold() Threshold {
	r, standing := inForce(e.catalogue.statistics, e.start)
	return Threshold{r.Private.Z, e.catalogue.cite(r.RuleSource, standing, r.Private.Article)}
}

// cite narrows a table's source to one article.
func (c Catalogue) cite(s RuleSource, standing Standing, article string) RuleSource {
	s.Article, s.Citation, s.Standing = article, c.citations[article], standing
	return s
}

// articles returns every article that the row names.
func (s statisticsRow) articles() []string {
	all := []string{s.Article, s.Significant.Article, s.SingledOut.Article, s.OddsPer.Article, s.Support.Article, s.Private.Article}
	for _, size := range s.Intrusive {
		all = append(all, size.Article)
	}
	for _, z := range s.Public {
		all = append(all, z.Article)
	}
	return all
}

// check returns an error unless the row's thresholds are complete.
func (s statisticsRow) check() error {
	if len(s.Intrusive) == 0 || len(s.Public) == 0 || s.OddsPer.Odds <= 0 {
		return fmt.Errorf("%s lacks thresholds", s.Article)
	}
	return nil
}

// ZForOdds returns the smallest z whose one-sided odds against chance, (1 - Q(z)) / Q(z), are
// at least odds to one (R-II-4). odds must be positive.
func ZForOdds(odds float64) float64 { return -exact.NormalQuantile(1 / (float64(odds) + 1)) }
