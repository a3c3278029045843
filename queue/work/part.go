package work

import (
	"context"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/store"
)

// Part compiles the screening of some rounds of an event, from the games of these rounds that are
// evaluated. It evaluates, records and stores nothing. Of several time classes, the one of the
// whole event counts.
//
// The errors are NotFound if no game of these rounds counts, and Unavailable if none of them is
// evaluated yet.
func (p Screenings) Part(ctx context.Context, event string, rounds reports.Rounds) (*reports.Screening, error) {
	evaluated, err := p.evaluated(ctx, event)
	if err != nil {
		return nil, err
	}
	return evaluated.part(ctx, rounds)
}

// ByRound follows the ROI of every player of an event round by round, from the evaluated games, as
// Part does. The errors are those of Part.
func (p Screenings) ByRound(ctx context.Context, event string) (*reports.ByRound, error) {
	evaluated, err := p.evaluated(ctx, event)
	if err != nil {
		return nil, err
	}
	var rounds []int
	var alone, until []*reports.Screening
	for _, round := range analysis.MainRounds(evaluated.games) {
		own, err := evaluated.part(ctx, reports.Rounds{{round, round}})
		if fault.KindOf(err) == fault.NotFound {
			continue // none of its games counts
		} else if err != nil {
			return nil, err
		}
		all, err := evaluated.part(ctx, reports.Rounds{{1, round}})
		if err != nil {
			return nil, err
		}
		rounds, alone, until = append(rounds, round), append(alone, own), append(until, all)
	}
	if len(rounds) == 0 {
		return nil, fault.New(fault.NotFound, "no_round", "no game that counts names its round")
	}
	return reports.FollowRounds(rounds, alone, until), nil
}

// evaluatedGames are the games of an event that count and are evaluated.
type evaluatedGames struct {
	pipeline.EventScreening
	in    *eventInput
	games []*analysis.Game
	count map[*analysis.Game]bool
}

func (p Screenings) evaluated(ctx context.Context, event string) (*evaluatedGames, error) {
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
	s := &evaluatedGames{EventScreening: pipeline.EventScreening{Terms: terms, Count: p.sheets(in).count}, in: in, count: map[*analysis.Game]bool{}}
	whole := s.Survey(in.Input)
	whole.Choose(func(*analysis.Game) bool { return true })
	for _, g := range whole.Games {
		s.games, s.count[g] = append(s.games, g), true
	}
	return s, nil
}

// part compiles the screening of some rounds.
func (e *evaluatedGames) part(ctx context.Context, rounds reports.Rounds) (*reports.Screening, error) {
	part := e.EventScreening
	part.Only = reports.Filter{Rounds: rounds}
	chosen := part.Survey(e.in.Input)
	chosen.Choose(func(g *analysis.Game) bool { return e.count[g] && rounds.Has(g.Round) })
	report, err := part.Compile(ctx, e.in.Input, chosen)
	if err != nil {
		return nil, err
	}
	return report, report.Sort(reports.Orders()[0])
}

// leaveOpen leaves out the games that are not evaluated yet.
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
			terms.Left[g.ID] = reports.Waits
		}
	}
	return nil
}
