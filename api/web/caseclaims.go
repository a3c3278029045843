package web

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"

	"fairplay/api/wire"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
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

// gamesType is the type of attachments with games.
const gamesType = "application/vnd.chess-pgn"

// claims returns what is shown of engine claims. Parties see them, if at all, among what happened.
func (v *visit) claims(content *caseContent, zone *time.Location) (claimsShown, error) {
	shown := claimsShown{OfEvent: v.inquiry.Event != "", MayCancel: v.open("cancelClaim")}
	ordered := false
	for _, e := range v.inquiry.Entries {
		ordered = ordered || e.Kind == complaint.EntryClaimOrdered
		var filing complaint.Filing
		switch {
		case e.Kind == complaint.EntryFiled && json.Unmarshal(e.Says, &filing) == nil && filing.Form.Engine != nil, e.Kind == complaint.EntryClaim && len(e.Says) > 0:
			text := v.Slug("case_entry", string(e.Kind)) + ", " + v.Moment(e.At.In(zone))
			shown.Claims = append(shown.Claims, caseChoice{Value: strconv.FormatInt(e.Seq, 10), Text: text})
		}
	}
	if content.Mine {
		return claimsShown{}, nil
	}
	for _, file := range content.Files {
		if file.Type == gamesType {
			shown.Games = append(shown.Games, caseChoice{Value: file.Digest, Text: file.Name})
		}
	}
	shown.MayOrder = len(shown.Claims) > 0 && v.open("orderClaim") && slices.ContainsFunc(v.inquiry.Next, func(step caseNext) bool {
		return step.Kind == complaint.EntryClaimOrdered && len(step.Lacks) == 0
	})
	if !ordered {
		return shown, nil
	}
	var list wire.List[registry.ClaimRun]
	if err := v.get(v.ofCase("/claims"), &list); err != nil {
		return shown, err
	}
	for _, run := range slices.Backward(list.Items) {
		shown.Runs = append(shown.Runs, claimRunShown{run, run.Ordered.In(zone)})
	}
	return shown, nil
}

// orderClaim has an engine claim of the case run again.
func orderClaim(v *visit) (string, error) {
	claim, err := strconv.ParseInt(v.value("claim"), 10, 64)
	if err != nil {
		return "", v.refusal("web.case.unreadable")
	}
	asked := registry.NewClaimRun{Claim: claim, File: v.value("games"), Recipe: v.value("recipe")}
	if text := v.value("rating"); text != "" {
		rating, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return "", v.wrongField("rating", "decimal")
		}
		asked.Rating = rating
	}
	return v.atCase("?done=claim_ordered"), v.send(http.MethodPost, v.ofCase("/claims"), asked, nil)
}

// cancelClaim ends a rerun.
func cancelClaim(v *visit) (string, error) {
	run := v.value("run")
	if !access.IsID(run) {
		return "", v.refusal("web.case.unreadable")
	}
	return v.atCase("?done=claim_cancelled"), v.send(http.MethodPost, v.ofCase("/claims/"+run+"/cancel"), nil, nil)
}
