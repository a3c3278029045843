package reports

import "testing"

func TestMissingFiguresOfARow(t *testing.T) {
	roi, judged := &Index{ROI: 61}, &Index{ROI: 61, Holm: pointer(0.1)}
	tests := []struct {
		name                      string
		row                       PlayerRow
		unfitted                  Reason
		rating, roi, chance, hint Reason
	}{
		{"all there", PlayerRow{Rating: 2400, Moves: 200, ROI: judged, Hint: &MatchHint{}}, "", "", "", "", ""},
		{"few moves", PlayerRow{Rating: 2400, Moves: 40, ROI: roi, Hint: &MatchHint{}}, "", "", "", FewMoves, ""},
		{"no rating", PlayerRow{Moves: 200}, "", NoRating, NoRating, NoRating, NoRating},
		{"low rating", PlayerRow{Rating: 1300, Moves: 200, Hint: &MatchHint{}}, "", "", LowRating, LowRating, ""},
		{"above the line's ratings", PlayerRow{Rating: 2830, Moves: 200, ROI: judged}, "", "", "", "", RatingBeyond},
		{"no moves", PlayerRow{Rating: 2400, Hint: &MatchHint{}}, "", "", NoMoves, NoMoves, ""},
		{"engine", PlayerRow{Rating: 2400, Moves: 200, Hint: &MatchHint{}}, OtherEngine, "", OtherEngine, OtherEngine, ""},
	}
	for _, tt := range tests {
		r := tt.row
		r.nameMissing(tt.unfitted)
		if r.RatingMissing != tt.rating || r.ROIMissing != tt.roi || r.ChanceMissing != tt.chance || r.HintMissing != tt.hint {
			t.Errorf("%s: rating %q, ROI %q, chance %q, hint %q", tt.name, r.RatingMissing, r.ROIMissing, r.ChanceMissing, r.HintMissing)
		}
	}
}
