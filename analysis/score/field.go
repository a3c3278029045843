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

	matrix sparse // N off its diagonal
	all    equations
}

// equations are those of all players or of some: the diagonal of N + 1/T, which is 0 for a player
// who is left out, and b. Leaving out one player changes only the equations of those he played.
type equations struct {
	diagonal, right []float64
	players, sides  int // behind them
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
		f.all.sides++
		f.of[s.Player] = append(f.of[s.Player], s.Game)
		f.games[s.Game] = append(f.games[s.Game], s)
	}
	f.equate()
	return f
}

// All returns the offset judged by the games of all players.
func (f *Field) All() Offset { return f.offsets(f.all)[0] }

// Without returns the offset judged by the games of all players but one, who is to be compared with
// it. His own games are left out so that he cannot hide in a small field.
func (f *Field) Without(player int) Offset { return f.offsets(f.without(player, false))[0] }

// Apart is Without, with the sides of his opponents in games with him left out too.
func (f *Field) Apart(player int) Offset { return f.offsets(f.without(player, true))[0] }

// Each computes Without for all players at once, several times as fast, and returns it.
func (f *Field) Each() (without func(player int) Offset) { return f.each(false) }

// EachApart does with Apart what Each does with Without.
func (f *Field) EachApart() (apart func(player int) Offset) { return f.each(true) }

func (f *Field) each(games bool) func(player int) Offset {
	all, each := f.All(), make(map[int]Offset, len(f.players))
	for some := range slices.Chunk(f.players, lanes) {
		var left []equations
		for _, p := range some {
			left = append(left, f.without(p, games))
		}
		for i, o := range f.offsets(left...) {
			each[some[i]] = o
		}
	}
	return func(player int) Offset {
		if o, there := each[player]; there {
			return o
		}
		return all
	}
}

// without leaves out the sides of a player, and those of his opponents if whole games go.
func (f *Field) without(player int, games bool) equations {
	gone, there := f.place[player]
	if !there {
		return f.all
	}
	e := f.all
	e.diagonal, e.right = slices.Clone(e.diagonal), slices.Clone(e.right)
	e.diagonal[gone] = 0
	e.sides -= len(f.of[player])
	e.players--
	for _, g := range f.of[player] {
		with, c := f.shared(f.games[g])
		for _, s := range f.games[g] {
			if s.Player == player {
				continue
			}
			at := f.place[s.Player]
			if games {
				e.sides--
				e.diagonal[at] -= s.Information - float64(c*s.Information*s.Information)
				e.right[at] -= s.Gradient - float64(c*s.Information*with)
				continue
			}
			_, alone := f.shared([]FieldSide{s})
			e.diagonal[at] += float64((c - alone) * s.Information * s.Information)
			e.right[at] += float64(s.Information * (float64(c*with) - float64(alone*s.Gradient)))
		}
	}
	if games {
		e.players = 0
		for i := range e.diagonal {
			if e.diagonal[i]*f.between > 1+leastResidual {
				e.players++
			} else {
				e.diagonal[i] = 0 // he played nobody else
			}
		}
	}
	return e
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

// offsets solves as many equations as there are lanes, or fewer.
func (f *Field) offsets(of ...equations) []Offset {
	diagonals := make([][]float64, len(of))
	for i, e := range of {
		diagonals[i] = e.diagonal
	}
	offsets, x := make([]Offset, len(of)), f.matrix.solve(diagonals)
	for lane, e := range of {
		if e.players < leastField {
			offsets[lane] = f.effects.unknown()
			continue
		}
		sum, product := 0.0, 0.0
		for i := range x {
			sum += x[i][lane]
			product += float64(x[i][lane] * e.right[i])
		}
		information := (float64(e.players) - sum/f.between) / f.between
		o := Offset{Players: e.players, Games: e.sides, Estimate: product / f.between / information, SE: 1 / math.Sqrt(information), OK: true}
		o.belief = f.effects.Event.posterior(o.Estimate, float64(o.SE*o.SE))
		o.Mean, o.SD = o.belief.moments()
		offsets[lane] = o
	}
	return offsets
}

// equate computes N + 1/T and b.
func (f *Field) equate() {
	n := len(f.players)
	f.matrix.start = make([]int, n+1)
	f.all.diagonal, f.all.right, f.all.players = make([]float64, n), make([]float64, n), n
	for at, p := range f.players {
		f.all.diagonal[at] = 1 / f.between
		for _, g := range f.of[p] {
			gradient, c := f.shared(f.games[g])
			for _, own := range f.games[g] {
				if own.Player != p {
					continue
				}
				f.all.diagonal[at] += own.Information
				f.all.right[at] += own.Gradient - float64(c*own.Information*gradient)
				for _, s := range f.games[g] {
					shared := -float64(c * own.Information * s.Information)
					if s.Player == p {
						f.all.diagonal[at] += shared
					} else {
						f.matrix.columns, f.matrix.values = append(f.matrix.columns, f.place[s.Player]), append(f.matrix.values, shared)
					}
				}
			}
		}
		f.matrix.start[at+1] = len(f.matrix.columns)
	}
}
