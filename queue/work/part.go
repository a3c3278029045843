package work

import (
	"context"

	"fairplay/analysis"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/store"
)

// Part compiles the screening of some rounds of an event, from the games of these
// rounds that are evaluated. Nothing is evaluated, recorded or stored for it. Of
// two time classes the one counts that counts in the whole event.
//
// The errors are NotFound where no game that counts is of these rounds, and
// Unavailable where none of them is evaluated yet.
func (p *Service) Part(ctx context.Context, event string, rounds reports.Rounds) (*reports.Screening, error) {
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
	in.leave(&terms, dead)
	if err := p.leaveOpen(ctx, e, &terms, in); err != nil {
		return nil, err
	}
	terms.Whole, terms.Engines = p.whole(in), pipeline.NoEngine{}
	s := pipeline.EventScreening{Terms: terms, Only: reports.Filter{Rounds: rounds}, Count: p.sheets(in).count}
	whole := s.Survey(in.Input)
	whole.Choose(func(*analysis.Game) bool { return true })
	counts := map[*analysis.Game]bool{}
	for _, g := range whole.Games {
		counts[g] = true
	}
	chosen := s.Survey(in.Input)
	chosen.Choose(func(g *analysis.Game) bool { return counts[g] && rounds.Has(g.Round) })
	report, err := s.Compile(ctx, in.Input, chosen)
	if err != nil {
		return nil, err
	}
	return report, report.Sort(reports.Orders()[0])
}

// leaveOpen leaves out the games that are still to be evaluated.
func (p *Service) leaveOpen(ctx context.Context, e store.Event, terms *pipeline.Terms, in *eventInput) error {
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
