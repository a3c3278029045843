package work

import (
	"context"

	"fairplay/analysis"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// onRecord returns what is on record of an event: what is stated of it, and its journal. An input of
// its games tells of which rounds they are; nil for one that is read where it is needed.
func (p *Service) onRecord(ctx context.Context, e store.Event, in *eventInput) (*tournament.EventRecord, error) {
	journal, err := p.Store.Journal(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	r := &tournament.EventRecord{
		Name: e.Name, Site: e.Site, Federation: e.Federation, Start: e.Start, End: e.End, TimeClass: e.TimeClass, RuleSet: e.RuleSet,
		PlannedRounds: e.PlannedRounds, Players: e.Players, Facts: e.Facts,
	}
	players, err := tournament.Players(journal)
	if err != nil {
		return nil, err
	}
	r.Players = max(r.Players, len(players))
	schedule, _, err := tournament.Current[tournament.Schedule](journal)
	if err != nil {
		return nil, err
	}
	r.Schedule = schedule.Says.Rounds
	if r.Watch, err = tournament.WatchList(journal); err != nil {
		return nil, err
	}
	if r.Log, err = tournament.ArbitersLog(journal); err != nil || len(r.Log) == 0 {
		return r, err
	}
	r.Received, err = p.received(ctx, e, in)
	return r, err
}

// received returns when the first game of each round of an event was handed in, in the order in
// which that was. Games that name no round count for none.
func (p *Service) received(ctx context.Context, e store.Event, in *eventInput) ([]tournament.RoundReceived, error) {
	rounds, seen := map[string]int{}, map[int]bool{}
	for _, g := range in.Games {
		rounds[g.ID], _, _ = analysis.ParseRound(g.Round)
	}
	var all []tournament.RoundReceived
	for after, more := int64(0), true; more; {
		batches, err := p.Store.Batches(ctx, e.ID, after, page)
		if err != nil {
			return nil, err
		}
		for _, b := range batches {
			after = b.Seq
			outcomes, err := p.outcomes(ctx, b.ID)
			if err != nil {
				return nil, err
			}
			for _, o := range outcomes {
				if round := rounds[o.GameID]; round > 0 && !seen[round] {
					seen[round] = true
					all = append(all, tournament.RoundReceived{Round: round, At: b.Created.UTC()})
				}
			}
		}
		more = len(batches) == page
	}
	return all, nil
}
