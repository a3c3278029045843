package registry

import (
	"cmp"
	"context"

	"fairplay/reports/complaint"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
)

// competition returns the present facts about an event that a case needs. procedure says which
// rules apply to the case of a hybrid event, "" for other events.
func (r *Register) competition(ctx context.Context, e store.Event, procedure regulations.Mode) (complaint.Competition, error) {
	dossier, err := r.Events.WholeDossier(ctx, e)
	if err != nil {
		return complaint.Competition{}, err
	}
	facts := e.Facts
	in := complaint.Competition{
		Name: e.Name, Federation: e.Federation, Mode: cmp.Or(facts.Mode, regulations.OverTheBoard), Procedure: procedure,
		Level: regulations.ProtectionLevel(dossier.Level().Level), Rated: facts.Rated, Official: facts.Official, Start: e.Start,
		Ended: dossier.Record.Ends(), TimeZone: facts.TimeZone, Organiser: facts.Organiser, Arbiters: []complaint.Individual{},
	}
	if facts.ChiefArbiter != "" {
		in.Arbiters = append(in.Arbiters, complaint.Individual{Name: facts.ChiefArbiter})
	}
	return in, nil
}
