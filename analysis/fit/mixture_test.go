package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"fairplay/analysis/calibration"
)

// Two events of sixty that lie very far off (ten times the spread of the others)
// are told from the others; sixty alike are not, but for one world of twenty.
func TestMixtureTellsOutlyingEvents(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 21))
	ordinary := calibration.Effects{Player: 0.01, Event: 0.02}
	const worlds = 5
	alike, apart, spread, share := 0, 0, 0.0, 0.0
	for range worlds {
		families := simulated(random, ordinary, 50, 60, 5, 4)
		if mixture(families, estimate(families, 50), 50).Gain >= calibration.MixtureGain {
			alike++
		}
		families = outlying(random, ordinary, 60, 2, 10, 0.2)
		m := mixture(families, estimate(families, 50), 50)
		if m.Gain >= calibration.MixtureGain {
			apart++
		}
		spread, share = spread+m.Ordinary/worlds, share+m.Share/worlds
	}
	near(t, "ordinary events", spread, ordinary.Event, 0.007)
	near(t, "share of outlying events", share, 2.0/60, 0.05)
	if alike > 1 || apart < worlds-1 {
		t.Errorf("outlying events in %d of %d worlds without, in %d with", alike, worlds, apart)
	}
	if mixture(nil, calibration.Effects{}, 50) != nil {
		t.Error("a mixture of nothing")
	}
}

func TestLogSum(t *testing.T) {
	near(t, "ln 5", logSum(math.Log(2), math.Log(3)), math.Log(5), 1e-15)
	near(t, "far apart", logSum(-2000, -1), -1, 0)
	near(t, "one impossible", logSum(math.Inf(-1), 3), 3, 0)
}
