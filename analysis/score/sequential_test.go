package score

import "testing"

// nowhere is a field of which nothing is known.
func nowhere(string) (all, apart Offset) { return }

// The z of rounds worked by hand: 0.5/0.5, then 1/sqrt 0.5 less one miss, and
// two games of one round are one look.
func TestLooks(t *testing.T) {
	perf := indicators(0, []hit{{true, 0.5, 0}}, []hit{{false, 0.5, 0}}, []hit{{true, 0.5, 0}, {true, 0.5, 0}})
	for i, round := range []string{"1", "2", "2"} {
		perf.Games[i].Round = round
	}
	p := plain()
	looks := p.Looks(perf, nowhere)
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
	if p.Looks(&Performance{}, nowhere) != nil {
		t.Error("no games have a look")
	}
}

// Games that do not say their round are a look each: together they would be one
// that changes with every game.
func TestLooksWithoutRounds(t *testing.T) {
	perf := indicators(0, []hit{{true, 0.5, 0}}, []hit{{false, 0.5, 0}}, []hit{{true, 0.5, 0}})
	for i := range perf.Games {
		perf.Games[i].Round = "?"
	}
	p := plain()
	if looks := p.Looks(perf, nowhere); len(looks) != 3 || looks[2].Moves != 3 {
		t.Errorf("%+v", looks)
	}
}
