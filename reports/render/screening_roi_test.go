package render

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fairplay/reports"
)

func TestROIChartHoldsEveryIndex(t *testing.T) {
	w := wordsOf(t, "en")
	for _, s := range []*reports.Screening{calibrated(), calibratedCrowd(300), calibratedCrowd(1)} {
		n := 0
		for i := range s.Players {
			if s.Players[i].ROI != nil { // provisional ones too
				n++
			}
		}
		c := newROIChart(w, s.Players, chartWidth, nil)
		if c == nil {
			if n > 0 {
				t.Errorf("no picture of %d players", n)
			}
			continue
		}
		if dots := pointedAt(c); len(dots) != n {
			t.Errorf("%d dots for %d players", len(dots), n)
		}
	}
	if newROIChart(w, fixture().Players, chartWidth, nil) != nil || newROIChart(w, nil, chartWidth, nil) != nil {
		t.Error("a picture without an ROI")
	}
}

// Dots stand inside the picture and none covers another.
func TestDotsKeepApart(t *testing.T) {
	w := wordsOf(t, "en")
	rapid.Check(t, func(t *rapid.T) {
		var players []reports.PlayerRow
		for _, z := range rapid.SliceOfN(rapid.Float64Range(-4, 9), 1, 60).Draw(t, "z") {
			moves := rapid.SampledFrom([]int{40, 200}).Draw(t, "moves")
			players = append(players, reports.PlayerRow{Moves: moves, ROI: &reports.PlayerIndex{ROI: 50 + 5*z, Z: z, Expected: new(1.0)}})
		}
		c := newROIChart(w, players, chartWidth, nil)
		bottom := drawnAs(c, "base")[0].Y
		dots := pointedAt(c)
		for i, m := range dots {
			a := m.Shapes[0]
			if a.X < stripSide || a.X > chartWidth-stripSide || a.Y-a.Size < stripTop-1 || a.Y+a.Size > bottom {
				t.Fatalf("dot %+v lies outside the picture", a)
			}
			for _, other := range dots[:i] {
				if b := other.Shapes[0]; math.Hypot(a.X-b.X, a.Y-b.Y) < 2*a.Size {
					t.Fatalf("dots %+v and %+v cover one another", a, b)
				}
			}
		}
	})
}

// The hill is drawn on the scale of the dots: its area is that of as many
// squares as there are players, but for what lies outside the picture.
func TestHillHasTheAreaOfTheDots(t *testing.T) {
	for _, n := range []int{8, 40, 300} {
		var players []reports.PlayerRow
		for range n {
			players = append(players, reports.PlayerRow{Moves: 200, ROI: &reports.PlayerIndex{ROI: 50, Expected: new(1.0)}})
		}
		c := newROIChart(wordsOf(t, "en"), players, chartWidth, nil)
		area, last, bottom := 0.0, xy{}, drawnAs(c, "base")[0].Y
		for i, corner := range drawnAs(c, "hill")[0].Points {
			if i > 0 {
				area += (corner.X - last.X) * (2*bottom - corner.Y - last.Y) / 2
			}
			last = corner
		}
		diameter := 2*pointedAt(c)[0].Shapes[0].Size + 1
		if want := float64(n) * diameter * diameter; math.Abs(area/want-1) > .03 {
			t.Errorf("%d players: the hill covers %.0f, the dots %.0f", n, area, want)
		}
	}
}

// Only players at an ROI where chance puts less than one are named; only those where it puts less than a tenth are set off.
func TestOnlyThoseBeyondChanceAreNamed(t *testing.T) {
	c := newROIChart(wordsOf(t, "en"), calibrated().Players, chartWidth, nil)
	for _, d := range pointedAt(c) {
		name, _, _ := strings.Cut(d.Title, ":")
		want := map[string]string{"Above, Anna": "far", "丁立人": "", `Few, "Felix"`: "few",
			"Venkata Narasimha Rajuvaripet Satyanarayana-Subrahmanyam, Lakshmi": "few"}[name] // outside the calibrated ratings
		if d.Class != want {
			t.Errorf("%s is drawn as %q, want %q", name, d.Class, want)
		}
	}
	if labels := drawnAs(c, "label"); len(labels) != 2 {
		t.Errorf("labels %+v, want two", labels)
	}
}

// pointedAt returns the marks of players.
func pointedAt(c *chart) (marks []mark) {
	for _, m := range c.Marks {
		if m.Named {
			marks = append(marks, m)
		}
	}
	return marks
}

// drawnAs returns the shapes of one class.
func drawnAs(c *chart, class string) (shapes []shape) {
	for _, m := range c.Marks {
		for _, s := range m.Shapes {
			if s.Class == class {
				shapes = append(shapes, s)
			}
		}
	}
	return shapes
}
