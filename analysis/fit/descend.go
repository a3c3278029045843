package fit

import (
	"math"
	"slices"
)

// Limits of a search: it ends after mostValues values, or when mostIdle steps together have gained
// less than leastGain. firstExtent is the size of the first simplex.
const (
	mostValues  = 2000
	mostIdle    = 50
	leastGain   = 1e-11
	firstExtent = 0.05
)

// descend finds the least value of f from several starts by the method of Nelder and Mead, Computer
// Journal 7, 1965, p. 308. It needs no gradients, which are useless near an effect of 0, where the
// sign of a parameter means nothing.
func descend(f func(x []float64) float64, starts [][]float64) (best []float64, least float64) {
	best, least = starts[0], math.Inf(1)
	for _, start := range starts {
		if found := search(f, start); found.value < least {
			best, least = found.x, found.value
		}
	}
	return best, least
}

// corner is a corner of the simplex.
type corner struct {
	x     []float64
	value float64
}

// simplex has one corner more than there are dimensions, ordered by value, the least first.
type simplex struct {
	f       func(x []float64) float64
	corners []corner
	values  int // values of f computed so far
}

// search descends from one start until it makes no progress.
func search(f func(x []float64) float64, start []float64) corner {
	s := newSimplex(f, start)
	reached, idle := s.corners[0].value, 0
	for s.values < mostValues && idle < mostIdle {
		s.step()
		idle++
		if value := s.corners[0].value; value < reached-leastGain {
			reached, idle = value, 0
		}
	}
	return s.corners[0]
}

func newSimplex(f func(x []float64) float64, start []float64) *simplex {
	s := &simplex{f: f}
	s.corners = append(s.corners, s.at(start))
	for i := range start {
		x := slices.Clone(start)
		x[i] += firstExtent
		s.corners = append(s.corners, s.at(x))
	}
	s.sort()
	return s
}

func (s *simplex) at(x []float64) corner {
	s.values++
	return corner{x, s.f(x)}
}

// sort orders the corners by value. Equal corners keep their order.
func (s *simplex) sort() {
	slices.SortStableFunc(s.corners, func(a, b corner) int {
		switch {
		case a.value < b.value:
			return -1
		case a.value > b.value:
			return 1
		}
		return 0
	})
}

// step replaces the worst corner by its reflection through the middle of the others. If that is the
// best so far, it tries twice as far out; if it is poor, half as far, or halfway inside. If nothing
// helps, all corners move halfway to the best.
func (s *simplex) step() {
	last := len(s.corners) - 1
	worst := &s.corners[last]
	middle := s.middle()
	next := s.at(between(middle, worst.x, -1))
	switch {
	case next.value < s.corners[0].value:
		if further := s.at(between(middle, worst.x, -2)); further.value < next.value {
			next = further
		}
	case next.value < s.corners[last-1].value:
	case next.value < worst.value:
		next = lower(next, s.at(between(middle, worst.x, -0.5)))
	default:
		next = lower(*worst, s.at(between(middle, worst.x, 0.5)))
	}
	if next.value < worst.value {
		*worst = next
	} else {
		s.drawIn()
	}
	s.sort()
}

// middle returns the mean of all corners but the worst.
func (s *simplex) middle() []float64 {
	others := s.corners[:len(s.corners)-1]
	x := make([]float64, len(others))
	for _, c := range others {
		for i, v := range c.x {
			x[i] += v / float64(len(others))
		}
	}
	return x
}

// drawIn moves every corner halfway to the best.
func (s *simplex) drawIn() {
	for i := 1; i < len(s.corners); i++ {
		s.corners[i] = s.at(between(s.corners[0].x, s.corners[i].x, 0.5))
	}
}

// between returns the point that lies the given share of the way from a to b.
func between(a, b []float64, share float64) []float64 {
	x := make([]float64, len(a))
	for i := range x {
		x[i] = a[i] + float64(share*(b[i]-a[i]))
	}
	return x
}

func lower(a, b corner) corner {
	if b.value < a.value {
		return b
	}
	return a
}
