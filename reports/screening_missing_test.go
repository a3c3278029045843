package reports

import (
	"math"
	"testing"

	"fairplay/analysis/score"
)

func TestMissingFiguresOfARow(t *testing.T) {
	roi, judged := &PlayerIndex{ROI: 61}, &PlayerIndex{ROI: 61, Holm: pointer(0.1)}
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

// A rating outside the calibrated range is not judged: z and ROI stay, chance is
// reckoned neither for it nor with it, and the reason stands in the row.
func TestExtrapolatedRowsAreNotJudged(t *testing.T) {
	row := func(name string, moves int, roi float64, extrapolated bool) PlayerRow {
		return PlayerRow{Name: name, Rating: 1500, Moves: moves, Extrapolated: extrapolated, Hint: &MatchHint{Above: true},
			ROI: &PlayerIndex{ROI: roi, Z: score.FromROI(roi)}}
	}
	rows := []PlayerRow{row("beyond", 200, 66, true), row("judged", 200, 61, false), row("few", 40, 66, true)}
	standing, lines := compareWithChance(rows)
	if want := (RowCounts{Judged: 1, Provisional: 1, ProvisionalAbove: 1, Extrapolated: 1}); standing != want {
		t.Errorf("%+v, want %+v", standing, want)
	}
	if l := lines[2]; l.ROI != 65 || l.Seen != 0 || l.Provisional != 1 || l.Extrapolated != 1 || math.Abs(l.Expected-score.Tail(3)) > 1e-12 {
		t.Errorf("%+v", l)
	}
	for i, want := range []Reason{OutOfRange, "", FewMoves} {
		r := &rows[i]
		r.nameMissing("")
		if r.ChanceMissing != want || (r.ROI.Holm == nil) != (want != "") || (r.ROI.Expected == nil) != (want != "") || r.ROIMissing != "" || !r.Hint.Above {
			t.Errorf("%s: %q, %+v", r.Name, r.ChanceMissing, r.ROI)
		}
	}
	if p := *rows[1].ROI.Holm; math.Abs(p-score.Tail(2.2)) > 1e-12 {
		t.Errorf("the judged one is one of more than himself: p = %v", p)
	}
	alone := []PlayerRow{row("beyond", 200, 66, true)}
	if _, lines := compareWithChance(alone); len(lines) == 0 || lines[0].Extrapolated != 1 || lines[0].Expected != 0 {
		t.Errorf("%+v", lines)
	}
}
