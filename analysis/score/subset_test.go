package score

import (
	"slices"
	"strings"
	"testing"

	"fairplay/analysis/fault"
)

func TestParseSubset(t *testing.T) {
	for text, want := range map[string]Subset{
		"R3:17-24,R5:31":     {{"3", 17, 24}, {"5", 31, 31}},
		" r3:17 ,R4.2:1-999": {{"3", 17, 17}, {"4.2", 1, 999}},
	} {
		if got, err := ParseSubset(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for text, why := range map[string]string{
		"":          "empty",
		"R3:17,":    "empty",
		"R3":        "colon",
		"3:17":      "begin with R",
		"R:17":      "round is not a number",
		"Rx:17":     "round is not a number",
		"R3.:17":    "round is not a number",
		"R3:":       "turns are not numbers",
		"R3:0":      "turns are not numbers",
		"R3:17-":    "turns are not numbers",
		"R3:+7":     "turns are not numbers",
		"R3:1-1000": "turns are not numbers",
		"R3:24-17":  "backwards",
	} {
		got, err := ParseSubset(text)
		if err == nil || !strings.Contains(err.Error(), why) || fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v, %v; want %q", text, got, err, why)
		}
	}
}

func FuzzParseSubset(f *testing.F) {
	f.Add("R3:17-24,R5:31")
	f.Add("R3.2:1")
	f.Add("R-1:--,")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSubset(text)
		if err != nil {
			return
		}
		var parts []string
		for _, span := range s {
			parts = append(parts, span.String())
		}
		again, err := ParseSubset(strings.Join(parts, ","))
		if err != nil || !slices.Equal(s, again) {
			t.Fatalf("%q: %v, then %v, %v", text, s, again, err)
		}
	})
}

func TestSubsetHolds(t *testing.T) {
	s := Subset{{"3", 17, 24}, {"5.2", 31, 31}}
	for _, c := range []struct {
		round string
		turn  int
		want  bool
	}{
		{"3", 17, true}, {"3", 24, true}, {"3", 25, false}, {"3", 16, false}, {"3.14", 20, true},
		{"31", 20, false}, {"5.2", 31, true}, {"5", 31, false}, {"5.21", 31, false}, {"", 20, false},
	} {
		if got := s.Holds(c.round, c.turn); got != c.want {
			t.Errorf("round %q, turn %d: %v", c.round, c.turn, got)
		}
	}
}

// Turns 9 to 11 of one game (plies 16, 18, 20), the first two inside.
func TestSplit(t *testing.T) {
	perf := indicators(0, []hit{{true, 0.5, 0}, {true, 0.4, 0}, {false, 0.3, 0}})
	perf.Games[0].Round = "2.1"
	s := Subset{{"2", 1, 10}, {"7", 1, 99}}
	in, out := perf.Split(s)
	if in.Moves() != 2 || out.Moves() != 1 || out.Games[0].Moves[0].MM.Mean != 0.3 || perf.Moves() != 3 {
		t.Errorf("%+v and %+v", in, out)
	}
	if got := s.Unmatched(perf); !slices.Equal(got, []Span{{"7", 1, 99}}) {
		t.Errorf("unmatched: %v", got)
	}
}
