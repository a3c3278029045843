package score

import "math"

// leastVariance is the variance of a sum up to which nothing was uncertain: every move was forced
// or sure, and the rest is rounding.
const leastVariance = 1e-9

// Variance is the variance of a sum over counted moves, by source (MODEL 5a). The unit is that of
// the quantity, squared.
type Variance struct {
	Moves   float64 // s² sum v_t: chance in the single moves
	Games   float64 // tau_game² sum_g S_g²: good and bad days
	Players float64 // (tau_player² + sigma_R²) sum_p S_p²: no player's strength is exactly his rating
	Event   float64 // s_F² S²: nor is that of the event, as far as its other games do not tell
}

// Total returns the sum of the parts. Each of them is a product.
func (v Variance) Total() float64 {
	return float64(v.Moves) + float64(v.Games) + float64(v.Players) + float64(v.Event)
}

// TestResult is one test of a performance. All sums are over its N moves.
type TestResult struct {
	N        int
	Actual   float64 // sum of what was played; divide by N for the share or average
	Expected float64 // sum of what was expected, in this field
	RawSD    float64 // sqrt(sum v_t)
	RawZ     float64 // against the rating alone, as if moves were independent and ratings exact
	Variance Variance
	SD       float64 // sqrt(Variance.Total()), never below RawSD
	Z        float64 // adjusted: the value to judge by

	// OK is false if there is no z: no moves, or nothing that could have turned out otherwise. RawZ
	// and Z are then 0 and mean nothing.
	OK bool
}

// sums collects one pass over the counted moves of a performance.
type sums struct {
	n                int
	actual, expected float64
	variance, slope  float64
	third            float64 // sum of third central moments, of LR only
	squares          float64 // sum of S_g² over games
	players          people  // S_p
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
	before := s.slope
	for j := range g.Moves {
		s.add(&g.Moves[j], q)
	}
	slope := s.slope - before
	if q == LR {
		for j := range g.Moves {
			s.third += g.Moves[j].Third
		}
	}
	s.squares += float64(slope * slope)
	*s.players.of(g.Player) += slope
}

// Test computes one test of a performance.
//
//	z_raw = ±(A - E) / sqrt(sum v_t)
//	z     = ±(A - E - m S - n b) / sqrt(V)
//	V     = s² sum v_t + tau_game² sum_g S_g² + (tau_player² + sigma_R²) sum_p S_p² + s_F² S²
//
// A is the sum of what was played, E of what was expected; the sign makes positive mean closer to
// the engine than expected (Quantity.Sign). S = dE/dR is the slope with respect to the rating, S_g
// and S_p are the slopes of each game and player. m and s_F are the mean and standard deviation of
// the field's offset (Performance.Field). The effects tau come from Effects, the bias b and the
// factor s from Spread. Only LR is skewed to its high side, and is corrected for it. See MODEL 5a;
// [RH11] widens by one constant factor instead, which is too little for long performances.
//
// The expectation for a player of rating R + m is taken as E + m S. Over 400 points that expects
// .0033 more matches per move, and .0034 scaled pawns less loss, than there would be (54 410 moves
// of the corpus). The z of 250 moves is then too low by about .12, which is the cautious side; over
// 100 points the difference is nothing. The order of games, and of the moves within them, changes
// the result by no more than rounding (1e-9 of a standard deviation).
func Test(p *Performance, q Quantity, spread Spread, e Effects) TestResult {
	var s sums
	for i := range p.Games {
		s.game(&p.Games[i], q)
	}
	return s.test(q, spread, e, p.RatingSD, p.Field)
}

// test is Test for moves that are already added up.
func (s *sums) test(q Quantity, spread Spread, e Effects, ratingSD float64, field Offset) TestResult {
	if !field.OK {
		field = e.unknown()
	}
	r := TestResult{N: s.n, Actual: s.actual, Expected: s.expected + float64(field.Mean*s.slope)}
	r.Variance = Variance{
		Moves:   spread.Scale * spread.Scale * s.variance,
		Games:   s.squares * e.Game * e.Game,
		Players: s.players.squares() * (float64(e.Player*e.Player) + float64(ratingSD*ratingSD)),
		Event:   s.slope * s.slope * field.SD * field.SD,
	}
	r.RawSD = math.Sqrt(max(s.variance, 0))
	r.SD = math.Sqrt(max(r.Variance.Total(), 0))
	r.standardise(q.Sign(), s.expected, spread.Bias)
	if r.OK {
		r.Z = unskewed(r.Z, s.third/(r.SD*r.SD*r.SD))
	}
	return r
}

// unskewed returns the normal value with the same tail probability as a standardised value of the
// given skewness, by the normal power approximation (Beard, Pentikäinen, Pesonen, Risk Theory,
// 1984, section 3.11):
//
//	z' = sqrt(1 + 9/skew² + 6z/skew) - 3/skew
func unskewed(z, skew float64) float64 {
	if !(skew > leastSkew) {
		return z
	}
	return math.Sqrt(math.Max(1+9/(skew*skew)+float64(6*z/skew), 0)) - 3/skew
}

// leastSkew is the skewness below which there is nothing to correct.
const leastSkew = 1e-4

// standardise sets both z if they exist. rated is what the rating alone leads one to expect.
func (r *TestResult) standardise(sign, rated, bias float64) {
	if r.N == 0 || !(r.RawSD*r.RawSD > leastVariance) || math.IsInf(r.SD, 0) {
		return
	}
	excess := sign * (r.Actual - rated)
	z := sign * (r.Actual - r.Expected - float64(float64(r.N)*bias)) / r.SD
	if math.IsNaN(z) || math.IsInf(z, 0) {
		return
	}
	r.RawZ, r.Z, r.OK = excess/r.RawSD, z, true
}
