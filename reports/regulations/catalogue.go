package regulations

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
)

//go:embed tables/*.json
var tables embed.FS

// Catalogue holds the dated tables, each in ascending order of its dates.
type Catalogue struct {
	timeClasses map[RuleSet][]timeClassRow
	matchRates  []matchRateRow
	statistics  []statisticsRow
	presumption []presumptionRow

	titles       []TitleRules
	performance  []performanceRow
	ratingChange []ratingChangeRow
	levels       []LevelRules
	ratesOfPlay  []RateOfPlayRules
	duties       [][]DutyRules // by text, in the order of the table
	incidents    []incidentsRow
	complaints   [][]complaintRules // by text, in the order of the table

	citations map[string]string // printed source, by article
}

// Shipped returns the catalogue that is part of the program. It panics if the embedded tables
// are broken, which the package's tests exclude.
func Shipped() Catalogue {
	c, err := load(tables)
	if err != nil {
		panic("regulations: embedded tables: " + err.Error())
	}
	return c
}

// Edition returns the rules for a tournament that started on that day, because regulations
// apply by start date. An unknown date (the zero time) gets the newest text, and a day before
// the oldest text gets the oldest; the Standing of every Source marks both.
func (c Catalogue) Edition(start time.Time) Edition { return Edition{start: start, catalogue: c} }

// Edition is the catalogue as it stood on one day.
type Edition struct {
	start     time.Time
	catalogue Catalogue
}

// Start returns the start date of the edition, zero if unknown.
func (e Edition) Start() time.Time { return e.start }

// load reads and checks every table.
func load(fsys fs.FS) (Catalogue, error) {
	var c Catalogue
	var classes []timeClassRow
	var duties []DutyRules
	var complaints []complaintRules
	for name, into := range map[string]any{
		"time_classes": &classes, "match_rates": &c.matchRates,
		"statistics": &c.statistics, "presumption": &c.presumption,
		"titles": &c.titles, "performance": &c.performance, "rating_change": &c.ratingChange, "levels": &c.levels,
		"duties": &duties, "rates_of_play": &c.ratesOfPlay, "incidents": &c.incidents,
		"complaints": &complaints,
		"citations":  &c.citations,
	} {
		if err := decode(fsys, "tables/"+name+".json", into); err != nil {
			return Catalogue{}, err
		}
	}
	c.timeClasses = make(map[RuleSet][]timeClassRow)
	for _, r := range classes {
		c.timeClasses[r.RuleSet] = append(c.timeClasses[r.RuleSet], r)
	}
	c.duties, c.complaints = byText(duties), byText(complaints)
	return c, c.check()
}

// byText puts the editions of each text together.
func byText[R datedRow](rows []R) (all [][]R) {
	for _, r := range rows {
		i := slices.IndexFunc(all, func(of []R) bool { return of[0].source().Article == r.source().Article })
		if i < 0 {
			all = append(all, []R{r})
			continue
		}
		all[i] = append(all[i], r)
	}
	return all
}

// decode reads one table strictly: a misspelt key must not pass for an absent
// rule.
func decode(fsys fs.FS, path string, into any) error {
	text, err := fs.ReadFile(fsys, path)
	if err != nil {
		return fmt.Errorf("table %s: %w", path, err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("table %s: %w", path, err)
	}
	return nil
}

func (c Catalogue) check() error {
	for set, rows := range c.timeClasses {
		if err := checkRows("time classes of "+string(set), rows); err != nil {
			return err
		}
	}
	if len(c.timeClasses[FIDE]) == 0 {
		return fmt.Errorf("no time classes for %s", FIDE)
	}
	if err := checkRows("match rates", c.matchRates); err != nil {
		return err
	}
	if err := checkRows("presumption", c.presumption); err != nil {
		return err
	}
	return cmp.Or(checkTexts("duties", c.duties), checkTexts("complaints", c.complaints), checkTable("statistics", c.statistics), checkTable("titles", c.titles), checkTable("performance", c.performance),
		checkTable("rating change", c.ratingChange), checkTable("levels", c.levels), checkTable("rates of play", c.ratesOfPlay),
		checkTable("incidents", c.incidents), c.checkCitations())
}

// checkTexts is checkTable for a table of several texts, of which there is one at least.
func checkTexts[R interface {
	datedRow
	check() error
}](name string, texts [][]R) error {
	if len(texts) == 0 {
		return fmt.Errorf("%s: no rows", name)
	}
	for _, rows := range texts {
		if err := checkTable(name, rows); err != nil {
			return err
		}
	}
	return nil
}

// checkTable is checkRows for rows that have a check of their own.
func checkTable[R interface {
	datedRow
	check() error
}](name string, rows []R) error {
	if err := checkRows(name, rows); err != nil {
		return err
	}
	for _, r := range rows {
		if err := r.check(); err != nil {
			return err
		}
	}
	return nil
}

// checkCitations returns an error unless every article of the tables has a printed source.
func (c Catalogue) checkCitations() error {
	var articles []string
	for _, rows := range c.timeClasses {
		for _, r := range rows {
			articles = append(articles, r.Article)
		}
	}
	for _, r := range c.matchRates {
		articles = append(articles, r.Article)
	}
	for _, r := range c.statistics {
		articles = append(articles, r.articles()...)
	}
	for _, r := range c.presumption {
		articles = append(articles, r.Article, r.OverTheBoard.Article, r.Online.Article, r.Support.Article)
	}
	for _, r := range c.titles {
		articles = append(articles, r.Article)
	}
	for _, r := range c.performance {
		articles = append(articles, r.Article)
	}
	for _, r := range c.ratingChange {
		articles = append(articles, r.Article)
	}
	for _, r := range c.levels {
		articles = append(articles, r.articles()...)
	}
	for _, r := range c.ratesOfPlay {
		articles = append(articles, r.articles()...)
	}
	for _, rows := range c.duties {
		for _, r := range rows {
			articles = append(articles, r.articles()...)
		}
	}
	for _, rows := range c.complaints {
		for _, r := range rows {
			articles = append(articles, r.articles()...)
		}
	}
	for _, r := range c.incidents {
		articles = append(articles, r.articles()...)
	}
	for _, article := range append(append(articles, gateArticles()...), repeatedCheck) {
		if c.citations[article] == "" {
			return fmt.Errorf("article %q has no citation", article)
		}
	}
	return nil
}

// checkRows returns an error unless a table can answer for every date: it has rows, each names
// its article and text, and their dates ascend.
func checkRows[R datedRow](name string, rows []R) error {
	if len(rows) == 0 {
		return fmt.Errorf("%s: no rows", name)
	}
	for i, r := range rows {
		s := r.source()
		if s.Article == "" || s.Text == "" {
			return fmt.Errorf("%s: row %d cites no article or text", name, i+1)
		}
		if _, err := time.Parse(time.DateOnly, s.ValidFrom); err != nil && s.ValidFrom != "" {
			return fmt.Errorf("%s: row %d: %q is not a date", name, i+1, s.ValidFrom)
		}
	}
	byDate := func(a, b R) int { return strings.Compare(a.source().ValidFrom, b.source().ValidFrom) }
	if !slices.IsSortedFunc(rows, byDate) {
		return fmt.Errorf("%s: dates do not ascend", name)
	}
	return nil
}
