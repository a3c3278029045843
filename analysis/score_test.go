package analysis

import (
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// From worst to best, as a player would order them.
func ladder() []Score {
	return []Score{
		MatedIn(0), MatedIn(1), MatedIn(9), Centipawns(-30000), Centipawns(-1001), Centipawns(-1),
		{}, Centipawns(1), Centipawns(1000), Centipawns(30000), MateIn(9), MateIn(1),
	}
}

func TestScoreOrder(t *testing.T) {
	if l := ladder(); !slices.IsSortedFunc(l, Score.Compare) {
		t.Errorf("not in order: %v", l)
	}
	reversed := ladder()
	for i := range reversed {
		reversed[i] = reversed[i].Negate()
	}
	slices.Reverse(reversed)
	if !slices.IsSortedFunc(reversed, Score.Compare) {
		t.Errorf("negation does not reverse the order: %v", reversed)
	}
}

func TestScoreInWordsAndPawns(t *testing.T) {
	for _, c := range []struct {
		score Score
		text  string
		pawns float64
	}{
		{Centipawns(35), "+0.35", 0.35}, {Centipawns(-210), "-2.10", -2.1}, {Centipawns(1450), "+14.50", 10},
		{MateIn(3), "#3", 10}, {MatedIn(2), "#-2", -10}, {MatedIn(0), "#-0", -10}, {Score{}, "+0.00", 0},
	} {
		if c.score.String() != c.text || c.score.Pawns() != c.pawns {
			t.Errorf("%d: %s and %v, want %s and %v", c.score.Int(), c.score, c.score.Pawns(), c.text, c.pawns)
		}
	}
}

func TestScoreSurvivesJSON(t *testing.T) {
	for _, s := range ladder() {
		b, err := json.Marshal(s)
		var back Score
		if err != nil || json.Unmarshal(b, &back) != nil || back != s {
			t.Errorf("%v became %s became %v", s, b, back)
		}
	}
	var s Score
	for _, bad := range []string{"100001", "-100001", "1.5", `"3"`} {
		if json.Unmarshal([]byte(bad), &s) == nil {
			t.Errorf("%s was taken for a score", bad)
		}
	}
}

func TestMoveSurvivesText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := rapid.IntRange(0, 63).Draw(t, "from"), rapid.IntRange(0, 63).Draw(t, "to")
		promotion := rapid.SampledFrom([]byte{0, 'n', 'b', 'r', 'q'}).Draw(t, "promotion")
		if from == to {
			return
		}
		m := NewMove(from, to, promotion)
		back, err := ParseMove(m.String())
		if err != nil || back != m || back.From() != from || back.To() != to || back.Promotion() != promotion {
			t.Fatalf("%v became %v, %v", m, back, err)
		}
	})
}

func TestParseMoveRefuses(t *testing.T) {
	for _, s := range []string{"", "e2", "e2e9", "i2e4", "e2e4k", "e2e4qq", "0000", "e2e2", "e7e8 ", "E2E4"} {
		if m, err := ParseMove(s); err == nil {
			t.Errorf("%q was read as %v", s, m)
		}
	}
}

// REGULATIONS 5.1 and, for several periods, the examination example of 2 h for
// 30 moves, 40 minutes and 30 seconds a move: 3 h 10 min.
func TestMinutes(t *testing.T) {
	for _, c := range []struct {
		periods []Period
		want    float64
	}{
		{nil, 0},
		{[]Period{{Base: 1800, Increment: 30}}, 60},
		{[]Period{{Base: 600, Increment: 5}}, 15},
		{[]Period{{Base: 300, Increment: 5}}, 10},
		{[]Period{{Base: 180, Increment: 2}}, 5},
		{[]Period{{Moves: 30, Base: 7200, Increment: 30}, {Base: 2400, Increment: 30}}, 190},
		{[]Period{{Moves: 40, Base: 6000}, {Base: 3000, Increment: 30}}, 160},
	} {
		if got := (TimeControl{Periods: c.periods}).Minutes(); got != c.want {
			t.Errorf("%v: %v minutes, want %v", c.periods, got, c.want)
		}
	}
}

func TestFingerprints(t *testing.T) {
	a, b := Quick(), Quick()
	a.Options = []Option{{"B", "1"}, {"A", "2"}}
	b.Options = []Option{{"A", "2"}, {"B", "1"}}
	if a.Fingerprint() != b.Fingerprint() {
		t.Error("the order of options changes the fingerprint")
	}
	if a.Options[0].Name != "B" {
		t.Error("taking a fingerprint changed the recipe")
	}
	seen := map[string]string{Quick().Fingerprint(): "quick"}
	for name, change := range map[string]func(*Recipe){
		"engine": func(r *Recipe) { r.Engine = "x" }, "binary": func(r *Recipe) { r.EngineSHA256 = "x" },
		"network": func(r *Recipe) { r.Network = "x" }, "threads": func(r *Recipe) { r.Threads = 2 },
		"hash": func(r *Recipe) { r.HashMiB = 32 }, "nodes": func(r *Recipe) { r.Passes[0].Nodes++ },
		"options": func(r *Recipe) { r.Options = []Option{{"A", "1"}} },
	} {
		r := Quick()
		change(&r)
		if other, ok := seen[r.Fingerprint()]; ok {
			t.Errorf("%s has the fingerprint of %s", name, other)
		}
		seen[r.Fingerprint()] = name
	}
	p, q := StandardPolicy(), StandardPolicy()
	q.BookSHA256 = "x"
	if p.Fingerprint() == q.Fingerprint() {
		t.Error("the book does not count in the policy's fingerprint")
	}
}
