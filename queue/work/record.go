package work

import (
	"cmp"
	"context"
	"slices"
	"time"

	"fairplay/analysis"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// onRecord returns what is on record of an event with these games: what is stated of it, and its
// journal.
func (p *Service) onRecord(ctx context.Context, e store.Event, in *eventInput) (*tournament.EventRecord, error) {
	journal, err := p.Store.Journal(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	r := &tournament.EventRecord{
		Name: e.Name, Site: e.Site, Federation: e.Federation, Start: e.Start, End: e.End, TimeClass: e.TimeClass, RuleSet: e.RuleSet,
		PlannedRounds: e.PlannedRounds, Facts: e.Facts,
	}
	if r.Players, err = tournament.MostPlayers(journal, e.Start, e.Facts.TimeZone); err != nil {
		return nil, err
	}
	r.Players = max(r.Players, e.Players)
	schedule, _, err := tournament.Current[tournament.Schedule](journal)
	if err != nil {
		return nil, err
	}
	r.Schedule = schedule.Says.Rounds
	if r.Watch, err = tournament.WatchList(journal); err != nil {
		return nil, err
	}
	r.Began(tournament.Start(in.Games))
	if r.Log, err = tournament.ArbitersLog(journal); err != nil || len(r.Log) == 0 {
		return r, err
	}
	r.Received, err = p.received(ctx, e, in)
	return r, err
}

// received returns when the first game of each round of an event was handed in, in the order in
// which that was. A game that names no round, or that a later one has replaced, may be of any: from
// then on every round counts as handed in.
func (p *Service) received(ctx context.Context, e store.Event, in *eventInput) ([]tournament.RoundReceived, error) {
	rounds := map[string]int{}
	for _, g := range in.Games {
		rounds[g.ID], _, _ = analysis.ParseRound(g.Round)
	}
	first := map[int]time.Time{} // 0 for games of which nobody knows the round
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
				if _, seen := first[rounds[o.GameID]]; !seen && o.GameID != "" {
					first[rounds[o.GameID]] = b.Created.UTC()
				}
			}
		}
		more = len(batches) == page
	}
	unknown, some := first[0]
	delete(first, 0)
	var all []tournament.RoundReceived
	for round, at := range first {
		if some && unknown.Before(at) {
			at = unknown
		}
		all = append(all, tournament.RoundReceived{Round: round, At: at})
	}
	slices.SortFunc(all, func(a, b tournament.RoundReceived) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Round, b.Round))
	})
	return all, nil
}
