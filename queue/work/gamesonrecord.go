package work

import (
	"context"

	"fairplay/analysis"
	"fairplay/reports"
	"fairplay/reports/store"
)

// GamesOnRecord says what became of every game that was handed in for an event. An unknown event is NotFound.
func (i Intake) GamesOnRecord(ctx context.Context, event string) (*reports.GamesOnRecord, error) {
	e, err := i.Store.Event(ctx, event)
	if err != nil {
		return nil, err
	}
	terms, in, err := i.screeningInput(ctx, e)
	if err != nil {
		return nil, err
	}
	dead, _, err := i.dead(ctx, e, EvaluateQuick, &terms)
	if err != nil {
		return nil, err
	}
	terms.Left = in.left(dead)
	chosen := terms.Survey(in.Input)
	chosen.Choose(func(*analysis.Game) bool { return true })
	tasks := i.evaluations(EvaluateQuick, e, &terms, chosen.Games, in.digests)
	done, err := i.Store.EndedTasks(ctx, e.ID, EvaluateQuick)
	if err != nil {
		return nil, err
	}
	stopped, err := i.all(ctx, store.TasksQuery{Event: e.ID, Kind: EvaluateQuick, State: store.TaskCancelled})
	if err != nil {
		return nil, err
	}
	for _, t := range stopped {
		delete(done, t.ID)
	}
	r := &reports.GamesOnRecord{Counts: chosen.Counts, LeftOut: []reports.GameLeftOut{}, Errors: in.Errors}
	r.Sort()
	for _, t := range tasks {
		if done[t.ID] {
			r.Evaluated++
		} else {
			r.Waiting++ // or its evaluation was cancelled
		}
	}
	if r.Files, err = i.Store.CountOpen(ctx, e.ID, Import); err != nil {
		return nil, err
	}
	for _, s := range chosen.All {
		if why := chosen.Excluded(s); why != analysis.Counted {
			g := s.Game
			r.LeftOut = append(r.LeftOut, reports.GameLeftOut{Game: g.ID, White: g.White.Name, Black: g.Black.Name, Round: g.Round,
				File: g.Source.File, Line: g.Source.Line, Excluded: string(why), Reason: terms.Left[g.ID]})
		}
	}
	return r, nil
}
