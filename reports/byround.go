package reports

import (
	"cmp"
	"slices"

	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// ByRound follows the ROI of every player of an event round by round: the ROI of the round alone,
// of all rounds so far, and the change that the round made. Looking after every round shows a high
// figure more often than looking once, and nothing follows from any of these figures alone.
type ByRound struct {
	Event   tournament.EventTags `json:"event"`
	Rounds  []int                `json:"rounds"`  // of which games are evaluated, ascending; never nil
	Players []PlayerRounds       `json:"players"` // the highest ROI on enough moves first; never nil
	// Provenance is that of the screening of all these rounds. Its command with --round 1-k gives
	// the figures after round k.
	Provenance Provenance `json:"provenance"`
}

// PlayerRounds is one player with the rounds in which he has counted moves, and with the last of all, so
// that his last total is the ROI of the screening: the others tell more of the field after each round.
type PlayerRounds struct {
	Name   string     `json:"name"`
	FideID string     `json:"fide_id"`
	Rating int        `json:"rating"` // 0 if no game gives one
	Rounds []RoundROI `json:"rounds"` // ascending; never empty

	RatingMissing Reason `json:"rating_missing,omitempty"`
}

// RoundROI is the contribution of one round to the ROI of a player.
type RoundROI struct {
	Round int      `json:"round"`
	Moves int      `json:"moves"`               // counted, of the round
	ROI   *float64 `json:"roi,omitempty"`       // of the round alone; on so few moves nothing follows from it
	Until int      `json:"moves_until"`         // counted, of all rounds until then
	Total *float64 `json:"roi_until,omitempty"` // of all rounds until then
	// Change is Total minus the total after the round before. The other players played in the round
	// too, so their results are part of the change.
	Change *float64 `json:"change,omitempty"`
	// Judged reports whether Total may be compared with chance: there are enough moves, and the
	// rating is in the calibrated range.
	Judged bool `json:"judged"`

	ROIMissing    Reason `json:"roi_missing,omitempty"`
	TotalMissing  Reason `json:"roi_until_missing,omitempty"`
	ChangeMissing Reason `json:"change_missing,omitempty"`
}

// FollowRounds puts the screenings of single rounds (alone) beside those of all rounds so far
// (until). Both have one screening for each round; there is at least one round.
func FollowRounds(rounds []int, alone, until []*Screening) *ByRound {
	last := until[len(until)-1]
	out := &ByRound{Event: last.Event, Rounds: rounds, Players: []PlayerRounds{}, Provenance: last.Provenance}
	for i := range last.Players {
		row := &last.Players[i]
		who := roster.Called{Name: row.Name, FideID: row.FideID}
		p := PlayerRounds{Name: row.Name, FideID: row.FideID, Rating: row.Rating, RatingMissing: row.RatingMissing}
		var before *float64
		for k, round := range rounds {
			own, all := alone[k].row(who), until[k].row(who)
			played := own != nil && own.Moves > 0
			if all == nil || !played && (k < len(rounds)-1 || len(p.Rounds) == 0) {
				continue
			}
			r := RoundROI{Round: round, Until: all.Moves, Judged: all.Judged(), ROIMissing: NoMoves, TotalMissing: all.ROIMissing}
			if played {
				r.Moves, r.ROIMissing = own.Moves, own.ROIMissing
				if own.ROI != nil {
					r.ROI = &own.ROI.ROI
				}
			}
			switch {
			case all.ROI == nil:
				r.ChangeMissing = all.ROIMissing
			case before == nil:
				r.Total, r.ChangeMissing = &all.ROI.ROI, NothingBefore
			default:
				r.Total, r.Change = &all.ROI.ROI, pointer(all.ROI.ROI-*before)
			}
			before = r.Total
			p.Rounds = append(p.Rounds, r)
		}
		if len(p.Rounds) > 0 {
			out.Players = append(out.Players, p)
		}
	}
	slices.SortStableFunc(out.Players, func(a, b PlayerRounds) int {
		x, y := a.Rounds[len(a.Rounds)-1], b.Rounds[len(b.Rounds)-1]
		return cmp.Or(falseLast(x.Judged, y.Judged), falseLast(x.Total != nil, y.Total != nil), cmp.Compare(value(y.Total), value(x.Total)),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.FideID, b.FideID))
	})
	return out
}

// row returns the row of a player, nil if he has none.
func (s *Screening) row(who roster.Called) *PlayerRow {
	i := slices.IndexFunc(s.Players, func(r PlayerRow) bool { return r.Name == who.Name && r.FideID == who.FideID })
	if i < 0 {
		return nil
	}
	return &s.Players[i]
}

// falseLast orders true before false.
func falseLast(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

func value[T any](x *T) (v T) {
	if x != nil {
		v = *x
	}
	return v
}
