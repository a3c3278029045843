package score

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

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
//
// What is left without some sides follows from H = (N + 1/T)⁻¹ between the players they concern, see left.
type Field struct {
	effects Effects
	between float64 // T
	games   map[int][]FieldSide
	of      map[int][]int // games of each player
	players []int         // in the order of the sides
	place   map[int]int   // of each player among them
	sides   int

	diagonal, right []float64 // N + 1/T on its diagonal, and b
	matrix          sparse    // N off its diagonal

	once       sync.Once
	x, y       []float64 // H (1, ..., 1) and H b, once they are asked for
	sum, along float64   // of x, and b'x
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

// solve computes x and y. The terms of a likelihood (Quadratic) need neither.
func (f *Field) solve() {
	f.once.Do(func() {
		solved := f.matrix.solver(f.diagonal).solve(slices.Repeat([]float64{1}, len(f.players)), f.right)
		for i := range solved {
			f.x, f.y = append(f.x, solved[i][0]), append(f.y, solved[i][1])
			f.sum += solved[i][0]
			f.along += float64(f.right[i] * solved[i][0])
		}
	})
}

// All returns the offset judged by the games of all players.
func (f *Field) All() Offset {
	f.solve()
	return f.offset(f.sum, f.along, len(f.players), len(f.players), f.sides)
}

// Without returns the offset judged by the games of all players but one, who is to be compared with
// it. His own games are left out so that he cannot hide in a small field.
func (f *Field) Without(player int) Offset { return f.one(player, false) }

// Apart is Without, with the sides of his opponents in games with him left out too.
func (f *Field) Apart(player int) Offset { return f.one(player, true) }

func (f *Field) one(player int, games bool) Offset {
	at, there := f.place[player]
	if !there {
		return f.All()
	}
	around := f.around(at)
	h := f.inverse(around, func(int) []int { return around })
	return f.left(at, around, h, games)
}

// Each computes Without and Apart for all players at once, several times as fast.
func (f *Field) Each() (without, apart func(player int) Offset) {
	all, everybody, around := f.All(), make([]int, len(f.players)), make([][]int, len(f.players))
	for at := range everybody {
		everybody[at], around[at] = at, f.around(at)
	}
	// Two whom somebody played meet in what he leaves.
	met := make([]bool, len(f.players))
	h := f.inverse(everybody, func(at int) (two []int) {
		for _, next := range around[at] {
			for _, other := range around[next] {
				if !met[other] {
					met[other], two = true, append(two, other)
				}
			}
		}
		for _, other := range two {
			met[other] = false
		}
		slices.Sort(two)
		return two
	})
	each := func(games bool) func(int) Offset {
		offsets := make([]Offset, len(f.players))
		for at := range offsets {
			offsets[at] = f.left(at, around[at], h, games)
		}
		return func(player int) Offset {
			if at, there := f.place[player]; there {
				return offsets[at]
			}
			return all
		}
	}
	return each(false), each(true)
}

// around returns the places of a player and of those he played, in order.
func (f *Field) around(at int) []int {
	all := append([]int{at}, f.matrix.columns[f.matrix.start[at]:f.matrix.start[at+1]]...)
	slices.Sort(all)
	return slices.Compact(all)
}

// inverse returns the elements of H of these rows, at the columns that one of them is asked for.
func (f *Field) inverse(rows []int, of func(row int) []int) inverse {
	h := inverse{make([][]int, len(f.players)), make([][]float64, len(f.players))}
	system, units := f.matrix.solver(f.diagonal), [lanes][]float64{}
	for k := range units {
		units[k] = make([]float64, len(f.players))
	}
	for some := range slices.Chunk(rows, lanes) {
		for k, row := range some {
			units[k][row] = 1
		}
		solved := system.solve(units[:]...)
		for k, row := range some {
			units[k][row] = 0
			h.columns[row] = of(row)
			h.values[row] = make([]float64, len(h.columns[row]))
			for i, column := range h.columns[row] {
				h.values[row][i] = solved[column][k]
			}
		}
	}
	return h
}

// inverse holds elements of a symmetric matrix: columns[i] are those of row i, in order.
type inverse struct {
	columns [][]int
	values  [][]float64
}

// at returns one element: that of the later row, so that it does not matter which others are there.
func (h *inverse) at(i, j int) float64 {
	i, j = max(i, j), min(i, j)
	k, _ := slices.BinarySearch(h.columns[i], j)
	return h.values[i][k]
}

// left returns the offset without the sides of the player at p, and without those of his opponents if
// whole games go. around are p and those he played.
//
// The row and the column of p go, so that with R the others
//
//	(N_RR + 1/T)⁻¹ = H_RR - H_Rp H_pR / H_pp
//
// and the diagonal falls by s_q² for those he played, and b_q changes by beta_q. With B the matrix above
// between these, x and y what it makes of (1, ..., 1) and of b, and S = diag(s), Woodbury's formula gives
//
//	sum x  + x'S (I - SBS)⁻¹ S x,   b'x + beta'x + (y + B beta)'S (I - SBS)⁻¹ S x
func (f *Field) left(p int, around []int, h inverse, games bool) Offset {
	f.solve()
	others := slices.DeleteFunc(slices.Clone(around), func(q int) bool { return q == p })
	change := f.leaving(p, others, games)
	own, xp, yp := h.at(p, p), f.x[p], f.y[p]
	n := len(others)
	b, m, x, y := exact.NewSymmetric(n), exact.NewSymmetric(n), make([]float64, n), make([]float64, n)
	for k, q := range others {
		with := h.at(q, p) / own
		x[k], y[k] = f.x[q]-float64(with*xp), f.y[q]-float64(with*yp)
		for l, r := range others[:k+1] {
			b[k][l] = h.at(q, r) - float64(with*h.at(r, p))
			m[k][l] = -float64(change.root[k] * b[k][l] * change.root[l])
		}
		m[k][k]++
	}
	factor, ok := m.Cholesky()
	if !ok {
		return f.effects.unknown()
	}
	sx, sy := make([]float64, n), make([]float64, n)
	for k, root := range change.root {
		sx[k], sy[k] = root*x[k], root*y[k]
		for l, beta := range change.right {
			sy[k] += float64(root * b.At(k, l) * beta)
		}
	}
	solved := factor.Solve(sx)
	sum := f.sum - xp*xp/own + exact.Dot(sx, solved)
	along := f.along - yp*xp/own + exact.Dot(change.right, x) + exact.Dot(sy, solved)
	return f.offset(sum, along, len(f.players)-1, len(f.players)-1-change.players, f.sides-change.sides)
}

// leaving is what changes for those whom somebody played when his sides go.
type leaving struct {
	root, right    []float64 // s and beta
	players, sides int       // that go beside him; sides with his own
}

func (f *Field) leaving(p int, others []int, games bool) leaving {
	player := f.players[p]
	l := leaving{root: make([]float64, len(others)), right: make([]float64, len(others)), sides: len(f.of[player])}
	gone := make([]int, len(others))
	for _, g := range f.of[player] {
		with, c := f.shared(f.games[g]...)
		for _, s := range f.games[g] {
			if s.Player == player {
				continue
			}
			k, _ := slices.BinarySearch(others, f.place[s.Player])
			if games {
				l.root[k] += s.Information - float64(c*s.Information*s.Information)
				l.right[k] -= s.Gradient - float64(c*s.Information*with)
				l.sides++
				gone[k]++
				continue
			}
			_, alone := f.shared(s)
			l.root[k] += float64((alone - c) * s.Information * s.Information)
			l.right[k] += float64(s.Information * (float64(c*with) - float64(alone*s.Gradient)))
		}
	}
	for k, q := range others {
		l.root[k] = math.Sqrt(max(l.root[k], 0))
		if gone[k] == len(f.of[f.players[q]]) {
			l.players++ // he played nobody else
		}
	}
	return l
}

// shared returns what the sides of a game have in common: the sum of their
// gradients, and c.
func (f *Field) shared(sides ...FieldSide) (gradient, c float64) {
	information := 0.0
	for _, s := range sides {
		information += s.Information
		gradient += s.Gradient
	}
	tau := float64(f.effects.Game * f.effects.Game)
	return gradient, tau / (1 + float64(tau*information))
}

// offset returns the offset for the sum of x over so many equations, and b'x. Behind it are the given
// players and sides.
func (f *Field) offset(sum, along float64, equations, players, sides int) Offset {
	if players < leastField {
		return f.effects.unknown()
	}
	information := (float64(equations) - sum/f.between) / f.between
	o := Offset{Players: players, Games: sides, Estimate: along / f.between / information, SE: 1 / math.Sqrt(information), OK: true}
	o.belief = f.effects.Event.posterior(o.Estimate, float64(o.SE*o.SE))
	o.Mean, o.SD = o.belief.moments()
	return o
}

// equate computes N + 1/T and b.
func (f *Field) equate() {
	n := len(f.players)
	f.matrix.start = make([]int, n+1)
	f.diagonal, f.right = make([]float64, n), make([]float64, n)
	for at, p := range f.players {
		f.diagonal[at] = 1 / f.between
		for _, g := range f.of[p] {
			gradient, c := f.shared(f.games[g]...)
			for _, own := range f.games[g] {
				if own.Player != p {
					continue
				}
				f.diagonal[at] += own.Information
				f.right[at] += own.Gradient - float64(c*own.Information*gradient)
				for _, s := range f.games[g] {
					shared := -float64(c * own.Information * s.Information)
					if s.Player == p {
						f.diagonal[at] += shared
					} else {
						f.matrix.columns, f.matrix.values = append(f.matrix.columns, f.place[s.Player]), append(f.matrix.values, shared)
					}
				}
			}
		}
		f.matrix.start[at+1] = len(f.matrix.columns)
	}
}
