package work

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"

	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// Permitted returns what the regulations permit for the players of an event, based on the screening
// finished last, the reports of tests, and the record.
func (p Tests) Permitted(ctx context.Context, e store.Event) (*reports.PermittedActions, error) {
	record, err := Records(p).Record(ctx, e)
	if err != nil {
		return nil, err
	}
	var screening *reports.Screening
	last, err := p.Store.LastScreening(ctx, e.ID)
	if err == nil {
		screening = new(reports.Screening)
		err = p.readReport(ctx, e, last.ID, screening)
	}
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return nil, err
	}
	asked, err := p.Store.Tests(ctx, e.ID, 0, 0)
	if err != nil {
		return nil, err
	}
	var tests []reports.MadeTest
	for _, test := range asked {
		if test.Report == "" {
			continue
		}
		made := reports.MadeTest{ID: test.Report, FullTest: new(reports.FullTest)}
		if err := p.readReport(ctx, e, test.Report, made.FullTest); err != nil {
			return nil, err
		}
		tests = append(tests, made)
	}
	return reports.Permit(screening, tests, record, record.Finished(p.at())), nil
}

// Outdated says what has changed since a test with a report was ordered, and what is permitted for
// its player now; nil if the report says what holds now.
func (p Tests) Outdated(ctx context.Context, e store.Event, test store.Test) (*reports.Outdated, error) {
	var report reports.FullTest
	if err := p.readReport(ctx, e, test.Report, &report); err != nil {
		return nil, err
	}
	changed, err := p.changedSince(ctx, e, test, &report)
	if err != nil {
		return nil, err
	}
	permitted, err := p.Permitted(ctx, e)
	if err != nil {
		return nil, err
	}
	out := &reports.Outdated{Made: test.Created.UTC(), Changed: changed, Stage: permitted.Stage}
	now := permitted.Of(report.Player.Name, report.Player.FideID)
	if now == nil {
		return out, nil
	}
	if now.Report != test.Report {
		out.Changed = append(out.Changed, reports.OtherTest)
	}
	if out.Now = &now.Now; len(out.Changed) == 0 && now.Now.Equal(reports.StageActions{Actions: report.Actions, Held: report.Held}) {
		return nil, nil
	}
	return out, nil
}

// changedSince returns which of the facts on which a test rests are no longer as they were.
func (p Tests) changedSince(ctx context.Context, e store.Event, test store.Test, report *reports.FullTest) ([]reports.ChangedFact, error) {
	order, err := reports.ReadTestOrder(test.Request)
	if err != nil {
		return nil, err
	}
	asked := order.TestRequest
	asked.WithSecond = false // the facts are those of the first test
	full, kind, err := p.fullTest(e, asked)
	if err != nil {
		return nil, err
	}
	in, err := p.input(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	chosen, person, rating, err := full.Choose(in.Input)
	switch fault.KindOf(err) {
	case fault.NotFound, fault.Unprocessable, fault.Invalid:
		return []reports.ChangedFact{reports.PlayerChanged}, nil
	}
	if err != nil {
		return nil, err
	}
	record, err := p.onRecord(ctx, e, in)
	if err != nil {
		return nil, err
	}
	changed := order.ChangedSince(record.About(person), p.at())
	first := order.Needs
	if order.WithSecond { // the second half is that of the second test
		first = first[:len(first)/2]
	}
	if !slices.Equal(idsOf(p.evaluations(kind, e, &full.Terms, chosen.Games, in.digests)), first) {
		changed = append(changed, reports.GamesChanged)
	}
	if !sameRatings(chosen, person, rating, report) {
		changed = append(changed, reports.RatingChanged)
	}
	field, err := p.evaluatedField(ctx, e, full, in, chosen)
	if err == nil && (field != order.Field || !reflect.DeepEqual(chosen.Counts, report.Games)) {
		changed = append(changed, reports.FieldChanged)
	}
	return changed, err
}

// sameRatings reports whether a test would be made at the ratings of its report: the one given for all
// games, or that of each game.
func sameRatings(chosen *tournament.Selection, person *roster.Person, given float64, report *reports.FullTest) bool {
	if given != 0 {
		return given == report.Player.Rating
	}
	for i, g := range chosen.Games {
		if i < len(report.GameRows) && float64(chosen.Roster.RatingIn(g, *chosen.Roster.Color(g, person))) != report.GameRows[i].Own {
			return false
		}
	}
	return true
}

// readReport reads a report of an event as it is stored.
func (p *Service) readReport(ctx context.Context, e store.Event, id string, into any) error {
	stored, err := p.Store.ReportIn(ctx, e.ID, id)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(stored.Body, into); err != nil {
		return fault.Wrap(err, fault.Corrupt, "report", "the report %s cannot be read", id)
	}
	return nil
}
