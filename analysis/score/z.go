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
	Players float64 // sigma_R² sum_p S_p²: no player's strength is exactly his rating
	Event   float64 // sum_e s_F² S_e²: nor is that of an event, as far as its other games do not tell
}

// known returns the variance if the offsets of events were known.
func (v Variance) known() float64 {
	return float64(v.Moves) + float64(v.Games) + float64(v.Players)
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
	Rated    float64 // sum of what was expected by the rating alone
	Slope    float64 // dE/dR, per Elo point
	Bias     float64 // b, per move
	KnownSD  float64 // the standard deviation if the offsets of events were known
	RawSD    float64 // sqrt(sum v_t)
	RawZ     float64 // against the rating alone, as if moves were independent and ratings exact
	Variance Variance
	SD       float64 // sqrt(Variance.Total()), never below RawSD
	Z        float64 // adjusted: the value to judge by; the normal quantile of the tail probability, not a number of SD

	// OK is false if there is no z: no moves, or nothing that could have turned out otherwise. RawZ
	// and Z are then 0 and mean nothing.
	OK bool
}

// sums are the sums over the games of a performance.
type sums struct {
	Sum
	squares float64 // sum of S_g² over games
	players people  // S_p
	events  people  // S_e
}

// game adds the sum over a game.
func (s *sums) game(g Sum, player, event string) {
	s.Sum.merge(g)
	s.squares += float64(g.Slope * g.Slope)
	*s.players.of(player) += g.Slope
	*s.events.of(event) += g.Slope
}

// all adds games with their moves.
func (s *sums) all(games []Game, q Quantity) {
	for i := range games {
		var g Sum
		g.of(games[i].Moves, q)
		s.game(g, games[i].Player, games[i].Event)
	}
}

// standing is how far a sum is from what was expected, and by what it may be.
type standing struct {
	ok     bool
	excess float64 // x of sums.test
	known  float64 // V_0 of sums.test
	third  float64 // third central moment
	events people  // ±S_e
}

// z returns the z of a standing under the offsets of its events.
func (s *standing) z(field Offset, e Effects) float64 {
	return tailed(s.excess, s.known, s.third, field.shifts(s.events, e))
}

// test computes one test of a performance whose moves are added up.
//
//	z_raw = ±(A - E) / sqrt(sum v_t)
//	x     = ±(A - E - n b)
//	V_0   = s² sum v_t + tau_game² sum_g S_g² + sigma_R² sum_p S_p²
//	p     = sum_k w_k Q((x -+ m_k S) / sqrt(V_0 + s_k² S²)),   z = Q⁻¹(p)
//
// A is the sum of what was played, E of what was expected; the sign makes positive mean closer to
// the engine than expected (Quantity.Sign). S = dE/dR is the slope with respect to the rating, S_g
// and S_p are the slopes of each game and player. The offset of the event is the mixture of normal
// parts w_k N(m_k, s_k²) that is left after what its field says (Offset.Parts); Q is the normal tail.
// Where the field is well known, z is (x - m S)/sqrt(V); where it is not, an event may be one of the
// few that play far off their ratings, and the tail is as heavy as that (MODEL 6a). The effects tau
// come from Effects, the bias b and the factor s from Spread. Only LR is skewed to its high side, and
// is corrected for it. See MODEL 5a; [RH11] widens by one constant factor instead, which is too little
// for long performances.
//
// The expectation for a player of rating R + m is taken as E + m S. Over 400 points that expects
// .0033 more matches per move, and .0034 scaled pawns less loss, than there would be (54 410 moves
// of the corpus). The z of 250 moves is then too low by about .12, which is the cautious side; over
// 100 points the difference is nothing. The order of games, and of the moves within them, changes
// the result by no more than rounding (1e-9 of a standard deviation).
func (s *sums) test(q Quantity, spread Spread, e Effects, ratingSD float64, field Offset) (TestResult, standing) {
	r := TestResult{N: s.N, Actual: s.Actual, Expected: s.Expected, Rated: s.Expected, Slope: s.Slope, Bias: spread.Bias}
	r.Variance = Variance{
		Moves:   spread.Scale * spread.Scale * s.Variance,
		Games:   s.squares * e.Game * e.Game,
		Players: s.players.squares() * ratingSD * ratingSD,
	}
	at := standing{third: s.Third}
	for _, x := range s.events {
		o := field.Of(x.name, e)
		r.Expected += float64(o.Mean * x.sum)
		r.Variance.Event += float64(o.SD * o.SD * x.sum * x.sum)
		at.events = append(at.events, namedSum{x.name, q.Sign() * x.sum})
	}
	r.RawSD, r.KnownSD = math.Sqrt(max(s.Variance, 0)), math.Sqrt(max(r.Variance.known(), 0))
	r.SD = math.Sqrt(max(r.Variance.Total(), 0))
	if r.N == 0 || !(r.RawSD*r.RawSD > leastVariance) || math.IsInf(r.SD, 0) {
		return r, at
	}
	at.excess = q.Sign() * (r.Actual - r.Rated - float64(float64(r.N)*spread.Bias))
	at.known = r.Variance.known()
	z := at.z(field, e)
	if math.IsNaN(z) || math.IsInf(z, 0) {
		return r, at
	}
	r.RawZ, r.Z, r.OK, at.ok = q.Sign()*(r.Actual-r.Rated)/r.RawSD, z, true, true
	return r, at
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
