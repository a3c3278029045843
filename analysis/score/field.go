package score

import (
	"math"
	"math/rand/v2"
	"slices"

	"fairplay/analysis/exact"
)

// leastRatingSD keeps the equations of a field solvable if ratings are taken to be exact, in Elo
// points.
const leastRatingSD = 1.0

// leastField is how many players a field needs besides the one who is compared with it.
const leastField = 5

// Offset is how far an event plays from its ratings, in Elo points, judged by some of its games.
// Positive is stronger than rated.
type Offset struct {
	Players int // whose games the offset comes from
	Games   int // number of sides of games, one player in one game each

	// Estimate is what the games say by themselves, and SE its standard error.
	Estimate, SE float64

	// Mean and SD are the best estimate: Estimate shrunk by what is known of events.
	Mean, SD float64

	// OK is false if there are too few games to say anything. Mean is then 0 and SD that of an
	// unknown event.
	OK bool

	belief belief // with that mean and standard deviation

	// Events holds the offset of each event if the games are of several (Game.Event); nil if they
	// are of one. Mean, SD, Estimate and SE then mean nothing.
	Events *map[string]Offset
}

// Of returns the offset of one event: what its field says, otherwise that of an unknown event.
func (o Offset) Of(event string, e Effects) Offset {
	if o.Events != nil {
		o = (*o.Events)[event]
	}
	if !o.OK {
		return e.unknown()
	}
	return o
}

// OffsetPart is one normal part of the distribution of an offset.
type OffsetPart struct {
	Weight float64 `json:"weight"` // the weights sum to 1
	Mean   float64 `json:"offset"` // Elo points
	SD     float64 `json:"sd"`
}

// Parts returns the distribution of the offset: of an ordinary event, then of an outlying one, with
// their weights after what the field says.
func (o Offset) Parts() (all []OffsetPart) {
	for _, p := range o.parts() {
		all = append(all, OffsetPart{p.weight, p.mean, math.Sqrt(p.variance)})
	}
	return all
}

func (o Offset) parts() []part {
	if o.belief == (belief{}) {
		return []part{{1, o.Mean, o.SD * o.SD}}
	}
	return o.belief[:]
}

// unknown returns the offset of an event about which nothing is known.
func (e Effects) unknown() Offset {
	return Offset{SD: math.Sqrt(e.Event.Variance()), belief: e.Event.belief()}
}

// Draw returns a random value of the offset of one event.
func (o Offset) Draw(e Effects, random *rand.Rand) float64 {
	return o.Of("", e).belief.draw(random)
}

// Half returns half the width of the 95 % interval around Mean, in Elo points.
func (o Offset) Half() float64 { return float64(exact.Normal95 * o.SD) }

// FieldSide is one player's counted moves in one game, as Strength sums them up at his
// rating. Player and Game are any numbers that tell them apart.
type FieldSide struct {
	Player, Game          int
	Gradient, Information float64
}

// Field holds the sides of an event. It answers how far the whole event, or all but one of its
// players, plays from the ratings.
//
// With d the gradients and I the informations of the sides, which are both their variance and their
// slope, the covariance of d is (MODEL 5a)
//
//	C = diag(I) + I_s I_t (tau_game² [same game] + sigma_R² [same player])
//
// and the offset and its variance are those of generalised least squares,
//
//	u = I'C⁻¹d / I'C⁻¹I,   Var u = 1 / I'C⁻¹I
//
// Games are eliminated from C by the formula of Sherman and Morrison. With c = tau_game²/(1 +
// tau_game² sum of I in the game), what remains between players is
//
//	N_pq = [p = q] sum I_pg - sum_g c_g I_pg I_qg,   b_p = sum_g (d_pg - c_g I_pg d_g)
//
// With T = sigma_R², P players and x the solution of (N + 1/T) x = (1, ..., 1),
// Woodbury's formula gives
//
//	I'C⁻¹I = (P - sum x / T) / T,   I'C⁻¹d = b'x / T
type Field struct {
	effects Effects
	between float64 // T
	games   map[int][]FieldSide
	of      map[int][]int // games of each player
	players []int         // in the order of the sides
	place   map[int]int   // of each player among them
	sides   int

	// N + 1/T and b of all players. Leaving out one player changes only the equations of those he
	// played.
	matrix sparse
	right  []float64
}

