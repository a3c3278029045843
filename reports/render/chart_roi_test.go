package render

import (
	"math"
	"strconv"
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
		c := newROIChart(w, s.Players)
		if c == nil {
			if n > 0 {
				t.Errorf("no picture of %d players", n)
			}
			continue
		}
		if len(c.Dots) != n {
			t.Errorf("%d dots for %d players", len(c.Dots), n)
		}
	}
	if newROIChart(w, fixture().Players) != nil || newROIChart(w, nil) != nil {
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
			players = append(players, reports.PlayerRow{Moves: moves, ROI: &reports.Index{ROI: 50 + 5*z, Z: z, Expected: new(1.0)}})
		}
		c := newROIChart(w, players)
		radius := place(t, c.Radius)
		for i, a := range c.Dots {
			x, y := place(t, a.X), place(t, a.Y)
			if x < stripLeft || x > stripRight || y-radius < stripTop-1 || y+radius > place(t, c.Bottom) {
				t.Fatalf("dot %+v lies outside the picture", a)
			}
			for _, b := range c.Dots[:i] {
				if math.Hypot(x-place(t, b.X), y-place(t, b.Y)) < 2*radius {
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
			players = append(players, reports.PlayerRow{Moves: 200, ROI: &reports.Index{ROI: 50, Expected: new(1.0)}})
		}
		c := newROIChart(wordsOf(t, "en"), players)
		area, lastX, lastY := 0.0, 0.0, 0.0
		for i, corner := range strings.Fields(c.Hill) {
			xy := strings.Split(corner, ",")
			x, y := place(t, xy[0]), place(t, c.Bottom)-place(t, xy[1])
			if i > 0 {
				area += (x - lastX) * (y + lastY) / 2
			}
			lastX, lastY = x, y
		}
		diameter := 2*place(t, c.Radius) + 1
		if want := float64(n) * diameter * diameter; math.Abs(area/want-1) > .03 {
			t.Errorf("%d players: the hill covers %.0f, the dots %.0f", n, area, want)
		}
	}
}

// Only players at an ROI where chance puts less than one are set off.
func TestOnlyThoseBeyondChanceAreNamed(t *testing.T) {
	c := newROIChart(wordsOf(t, "en"), calibrated().Players)
	for _, d := range c.Dots {
		name, _, _ := strings.Cut(d.Title, ":")
		want := map[string]string{"Above, Anna": "far", "丁立人": "far", `Few, "Felix"`: "few",
			"Venkata Narasimha Rajuvaripet Satyanarayana-Subrahmanyam, Lakshmi": "few"}[name] // outside the calibrated ratings
		if d.Kind != want {
			t.Errorf("%s is drawn as %q, want %q", name, d.Kind, want)
		}
	}
	if len(c.Labels) != 2 {
		t.Errorf("labels %+v, want two", c.Labels)
	}
}

func place(t rapid.TB, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
