package regulations

import (
	"fmt"
	"slices"
)

// complaintRules names the articles of one text that the procedure of a complaint goes by.
type complaintRules struct {
	RuleSource
	Articles []string `json:"articles"`
}

// ComplaintSource cites an article of the texts on complaints: "AC-B-7". An article that none of them has gives the zero
// value.
func (e Edition) ComplaintSource(article string) RuleSource {
	for _, rows := range e.catalogue.complaints {
		if r, standing := inForce(rows, e.start); slices.Contains(r.Articles, article) {
			return e.catalogue.cite(r.RuleSource, standing, article)
		}
	}
	return RuleSource{}
}

func (c complaintRules) articles() []string { return c.Articles }

// check returns an error unless a text names articles, each once.
func (c complaintRules) check() error {
	if len(c.Articles) == 0 {
		return fmt.Errorf("%s names no article", c.Article)
	}
	for i, a := range c.Articles {
		if slices.Contains(c.Articles[:i], a) {
			return fmt.Errorf("%s names %s twice", c.Article, a)
		}
	}
	return nil
}
