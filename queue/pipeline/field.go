package pipeline

import (
	"context"
	"errors"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
	"fairplay/reports"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
	"fairplay/uci"
)

// The choices of games that show how the field of a test plays, besides a list of games.
const (
	FieldCached = "cached" // whose quick evaluations are in the cache already
	FieldAll    = "all"    // of the event, evaluated where they are not
	FieldNone   = "none"
)

// others scores the games of an event that show how its field plays. It returns their count, the
// effects of their calibration, and the value of Field that gives the same report again. Without a
// calibration for them there is no field.
func (p *PlayerTest) others(ctx context.Context, chosen *tournament.Selection) (*reports.Count, score.Effects, string, error) {
	if p.Quick == nil || p.Field == FieldNone {
		return nil, score.Effects{}, FieldNone, nil
	}
	games, err := p.fieldGames(chosen)
	if err != nil {
		return nil, score.Effects{}, "", err
	}
	fit, err := p.Quick.Fits.Find(p.Quick.Recipe, p.Quick.Policy, chosen.Class)
	if err != nil || fit == nil {
		return nil, score.Effects{}, FieldNone, nil // the report says that nothing is known of the field
	}
	terms := *p.Quick
	if p.Field == "" || p.Field == FieldCached {
		terms.Engines = NoEngine{}
	}
	if p.Count != nil {
		count, _, err := p.Count(ctx, &EventScreening{Terms: terms}, games, chosen.Roster, fit)
		ids := make([]string, len(games))
		for i, g := range games {
			ids[i] = g.ID
		}
		return count, fit.Parameters.Effects, FieldName(ids, chosen), err
	}
	sheets, err := terms.sheets(ctx, games, chosen.Roster, fit)
	if err != nil {
		return nil, score.Effects{}, "", err
	}
	count := reports.NewCount(chosen.Roster, nil)
	var used []string
	for _, s := range sheets {
		if s.Game != nil {
			count.Add(s)
			used = append(used, s.Game.ID)
		}
	}
	if len(used) == 0 {
		return nil, score.Effects{}, FieldNone, nil
	}
	return count, fit.Parameters.Effects, FieldName(used, chosen), nil
}

// FieldName returns the value of Field that stands for these games among those that count.
func FieldName(ids []string, chosen *tournament.Selection) string {
	switch len(ids) {
	case 0:
		return FieldNone
	case len(chosen.Counted()):
		return FieldAll
	}
	return strings.Join(ids, ",")
}

// fieldGames returns the games that Field stands for, in the order of play.
func (p *PlayerTest) fieldGames(chosen *tournament.Selection) ([]*analysis.Game, error) {
	games := chosen.Counted()
	switch p.Field {
	case "", FieldCached, FieldAll:
		return games, nil
	}
	wanted := map[string]bool{}
	for _, id := range strings.Split(p.Field, ",") {
		wanted[id] = true
	}
	games = slices.DeleteFunc(games, func(g *analysis.Game) bool {
		listed := wanted[g.ID]
		delete(wanted, g.ID)
		return !listed
	})
	for id := range wanted {
		return nil, fault.New(fault.Invalid, "field", "the field is to have the game %q, which is not among those that count; say %s, %s, %s or list games by their IDs",
			id, FieldCached, FieldAll, FieldNone)
	}
	return games, nil
}

// sheets scores games, several at a time. Sheets of games that no engine could evaluate are empty.
// So are, if nothing is to be evaluated, those of games that are not completely in the cache.
func (t *Terms) sheets(ctx context.Context, games []*analysis.Game, roster *roster.Roster, fit *Fit) ([]reports.Sheet, error) {
	sheets := make([]reports.Sheet, len(games))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(t.Workers, 1))
	for i, g := range games {
		group.Go(func() error {
			e := t.Evaluator
			e.Workers, e.Progress, e.Missed = 1, nil, nil
			var scored reports.Sheet
			failed, err := e.Run(ctx, []*analysis.Game{g}, func(_ int, records []analysis.MoveRecord) (err error) {
				scored, err = fit.Sheet(roster, g, records)
				return err
			})
			if e, ok := errors.AsType[*fault.Error](err); ok && e.Code == notEvaluated || len(failed) > 0 {
				return nil
			}
			sheets[i] = scored
			return err
		})
	}
	return sheets, group.Wait()
}

// notEvaluated is the error code of NoEngine.
const notEvaluated = "not_evaluated"

// NoEngine evaluates nothing. With it only what the cache holds is used.
type NoEngine struct{}

// Evaluate returns an Unavailable error.
func (NoEngine) Evaluate(context.Context, uci.Request) (analysis.Evaluation, error) {
	return analysis.Evaluation{}, fault.New(fault.Unavailable, notEvaluated, "these rounds are not evaluated yet; come again when they are")
}
