package exact

import "math"

// Dot returns the sum of a_i b_i, in order. b is at least as long as a.
func Dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}

// Symmetric is a symmetric matrix by its lower triangle: row i holds the elements
// (i, 0) to (i, i).
type Symmetric [][]float64

// NewSymmetric returns the matrix of n rows of zeros.
func NewSymmetric(n int) Symmetric {
	s, all := make(Symmetric, n), make([]float64, n*(n+1)/2)
	for i := range s {
		s[i], all = all[:i+1:i+1], all[i+1:]
	}
	return s
}

// At returns one element.
func (s Symmetric) At(i, j int) float64 { return s[max(i, j)][min(i, j)] }

// AddSquare adds v v' to the matrix.
func (s Symmetric) AddSquare(v []float64) {
	for i, row := range s {
		for j := range row {
			row[j] += float64(v[i] * v[j])
		}
	}
}

// Around returns the product s m s, which is symmetric too.
func (s Symmetric) Around(m Symmetric) Symmetric {
	n := len(s)
	left := make([][]float64, n) // s m
	for i := range left {
		left[i] = make([]float64, n)
		for k := range n {
			for j := range n {
				left[i][j] += float64(s.At(i, k) * m.At(k, j))
			}
		}
	}
	product := NewSymmetric(n)
	for i, row := range product {
		for j := range row {
			for k := range n {
				row[j] += float64(left[i][k] * s.At(k, j))
			}
		}
	}
	return product
}

// Cholesky is the lower triangular L, row by row, with L L' a positive definite
// matrix.
type Cholesky [][]float64

// Cholesky factorises the matrix. ok is false if it is not positive definite, or holds a NaN
// (Golub and Van Loan, Matrix Computations, 2013, section 4.2).
func (s Symmetric) Cholesky() (l Cholesky, ok bool) {
	l = Cholesky(NewSymmetric(len(s)))
	for i, row := range l {
		for j := range i {
			row[j] = (s[i][j] - Dot(row[:j], l[j])) / l[j][j]
		}
		square := s[i][i] - Dot(row[:i], row)
		if !(square > 0) || math.IsInf(square, 0) {
			return nil, false
		}
		row[i] = math.Sqrt(square)
	}
	return l, true
}

// Solve returns the x with L L' x = b.
func (c Cholesky) Solve(b []float64) []float64 {
	x := make([]float64, len(c))
	for i, row := range c {
		x[i] = (b[i] - Dot(row[:i], x)) / row[i]
	}
	for i := len(c) - 1; i >= 0; i-- {
		x[i] /= c[i][i]
		for j := range i {
			x[j] -= float64(c[i][j] * x[i])
		}
	}
	return x
}

// Inverse returns the inverse of L L'.
func (c Cholesky) Inverse() Symmetric {
	inverse := NewSymmetric(len(c))
	for j := range c {
		unit := make([]float64, len(c))
		unit[j] = 1
		for i, v := range c.Solve(unit)[j:] {
			inverse[j+i][j] = v
		}
	}
	return inverse
}

// Solve returns the x with a x = b for a square matrix, row by row, by elimination
// with the greatest pivots first. a and b are used up. ok is false if the
// matrix is singular.
func Solve(a [][]float64, b []float64) (x []float64, ok bool) {
	n := len(a)
	for k := range n {
		pivot := k
		for i := k + 1; i < n; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[pivot][k]) {
				pivot = i
			}
		}
		if !(math.Abs(a[pivot][k]) > 0) {
			return nil, false
		}
		a[k], a[pivot], b[k], b[pivot] = a[pivot], a[k], b[pivot], b[k]
		for i := k + 1; i < n; i++ {
			factor := a[i][k] / a[k][k]
			for j := k; j < n; j++ {
				a[i][j] -= float64(factor * a[k][j])
			}
			b[i] -= float64(factor * b[k])
		}
	}
	for k := n - 1; k >= 0; k-- {
		b[k] = (b[k] - Dot(a[k][k+1:], b[k+1:])) / a[k][k]
	}
	return b, true
}
