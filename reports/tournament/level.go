package tournament

import (
	"slices"

	"fairplay/reports/regulations"
)

// Fact names one of Facts that a rule needs and that may be missing.
type Fact string

// The facts that rules on levels and norms need.
const (
	FactOfficial     Fact = "official"
	FactSystem       Fact = "system"
	FactAverage      Fact = "average"
	FactWomen        Fact = "women"
	FactPrizeFund    Fact = "prize_fund"
	FactTitles       Fact = "titles"
	FactChampionship Fact = "championship"
)

// Further facts that duties need.
const (
	FactRated    Fact = "rated"
	FactMode     Fact = "mode"
	FactTeam     Fact = "team"
	FactTimeZone Fact = "time_zone"
	FactStart    Fact = "start"
	FactEnd      Fact = "end"
	FactTimes    Fact = "times_of_rounds" // the schedule, to the minute
)

// Facts that decide which games an event is missing.
const (
	FactFile   Fact = "tournament_file"
	FactRoster Fact = "roster" // who takes part, with their numbers
	FactRounds Fact = "planned_rounds"
	FactResult Fact = "result" // in the tournament file
)

// Protection is the level of protection that an event needs.
type Protection struct {
	Level   regulations.ProtectionLevel
	Reasons []LevelCause // never empty
	// Missing lists facts that nobody has stated and that may raise the level. If there are any,
	// Level is the lowest that is possible.
	Missing []Fact
}

// LevelCause is why an event needs a level.
type LevelCause struct {
	Fact   Fact // fact that leads there; "" if the event is rated and nothing more is known
	Level  regulations.ProtectionLevel
	Figure float64 // of the event, if the rule compares figures
	Bound  int     // reached, or for a prize fund exceeded
	Source regulations.RuleSource
}

// Protect determines the protection level of an event (Protection Measures, section 1). Any one
// condition leads to a level: averages at or above a bound, prize funds above one. National
// championships are one level higher than the same event would otherwise be; level A stays A.
func Protect(f Facts, e regulations.Edition) Protection {
	rules := e.Levels()
	p := Protection{Level: regulations.Standard}
	var missing []Fact
	for _, rule := range rules.Levels {
		var reasons []LevelCause
		for _, c := range conditions(f, rule, rules) {
			switch c.met {
			case Yes:
				c.reason.Level, c.reason.Source = rule.Level, e.LevelSource(rule.Article)
				reasons = append(reasons, c.reason)
			case Unanswered:
				missing = append(missing, c.missing...)
			}
		}
		if len(reasons) > 0 {
			p.Level, p.Reasons = rule.Level, reasons
			break
		}
	}
	if len(p.Reasons) == 0 {
		lowest := rules.Levels[len(rules.Levels)-1]
		p.Reasons = []LevelCause{{Level: lowest.Level, Source: e.LevelSource(lowest.Article)}}
	}
	switch f.Championship {
	case National, NationalTeam, NationalYouth:
		if higher := above(rules, p.Level); higher != p.Level {
			p.Level = higher
			p.Reasons = append(p.Reasons, LevelCause{Fact: FactChampionship, Level: higher, Source: e.LevelSource(rules.Higher)})
		}
	case "":
		missing = append(missing, FactChampionship)
	}
	if p.Level == rules.Levels[0].Level {
		return p
	}
	for _, fact := range missing {
		if !slices.Contains(p.Missing, fact) {
			p.Missing = append(p.Missing, fact)
		}
	}
	return p
}

// above returns the level above one, or the level itself if it is the highest.
func above(rules regulations.LevelRules, l regulations.ProtectionLevel) regulations.ProtectionLevel {
	i := slices.IndexFunc(rules.Levels, func(r regulations.LevelRule) bool { return r.Level == l })
	return rules.Levels[max(0, i-1)].Level
}

// condition is a condition that leads to a level.
type condition struct {
	met     YesNo
	missing []Fact // those that would answer it
	reason  LevelCause
}

func conditions(f Facts, rule regulations.LevelRule, rules regulations.LevelRules) []condition {
	var all []condition
	switch rule.Level {
	case regulations.Maximum:
		all = append(all, condition{f.Official, []Fact{FactOfficial}, LevelCause{Fact: FactOfficial}})
	case regulations.Increased:
		all = append(all, offers(f, rules.Titles))
	}
	if rule.Average > 0 {
		all = append(all, strongRoundRobin(f, rule))
	}
	if rule.PrizeAbove > 0 {
		all = append(all, richer(f, rule.PrizeAbove))
	}
	return all
}

// offers reports whether titles or norms of (W)GM and (W)IM can be won.
func offers(f Facts, titles []string) condition {
	c := condition{missing: []Fact{FactTitles}, reason: LevelCause{Fact: FactTitles}}
	if f.Titles != nil {
		c.met = answer(slices.ContainsFunc(f.Titles, func(t string) bool { return slices.Contains(titles, t) }))
	}
	return c
}

// strongRoundRobin reports whether the event is a round robin whose average rating reaches the bound,
// which is lower in women's events.
func strongRoundRobin(f Facts, rule regulations.LevelRule) condition {
	c := condition{met: No}
	switch {
	case f.System != "" && f.System != RoundRobin && f.System != DoubleRoundRobin:
		return c
	case f.Average != nil && *f.Average < float64(rule.AverageWomen), f.Average != nil && f.Women == No && *f.Average < float64(rule.Average):
		return c
	}
	bound := rule.Average
	if f.Women == Yes {
		bound = rule.AverageWomen
	}
	c.met = Yes
	if f.System == "" {
		c.missing = append(c.missing, FactSystem)
	}
	if f.Average == nil {
		c.missing = append(c.missing, FactAverage)
	}
	if f.Women == Unanswered && (f.Average == nil || *f.Average < float64(rule.Average)) {
		c.missing = append(c.missing, FactWomen)
	}
	if len(c.missing) > 0 {
		c.met = Unanswered
		return c
	}
	c.reason = LevelCause{Fact: FactAverage, Figure: *f.Average, Bound: bound}
	return c
}

// richer reports whether the prize fund is above the bound.
func richer(f Facts, bound int) condition {
	c := condition{missing: []Fact{FactPrizeFund}}
	if f.PrizeFund != nil {
		c.met = answer(*f.PrizeFund > bound)
		c.reason = LevelCause{Fact: FactPrizeFund, Figure: float64(*f.PrizeFund), Bound: bound}
	}
	return c
}
