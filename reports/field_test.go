package reports

import (
	"fmt"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/ipr"
	"fairplay/analysis/score"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// fieldOf screens six pairs of players with a game each. The moves of each are
// likeliest at a strength so far from his rating, alternately a little more and a
// little less. A seventh pair plays at ratings of which nothing is expected.
func fieldOf(offset float64) *Field {
	var sheets []Sheet
	var games []*analysis.Game
	for i := range 7 {
		rating := 2000
		if i == 6 {
			rating, offset = 1300, 900
		}
		white := analysis.Player{Name: fmt.Sprintf("White %c", 'A'+i), Rating: rating}
		black := analysis.Player{Name: fmt.Sprintf("Black %c", 'A'+i), Rating: rating}
		s := sheet(fmt.Sprint(i), white, black, make([]score.Move, 3), make([]score.Move, 2))
		for c := range s.Sides {
			middle := offset + []float64{30, -30}[c]
			curve := ipr.Offsets(func(u float64) float64 { return -(u - middle) * (u - middle) / (2 * 100 * 100) })
			s.Sides[c].Offsets = &curve
		}
		sheets, games = append(sheets, s), append(games, s.Game)
	}
	return CompileScreening(ScreeningInput{
		Count: counted(games, sheets), Edition: regulations.Shipped().Edition(tournament.Start(games)),
		EventSpread: 170,
	}).Field
}

// Twelve players of standard error 100 under a prior of 170: the offset is drawn
// in by the factor 12/100² / (12/100² + 1/170²) = 0.9720.
func TestFieldsThatAreApart(t *testing.T) {
	for _, tt := range []struct {
		offset float64
		apart  bool
	}{{0, false}, {90, false}, {350, true}, {-200, true}, {-60, false}} {
		f := fieldOf(tt.offset)
		if f == nil || f.Players != 12 || f.Moves != 30 || !closeTo(f.Offset, 0.9720*tt.offset, 0.2) || f.Apart != tt.apart {
			t.Errorf("at %v: %+v", tt.offset, f)
		}
	}
}

func closeTo(a, b, tolerance float64) bool { return a-b <= tolerance && b-a <= tolerance }

func TestNoFieldWithoutCurves(t *testing.T) {
	if f := compiled(t).Field; f != nil {
		t.Errorf("%+v", f)
	}
}
