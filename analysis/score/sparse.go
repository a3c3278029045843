package score

import "fairplay/analysis/exact"

// sparse is a symmetric matrix off its diagonal, by rows: row i is the sum of the elements from
// start[i] to start[i+1].
type sparse struct {
	start   []int
	columns []int
	values  []float64
}

// dense returns the matrix with its diagonal and all its elements.
func (m *sparse) dense(diagonal []float64) exact.Symmetric {
	s := exact.NewSymmetric(len(diagonal))
	for i, d := range diagonal {
		s[i][i] += d
		for k := m.start[i]; k < m.start[i+1]; k++ {
			if j := m.columns[k]; j < i {
				s[i][j] += m.values[k]
			}
		}
	}
	return s
}

// lanes is how many systems are solved at once, each as if it were alone: a processor adds four sums
// while it would wait for one.
const lanes = 4

// lane holds one element of a vector of each system.
type lane [lanes]float64

// Limits of the conjugate gradient method: how small the residual becomes relative to b, and the
// greatest number of steps for each row.
const (
	leastResidual = 1e-12
	stepsPerRow   = 2
)

// solve returns for each of some diagonals, at most as many as lanes, the solution x of
//
//	(m + diagonal) x = (1, ..., 1)
//
// A row whose diagonal is 0 is left out, and so is its column: x is 0 there. The method is that of
// conjugate gradients (Golub and Van Loan, Matrix Computations, 2013, section 11.3), scaled by the
// diagonal. The matrices of a field are diagonally dominant, so a few steps are enough.
func (m *sparse) solve(diagonals [][]float64) (x []lane) {
	s := m.system(diagonals)
	for range stepsPerRow * len(s.x) {
		if !s.step(m) {
			break
		}
	}
	return s.x
}

// system is the state of the method, in each lane.
type system struct {
	diagonal                   []lane
	x, residual, scaled, along []lane // along is the direction
	image                      []lane // of the direction
	size, enough               lane   // of the residual
}

// system begins at x = 0.
func (m *sparse) system(diagonals [][]float64) *system {
	n := len(m.start) - 1
	all := make([]lane, 6*n)
	s := &system{diagonal: all[:n], x: all[n : 2*n], residual: all[2*n : 3*n], scaled: all[3*n : 4*n], along: all[4*n : 5*n], image: all[5*n:]}
	for k, diagonal := range diagonals {
		for i, d := range diagonal {
			if d > 0 {
				s.diagonal[i][k], s.residual[i][k] = d, 1
			}
		}
	}
	s.approach(lane{})
	s.turn(lane{})
	for k, size := range s.size {
		s.enough[k] = leastResidual * leastResidual * size
	}
	return s
}

// step makes a step in each lane that is not at its end, and reports whether there was one.
func (s *system) step(m *sparse) bool {
	open := false
	for k := range lanes {
		open = open || s.size[k] > s.enough[k]
	}
	if !open {
		return false
	}
	curve := s.times(m)
	var length, turn lane
	for k := range lanes {
		if s.size[k] > s.enough[k] {
			length[k] = s.size[k] / curve[k]
		}
	}
	before := s.size
	s.approach(length)
	for k := range lanes {
		if before[k] > s.enough[k] {
			turn[k] = s.size[k] / before[k]
		}
	}
	s.turn(turn)
	return true
}

// times computes the image of the direction, and returns the product of both.
func (s *system) times(m *sparse) (curve lane) {
	for i := range s.along {
		own, d := &s.along[i], &s.diagonal[i]
		s0, s1, s2, s3 := float64(d[0]*own[0]), float64(d[1]*own[1]), float64(d[2]*own[2]), float64(d[3]*own[3])
		columns := m.columns[m.start[i]:m.start[i+1]]
		values := m.values[m.start[i]:m.start[i+1]]
		for k, j := range columns {
			v, x := values[k], &s.along[j]
			s0 += float64(v * x[0])
			s1 += float64(v * x[1])
			s2 += float64(v * x[2])
			s3 += float64(v * x[3])
		}
		s.image[i] = lane{s0, s1, s2, s3}
		curve[0] += float64(own[0] * s0)
		curve[1] += float64(own[1] * s1)
		curve[2] += float64(own[2] * s2)
		curve[3] += float64(own[3] * s3)
	}
	return curve
}

// approach goes that far along the direction.
func (s *system) approach(length lane) {
	size := lane{}
	for i := range s.x {
		along, image, diagonal := &s.along[i], &s.image[i], &s.diagonal[i]
		x, residual, scaled := &s.x[i], &s.residual[i], &s.scaled[i]
		for k := range lanes {
			x[k] += float64(length[k] * along[k])
			residual[k] -= float64(length[k] * image[k])
			if diagonal[k] > 0 {
				scaled[k] = residual[k] / diagonal[k]
			}
			size[k] += float64(residual[k] * scaled[k])
		}
	}
	s.size = size
}

// turn changes the direction to the scaled residual plus a multiple of the last one.
func (s *system) turn(by lane) {
	for i := range s.along {
		for k := range lanes {
			s.along[i][k] = s.scaled[i][k] + float64(by[k]*s.along[i][k])
		}
	}
}
