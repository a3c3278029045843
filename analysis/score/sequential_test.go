package score

import (
	"slices"
	"testing"
)

// The z of rounds worked by hand: 0.5/0.5, then 1/sqrt 0.5 less one miss, and
// two games of one round are one look.
func TestLooks(t *testing.T) {
	perf := indicators(0, []hit{{true, 0.5, 0}}, []hit{{false, 0.5, 0}}, []hit{{true, 0.5, 0}, {true, 0.5, 0}})
	for i, round := range []string{"1", "2", "2"} {
		perf.Games[i].Round = round
	}
	p := plain()
	looks := p.Looks(perf)
	if len(looks) != 2 || looks[0].Moves != 1 || looks[1].Moves != 4 || looks[0].Round != "1" || looks[1].Round != "2" {
		t.Fatalf("%+v", looks)
	}
	if got := looks[0].Assessment.Tests.MM.Z; got != 1 {
		t.Errorf("after round 1: %v", got)
	}
	if got := looks[1].Assessment.Tests.MM.Z; got != 1 { // (3-2)/sqrt 1
		t.Errorf("after round 2: %v", got)
	}
	if got := looks[1].Assessment; got != p.Assess(perf) {
		t.Errorf("the last look is %+v", got)
	}
	if p.Looks(&Performance{}) != nil {
		t.Error("no games have a look")
	}
}

func TestFractions(t *testing.T) {
	looks := []Look{{Moves: 0}, {Moves: 30}, {Moves: 60}}
	for _, c := range []struct {
		planned int
		want    []float64
	}{
		{3, []float64{0.001, 0.5, 1}},
		{6, []float64{0.001, 0.25, 0.5}},
		{0, []float64{0.001, 0.5, 1}},
	} {
		if got := Fractions(looks, c.planned); !slices.Equal(got, c.want) {
			t.Errorf("%d rounds planned: %v, want %v", c.planned, got, c.want)
		}
	}
	if Fractions(nil, 9) != nil || Fractions(looks[:1], 9) != nil {
		t.Error("no information has a share")
	}
}
