package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// EventScreening makes the quick-test report of an event.
type EventScreening struct {
	Terms
	Only reports.Filter

	// Count evaluates games, which come in the order of play, and sums them up. A caller who stored
	// the sums of earlier games may use them. Nil scores every game anew.
	Count func(ctx context.Context, s *EventScreening, games []*analysis.Game, roster *roster.Roster, fit *Fit) (*reports.Count, []PositionError, error)
}

// Run evaluates the games that count and compiles the report. The same games, recipe and policy
// give the same report, whatever the order of the games, the number of workers, or the state of the
// cache. Without a calibration the report has no expectations and says why.
func (e *EventScreening) Run(ctx context.Context, in Input) (*reports.Screening, error) {
	return e.Compile(ctx, in, e.Choose(in))
}

// Compile is Run for games already chosen from its input.
func (e *EventScreening) Compile(ctx context.Context, in Input, chosen *tournament.Selection) (*reports.Screening, error) {
	if err := e.nothing(in, chosen); err != nil {
		return nil, err
	}
	fit, uncalibrated := e.Fits.Find(e.Recipe, e.Policy, chosen.Class)
	count, failed, err := e.count(ctx, chosen.Games, chosen.Roster, fit)
	if err != nil {
		return nil, err
	}
	report := reports.CompileScreening(reports.ScreeningInput{
		Count: count, Event: tournament.Describe(chosen.Games, chosen.Rules),
		Edition: chosen.Rules.Edition, Games: chosen.Counts, Errors: slices.Concat(in.Errors, positionErrors(failed)), Notes: in.Notes,
		Provenance: e.provenance(in, fit, uncalibrated, e.options()...), Parameters: fit.parameters(),
	})
	report.Selection.Rounds = e.Only.Rounds.String()
	return report, e.Only.Narrow(report)
}

// count evaluates games, which come in the order of play, and sums them up.
func (e *EventScreening) count(ctx context.Context, games []*analysis.Game, roster *roster.Roster, fit *Fit) (*reports.Count, []PositionError, error) {
	if e.Count != nil {
		return e.Count(ctx, e, games, roster, fit)
	}
	count := &orderly{Count: reports.NewCount(roster, nil), early: map[int]reports.Sheet{}}
	failed, err := e.Evaluator.Run(ctx, games, func(i int, records []analysis.MoveRecord) error {
		scored, err := fit.Sheet(roster, games[i], records)
		if err == nil {
			count.add(i, scored)
		}
		return err
	})
	return count.Count, failed, err
}

// Choose finds the games that the screening evaluates.
func (e *EventScreening) Choose(in Input) *tournament.Selection {
	chosen := e.Survey(in)
	chosen.Choose(func(g *analysis.Game) bool { return e.Only.Rounds.Has(g.Round) })
	return chosen
}

// nothing says why there is nothing to evaluate, if the filter is the cause.
func (e *EventScreening) nothing(in Input, chosen *tournament.Selection) error {
	if len(chosen.Games) == 0 {
		if len(e.Only.Rounds) > 0 && chosen.Counts.Excluded[string(analysis.NotSelected)] > 0 {
			return fault.New(fault.NotFound, "no_round", "no game that counts is of round %s; the games name the rounds %s",
				e.Only.Rounds, known(analysis.MainRounds(in.Games)))
		}
		return nil
	}
	for _, g := range chosen.Games {
		for _, c := range []analysis.Color{analysis.White, analysis.Black} {
			if p := chosen.Roster.Of(g, c); e.Only.Names(p.Name, p.FideID) {
				return nil
			}
		}
	}
	return e.Only.Unknown()
}

func known(rounds []int) string {
	if len(rounds) == 0 {
		return "none"
	}
	text := make([]string, len(rounds))
	for i, n := range rounds {
		text[i] = strconv.Itoa(n)
	}
	return strings.Join(text, ", ")
}

// options returns what was asked of the screening. The order of rows is left to
// reports.Screening.Sort.
func (e *EventScreening) options() []reports.StatedOption {
	return []reports.StatedOption{
		{Name: "recipe", Value: e.Recipe.Name}, {Name: "rules", Value: string(cmp.Or(e.RuleSet, regulations.FIDE))}, {Name: "time-class", Value: string(e.Assume)},
		{Name: "round", Value: e.Only.Rounds.String()}, {Name: "player", Value: e.Only.Player}, {Name: "min-moves", Value: strconv.Itoa(e.Only.MinMoves)},
	}
}

// orderly counts games in the order of play. A game that is scored early waits for its turn.
type orderly struct {
	*reports.Count
	mu    sync.Mutex
	next  int
	early map[int]reports.Sheet
}

// add adds the game at that place in the order of play.
func (o *orderly) add(place int, s reports.Sheet) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.early[place] = s
	for {
		s, ready := o.early[o.next]
		if !ready {
			return
		}
		o.Count.Add(s)
		delete(o.early, o.next)
		o.next++
	}
}

func positionErrors(failed []PositionError) []reports.InputError {
	errors := make([]reports.InputError, len(failed))
	for i, f := range failed {
		errors[i] = reports.InputError{
			File: f.Source.File, Game: f.Source.Game, Line: f.Source.Line, Ply: f.Ply,
			Reason: fmt.Sprintf("no engine could evaluate this position: %v", f.Err),
		}
	}
	return errors
}
