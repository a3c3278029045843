package score

import (
	"math"

	"fairplay/analysis/exact"
)

// leastField is how many players a field needs beside the one who is compared with
// it.
const leastField = 5

// Offset is how far an event plays from its ratings, in Elo points, as far as some
// of its games tell; positive is stronger than rated.
type Offset struct {
	Players int // whose games it comes from
	Games   int // of their sides

	// Estimate is what the games say by themselves, and SE its standard error.
	Estimate, SE float64

	// Mean and SD are what to believe: the estimate drawn in by what is known of
	// events.
	Mean, SD float64

	// OK is false where the games are too few to say anything. Mean is then 0 and
	// SD that of events of which nothing is known.
	OK bool
}

// unknown is the offset of an event of which nothing is known.
func (e Effects) unknown() Offset { return Offset{SD: math.Sqrt(e.Event.Variance())} }

// Side is one player's counted moves in one game, as Strength sums them up at his
// rating. Player and Game are any numbers that tell them apart.
type Side struct {
	Player, Game          int
	Gradient, Information float64
}

// Field is the sides of an event, ready to be asked how far all of it, or all but
// one of its players, plays from the ratings.
//
// With d the gradients and I the informations of the sides, which are both their
// variance and their slope, the covariance of d is (MODEL 5a)
//
//	C = diag(I) + I_s I_t (tau_game² [same game] + (tau_player² + sigma_R²) [same player])
//
// and the offset and its variance are those of generalised least squares,
//
//	u = I'C⁻¹d / I'C⁻¹I,   Var u = 1 / I'C⁻¹I
//
// Games are taken out of C by the formula of Sherman and Morrison: with
// c = tau_game²/(1 + tau_game² sum of I in the game), there is left between players
//
//	N_pq = [p = q] sum I_pg - sum_g c_g I_pg I_qg,   b_p = sum_g (d_pg - c_g I_pg d_g)
//
// With T = tau_player² + sigma_R², P players and x the solution of
// (N + 1/T) x = (1, ..., 1), it follows from Woodbury's formula that
//
//	I'C⁻¹I = (P - sum x / T) / T,   I'C⁻¹d = b'x / T
type Field struct {
	effects Effects
	between float64 // T
	games   map[int][]Side
	of      map[int][]int // games of each player
	players []int         // in the order of the sides
}

// NewField takes the sides of an event. Those without information say nothing and
// are left out.
func NewField(sides []Side, e Effects) *Field {
	f := &Field{
		effects: e, between: float64(e.Player*e.Player) + float64(UsualRatingSD*UsualRatingSD),
		games: map[int][]Side{}, of: map[int][]int{},
	}
	for _, s := range sides {
		if !(s.Information > 0) {
			continue
		}
		if len(f.of[s.Player]) == 0 {
			f.players = append(f.players, s.Player)
		}
		f.of[s.Player] = append(f.of[s.Player], s.Game)
		f.games[s.Game] = append(f.games[s.Game], s)
	}
	return f
}

// All returns the offset that all players show.
func (f *Field) All() Offset { return f.offset(func(int) bool { return true }) }

// Without returns the offset that all players but one show: what he is compared
// with. His own games say nothing of it, so that he cannot hide himself in a small
// field.
func (f *Field) Without(player int) Offset { return f.offset(func(p int) bool { return p != player }) }

// offset estimates the offset from the players that are kept.
func (f *Field) offset(keep func(player int) bool) Offset {
	place := map[int]int{}
	games := 0
	for _, p := range f.players {
		if keep(p) {
			place[p] = len(place)
			games += len(f.of[p])
		}
	}
	if len(place) < leastField {
		return f.effects.unknown()
	}
	m, b := f.equations(place)
	x := m.solve(ones(len(m)))
	sum, product := 0.0, 0.0
	for i, v := range x {
		sum += v
		product += float64(v * b[i])
	}
	information := (float64(len(x)) - sum/f.between) / f.between
	o := Offset{Players: len(place), Games: games, Estimate: product / f.between / information, SE: 1 / math.Sqrt(information), OK: true}
	var variance float64
	o.Mean, variance = f.effects.Event.posterior(o.Estimate, float64(o.SE*o.SE))
	o.SD = math.Sqrt(variance)
	return o
}

