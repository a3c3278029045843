package web

import (
	"context"
	"slices"
	"strconv"
	"time"

	"fairplay/queue/door"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/intake"
)

// claimsShown is what the page of a case shows of engine claims that are run again.
type claimsShown struct {
	Runs      []claimRunShown
	Claims    []caseChoice // entries with a claim
	Games     []caseChoice // attachments with games
	OfEvent   bool         // the event is kept here, with its games
	MayOrder  bool         // and there is a claim
	MayCancel bool
}

// claimRunShown is a rerun, with its instant where people read it.
type claimRunShown struct {
	registry.ClaimRun
	At time.Time
}

// claims adds to a case what is shown of engine claims. Parties see them, if at all, among what happened.
func (v *visit) claims(content *caseContent, zone *time.Location) error {
	if content.Mine {
		content.Claims = claimsShown{}
		return nil
	}
	shown := &content.Claims
	shown.OfEvent, shown.MayCancel = v.inquiry.Event != "", v.open("cancelClaim")
	for _, file := range content.Files {
		if file.Type == intake.PGN {
			shown.Games = append(shown.Games, caseChoice{Value: file.Digest, Text: file.Name})
		}
	}
	shown.MayOrder = len(shown.Claims) > 0 && v.open("orderClaim") && slices.ContainsFunc(v.inquiry.Next, func(step registry.StepView) bool {
		return step.Kind == complaint.EntryClaimOrdered && len(step.Lacks) == 0
	})
	if !slices.ContainsFunc(v.inquiry.Entries, func(e registry.EntryView) bool { return e.Kind == complaint.EntryClaimOrdered }) {
		return nil
	}
	runs, err := ask(v, "listClaims", v.cases.Claims)
	for _, run := range slices.Backward(runs) {
		shown.Runs = append(shown.Runs, claimRunShown{run, run.Ordered.In(zone)})
	}
	return err
}

// orderClaim has an engine claim of the case run again.
func orderClaim(v *visit) (string, error) {
	return v.atCase("?done=claim_ordered"), v.do("orderClaim", func(ctx context.Context, who *door.Caller) error {
		asked := registry.NewClaimRun{File: v.value("games"), Recipe: v.value("recipe")}
		var err error
		if asked.Claim, err = strconv.ParseInt(v.value("claim"), 10, 64); err != nil {
			return v.refusal("web.case.unreadable")
		}
		if text := v.value("rating"); text != "" {
			if asked.Rating, err = strconv.ParseFloat(text, 64); err != nil {
				return v.wrongField("rating", "decimal")
			}
		}
		_, err = v.cases.OrderClaim(ctx, who, asked)
		return err
	})
}

// cancelClaim ends a rerun.
func cancelClaim(v *visit) (string, error) {
	return v.atCase("?done=claim_cancelled"), v.do("cancelClaim", func(ctx context.Context, who *door.Caller) error {
		return v.cases.CancelClaim(ctx, who, v.value("run"))
	})
}
