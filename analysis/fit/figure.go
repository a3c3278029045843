package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// figure returns an estimate with the 95 % interval that follows from its standard error. There is
// no interval if the standard error is not a positive number. A value that is not a number becomes
// 0.
func figure(value, se float64) calibration.Figure {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return calibration.Figure{}
	}
	if !(se > 0) || math.IsInf(se, 0) {
		return calibration.Figure{Value: value}
	}
	return calibration.Figure{Value: value, Low: value - float64(exact.Normal95*se), High: value + float64(exact.Normal95*se), Bounded: true}
}

// clusterMean returns the mean of values that come in independent clusters, and its standard error
//
//	sqrt( G/(G-1) sum_g (sum_i in g (x_i - mean))² ) / n
//
// (Liang and Zeger, Biometrika 73, 1986, p. 13). sums and counts are by cluster. The standard error
// is NaN if there are fewer than two clusters.
func clusterMean(sums, counts []float64) (mean, se float64) {
	total, n, clusters := 0.0, 0.0, 0.0
	for i, c := range counts {
		total += sums[i]
		n += c
		if c > 0 {
			clusters++
		}
	}
	if n == 0 {
		return 0, math.NaN()
	}
	mean = total / n
	if clusters < 2 {
		return mean, math.NaN()
	}
	squares := 0.0
	for i, c := range counts {
		d := sums[i] - float64(c*mean)
		squares += float64(d * d)
	}
	return mean, math.Sqrt(squares*clusters/(clusters-1)) / n
}

// leastTrials is the number of trials below which a share says nothing.
const leastTrials = 1e-9

// proportion returns a share with its 95 % score interval (score.Wilson), which cannot leave [0,
// 1]. The number of independent trials follows from the standard error, p(1-p)/se², but is at most
// the argument most (Korn and Graubard, Survey Methodology 24, 1998, p. 193). There is no interval
// if the standard error is not a number.
func proportion(p, se, most float64) calibration.Figure {
	if !(p >= 0 && p <= 1 && se >= 0 && most > 0) || math.IsInf(se, 0) {
		return figure(p, math.NaN())
	}
	n := math.Min(p*(1-p)/(se*se), most)
	if !(n > leastTrials) {
		n = most // hits are none or all: the standard error says nothing
	}
	low, high := score.Wilson(p, n)
	return calibration.Figure{Value: p, Low: low, High: high, Bounded: true}
}

// share returns the share of hits among n with the interval of Clopper and Pearson (Biometrika 26,
// 1934, p. 404). independent is the number of independent trials that n dependent ones are worth.
func share(hits, n int, independent float64) calibration.Figure {
	if n == 0 {
		return calibration.Figure{High: 1, Bounded: true}
	}
	p := float64(hits) / float64(n)
	m := math.Min(independent, float64(n))
	k := float64(p * m)
	f := calibration.Figure{Value: p, High: 1, Bounded: true}
	if k > 0 {
		f.Low = exact.BetaQuantile(0.025, k, m-k+1)
	}
	if k < m {
		f.High = exact.BetaQuantile(0.975, k+1, m-k)
	}
	return f
}

// flat is the standard deviation up to which a spread is treated as rounding error.
const flat = 1e-9

// moments returns mean, standard deviation and skewness, the latter two with the usual corrections
// for small samples. All three are NaN for fewer than three values; the latter two are 0 if all
// values are equal up to rounding.
func moments(x []float64) (mean, sd, skew float64) {
	if len(x) < 3 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	n := float64(len(x))
	for _, v := range x {
		mean += v
	}
	mean /= n
	squares, cubes := 0.0, 0.0
	for _, v := range x {
		d := v - mean
		squares += float64(d * d)
		cubes += float64(d * d * d)
	}
	sd = math.Sqrt(squares / (n - 1))
	if sd < flat {
		return mean, 0, 0
	}
	return mean, sd, cubes / (sd * sd * sd) * n / ((n - 1) * (n - 2))
}