// equations returns N + 1/T and b of the players that have a place.
func (f *Field) equations(place map[int]int) (sparse, []float64) {
	m, b := make(sparse, len(place)), make([]float64, len(place))
	for _, p := range f.players {
		at, kept := place[p]
		if !kept {
			continue
		}
		m[at].diagonal = 1 / f.between
		for _, g := range f.of[p] {
			information, gradient := 0.0, 0.0
			for _, s := range f.games[g] {
				if _, kept := place[s.Player]; kept {
					information += s.Information
					gradient += s.Gradient
				}
			}
			tau := float64(f.effects.Game * f.effects.Game)
			c := tau / (1 + float64(tau*information))
			for _, own := range f.games[g] {
				if own.Player != p {
					continue
				}
				m[at].diagonal += own.Information
				b[at] += own.Gradient - float64(c*own.Information*gradient)
				for _, s := range f.games[g] {
					if other, kept := place[s.Player]; kept {
						m[at].add(at, other, -float64(c*own.Information*s.Information))
					}
				}
			}
		}
	}
	return m, b
}

// Quadratic holds what the likelihood of the effects asks of an event, with C as in
// Field: ln det C, d'C⁻¹d, d'C⁻¹I and I'C⁻¹I.
type Quadratic struct{ LogDet, DD, DI, II float64 }

// Quadratic computes it from all sides. ok is false where there are none.
func (f *Field) Quadratic() (q Quadratic, ok bool) {
	place := map[int]int{}
	for i, p := range f.players {
		place[p] = i
	}
	m, b := f.equations(place)
	factor, ok := m.dense().Cholesky()
	if !ok || len(m) == 0 {
		return Quadratic{}, false
	}
	done := map[int]bool{}
	tau := float64(f.effects.Game * f.effects.Game)
	for _, p := range f.players {
		for _, g := range f.of[p] {
			if done[g] {
				continue
			}
			done[g] = true
			information, gradient := 0.0, 0.0
			for _, s := range f.games[g] {
				information += s.Information
				gradient += s.Gradient
				q.LogDet += exact.Log(s.Information)
				q.DD += s.Gradient * s.Gradient / s.Information
			}
			q.LogDet += exact.Log1p(tau * information)
			q.DD -= float64(tau / (1 + float64(tau*information)) * gradient * gradient)
		}
	}
	n := float64(len(m))
	q.LogDet += float64(n * exact.Log(f.between))
	for i := range factor {
		q.LogDet += float64(2 * exact.Log(factor[i][i]))
	}
	x := factor.Solve(b)
	q.DD -= exact.Dot(x, b)
	for _, v := range x {
		q.DI += v / f.between
	}
	sum := 0.0
	for _, v := range factor.Solve(ones(len(m))) {
		sum += v
	}
	q.II = (n - sum/f.between) / f.between
	return q, true
}

func ones(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 1
	}
	return x
}

// sparse is a symmetric matrix, row by row, most of whose elements are 0.
type sparse []row

type row struct {
	diagonal float64
	columns  []int
	values   []float64
}

func (r *row) add(at, column int, value float64) {
	if at == column {
		r.diagonal += value
		return
	}
	r.columns, r.values = append(r.columns, column), append(r.values, value)
}

// dense returns the matrix with all its elements.
func (m sparse) dense() exact.Symmetric {
	s := exact.NewSymmetric(len(m))
	for i, r := range m {
		s[i][i] += r.diagonal
		for k, j := range r.columns {
			if j < i {
				s[i][j] += r.values[k]
			}
		}
	}
	return s
}

// times returns the product with a vector.
func (m sparse) times(x []float64) []float64 {
	y := make([]float64, len(m))
	for i, r := range m {
		y[i] = float64(r.diagonal * x[i])
		for k, j := range r.columns {
			y[i] += float64(r.values[k] * x[j])
		}
	}
	return y
}

// Limits of the method of conjugate gradients: how small the residual becomes
// relative to b, and how many steps it may take for each row.
const (
	leastResidual = 1e-12
	stepsPerRow   = 2
)

// solve returns the solution of m x = b by the method of conjugate gradients
// (Golub and Van Loan, Matrix Computations, 2013, section 11.3), scaled by the
// diagonal. The matrices of a field are diagonally dominant, so that a few steps
// do.
func (m sparse) solve(b []float64) []float64 {
	x, r := make([]float64, len(b)), append([]float64{}, b...)
	scaled := func() []float64 {
		z := make([]float64, len(r))
		for i := range r {
			z[i] = r[i] / m[i].diagonal
		}
		return z
	}
	z := scaled()
	direction := append([]float64{}, z...)
	size := exact.Dot(r, z)
	enough := leastResidual * leastResidual * size
	for range stepsPerRow * len(b) {
		if !(size > enough) {
			break
		}
		along := m.times(direction)
		step := size / exact.Dot(direction, along)
		for i := range x {
			x[i] += float64(step * direction[i])
			r[i] -= float64(step * along[i])
		}
		z = scaled()
		next := exact.Dot(r, z)
		for i := range direction {
			direction[i] = z[i] + float64(next/size*direction[i])
		}
		size = next
	}
	return x
}
