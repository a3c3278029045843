package reports

import (
	"math"

	"fairplay/analysis"
	"fairplay/analysis/score"
)

// rounds follows the combined Z round by round, with the boundary that keeps the total error at
// that of a single look at the line. A row rests only on the games so far and on the plan, so later
// rounds do not change it.
func (in *FullTestInput) rounds(own *score.Performance) ([]RoundRow, *Boundary, error) {
	looks := in.Parameters.Looks(own, in.fieldAfter)
	rows := make([]RoundRow, len(looks))
	for i, look := range looks {
		rows[i] = RoundRow{Event: look.Event, Round: look.Round, Moves: look.Moves}
		if look.Assessment.Combined.OK {
			rows[i].Z = pointer(look.Assessment.Combined.Z)
		} else {
			rows[i].ZMissing = in.withoutZ(look.Moves)
		}
		if found := in.odds(look.Assessment); found.Log != nil {
			rows[i].Evidence = found.Log
		} else {
			rows[i].EvidenceMissing = found.Missing
		}
	}
	line := in.line()
	if err := in.bound(rows, line); err != nil {
		return nil, nil, err
	}
	if len(rows) == 0 || in.noPlan() != "" {
		return rows, nil, nil
	}
	return rows, &Boundary{
		Threshold: line, Alpha: score.Tail(line), Spending: "lan_demets_obrien_fleming",
		Looks: len(rows), Planned: in.Planned,
	}, nil
}

// bound gives each row the boundary that it had when it was the last row, or says why it has none.
// The error is spent by planned rounds: round k of K is k/K of the plan, even for a player who had
// a bye before. A round of several games is one look, after its last game. A round that is
// completed after a later one finds no error left to spend.
func (in *FullTestInput) bound(rows []RoundRow, line float64) error {
	var placed []*RoundRow
	var done, information []float64
	share := 0.0
	for i := range rows {
		r := &rows[i]
		k, _, known := analysis.ParseRound(r.Round)
		switch {
		case in.severalEvents(): // rounds of several events are in no order, and have no common plan
			r.BoundaryMissing = SeveralEvents
		case in.Planned == 0:
			r.BoundaryMissing = NoPlan
		case r.Moves == 0:
			r.BoundaryMissing = NoMoves
		case !known:
			r.BoundaryMissing = NoRound
		case k > in.Planned:
			r.BoundaryMissing = BeyondPlan
		default:
			share = max(share, float64(k)/float64(in.Planned))
			placed, done, information = append(placed, r), append(done, share), append(information, float64(r.Moves))
		}
	}
	boundary, err := score.Boundary(score.Tail(line), done, information)
	if err != nil {
		return err
	}
	for i, r := range placed {
		if math.IsInf(boundary[i], 1) {
			r.BoundaryMissing = EarlierRound
		} else {
			r.Boundary = pointer(boundary[i])
		}
	}
	return nil
}

// withoutZ says why the player's counted moves have no z.
func (in *FullTestInput) withoutZ(moves int) Reason {
	switch {
	case in.uncalibrated:
		return in.Provenance.unfitted()
	case !(in.Rating >= score.MinRating):
		return LowRating
	case moves == 0:
		return NoMoves
	}
	return NoVariance
}
