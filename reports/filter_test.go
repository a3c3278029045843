package reports

import (
	"slices"
	"testing"

	"fairplay/analysis/fault"
)

func TestParseRounds(t *testing.T) {
	for text, want := range map[string]Rounds{"": nil, "3": {{3, 3}}, "1-4": {{1, 4}}, "1-3, 7": {{1, 3}, {7, 7}}} {
		if got, err := ParseRounds(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"x", "0", "4-2", "1-", "-3", "1.2"} {
		if _, err := ParseRounds(bad); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