// NewField takes the sides of an event, at most two of each game. Sides without information say
// nothing and are left out.
func NewField(sides []FieldSide, e Effects) *Field {
	f := &Field{
		effects: e, between: max(float64(e.Rating*e.Rating), leastRatingSD*leastRatingSD),
		games: map[int][]FieldSide{}, of: map[int][]int{}, place: map[int]int{},
	}
	for _, s := range sides {
		if !(s.Information > 0) {
			continue
		}
		if _, known := f.place[s.Player]; !known {
			f.place[s.Player] = len(f.players)
			f.players = append(f.players, s.Player)
		}
		f.sides++
		f.of[s.Player] = append(f.of[s.Player], s.Game)
		f.games[s.Game] = append(f.games[s.Game], s)
	}
	f.equate()
	return f
}

// All returns the offset judged by the games of all players.
func (f *Field) All() Offset {
	return f.offset(f.matrix, f.right, len(f.players), f.sides)
}

// Without returns the offset judged by the games of all players but one, who is to be compared with
// it. His own games are left out so that he cannot hide in a small field.
func (f *Field) Without(player int) Offset { return f.without(player, false) }

// Apart is Without, with the sides of his opponents in games with him left out too.
func (f *Field) Apart(player int) Offset { return f.without(player, true) }

// without leaves out the sides of a player, and those of his opponents if whole games go.
func (f *Field) without(player int, games bool) Offset {
	gone, there := f.place[player]
	if !there {
		return f.All()
	}
	m, b := slices.Clone(f.matrix), slices.Clone(f.right)
	m[gone], b[gone] = sparseRow{}, 0 // a diagonal of 0 leaves a player out of all sums
	left := f.sides - len(f.of[player])
	for _, g := range f.of[player] {
		with, c := f.shared(f.games[g])
		for _, s := range f.games[g] {
			if s.Player == player {
				continue
			}
			at := f.place[s.Player]
			if games {
				left--
				m[at].diagonal -= s.Information - float64(c*s.Information*s.Information)
				b[at] -= s.Gradient - float64(c*s.Information*with)
				continue
			}
			_, alone := f.shared([]FieldSide{s})
			m[at].diagonal += float64((c - alone) * s.Information * s.Information)
			b[at] += float64(s.Information * (float64(c*with) - float64(alone*s.Gradient)))
		}
	}
	players := len(f.players) - 1
	if games {
		players = 0
		for i := range m {
			if m[i].diagonal*f.between > 1+leastResidual {
				players++
			} else {
				m[i], b[i] = sparseRow{}, 0 // he played nobody else
			}
		}
	}
	return f.offset(m, b, players, left)
}

// shared returns what the sides of a game have in common: the sum of their
// gradients, and c.
func (f *Field) shared(sides []FieldSide) (gradient, c float64) {
	information := 0.0
	for _, s := range sides {
		information += s.Information
		gradient += s.Gradient
	}
	tau := float64(f.effects.Game * f.effects.Game)
	return gradient, tau / (1 + float64(tau*information))
}

// offset solves the equations; players and sides are the numbers behind them.
func (f *Field) offset(m sparse, b []float64, players, sides int) Offset {
	if players < leastField {
		return f.effects.unknown()
	}
	sum, product := 0.0, 0.0
	for i, v := range m.solve(m.ones()) {
		sum += v
		product += float64(v * b[i])
	}
	information := (float64(players) - sum/f.between) / f.between
	o := Offset{Players: players, Games: sides, Estimate: product / f.between / information, SE: 1 / math.Sqrt(information), OK: true}
	o.belief = f.effects.Event.posterior(o.Estimate, float64(o.SE*o.SE))
	o.Mean, o.SD = o.belief.moments()
	return o
}

