package registry

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/regulations"
)

// withMaking adds to statistical evidence how its test was made, from the service's own records:
// the person who enters the evidence cannot state it. A report that is not of a test here is taken
// without it.
func (r *Register) withMaking(ctx context.Context, body complaint.Body) (complaint.Body, error) {
	exhibit, ok := body.(*complaint.Exhibit)
	if !ok {
		return body, nil
	}
	filled := *exhibit
	filled.Made = nil
	if filled.Of != complaint.Statistical {
		return &filled, nil
	}
	made, err := r.making(ctx, filled.Report)
	if fault.KindOf(err) == fault.NotFound {
		return &filled, nil
	} else if err != nil {
		return nil, err
	}
	filled.Made = made
	return &filled, nil
}

// making returns how the test of a report was made; NotFound if there is no such test here.
func (r *Register) making(ctx context.Context, report string) (*regulations.TestMaking, error) {
	kept, err := r.Store.Report(ctx, report)
	if err != nil {
		return nil, err
	}
	test, err := r.Store.Test(ctx, kept.Test)
	if err != nil {
		return nil, err
	}
	order, err := reports.ReadTestOrder(test.Request)
	if err != nil {
		return nil, err
	}
	var says reports.FullTest
	if err := json.Unmarshal(kept.Body, &says); err != nil {
		return nil, fault.Wrap(err, fault.Corrupt, "report_damaged", "the report %s cannot be read", report)
	}
	batches, err := r.Store.Batches(ctx, test.Event, 0, 0)
	if err != nil {
		return nil, err
	}
	made := &regulations.TestMaking{
		Player: cmp.Or(says.Player.FideID, says.Player.Name), Games: says.Provenance.GamesSHA256,
		By: test.Token, At: test.Created, GamesBy: []string{}, Recipe: says.Provenance.RecipeFingerprint, Anew: order.Anew,
		Judged: says.Footing.Judged && says.Kind == reports.FullKind,
	}
	for _, b := range batches {
		if !slices.Contains(made.GamesBy, b.Token) {
			made.GamesBy = append(made.GamesBy, b.Token)
		}
	}
	if z := says.Combined.Z; z != nil {
		made.Z = *z
	}
	return made, nil
}

// asReceived notes of a form that a complainant hands in himself that it came through this service, and now: deadlines are
// judged by that, and whether he took part in the event is not for him to state.
func asReceived(body complaint.Body, by complaint.Actor, now time.Time) complaint.Body {
	filing, ok := body.(*complaint.Filing)
	if !ok || by.Role != access.Complainant {
		return body
	}
	return &complaint.Filing{Form: filing.Form, Channel: complaint.ByService, Received: now, Scan: filing.Scan}
}
