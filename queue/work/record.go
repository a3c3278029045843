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

// Record returns the record of an event, and what its games add to it.
func (r Records) Record(ctx context.Context, e store.Event) (*tournament.EventRecord, error) {
	in, err := r.input(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	return r.onRecord(ctx, e, in)
}

// onRecord returns the record of an event, and what its games add to it: when play had begun, and
// when the games of each round came.
func (p *Service) onRecord(ctx context.Context, e store.Event, in *eventInput) (*tournament.EventRecord, error) {
	journal, err := p.Store.Journal(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	r, err := RecordOf(e, journal)
	if err != nil {
		return nil, err
	}
	if r.Began(tournament.Start(in.Games)); len(r.Log) == 0 {
		return r, nil
	}
	r.Received, err = p.received(ctx, e, in)
	return r, err
}

// RecordOf returns the record of an event: its stated facts, and what its journal says.
func RecordOf(e store.Event, journal []tournament.JournalEntry) (*tournament.EventRecord, error) {
	r := &tournament.EventRecord{
		Name: e.Name, Site: e.Site, Federation: e.Federation, Start: e.Start, End: e.End, TimeClass: e.TimeClass, RuleSet: e.RuleSet,
		PlannedRounds: e.PlannedRounds, Players: e.Players, Facts: e.Facts,
	}
	return r, r.Take(journal)
}

// received returns when the first game of each round of an event was handed in, in that order. A
// game without a round, or one that a later game has replaced, may belong to any round: from then
// on every round counts as handed in.
func (p *Service) received(ctx context.Context, e store.Event, in *eventInput) ([]tournament.RoundReceived, error) {
	rounds := map[string]int{}
	for _, g := range in.Games {
		rounds[g.ID], _, _ = analysis.ParseRound(g.Round)
	}
	first := map[int]time.Time{} // 0 for games of unknown round
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
