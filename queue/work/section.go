package work

import (
	"context"

	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/store"
)

// FairPlaySection returns the fair-play section of the chief arbiter's report on an event. If the
// present screening cannot be finished, the section uses the one before.
func (r Records) FairPlaySection(ctx context.Context, e store.Event) (*reports.FairPlaySection, error) {
	d, err := r.WholeDossier(ctx, e)
	if err != nil {
		return nil, err
	}
	last, lacking, err := Screenings(r).Screening(ctx, e.ID)
	if err != nil {
		lacking = &reports.Lacking{}
		if last, err = r.Store.LastScreening(ctx, e.ID); fault.KindOf(err) == fault.NotFound {
			last, err = store.Report{}, nil
		}
	}
	if err != nil {
		return nil, err
	}
	if last.ID == "" {
		return d.FairPlay(nil)
	}
	made := &reports.MadeScreening{ID: last.ID, Screening: new(reports.Screening), Lacking: lacking}
	if err := r.readReport(ctx, e, last.ID, made.Screening); err != nil {
		return nil, err
	}
	return d.FairPlay(made)
}
