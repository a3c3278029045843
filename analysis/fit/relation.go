package fit

import (
	"math"
	"slices"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// together are the values of one simulated performance that a reader sees side by side.
type together struct{ combined, lr, log float64 }

func togetherOf(a *score.Assessment) together {
	return together{a.Combined.Z, a.Tests.LR.Z, a.Evidence.Log}
}

// The bins in which values of z are compared with odds, and the least number of simulated performances
// of a bin that counts. unusual is the share of them that is left out at either end.
const (
	relationLow   = -4.0
	relationHigh  = 16.0
	relationStep  = 0.5
	leastRelation = 300
	unusual       = 0.01
)

// relation says which odds go with which z, over all simulated performances: honest ones, and such with
// moves replaced at random by the engine's choice or another engine's.
func (s *simulation) relation() (rows []calibration.RelationRow) {
	for _, test := range []struct {
		name string
		z    func(t together) float64
	}{{"combined", func(t together) float64 { return t.combined }}, {"lr", func(t together) float64 { return t.lr }}} {
		for low := relationLow; low < relationHigh; low += relationStep {
			var logs []float64
			for _, t := range s.seen {
				if z := test.z(t); low <= z && z < low+relationStep && !math.IsNaN(t.log) {
					logs = append(logs, t.log)
				}
			}
			if len(logs) < leastRelation {
				continue
			}
			slices.Sort(logs)
			out := int(unusual * float64(len(logs)))
			rows = append(rows, calibration.RelationRow{
				Test: test.name, Low: low, High: low + relationStep, N: len(logs), LogLow: logs[out], LogHigh: logs[len(logs)-1-out],
			})
		}
	}
	return rows
}
