package complaint

import (
	"cmp"
	"slices"

	"fairplay/reports/complaint/claim"
)

// Claimed returns the engine claim that an entry has, by itself or in its form. The player is the one that it names, or else
// the respondent, by FIDE ID or name; "" if there are several. ok is false for an entry without a claim.
func (c Case) Claimed(seq int64) (found claim.Claim, ok bool) {
	for _, e := range Every[ClaimMade](c) {
		if e.Seq == seq {
			found, ok = e.Says.Claim, true
		}
	}
	for _, e := range Every[Filing](c) {
		if e.Seq == seq && e.Says.Form.Engine != nil {
			found, ok = e.Says.Form.Engine.Claim, true
		}
	}
	if respondents := c.Parties(RespondentParty); ok && found.Player == "" && len(respondents) == 1 {
		found.Player = cmp.Or(respondents[0].FideID, respondents[0].Name)
	}
	return found, ok
}

// OrderedClaim is an engine claim that was ordered to be run again.
type OrderedClaim struct {
	Said[ClaimOrder]
	Found  bool
	Report string // SHA-256, once it is found
}

// ClaimOrders returns which claims were ordered to be run again, in their order.
func (c Case) ClaimOrders() (all []OrderedClaim) {
	found := Every[ClaimFinding](c)
	for _, order := range Every[ClaimOrder](c) {
		o := OrderedClaim{Said: order}
		if i := slices.IndexFunc(found, func(f Said[ClaimFinding]) bool { return f.Says.Task == order.Says.Task }); i >= 0 {
			o.Found, o.Report = true, found[i].Says.Report
		}
		all = append(all, o)
	}
	return all
}

// Ordered returns the order of a task.
func (c Case) Ordered(task string) (order OrderedClaim, ok bool) {
	for _, o := range c.ClaimOrders() {
		if o.Says.Task == task {
			return o, true
		}
	}
	return order, false
}
