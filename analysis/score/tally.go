package score

import (
	"math"

	"fairplay/analysis/exact"
)

// Frequency counts how often something happened among N moves.
type Frequency struct{ Hits, N int }

// Add counts one more move.
func (f *Frequency) Add(hit bool) {
	f.N++
	if hit {
		f.Hits++
	}
}

// Actual returns the observed share, 0 to 1; ok is false without moves.
func (f Frequency) Actual() (p float64, ok bool) {
	if f.N == 0 {
		return 0, false
	}
	return float64(f.Hits) / float64(f.N), true
}

// Wilson returns the 95 % score interval of the share; [0, 1] without moves. It treats moves as
// independent, which moves of one game are not quite, so it is a little too narrow.
func (f Frequency) Wilson() (low, high float64) {
	p, ok := f.Actual()
	if !ok {
		return 0, 1
	}
	return Wilson(p, float64(f.N))
}

// Wilson returns the 95 % score interval of a share p in [0, 1] of n > 0 independent
// trials (Wilson, JASA 22, 1927, p. 209). n need not be whole.
//
//	(p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n)
//
// It stays within [0, 1].
func Wilson(p, n float64) (low, high float64) {
	const z = exact.Normal95
	middle := p + z*z/(2*n)
	spread := float64(z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n)))
	scale := 1 + z*z/n
	return max((middle-spread)/scale, 0), min((middle+spread)/scale, 1)
}

// Mean is a running mean and variance (Welford, Technometrics 4, 1962, p. 419).
type Mean struct {
	N       int
	mean    float64
	squares float64 // sum of squared deviations
}

// Add takes one more value.
func (m *Mean) Add(x float64) {
	m.N++
	d := x - m.mean
	m.mean += d / float64(m.N)
	m.squares += float64(d * (x - m.mean))
}

// Actual returns the mean; ok is false without values.
func (m Mean) Actual() (mean float64, ok bool) { return m.mean, m.N > 0 }

// StandardError returns s/sqrt(n), s being the sample standard deviation; ok is
// false with fewer than two values.
func (m Mean) StandardError() (se float64, ok bool) {
	if m.N < 2 {
		return 0, false
	}
	n := float64(m.N)
	return math.Sqrt(m.squares / (n - 1) / n), true
}

// Interval returns the 95 % interval mean +- 1.96 standard errors.
func (m Mean) Interval() (low, high float64, ok bool) {
	se, ok := m.StandardError()
	return m.mean - float64(exact.Normal95*se), m.mean + float64(exact.Normal95*se), ok
}
