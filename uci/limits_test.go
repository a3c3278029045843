package uci

import (
	"testing"
	"time"

	"fairplay/analysis"
)

// TestSearchLimits states how long an engine may hang in a search before it is ended, pass by
// pass.
func TestSearchLimits(t *testing.T) {
	for recipe, want := range map[string][2]time.Duration{
		"quick": {230 * time.Second, 80 * time.Second}, "full": {10 * time.Minute, 530 * time.Second},
	} {
		r := analysis.Quick()
		if recipe == "full" {
			r = analysis.Full()
		}
		for i, pass := range r.Passes {
			if got := standardLimits().search(pass.Nodes); got != want[i] {
				t.Errorf("%s, %s: %v, want %v", recipe, pass.Name, got, want[i])
			}
		}
	}
	if got := (limits{Search: time.Second}).search(1 << 30); got != time.Second {
		t.Errorf("a limit of a second became %v", got)
	}
}

// withLimits replaces standardLimits.
func withLimits(l limits) Setting { return func(s *settings) { s.limits = l } }
