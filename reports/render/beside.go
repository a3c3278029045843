package render

import (
	"math"
	"strconv"

	"fairplay/reports"
	"fairplay/reports/regulations"
)

// beside rounds x to this many decimals, but never onto or across a line: if rounding would put x
// at a line that it is not at, x is cut towards its own side, so that 3.996 is 3.99 beside 4.00. A
// figure below a line is thus never printed at it or above it. If the line has more decimals than
// x, it must itself be printed beside x.
func beside(x float64, decimals int, lines ...float64) float64 {
	rounded := func(x float64) float64 {
		r, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', decimals, 64), 64) // what was written can be read
		return r
	}
	r, scale := rounded(x), math.Pow10(decimals)
	above, below := false, false
	for _, line := range lines {
		if rounded(line) == r {
			above, below = above || line > x, below || line < x
		}
	}
	switch {
	case above && r > x:
		return (math.Round(r*scale) - 1) / scale
	case below && !above && r < x:
		return (math.Round(r*scale) + 1) / scale
	}
	return r
}

// zBeside is a z of two decimals beside the lines of the regulations and others, nil
// for nil.
func zBeside(z *float64, others ...*float64) *float64 {
	if !exists(z) {
		return z
	}
	lines := regulations.Lines()
	for _, line := range others {
		if exists(line) {
			lines = append(lines, *line)
		}
	}
	return new(beside(*z, 2, lines...))
}

// zLines returns the lines of the event beside which the combined Z is printed, besides those of
// the regulations: its boundary at the last look, and the thresholds. The Z of a second test is
// printed beside the same lines.
func zLines(r *reports.FullTest) (lines []*float64) {
	if n := len(r.Rounds); n > 0 {
		lines = append(lines, r.Rounds[n-1].Boundary)
	}
	if r.Boundary != nil {
		lines = append(lines, &r.Boundary.Threshold)
	}
	if r.Second != nil {
		lines = append(lines, &r.Second.Threshold)
	}
	for i := range r.Actions {
		lines = append(lines, &r.Actions[i].Threshold)
	}
	for i := range r.Ranges {
		lines = append(lines, &r.Ranges[i].Threshold)
	}
	return lines
}

// shareBeside is a share of four decimals beside another, nil for none.
func shareBeside(share, other *float64) *float64 {
	if !exists(share) || !exists(other) {
		return share
	}
	return new(beside(*share, 4, *other))
}

// lineBeside is a line of Z with two decimals beside a Z, nil for none.
func lineBeside(line, z *float64) *float64 {
	if !exists(line) || !exists(z) {
		return line
	}
	return new(beside(*line, 2, *z))
}

// averageBeside is an average of ratings with one decimal beside the bounds of levels.
func averageBeside(average float64) float64 { return beside(average, 1, regulations.Averages()...) }

// roiBeside is an ROI of one decimal beside the lines at which players are counted.
func roiBeside(roi float64) float64 { return beside(roi, 1, reports.IndexLines()...) }

// pBeside is an adjusted p beside the line above which nothing is unusual, with this many decimals.
func pBeside(p float64, decimals int) float64 {
	if !(math.Abs(p-regulations.Unusual) < math.Pow10(-decimals)) {
		return p
	}
	return beside(p, decimals, regulations.Unusual)
}
