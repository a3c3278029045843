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

func (r RetryPolicy) withDefaults() RetryPolicy {
	if r.First <= 0 {
		r.First = time.Second
	}
	if r.Last <= 0 {
		r.Last = time.Minute
	}
	r.Last = max(r.First, r.Last)
	return r
}

// Pause returns how long to wait; before is the number of failures before this one.
func (r RetryPolicy) Pause(before int) time.Duration {
	d := r.First
	for i := 0; i < before && d < r.Last; i++ {
		d = min(2*d, r.Last)
	}
	if r.Jitter != nil {
		d += time.Duration(r.Jitter() * float64(d) / 2)
	}
	return d
}

// longest is longer than any pause.
func (r RetryPolicy) longest() time.Duration { return 2 * r.Last }
