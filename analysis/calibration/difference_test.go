package calibration

import (
	"testing"

	"fairplay/analysis"
)

func TestWhatALibraryLacks(t *testing.T) {
	recipe, policy := analysis.Quick(), analysis.Policy{Name: "standard"}
	recipe.Engine = "Stockfish 15.1"
	c := &Calibration{TimeClass: analysis.StandardTime, Recipe: recipe, PolicyFingerprint: policy.Fingerprint()}
	other := recipe
	other.Engine = "Ethereal 14"
	tests := []struct {
		library Library
		recipe  analysis.Recipe
		policy  analysis.Policy
		class   analysis.TimeClass
		want    Mismatch
	}{
		{nil, recipe, policy, analysis.StandardTime, NoneAtAll},
		{Library{c}, recipe, policy, analysis.Rapid, TimeClassDiffers},
		{Library{c}, recipe, analysis.Policy{Name: "ours"}, analysis.StandardTime, PolicyDiffers},
		{Library{c}, analysis.Full(), policy, analysis.StandardTime, RecipeDiffers},
		{Library{c}, other, policy, analysis.StandardTime, EngineDiffers},
	}
	for _, tt := range tests {
		if got := tt.library.Lacks(tt.recipe, tt.policy, tt.class); got != tt.want {
			t.Errorf("%s, %s, %s: lacks %q, want %q", tt.recipe.Name, tt.policy.Name, tt.class, got, tt.want)
		}
	}
}
