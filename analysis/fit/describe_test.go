package fit

import (
	"fmt"
	"testing"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// A range needs a hundred test sides in each of its bands; the longest
// run counts, and none leaves a range below every rating that is answered.
func TestCalibratedRange(t *testing.T) {
	none := score.RatingRange{Low: 1000, High: 1001}
	for _, c := range []struct {
		name   string
		counts []int // of the bands from 1400
		want   score.RatingRange
	}{
		{"nothing", nil, none},
		{"one short everywhere", []int{99, 99, 99}, none},
		{"one band", []int{3, 100, 99}, score.RatingRange{Low: 1600, High: 1799}},
		{"adjoining", []int{3, 50, 120, 557, 575, 20}, score.RatingRange{Low: 1800, High: 2399}},
		{"the longer of two", []int{100, 0, 100, 100, 0, 300}, score.RatingRange{Low: 1800, High: 2199}},
		{"the first of equals", []int{100, 0, 300}, score.RatingRange{Low: 1400, High: 1599}},
	} {
		var bands []calibration.Band
		for i, n := range c.counts {
			low := 1400 + 200*float64(i)
			bands = append(bands, calibration.Band{Low: low, High: low + 200,
				Fit: calibration.CorpusSize{Sides: 1000}, Test: calibration.CorpusSize{Sides: n}})
		}
		if got := calibrated(bands); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		if got := calibrated(bands); got == none && (&score.Parameters{Ratings: got}).Footing(500, score.MinRating).Extrapolated != true {
			t.Errorf("%s: a rating is answered without a caveat", c.name)
		}
	}
	apart := []calibration.Band{{Low: 1400, High: 1600, Test: calibration.CorpusSize{Sides: 100}},
		{Low: 1800, High: 2000, Test: calibration.CorpusSize{Sides: 100}}}
	if got := calibrated(apart); got.High != 1599 {
		t.Errorf("bands with a gap are one range: %+v", got)
	}
}

// A performance is a player with five games or more in an event, and stands in the
// band of his mean rating.
func TestPerformances(t *testing.T) {
	var sides []Side
	play := func(event, player string, ratings ...float64) {
		for i, r := range ratings {
			sides = append(sides, Side{Event: event, Player: player, Game: fmt.Sprint(event, player, i), Rating: r, Moves: make([]Move, 1)})
		}
	}
	play("a", "x", 1590, 1590, 1590, 1590, 1650)
	play("b", "x", 1590, 1590, 1590, 1590)
	play("a", "y", 1500, 1500, 1500, 1500, 1500, 1500)
	if n := count(sides); n.Performances != 2 || n.Sides != 15 || n.Players != 2 {
		t.Errorf("%+v", n)
	}
	low, high := countBand(sides, 1400, 1600), countBand(sides, 1600, 1800)
	if low.Performances != 1 || low.Sides != 14 || high.Performances != 1 || high.Sides != 1 {
		t.Errorf("below 1600 %+v, above %+v", low, high)
	}
}
