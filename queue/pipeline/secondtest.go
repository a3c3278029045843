package pipeline

import (
	"context"
	"slices"

	"fairplay/analysis"
	"fairplay/reports"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// second evaluates and scores the games of a test under the terms of the second test, and returns
// the input of its report. It returns nil if there are no such terms.
func (t *Terms) second(ctx context.Context, first analysis.Recipe, chosen *tournament.Selection, person *roster.Person, rating float64) (*reports.SecondInput, error) {
	if t == nil {
		return nil, nil
	}
	own := *chosen
	own.Games = nil
	var errors []reports.InputError
	for _, g := range chosen.Games {
		if reason, left := t.Left[g.ID]; left {
			errors = append(errors, LeftError(g, reason))
		} else {
			own.Games = append(own.Games, g)
		}
	}
	fit, uncalibrated := t.Fits.Find(t.Recipe, t.Policy, chosen.Class)
	games, failed, err := t.tested(ctx, &own, person, fit, rating)
	return &reports.SecondInput{
		Basis: t.basis(fit, uncalibrated), Games: games, Parameters: fit.parameters(), Errors: slices.Concat(errors, positionErrors(failed)),
		Correlation: fit.correlation(first),
	}, err
}

// LeftError is the remark that a game is left out, with the reason.
func LeftError(g *analysis.Game, reason string) reports.InputError {
	return reports.InputError{
		File: g.Source.File, Game: g.Source.Game, Line: g.Source.Line, Ply: -1,
		Reason: "this game could not be evaluated and is left out: " + reason,
	}
}

// meters returns the terms of both tests (the second may be nil) with a common RunProgress: a game is
// done when both tests have it.
func (p *PlayerTest) meters(games []*analysis.Game) (first, second *Terms) {
	if p.Second == nil || p.Progress == nil {
		return &p.Terms, p.Second
	}
	one, other, show := p.Terms, *p.Second, p.Progress
	guess := 0
	for _, g := range games {
		guess += ExpectedPositions(other.Policy, g)
	}
	var done RunProgress // of the first test
	one.Progress = func(now RunProgress) {
		done = now
		now.GamesDone, now.Positions = 0, now.Positions+guess
		show(now)
	}
	other.Progress = func(now RunProgress) {
		now.Positions += done.Positions
		now.PositionsDone += done.PositionsDone
		now.Evaluated += done.Evaluated
		show(now)
	}
	return &one, &other
}
