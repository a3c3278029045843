package pipeline

import (
	"context"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/uci"
)

// Part compiles the screening of some rounds of an event, from the games of these
// rounds that are evaluated. Nothing is evaluated, recorded or stored for it. Of
// two time classes the one counts that counts in the whole event.
//
// The errors are NotFound where no game that counts is of these rounds, and
// Unavailable where none of them is evaluated yet.
func (p *Pipeline) Part(ctx context.Context, event string, rounds Rounds) (*reports.Screening, error) {
	e, err := p.Store.Event(ctx, event)
	if err != nil {
		return nil, err
	}
	terms, in, err := p.screeningInput(ctx, e)
	if err != nil {
		return nil, err
	}
	dead, _, err := p.dead(ctx, e, EvaluateQuick, &terms)
	if err != nil {
		return nil, err
	}
	terms.leave(in, dead)
	if err := p.leaveOpen(ctx, e, &terms, in); err != nil {
		return nil, err
	}
	terms.Whole, terms.Engines = p.whole(in), noEngine{}
	s := Screening{Terms: terms, Only: Filter{Rounds: rounds}, kept: p.sheets(in)}
	whole := s.Survey(in.Input)
	whole.Choose(func(*analysis.Game) bool { return true })
	counts := map[*analysis.Game]bool{}
	for _, g := range whole.Games {
		counts[g] = true
	}
	chosen := s.Survey(in.Input)
	chosen.Choose(func(g *analysis.Game) bool { return counts[g] && rounds.has(g.Round) })
	report, err := s.compile(ctx, in.Input, chosen)
	if err != nil {
		return nil, err
	}
	return report, report.Sort(reports.Orders()[0])
}

// leaveOpen leaves out the games that are still to be evaluated.
func (p *Pipeline) leaveOpen(ctx context.Context, e store.Event, terms *Terms, in *eventInput) error {
	open, err := p.all(ctx, store.TasksQuery{Event: e.ID, Kind: EvaluateQuick, State: store.TaskOpen})
	if err != nil || len(open) == 0 {
		return err
	}
	waiting := map[string]bool{}
	for _, t := range open {
		waiting[t.Subject] = true
	}
	for _, g := range in.Games {
		if waiting[in.digests[g.ID]] {
			terms.Left[g.ID] = "it is still being evaluated"
		}
	}
	return nil
}

// notEvaluated is the code of noEngine's error.
const notEvaluated = "not_evaluated"

// noEngine evaluates nothing: what is missing is still to be planned.
type noEngine struct{}

// Evaluate returns an Unavailable error.
func (noEngine) Evaluate(context.Context, uci.Request) (analysis.Evaluation, error) {
	return analysis.Evaluation{}, fault.New(fault.Unavailable, notEvaluated, "these rounds are not evaluated yet; come again when they are")
}
