package score

import "math"

// leastVariance is the variance of a sum below which nothing was uncertain:
// what rounding leaves where every move was forced or sure.
const leastVariance = 1e-9

// Variance is the variance of a sum over counted moves, by where it comes from
// (MODEL 5). The unit is that of the quantity, squared.
type Variance struct {
	Moves  float64 // s² sum v_t: chance of the single moves
	Games  float64 // sum n_g² tau_g²: good and bad days
	Player float64 // n² tau_p²: players of one rating are not alike, nor are events
	Rating float64 // (dE/dR)² sigma_R²: the rating is not exact
}

// Total returns the sum of the parts. Each of them is a product.
func (v Variance) Total() float64 {
	return float64(v.Moves) + float64(v.Games) + float64(v.Player) + float64(v.Rating)
}

// Result is one test of a performance. All sums are over its N moves.
type Result struct {
	N        int
	Actual   float64 // sum of what was played; divide by N for the share or average
	Expected float64 // sum of what was to be expected
	RawSD    float64 // sqrt(sum v_t)
	RawZ     float64 // as if moves were independent and the rating exact
	Variance Variance
	SD       float64 // sqrt(Variance.Total()), never below RawSD
	Z        float64 // adjusted: what to judge by

	// OK is false where there is no z: no moves, or nothing that could have
	// turned out otherwise. RawZ and Z are then 0 and mean nothing.
	OK bool
}

// sums is what one pass over the counted moves of a performance gathers.
type sums struct {
	n                int
	actual, expected float64
	variance, slope  float64
	squares          float64 // sum of n_g² over games
	players          people
}

func (s *sums) add(m *Scored, q Quantity) {
	x, ok := m.Actual(q)
	if !ok {
		return
	}
	want := m.At(q)
	s.n++
	s.actual += x
	s.expected += want.Mean
	s.variance += want.Var
	s.slope += want.Slope
}

// game adds the moves of a game.
func (s *sums) game(g *Game, q Quantity) {
	before, slope := s.n, s.slope
	for j := range g.Moves {
		s.add(&g.Moves[j], q)
	}
	n := float64(s.n - before)
	s.squares += float64(n * n)
	player := s.players.of(g.Player)
	player.n += n
	player.slope += s.slope - slope
}

// Test computes one test of a performance.
//
//	z_raw = ±(A - E) / sqrt(sum v_t)
//	z     = ±(A - E - n b) / sqrt(V)
//	V     = s² sum v_t + sum_g n_g² tau_g² + n² tau_p² + (dE/dR)² sigma_R²
//
// A is the sum of what was played, E of what was expected, and the sign makes
// positive mean closer to the engine than expected (Quantity.Sign). tau_g and
// tau_p, the bias b and the factor s are those of the Spread. [RH11] widens by
// one constant factor instead, which is too little for long performances.
//
// The last two parts are those of one player. Several have in common what their
// event has, tau_e² = tau_p² - tau_own²; of their own strengths, and of the errors
// of their ratings, one says nothing of another:
//
//	n² tau_e² + tau_own² sum_p n_p² + sigma_R² sum_p (dE_p/dR)²
//
// The order of games and of the moves within them changes the result by no more
// than rounding (1e-9 of a standard deviation).
func Test(p *Performance, q Quantity, spread Spread) Result {
	var s sums
	for i := range p.Games {
		s.game(&p.Games[i], q)
	}
	return s.test(q, spread, p.RatingSD)
}

// test is Test of the moves added up.
func (s *sums) test(q Quantity, spread Spread, ratingSD float64) Result {
	n := float64(s.n)
	players, slopes := s.players.squares()
	own := float64(spread.Own * spread.Own)
	r := Result{N: s.n, Actual: s.actual, Expected: s.expected}
	r.Variance = Variance{
		Moves:  spread.Scale * spread.Scale * s.variance,
		Games:  s.squares * spread.Game * spread.Game,
		Player: float64(n*n*(float64(spread.Player*spread.Player)-own)) + float64(players*own),
		Rating: slopes * ratingSD * ratingSD,
	}
	r.RawSD = math.Sqrt(max(s.variance, 0))
	r.SD = math.Sqrt(max(r.Variance.Total(), 0))
	r.standardise(q.Sign(), spread.Bias)
	return r
}

// Tests computes all tests of a performance.
func (p *Parameters) Tests(perf *Performance) Each[Result] {
	var all Each[Result]
	for _, q := range Quantities() {
		*all.At(q) = Test(perf, q, *p.Spread.At(q))
	}
	return all
}

// standardise sets both z where they exist.
func (r *Result) standardise(sign, bias float64) {
	if r.N == 0 || !(r.RawSD*r.RawSD > leastVariance) || math.IsInf(r.SD, 0) {
		return
	}
	excess := sign * (r.Actual - r.Expected)
	z := sign * (r.Actual - r.Expected - float64(float64(r.N)*bias)) / r.SD
	if math.IsNaN(z) || math.IsInf(z, 0) {
		return
	}
	r.RawZ, r.Z, r.OK = excess/r.RawSD, z, true
}
