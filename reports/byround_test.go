package reports

import (
	"testing"
)

func rowWith(name string, moves int, roi float64) PlayerRow {
	r := PlayerRow{Name: name, Moves: moves, Rating: 2400}
	if roi == 0 {
		r.ROIMissing = NoVariance
	} else {
		r.ROI = &PlayerIndex{ROI: roi}
	}
	return r
}

// Each round has its own figure and that of all until then; a change needs a figure before. Players
// whose last figure may be judged stand first, the highest of them at the head.
func TestFollowRounds(t *testing.T) {
	of := func(rows ...PlayerRow) *Screening { return &Screening{Players: rows} }
	got := FollowRounds([]int{1, 2, 3},
		[]*Screening{
			of(rowWith("Anna", 40, 55), rowWith("Boris", 45, 40), rowWith("Few", 5, 70)),
			of(rowWith("Anna", 50, 65), rowWith("Boris", 40, 0)),
			of(rowWith("Boris", 60, 45), rowWith("Clara", 130, 52), rowWith("Anna", 0, 0)),
		},
		[]*Screening{
			of(rowWith("Anna", 40, 55), rowWith("Boris", 45, 0), rowWith("Few", 5, 70)),
			of(rowWith("Anna", 90, 61), rowWith("Boris", 85, 41), rowWith("Few", 5, 69)),
			of(rowWith("Anna", 90, 60.5), rowWith("Boris", 145, 43.5), rowWith("Clara", 130, 52), rowWith("Few", 5, 68)),
		})
	var order []string
	for _, p := range got.Players {
		order = append(order, p.Name)
	}
	if want := "[Clara Boris Few Anna]"; len(order) != 4 || order[0] != "Clara" || order[1] != "Boris" || order[2] != "Few" {
		t.Errorf("order %v, want %s", order, want)
	}
	anna, boris := got.Players[3], got.Players[1]
	if n := len(anna.Rounds); n != 3 {
		t.Fatalf("Anna has %d rounds", n)
	}
	if last := anna.Rounds[2]; last.Moves != 0 || last.ROI != nil || last.ROIMissing != NoMoves || *last.Total != 60.5 || *last.Change != -.5 {
		t.Errorf("no move of hers counts in the last round, which tells more of the field: %+v", last)
	}
	if few := got.Players[2].Rounds; len(few) != 2 || few[1].Round != 3 {
		t.Errorf("rounds that nobody played: %+v", few)
	}
	if first := anna.Rounds[0]; first.Change != nil || first.ChangeMissing != NothingBefore || first.Judged {
		t.Errorf("first round %+v", first)
	}
	if second := anna.Rounds[1]; *second.ROI != 65 || *second.Total != 61 || *second.Change != 6 || second.Until != 90 {
		t.Errorf("second round %+v", second)
	}
	if r := boris.Rounds[0]; r.Total != nil || r.TotalMissing != NoVariance || r.ChangeMissing != NoVariance {
		t.Errorf("without an ROI so far: %+v", r)
	}
	if r := boris.Rounds[1]; r.ROI != nil || r.ROIMissing != NoVariance || r.ChangeMissing != NothingBefore {
		t.Errorf("after a round without: %+v", r)
	}
	if r := boris.Rounds[2]; *r.Change != 2.5 || !r.Judged {
		t.Errorf("third round %+v", r)
	}
}
