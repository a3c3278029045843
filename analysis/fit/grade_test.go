package fit

import (
	"fmt"
	"math"
	"testing"
)

// Twenty statistics 1 to 20: the highest tenth is 19 and 20, above 18 by 1.5 on average.
func TestTailLine(t *testing.T) {
	var honest []Result
	for i := range 20 {
		honest = append(honest, Result{Statistic: float64(20 - i)})
	}
	near(t, "line at one in ten", tailLine(honest, 0.1), 18, 1e-12)
	near(t, "line at one in a hundred", tailLine(honest, 0.01), 18+1.5*math.Log(10), 1e-12)
	near(t, "line at one in a thousand", tailLine(honest, 0.001), 18+1.5*math.Log(100), 1e-12)
	if !math.IsNaN(tailLine(honest[:9], 0.1)) {
		t.Error("nine performances give a line")
	}
}

// Ten events with four performances each, two of them helped.
func gradeLabels() (labels []Label) {
	for e := range 10 {
		for k, help := range []string{Unhelped, Unhelped, "two_a_game", "other"} {
			labels = append(labels, Label{ID: fmt.Sprint(e, k), Event: fmt.Sprint(e), Help: help})
		}
	}
	return labels
}

func TestGrade(t *testing.T) {
	labels := gradeLabels()
	results := make([]Result, len(labels))
	for i := range labels {
		results[i] = Result{Statistic: float64(i%7) / 10, P: 0.4, Odds: 0.5}
		switch labels[i].Help {
		case "two_a_game":
			results[i] = Result{Statistic: 9, P: 0.0005, Odds: 100}
		case "other":
			if i < 20 {
				results[i] = Result{Statistic: 9, P: 0.005, Odds: 100}
			}
		}
	}
	g := Grade(labels, results)
	if g.Honest != 20 || g.Events != 10 || len(g.Lines) != 2 || g.Alarms[0] != 0 || g.Alarms[1] != 0 || len(g.Rows) != 2 {
		t.Fatalf("%+v", g)
	}
	if !(g.Lines[0].Value > 0.5 && g.Lines[0].Value < g.Lines[1].Value && g.Lines[1].Value < 9) {
		t.Errorf("lines %+v", g.Lines)
	}
	first, second := g.Rows[0], g.Rows[1]
	if first.Help != "two_a_game" || first.Performances != 10 || first.Events != 10 || first.Found[1].Value != 1 || first.ByP[1].Value != 1 {
		t.Errorf("%+v", first)
	}
	if second.Help != "other" || second.Found[0].Value != 0.5 || second.ByP[0].Value != 0.5 || second.ByP[1].Value != 0 ||
		!second.Found[0].Bounded || !(second.Found[0].Low < 0.5 && second.Found[0].High > 0.5) {
		t.Errorf("%+v", second)
	}
	// All of ten events: the lower end p of Clopper and Pearson has p^10 = 0.025.
	near(t, "lower end where all are found", first.Found[0].Low, math.Pow(0.025, 0.1), 1e-9)
	for _, row := range g.P {
		if want := map[bool]float64{true: 1, false: 0}[row.Nominal >= 0.4]; row.Share.Value != want || row.Hits != int(20*want) {
			t.Errorf("p: %+v", row)
		}
	}
	if g.Odds == nil || math.Abs(g.Odds.Value-0.5) > 1e-12 {
		t.Errorf("odds %v", g.Odds)
	}
	results[3].P, results[5].Odds = math.NaN(), math.NaN()
	if g = Grade(labels, results); g.P != nil || g.Odds != nil || g.Rows[0].ByP != nil || g.Rows[0].Found[0].Value != 1 {
		t.Errorf("without some p and odds: %+v", g)
	}
}

// A tool that knows nothing finds as many as it accuses without reason.
func TestGradeOfChance(t *testing.T) {
	var labels []Label
	var results []Result
	for i := range 4000 {
		l := Label{Event: fmt.Sprint(i % 50), Help: Unhelped}
		if i%2 == 1 {
			l.Help = "best"
		}
		labels = append(labels, l)
		results = append(results, Result{Statistic: -math.Log(1 - float64(i*2654435761%4001)/4001), P: math.NaN(), Odds: math.NaN()})
	}
	g := Grade(labels, results)
	near(t, "found at one in a hundred", g.Rows[0].Found[0].Value, 0.01, 0.004)
	near(t, "found at one in a thousand", g.Rows[0].Found[1].Value, 0.001, 0.002)
}
