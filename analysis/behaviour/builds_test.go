package behaviour_test

import (
	"testing"

	"fairplay/analysis/behaviour"
	"fairplay/analysis/calibration"
)

// The builds that calibrations were fitted with, and are listed, behave as the calibrations say; others are unknown.
func TestOfBuild(t *testing.T) {
	library, err := calibration.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	listed := 0
	for _, c := range library {
		how := behaviour.OfBuild(c.Recipe.EngineSHA256, c.Recipe.Name)
		if how != "" && how != c.Behaviour {
			t.Errorf("%s: the list says %s, the calibration %s", c.Name, how, c.Behaviour)
		}
		if how != "" {
			listed++
		}
		if behaviour.OfBuild(c.Recipe.EngineSHA256, "unheard of") != "" {
			t.Errorf("%s is known under any recipe", c.Name)
		}
	}
	if listed < 2 || behaviour.OfBuild("#", "SHA-256") != "" {
		t.Errorf("%d builds of calibrations are listed", listed)
	}
}
