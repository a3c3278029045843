package work

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// GameMoves returns a game of an event move by move, with its stored evaluations and what the
// calibration says of them. recipe is reports.QuickKind or reports.FullKind; "" means quick. report
// is the report of a test that includes the game: moves are then expected as there, at its rating,
// in its field and under its recipe; "" for none. pending tells that the game is still being
// evaluated.
//
// The errors are NotFound for an unknown game or report, Invalid for another recipe or a report
// that is not a test, Unprocessable if the test does not include the game or nobody has evaluated
// it under the full recipe, and Conflict if its evaluation was cancelled.
func (p Tests) GameMoves(ctx context.Context, event, game, recipe, report string) (_ *reports.GameMoves, pending bool, err error) {
	e, err := p.Store.Event(ctx, event)
	if err != nil {
		return nil, false, err
	}
	stored, err := p.Store.EventGame(ctx, event, game)
	if err != nil {
		return nil, false, err
	}
	as, err := p.madeTest(ctx, e, report)
	if err != nil {
		return nil, false, err
	}
	if recipe, err = recipeOf(recipe, as); err != nil {
		return nil, false, err
	}
	kind, err := testEvaluations(recipe)
	if err != nil {
		return nil, false, err
	}
	terms, err := p.terms(kind, e)
	if err != nil {
		return nil, false, err
	}
	chosen, err := p.surveyed(ctx, e, kind, &terms)
	if err != nil {
		return nil, false, err
	}
	found, excluded := chosen.Find(game)
	if found == nil { // it was added a moment ago
		return nil, true, nil
	}
	if as != nil {
		if _, ok := as.ColorIn(found); !ok {
			return nil, false, fault.New(fault.Unprocessable, "not_tested", "the test does not have this game")
		}
	}
	if excluded == analysis.Counted {
		if pending, err := p.beingEvaluated(ctx, e, kind, stored, &terms); err != nil || pending {
			return nil, pending, err
		}
	}
	terms.Whole = func(_ context.Context, outline *analysis.Game) (*analysis.Game, error) {
		return decodeGame(stored.Body, outline.Source)
	}
	moves, err := terms.GameMoves(ctx, chosen, found, excluded, as)
	return moves, false, err
}

// madeTest reads the report of a test; nil for "".
func (p Tests) madeTest(ctx context.Context, e store.Event, report string) (*reports.MadeTest, error) {
	if report == "" {
		return nil, nil
	}
	stored, err := p.Store.ReportIn(ctx, e.ID, report)
	if err != nil {
		return nil, err
	}
	if stored.Test == "" {
		return nil, fault.New(fault.Invalid, "report", "the report is no test of a player")
	}
	made := &reports.MadeTest{ID: report, FullTest: new(reports.FullTest)}
	return made, p.readReport(ctx, e, report, made.FullTest)
}

// recipeOf returns the recipe that a request means.
func recipeOf(recipe string, as *reports.MadeTest) (string, error) {
	switch {
	case as == nil:
		return cmp.Or(recipe, reports.QuickKind), nil
	case recipe != "" && recipe != as.Kind:
		return "", fault.New(fault.Invalid, "recipe", "the test is one under the %s recipe; leave recipe out", as.Kind)
	}
	return as.Kind, nil
}

// surveyed returns which games of an event count on these terms, and who plays in them.
func (p Tests) surveyed(ctx context.Context, e store.Event, kind store.TaskKind, terms *pipeline.Terms) (*tournament.Selection, error) {
	dead, ids, err := p.dead(ctx, e, kind, terms)
	if err != nil {
		return nil, err
	}
	fits := &p.quickFits
	if kind == EvaluateFull {
		fits = &p.fullFits
	}
	key := contentID("survey", slices.Concat([]string{e.ID, strconv.FormatInt(e.Games, 10)}, fits.identity(terms), ids)...)
	if chosen := p.surveys.get(key); chosen != nil {
		return chosen, nil
	}
	in, err := p.input(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	in.leave(terms, dead)
	chosen := terms.Survey(in.Input)
	chosen.Choose(func(*analysis.Game) bool { return true })
	in.forgetMoves()
	p.surveys.keep(key, chosen, mostSurveys)
	return chosen, nil
}

// mostSurveys is the number of surveys kept, each some 2 MB for a thousand games: which games of events count
// and who plays in them, for readers who step through games.
const mostSurveys = 8

// beingEvaluated reports whether a game that counts still has to be evaluated.
func (p Tests) beingEvaluated(ctx context.Context, e store.Event, kind store.TaskKind, g store.StoredGame, terms *pipeline.Terms) (bool, error) {
	t, err := p.Store.Task(ctx, taskID(kind, e.ID, g.SHA256, terms.Recipe.Fingerprint()))
	switch {
	case fault.KindOf(err) == fault.NotFound && kind == EvaluateQuick: // the screening will request it
		_, pending, err := p.screeningNow(ctx, e)
		return pending, err
	case fault.KindOf(err) == fault.NotFound:
		return false, fault.New(fault.Unprocessable, "not_evaluated", "no full test has evaluated this game; order one of either player")
	case err != nil:
		return false, err
	case t.State == store.TaskCancelled:
		return false, fault.New(fault.Conflict, "cancelled", "the evaluation of this game was cancelled; resume the analysis of the event to go on, or ask for the test again")
	}
	return t.State == store.TaskOpen, nil
}