// equate computes N + 1/T and b.
func (f *Field) equate() {
	f.matrix, f.right = make(sparse, len(f.players)), make([]float64, len(f.players))
	for at, p := range f.players {
		r := &f.matrix[at]
		r.diagonal = 1 / f.between
		for _, g := range f.of[p] {
			gradient, c := f.shared(f.games[g])
			for _, own := range f.games[g] {
				if own.Player != p {
					continue
				}
				r.diagonal += own.Information
				f.right[at] += own.Gradient - float64(c*own.Information*gradient)
				for _, s := range f.games[g] {
					r.add(at, f.place[s.Player], -float64(c*own.Information*s.Information))
				}
			}
		}
	}
}

// Quadratic holds the terms of an event's likelihood under given effects, with C as in Field: ln
// det C, d'C⁻¹d, d'C⁻¹I and I'C⁻¹I.
type Quadratic struct{ LogDet, DD, DI, II float64 }

// Quadratic computes these terms from all sides. ok is false if there are none.
func (f *Field) Quadratic() (q Quadratic, ok bool) {
	m, b := f.matrix, f.right
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
	for _, v := range factor.Solve(m.ones()) {
		sum += v
	}
	q.II = (n - sum/f.between) / f.between
	return q, true
}

// sparse is a symmetric matrix by rows, most of whose elements are 0. A row with diagonal 0 is left
// out, and so is its column: vectors are 0 there.
type sparse []sparseRow

type sparseRow struct {
	diagonal float64
	columns  []int
	values   []float64
}

func (r *sparseRow) add(at, column int, value float64) {
	if at == column {
		r.diagonal += value
		return
	}
	r.columns, r.values = append(r.columns, column), append(r.values, value)
}

// ones returns 1 for each row, and 0 for one that is left out.
func (m sparse) ones() []float64 {
	x := make([]float64, len(m))
	for i := range m {
		if m[i].diagonal > 0 {
			x[i] = 1
		}
	}
	return x
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

// times writes the product with a vector into y.
func (m sparse) times(x, y []float64) {
	for i := range m {
		r := &m[i]
		y[i] = 0
		if r.diagonal == 0 {
			continue
		}
		sum := float64(r.diagonal * x[i])
		for k, j := range r.columns {
			sum += float64(r.values[k] * x[j])
		}
		y[i] = sum
	}
}

// scale divides a vector by the diagonal, into z.
func (m sparse) scale(r, z []float64) {
	for i := range m {
		if z[i] = 0; m[i].diagonal > 0 {
			z[i] = r[i] / m[i].diagonal
		}
	}
}

// Limits of the conjugate gradient method: how small the residual becomes relative to b, and the
// greatest number of steps for each row.
const (
	leastResidual = 1e-12
	stepsPerRow   = 2
)

// solve returns the solution of m x = b by the conjugate gradient method (Golub and Van Loan,
// Matrix Computations, 2013, section 11.3), scaled by the diagonal. The matrices of a field are
// diagonally dominant, so a few steps are enough.
func (m sparse) solve(b []float64) []float64 {
	n := len(b)
	x, r, z, along := make([]float64, n), slices.Clone(b), make([]float64, n), make([]float64, n)
	m.scale(r, z)
	direction := slices.Clone(z)
	size := exact.Dot(r, z)
	enough := leastResidual * leastResidual * size
	for range stepsPerRow * n {
		if !(size > enough) {
			break
		}
		m.times(direction, along)
		step := size / exact.Dot(direction, along)
		for i := range x {
			x[i] += float64(step * direction[i])
			r[i] -= float64(step * along[i])
		}
		m.scale(r, z)
		next := exact.Dot(r, z)
		for i := range direction {
			direction[i] = z[i] + float64(next/size*direction[i])
		}
		size = next
	}
	return x
}
