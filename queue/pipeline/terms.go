package pipeline

import (
	"errors"
	"slices"

	"fairplay/analysis"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// Terms are the terms on which the games of an event are evaluated and judged.
type Terms struct {
	Evaluation
	Rules      regulations.Catalogue // the edition in force when the event began is used
	RuleSet    regulations.RuleSet
	Assume     analysis.TimeClass // of games that do not say theirs
	Fits       Fits
	Provenance reports.Provenance // what the caller knows: program, engine

	// Left names games, by content identity, that no engine could get through, with the
	// reason. They do not count.
	Left map[string]string
}

// rules returns the rules that select the games.
func (t *Terms) rules(in Input) tournament.Options {
	return tournament.Options{
		Policy: t.Policy, Edition: t.Rules.Edition(tournament.Start(in.Games)), RuleSet: t.RuleSet, Assume: t.Assume,
	}
}

// provenance says what a report rests on. fit may be nil, and err then why.
// options are what was asked of the report, beside what the caller knows.
func (t *Terms) provenance(in Input, fit *Fit, err error, options ...reports.Option) reports.Provenance {
	p := t.Provenance
	p.Inputs, p.Options = in.inputs(), slices.Concat(t.Provenance.Options, options)
	p.Basis = t.basis(fit, err)
	p.AssumedTimeClass = string(t.Assume)
	return p
}

// basis says what evaluations and expectations rest on. fit may be nil, and err then
// why.
func (t *Terms) basis(fit *Fit, err error) reports.Basis {
	b := t.Provenance.Basis
	b.Recipe, b.RecipeFingerprint = t.Recipe, t.Recipe.Fingerprint()
	b.Policy, b.PolicyFingerprint = t.Policy, t.Policy.Fingerprint()
	if fit != nil {
		b.Calibration = &fit.Source
	} else if err != nil {
		b.Uncalibrated, b.UncalibratedFor = err.Error(), reports.NoCalibration
		if u, ok := errors.AsType[*unfitted](err); ok {
			b.UncalibratedFor = u.lacks
		}
	}
	return b
}

// selection is which games of an input count, and what became of the others.
type selection struct {
	games  []*analysis.Game
	counts reports.GameCounts
	class  analysis.TimeClass
	roster *tournament.Roster
	rules  tournament.Options
	all    []tournament.Selected // of the whole input
}

// survey finds out who plays in an input and which of its games count. Choose
// then takes those that are wanted.
func (t *Terms) survey(in Input) *selection {
	s := &selection{roster: tournament.Identify(in.Games), rules: t.rules(in)}
	s.counts = reports.GameCounts{Read: len(in.Games) + in.Bad, Bad: in.Bad, Excluded: map[string]int{}}
	s.all = tournament.Select(in.Games, s.rules)
	for i, game := range s.all {
		if _, left := t.Left[game.Game.ID]; left && game.Excluded == analysis.Counted {
			s.all[i].Excluded = analysis.NotEvaluated
		}
	}
	return s
}

// choose takes the games that count, are wanted, and are of the time class that
// most of these have.
func (s *selection) choose(wanted func(*analysis.Game) bool) {
	for i := range s.all {
		if s.all[i].Excluded == analysis.Counted && !wanted(s.all[i].Game) {
			s.all[i].Excluded = analysis.NotSelected
		}
	}
	s.class = commonClass(s.all)
	s.rate()
	for _, game := range s.all {
		excluded := game.Excluded
		if excluded == analysis.Counted && game.TimeClass != s.class {
			excluded = analysis.WrongTimeClass
		}
		s.add(game.Game, excluded)
	}
}

// rate takes the players' ratings, and what is odd about their rounds, from the
// games that count and are of the class, wanted or not: a rapid rating must not
// stand beside standard games, and what is asked for must not change a rating.
func (s *selection) rate() {
	counted := s.counted()
	s.roster.Rate(counted)
	s.roster.CheckRounds(counted)
}

// counted returns the games that count and are of the class, wanted or not, in
// the order of play.
func (s *selection) counted() (games []*analysis.Game) {
	for _, game := range s.all {
		if game.TimeClass == s.class && (game.Excluded == analysis.Counted || game.Excluded == analysis.NotSelected) {
			games = append(games, game.Game)
		}
	}
	return games
}

// firstRating returns the rating that the first of these games gives a person,
// which no later game changes; 0 where none gives one.
func (s *selection) firstRating(person *tournament.Person) int {
	for _, g := range s.counted() {
		if c := colors(s.roster, g, person); c != nil && g.Player(*c).Rating > 0 {
			return g.Player(*c).Rating
		}
	}
	return 0
}

func (s *selection) add(g *analysis.Game, excluded analysis.Exclusion) {
	if g.Played {
		s.counts.Played++
	}
	if excluded != analysis.Counted {
		s.counts.Excluded[string(excluded)]++
		return
	}
	if g.Cut != nil {
		s.counts.Cut++
	}
	s.counts.Analysed++
	s.games = append(s.games, g)
}

// commonClass returns the time class of most games that count, the slower one
// of two that are equally frequent. One table holds one class: players choose
// otherwise when they have less time.
func commonClass(all []tournament.Selected) analysis.TimeClass {
	games := map[analysis.TimeClass]int{}
	for _, s := range all {
		if s.Excluded == analysis.Counted {
			games[s.TimeClass]++
		}
	}
	common := analysis.StandardTime
	for _, class := range []analysis.TimeClass{analysis.Rapid, analysis.Blitz} {
		if games[class] > games[common] {
			common = class
		}
	}
	return common
}
