package score

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// shared returns the same games as those of several players, one each, or of one.
func shared(perf *Performance, several bool) *Performance {
	out := *perf
	out.Games = slices.Clone(perf.Games)
	for i := range out.Games {
		out.Games[i].Player = ""
		if several {
			out.Games[i].Player = fmt.Sprint(i)
		}
	}
	return &out
}

// Against k opponents with a game each, their strengths and the errors of their
// ratings average out, as those of one opponent with k games do not. What the
// event has in common does not either.
func TestSeveralPlayersAverageOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		perf := anyPerformance().Draw(t, "performance")
		e := anyEffects().Draw(t, "effects")
		one, several := testOf(shared(perf, false), MM, Spread{Scale: 1}, e), testOf(shared(perf, true), MM, Spread{Scale: 1}, e)

		slope, squares := 0.0, 0.0
		for _, g := range perf.Games {
			own := 0.0
			for i := range g.Moves {
				own += g.Moves[i].MM.Slope
			}
			slope += own
			squares += own * own
		}
		fewer := perf.RatingSD * perf.RatingSD * (slope*slope - squares)
		if !near(one.Variance.Players-several.Variance.Players, fewer, 1e-9) {
			t.Fatalf("%v and %v, a difference of %v is due", one.Variance, several.Variance, fewer)
		}
		if one.Variance.Event != several.Variance.Event || one.Variance.Games != several.Variance.Games || several.SD < several.RawSD {
			t.Fatalf("%+v and %+v", one, several)
		}
	})
}

// k games alike, the slope of each S: as one player's (kS)² sigma², as k
// players' k S² of it.
func TestOneOpponentAndSeveralByHand(t *testing.T) {
	const k, n, slope, sigma = 5, 20, 0.0002, 50.0
	perf := &Performance{RatingSD: sigma}
	for range k {
		g := Game{}
		for range n {
			s := Scored{}
			s.MM = Indicator(0.5, slope)
			g.Moves = append(g.Moves, s)
		}
		perf.Games = append(perf.Games, g)
	}
	one, several := testOf(shared(perf, false), MM, Spread{Scale: 1}, Effects{}).Variance, testOf(shared(perf, true), MM, Spread{Scale: 1}, Effects{}).Variance
	if !near(one.Players, 4e-4*2500, 1e-12) || !near(several.Players, 5*1.6e-5*2500, 1e-12) {
		t.Errorf("one player %v, want 1; several %v, want 0.2", one.Players, several.Players)
	}
}
