package render

import (
	"slices"
	"strings"
	"testing"

	"fairplay/reports"
)

func TestAxis(t *testing.T) {
	tests := []struct {
		low, high float64
		want      []float64
	}{
		{1990, 2100, []float64{1950, 2000, 2050, 2100}},
		{1620, 2810, []float64{1600, 1800, 2000, 2200, 2400, 2600, 2800, 3000}},
		{0, 8000, []float64{0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000}},
		{2000, 2000, []float64{1950, 2000, 2050}},
	}
	for _, tt := range tests {
		a := newAxis(tt.low, tt.high, 0, 100, 10, 50, 100, 200, 500)
		if got := a.ticks(); !slices.Equal(got, tt.want) {
			t.Errorf("ticks from %v to %v: %v, want %v", tt.low, tt.high, got, tt.want)
		}
		if a.at(a.low) != 0 || a.at(a.high) != 100 || a.at(a.low-1000) != 0 {
			t.Errorf("the ends of the axis are not its ends: %+v", a)
		}
	}
}

func TestChartHoldsEveryPlayerThatCanBeDrawn(t *testing.T) {
	w := wordsOf(t, "en")
	for _, s := range []*reports.Screening{fixture(), crowd(300), crowd(1)} {
		c, n := newMatchChart(w, s.Players), 0
		for i := range s.Players {
			if drawable(&s.Players[i]) {
				n++
			}
		}
		if points := pointedAt(c); len(points) != n {
			t.Errorf("%d points for %d players", len(points), n)
		}
		for _, p := range pointedAt(c) {
			for _, s := range p.Shapes {
				if s.Y < plotTop || s.Y > matchBottom || s.Kind == "line" && (s.Y2 < plotTop || s.Y2 > matchBottom) {
					t.Errorf("%s lies outside the picture: %+v", p.Title, s)
				}
			}
		}
	}
	if newMatchChart(w, emptyInput().Players) != nil || newMatchChart(w, fixture().Players[9:10]) != nil {
		t.Error("a picture without points")
	}
}

// A sample too small to say anything never looks like one above the line.
func TestSmallSamplesAreNotSetOff(t *testing.T) {
	for _, p := range pointedAt(newMatchChart(wordsOf(t, "en"), fixture().Players)) {
		name, _, _ := strings.Cut(p.Title, ":")
		want := map[string]string{"Above, Anna": "above", `Few, "Felix"`: "few", "One, Move": "few"}[name]
		if want == "" {
			want = "normal"
		}
		if p.Class != want {
			t.Errorf("%s is drawn as %s, want %s", name, p.Class, want)
		}
	}
}

func TestLabelsKeepApart(t *testing.T) {
	l := labelling{within: box{plotLeft, plotRight, plotTop, matchBottom}}
	for i := range 100 {
		l.avoid(500, 200+float64(i%7))
		l.beside("Player, Somebody", 500, 200+float64(i%7))
	}
	if len(l.taken) == 0 || len(l.taken) > maxLabels+1 {
		t.Fatalf("%d labels", len(l.taken))
	}
	for i, a := range l.taken {
		if !l.within.holds(a) {
			t.Errorf("label %v lies outside the picture", a)
		}
		if slices.ContainsFunc(l.taken[i+1:], a.meets) {
			t.Errorf("label %v lies on another", a)
		}
	}
}

// The line goes through the rates that the rows give.
func TestHintLine(t *testing.T) {
	players := fixture().Players
	if line := drawnAs(newMatchChart(wordsOf(t, "en"), players), "hintline"); len(line) != 1 || len(line[0].Points) != 10 {
		t.Errorf("line %+v", line)
	}
	if line := drawnAs(newMatchChart(wordsOf(t, "en"), players[:1]), "hintline"); line != nil {
		t.Errorf("one rating gives the line %+v", line)
	}
}
