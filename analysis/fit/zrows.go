package fit

import (
	"math"
	"math/rand/v2"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// mainGames is the number of games of the performances that most figures are about.
const mainGames = 9

// gameNumbers are the numbers of games that are resampled (MODEL 7).
func gameNumbers() []int { return []int{5, 7, 9, 11} }

// lines are where the shares of honest performances are counted.
func lines() []float64 { return []float64{2, 2.5, 3, 3.5, 4} }

// test names one z of a performance and how to get it. sample is "resampled" for
// adjusted and "raw" for raw values.
type test struct {
	name, sample string
	of           func(m *marks) float64
}

// tests lists every adjusted z.
func tests() []test {
	var all []test
	for _, q := range score.Quantities() {
		all = append(all, test{q.String(), "resampled", func(m *marks) float64 { return m.z.At(q).Z }})
	}
	return append(all,
		test{"combined", "resampled", func(m *marks) float64 { return m.combined }},
		test{"roi", "resampled", func(m *marks) float64 { return m.roi }})
}

// rawTests lists every z without any adjustment, so that one sees what it does.
func rawTests() (all []test) {
	for _, q := range score.Quantities() {
		all = append(all, test{q.String(), "raw", func(m *marks) float64 { return m.z.At(q).RawZ }})
	}
	return all
}

// judged resamples performances and judges them.
func judged(run Runner, c *cast, by ruler, count, games int) []marks {
	return resample(run, c, count, games, func(p performance, _ *rand.Rand) marks { return c.judge(p, by, nil) })
}

// zRows describes the z of honest performances. seen are the players of the fit
// part.
func zRows(o *Options, c *cast, by ruler, seen map[string]bool) (rows []calibration.ZRow) {
	for _, k := range gameNumbers() {
		wanted := tests()
		if k == mainGames {
			wanted = append(wanted, rawTests()...)
		}
		rows = append(rows, resampledRows(o, c, by, k, wanted)...)
	}
	rows = append(rows, wholeRows(c, by)...)
	rows = append(rows, unseenRows(o, c, by, seen)...)
	rows = append(rows, bandRows(o, c, by)...)
	return append(rows, sliceRows(o, c, by)...)
}

// resampledRows describes tests over performances of k games.
func resampledRows(o *Options, c *cast, by ruler, k int, wanted []test) (rows []calibration.ZRow) {
	all := judged(o.Run, c, by, o.draws(1), k)
	spread := shapes(o.Run, c, by, k, o.draws(4), wanted)
	for i, t := range wanted {
		row := spread[i]
		row.Test, row.Sample, row.Games = t.name, t.sample, k
		row = describeZ(row, take(all, t), c.worth(k))
		if k == mainGames && t.sample == "resampled" {
			row.Histogram = histogram(take(all, t))
		}
		rows = append(rows, row)
	}
	return rows
}

// histogram counts values in the bins that reports have.
func histogram(z []float64) []int {
	bins := make([]int, calibration.HistogramBins)
	for _, v := range z {
		bin := math.Floor((v - calibration.HistogramLow) / calibration.HistogramStep)
		bins[int(min(max(bin, 0), calibration.HistogramBins-1))]++
	}
	return bins
}

// shapes returns rows with mean, standard deviation and skewness of each test,
// with intervals.
func shapes(run Runner, c *cast, by ruler, k, count int, wanted []test) []calibration.ZRow {
	claims := jackknife(c, func(c *cast) (values []float64) {
		some := judged(run, c, by, count, k)
		for _, t := range wanted {
			mean, sd, skew := moments(take(some, t))
			values = append(values, mean, sd, skew)
		}
		return values
	})
	rows := make([]calibration.ZRow, len(wanted))
	for i := range rows {
		rows[i].Mean, rows[i].SD, rows[i].Skew = claims[3*i].real(), claims[3*i+1].positive(), claims[3*i+2].real()
	}
	return rows
}

// describeZ fills in what depends on the values alone. Intervals of mean, sd and
// skewness are moved to the values of the full sample, that of the sd on the scale
// of its logarithm.
func describeZ(row calibration.ZRow, z []float64, independent float64) calibration.ZRow {
	row.N = len(z)
	if len(z) < 3 {
		return row
	}
	mean, sd, skew := moments(z)
	row.Mean, row.SD, row.Skew = recentre(row.Mean, mean), rescale(row.SD, sd), recentre(row.Skew, skew)
	row.KS, row.AD = kolmogorov(z, independent), anderson(z, independent)
	for _, line := range lines() {
		hits := 0
		for _, v := range z {
			if v >= line {
				hits++
			}
		}
		row.Tail = append(row.Tail, calibration.Tail{
			Line: line, Nominal: exact.NormalTail(line), Share: share(hits, len(z), independent),
		})
	}
	return row
}

// recentre moves an interval to another value.
func recentre(f calibration.Figure, value float64) calibration.Figure {
	if !f.Bounded {
		return calibration.Figure{Value: value}
	}
	return calibration.Figure{Value: value, Low: f.Low + value - f.Value, High: f.High + value - f.Value, Bounded: true}
}

// rescale moves an interval to another value by their ratio.
func rescale(f calibration.Figure, value float64) calibration.Figure {
	if !f.Bounded || !(f.Value > 0) {
		return calibration.Figure{Value: value}
	}
	ratio := value / f.Value
	return calibration.Figure{Value: value, Low: f.Low * ratio, High: f.High * ratio, Bounded: true}
}

func take(all []marks, t test) []float64 {
	z := make([]float64, len(all))
	for i := range all {
		z[i] = t.of(&all[i])
	}
	return z
}

// wholeGames is how many games of one event make a whole performance.
const wholeGames = 5

// wholeRows describes the performances that were really played. There are few;
// they are taken as independent.
func wholeRows(c *cast, by ruler) (rows []calibration.ZRow) {
	var all []marks
	for _, p := range c.whole(wholeGames) {
		all = append(all, c.judge(p, by, nil))
	}
	n := float64(len(all))
	for _, t := range tests() {
		z := take(all, t)
		row := calibration.ZRow{Test: t.name, Sample: "whole"}
		mean, sd, skew := moments(z)
		if n > 2 {
			row.Mean, row.Skew = figure(mean, sd/math.Sqrt(n)), figure(skew, math.Sqrt(6/n))
			row.SD = spreadOfSD(sd, n)
		}
		rows = append(rows, describeZ(row, z, n))
	}
	return rows
}

// spreadOfSD is the chi-square interval of a standard deviation.
func spreadOfSD(sd, n float64) calibration.Figure {
	return calibration.Figure{
		Value: sd, Bounded: true,
		Low: sd * math.Sqrt((n-1)/exact.ChiSquaredQuantile(0.975, n-1)), High: sd * math.Sqrt((n-1)/exact.ChiSquaredQuantile(0.025, n-1)),
	}
}
