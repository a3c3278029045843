package render

import (
	"math"
	"strconv"
)

// axis maps values to places on one side of a chart.
type axis struct {
	low, high float64 // values at the ends
	from, to  float64 // places of the ends
	step      float64 // between ticks
}

// farOut is beyond anything that a figure of chess can be.
const farOut = 1e6

// plottable tells whether a figure may stand in a chart: no report has others,
// but one with a fault in it must still be shown.
func plottable(x float64) bool { return math.Abs(x) < farOut }

// newAxis returns an axis that holds low and high, its ends on whole steps. It
// takes the first step that makes at most so many parts, and doubles the last
// one where none does. low and high must be plottable.
func newAxis(low, high, from, to float64, parts int, steps ...float64) axis {
	a := axis{from: from, to: to}
	for {
		a.step = steps[0]
		a.low, a.high = float64(math.Floor(low/a.step)*a.step), float64(math.Ceil(high/a.step)*a.step)
		if a.low == a.high {
			a.low, a.high = a.low-a.step, a.high+a.step
		}
		if (a.high-a.low)/a.step <= float64(parts) {
			return a
		}
		if steps = steps[1:]; len(steps) == 0 {
			steps = []float64{2 * a.step}
		}
	}
}

// at returns the place of a value, drawn in to the ends of the axis.
func (a axis) at(value float64) float64 {
	value = min(max(value, a.low), a.high)
	return a.from + float64((value-a.low)/(a.high-a.low)*(a.to-a.from))
}

// ticks returns the values that are marked.
func (a axis) ticks() []float64 {
	var values []float64
	for i := 0; a.low+float64(float64(i)*a.step) <= a.high+float64(a.step/2); i++ {
		values = append(values, a.low+float64(float64(i)*a.step))
	}
	return values
}

// coordinate writes a place in a drawing, to a tenth of a unit.
func coordinate(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64)
}
