package ipr

// Curve is a log-likelihood tabulated over a range. Where many performances are
// drawn from the same games, each game is tabulated once and curves are added.
type Curve struct {
	within Range
	values []float64
}

// Tabulate computes a log-likelihood on the grid of a range.
func Tabulate(l func(rating float64) float64, r Range) Curve {
	c := Curve{within: r}
	for _, rating := range r.grid() {
		c.values = append(c.values, l(rating))
	}
	return c
}

// Sum returns the log-likelihood of the games of several curves together. All
// must have the same range; without curves the sum is 0 everywhere.
func Sum(curves ...Curve) Curve {
	var sum Curve
	for i, c := range curves {
		if i == 0 {
			sum = Curve{within: c.within, values: make([]float64, len(c.values))}
		}
		for j, v := range c.values {
			sum.values[j] += v
		}
	}
	return sum
}

// At returns the log-likelihood at a rating, interpolated by the cubic through
// the four nearest grid points; outside the range the cubic at its end goes on.
func (c Curve) At(rating float64) float64 {
	if len(c.values) == 0 {
		return 0
	}
	x := float64((rating - c.within.Low) / (c.within.High - c.within.Low) * float64(len(c.values)-1))
	first := min(max(int(x)-1, 0), len(c.values)-4)
	x -= float64(first)
	v := c.values[first : first+4]
	return -v[0]*(x-1)*(x-2)*(x-3)/6 + float64(v[1]*x*(x-2)*(x-3)/2) - float64(v[2]*x*(x-1)*(x-3)/2) + v[3]*x*(x-1)*(x-2)/6
}
