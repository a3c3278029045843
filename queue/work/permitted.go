package work

import (
	"context"
	"encoding/json"

	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/store"
)

// Permitted returns what the regulations permit for the players of an event, based on the screening
// finished last, the reports of tests, and the record.
func (p *Service) Permitted(ctx context.Context, e store.Event) (*reports.PermittedActions, error) {
	record, err := p.Record(ctx, e)
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
