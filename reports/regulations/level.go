package regulations

import "fmt"

// Level is the protection level that an event needs.
type ProtectionLevel string

// The levels. They are unrelated to the categories of arbiters, which have the same letters.
const (
	Maximum   ProtectionLevel = "A"
	Increased ProtectionLevel = "B"
	Standard  ProtectionLevel = "C"
)

// Averages returns every average of ratings that a level begins at, in ascending order.
func Averages() []float64 { return []float64{2200, 2400, 2600} }

// LevelRules are the Protection Measures of one edition, as far as they sort events.
type LevelRules struct {
	RuleSource
	Levels []LevelRule `json:"levels"` // from the highest to the lowest
	Higher string      `json:"higher"` // article that raises national championships by one level
	Titles []string    `json:"titles"` // whose norms make an event one of FIDE's second level
}

// LevelRule lists conditions, any one of which leads to a level.
type LevelRule struct {
	Level        ProtectionLevel `json:"level"`
	Article      string          `json:"article"`
	Average      int             `json:"average,omitempty"`       // least average rating of a round robin; 0 if none leads there
	AverageWomen int             `json:"average_women,omitempty"` // the same in women's events
	PrizeAbove   int             `json:"prize_above,omitempty"`   // prize fund in EUR
}

// Levels returns the Protection Measures in force.
func (e Edition) Levels() LevelRules {
	r, standing := inForce(e.catalogue.levels, e.start)
	r.RuleSource = e.catalogue.cite(r.RuleSource, standing, r.Article)
	return r
}

// LevelSource cites an article of the Protection Measures in force.
func (e Edition) LevelSource(article string) RuleSource {
	r, standing := inForce(e.catalogue.levels, e.start)
	return e.catalogue.cite(r.RuleSource, standing, article)
}

func (r LevelRules) check() error {
	if len(r.Levels) != 3 || r.Higher == "" || len(r.Titles) == 0 {
		return fmt.Errorf("%s lacks levels", r.Article)
	}
	return nil
}

func (r LevelRules) articles() []string {
	all := []string{r.Article, r.Higher}
	for _, l := range r.Levels {
		all = append(all, l.Article)
	}
	return all
}
