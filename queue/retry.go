package queue

import "time"

// RetryPolicy is the pause before a failed task is tried again: First, then twice as long each
// time up to Last. Each pause is lengthened by a random part of up to a half. Tasks are tried
// for ever; a handler that wants a limit counts attempts itself. Pauses are exact to about a
// second.
type RetryPolicy struct {
	First, Last time.Duration // 0 means a second and a minute
	// Jitter draws from [0, 1); nil never lengthens a pause.
	Jitter func() float64
}

func (p RetryPolicy) withDefaults() RetryPolicy {
	if p.First <= 0 {
		p.First = time.Second
	}
	if p.Last <= 0 {
		p.Last = time.Minute
	}
	p.Last = max(p.First, p.Last)
	return p
}

// Pause returns how long to wait; before is the number of failures before this one.
func (p RetryPolicy) Pause(before int) time.Duration {
	d := p.First
	for i := 0; i < before && d < p.Last; i++ {
		d = min(2*d, p.Last)
	}
	if p.Jitter != nil {
		d += time.Duration(p.Jitter() * float64(d) / 2)
	}
	return d
}

// longest is longer than any pause.
func (p RetryPolicy) longest() time.Duration { return 2 * p.Last }
