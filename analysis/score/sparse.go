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

// solver solves systems of one matrix, so that their memory is taken once.
type solver struct {
	*sparse
	diagonal           []float64 // positive
	x, residual, along []lane    // along is the direction
	image              []lane    // of the direction
	size, enough       lane      // of the residual
}

func (m *sparse) solver(diagonal []float64) *solver {
	n := len(diagonal)
	all := make([]lane, 4*n)
	return &solver{sparse: m, diagonal: diagonal, x: all[:n], residual: all[n : 2*n], along: all[2*n : 3*n], image: all[3*n:]}
}

// solve returns for each right side b, at most as many as lanes, the solution x of
//
//	(m + diagonal) x = b
//
// until it is called again. The method is that of conjugate gradients (Golub and Van Loan, Matrix
// Computations, 2013, section 11.3), scaled by the diagonal. The matrices of a field are diagonally
// dominant, so a few steps are enough.
func (s *solver) solve(right ...[]float64) (x []lane) {
	clear(s.x)
	clear(s.residual)
	clear(s.along)
	clear(s.image)
	for k, b := range right {
		for i, v := range b {
			s.residual[i][k] = v
		}
	}
	s.approach(lane{})
	s.turn(lane{})
	for k, size := range s.size {
		s.enough[k] = leastResidual * leastResidual * size
	}
	for range stepsPerRow * len(s.x) {
		if !s.step() {
			break
		}
	}
	return s.x
}

// step makes a step in each lane that is not at its end, and reports whether there was one.
func (s *solver) step() bool {
	open := false
	for k := range lanes {
		open = open || s.size[k] > s.enough[k]
	}
	if !open {
		return false
	}
	curve := s.times()
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
func (s *solver) times() (curve lane) {
	for i := range s.along {
		own, d := &s.along[i], s.diagonal[i]
		s0, s1, s2, s3 := float64(d*own[0]), float64(d*own[1]), float64(d*own[2]), float64(d*own[3])
		columns := s.columns[s.start[i]:s.start[i+1]]
		values := s.values[s.start[i]:s.start[i+1]]
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
func (s *solver) approach(length lane) {
	size := lane{}
	for i, d := range s.diagonal {
		along, image, x, residual := &s.along[i], &s.image[i], &s.x[i], &s.residual[i]
		for k := range lanes {
			x[k] += float64(length[k] * along[k])
			residual[k] -= float64(length[k] * image[k])
			size[k] += residual[k] * residual[k] / d
		}
	}
	s.size = size
}

// turn changes the direction to the scaled residual plus a multiple of the last one.
func (s *solver) turn(by lane) {
	for i, d := range s.diagonal {
		for k := range lanes {
			s.along[i][k] = s.residual[i][k]/d + float64(by[k]*s.along[i][k])
		}
	}
}
