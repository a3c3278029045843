package pipeline

import (
	"errors"
	"slices"
	"time"

	"fairplay/analysis"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// Terms are the terms on which the games of an event are evaluated and judged.
type Terms struct {
	Evaluator
	Rules      regulations.Catalogue // the edition in force when the event began applies
	Starts     time.Time             // first day of the event, as stated; zero to take it from the games
	RuleSet    regulations.RuleSet
	Assume     analysis.TimeClass // for games that do not state theirs
	Fits       Fits
	Provenance reports.Provenance // what the caller knows: program and engine

	// Left names games, by content identity, that no engine could evaluate, with the reason. They
	// do not count.
	Left map[string]string

	// Stated holds for games of several events, which state their own rule set and class to assume; nil
	// for RuleSet and Assume in all.
	Stated func(*analysis.Game) (regulations.RuleSet, analysis.TimeClass)
}

// Under chooses the rule set of that name. An unknown name is an Invalid error.
func (t *Terms) Under(ruleSet string) (err error) {
	t.RuleSet, err = regulations.ParseRuleSet(ruleSet)
	return err
}

// rules returns the rules that select the games.
func (t *Terms) rules(in Input) tournament.Options {
	return tournament.Options{
		Policy: t.Policy, Edition: t.Rules.Edition(t.starts(in)), RuleSet: t.RuleSet, Assume: t.Assume, Left: t.Left,
		Entries: in.Entries, Stated: t.Stated,
	}
}

// starts returns the first day of the event.
func (t *Terms) starts(in Input) time.Time {
	if t.Starts.IsZero() {
		return tournament.Start(in.Games)
	}
	return t.Starts
}

// Survey identifies the players of an input and the games that count on these terms.
func (t *Terms) Survey(in Input) *tournament.Selection {
	return tournament.Survey(in.Games, in.Bad, t.rules(in))
}

// provenance says what a report rests on. fit may be nil; err then says why. options are what was
// asked of the report.
func (t *Terms) provenance(in Input, fit *Fit, err error, options ...reports.StatedOption) reports.Provenance {
	p := t.Provenance
	p.Inputs, p.Options = in.inputs(), slices.Concat(t.Provenance.Options, options)
	p.Basis = t.basis(fit, err)
	p.PlayersSHA256 = roster.Digest(in.Entries)
	p.AssumedTimeClass = string(t.Assume)
	return p
}

// basis says what evaluations and expectations rest on. fit may be nil; err then says why.
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
