package ipr

// Range is the range in which ratings are searched, in Elo, Low < High.
type Range struct{ Low, High float64 }

// Everybody returns the range in use: from below any rated player to above any engine on the
// scale of players. An estimate at an end says "at most" or "at least".
func Everybody() Range { return Range{Low: 0, High: 4000} }

// gridStep is the largest distance between grid points, in Elo. Log-likelihoods of whole
// performances bend over hundreds of points.
const gridStep = 50

// gridLeast is the smallest number of intervals: a cubic needs four points.
const gridLeast = 3

// grid returns evenly spaced ratings from Low to High, both included.
func (r Range) grid() []float64 {
	steps := max(gridLeast, int((r.High-r.Low+gridStep-1)/gridStep))
	ratings := make([]float64, steps+1)
	for i := range ratings {
		ratings[i] = r.Low + (r.High-r.Low)*float64(i)/float64(steps)
	}
	ratings[steps] = r.High // not a rounding error beyond it
	return ratings
}
