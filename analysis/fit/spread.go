package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
)

// family is the residuals of one event, by player.
type family [][]residual

// leastSide is how many moves a side needs to take part: the sums of a few moves
// are too skewed to be taken as normal.
const leastSide = 15

// families groups the residuals of a cast. of gives that of a side.
func (c *cast) families(of func(i int) residual) []family {
	events := make([]map[int]int, c.events)
	all := make([]family, c.events)
	for i := range c.sides {
		r := of(i)
		if r.n < leastSide || !(r.variance > 0) {
			continue
		}
		s := &c.sides[i]
		if events[s.event] == nil {
			events[s.event] = map[int]int{}
		}
		at, known := events[s.event][s.player]
		if !known {
			at = len(all[s.event])
			events[s.event][s.player] = at
			all[s.event] = append(all[s.event], nil)
		}
		all[s.event][at] = append(all[s.event][at], r)
	}
	return all
}

// estimate finds the effects by maximum likelihood. The excess of game g of
// player p in event e is taken as normal with
//
//	Var  d_g     = v_g + n_g² tau_game² + ...
//	Cov (d_g, d_h) = n_g n_h (tau_player² [same player] + tau_event²) + S_g S_h sigma_R² [same player]
//
// S being the slopes by the rating and sigma_R the uncertainty of ratings (Searle,
// Casella and McCulloch, Variance Components, 1992, chapter 6, for the method).
// Events, not players, are what is independent: a whole event that plays above
// its ratings counts once.
func estimate(families []family, ratingSD float64) calibration.Effects {
	unit := 0.1 * math.Sqrt(perMove(families))
	if !(unit > 0) {
		return calibration.Effects{}
	}
	x, _ := descend(func(x []float64) float64 { return surprise(families, effects(x, unit), ratingSD) }, [][]float64{{1, 0.5, 0.5}, {0.2, 1, 0.2}, {0.2, 0.2, 1}})
	return coarse(effects(x, unit))
}

// nothing is the effect, in units of a tenth of the standard deviation of a move,
// below which there is none: no performance is long enough to show it.
const nothing = 0.01

func effects(x []float64, unit float64) calibration.Effects {
	return calibration.Effects{Game: size(x[0], unit), Player: size(x[1], unit), Event: size(x[2], unit)}
}

// size returns the effect of a parameter, whose sign means nothing.
func size(x, unit float64) float64 {
	if x = math.Abs(x); x < nothing {
		return 0
	}
	return x * unit
}

// coarse returns effects with the digits that a search gives.
func coarse(e calibration.Effects) calibration.Effects {
	return calibration.Effects{Game: searched(e.Game), Player: searched(e.Player), Event: searched(e.Event)}
}

// perMove returns the mean variance of a single move.
func perMove(families []family) float64 {
	v, n := 0.0, 0.0
	for _, f := range families {
		for _, player := range f {
			for _, r := range player {
				v += r.variance
				n += r.n
			}
		}
	}
	if n == 0 {
		return 0
	}
	return v / n
}

// surprise is minus the log-likelihood of the effects, apart from a constant. A
// player's games have a common part of rank two and an event's players one of
// rank one, so that inverse and determinant of the covariance are sums (Woodbury).
func surprise(families []family, e calibration.Effects, ratingSD float64) float64 {
	return surpriseWith(families, e, 1, ratingSD)
}

// surpriseWith is surprise with a factor on the variances of single moves.
func surpriseWith(families []family, e calibration.Effects, factor, ratingSD float64) float64 {
	total := 0.0
	for _, f := range families {
		s := sumOf(f, e, factor, ratingSD)
		total += s.surprise(e.Event)
	}
	return total
}

// sumOf sums up one event.
func sumOf(f family, e calibration.Effects, factor, ratingSD float64) (s quadratic) {
	for _, player := range f {
		s.add(player, e, factor, ratingSD)
	}
	return s
}

// surprise is minus the log-likelihood of one event, apart from a constant, for
// that effect of events.
func (q *quadratic) surprise(event float64) float64 {
	common := event * event
	widened := 1 + float64(common*q.nn)
	return (q.logDet + exact.Log(widened) + q.dd - common*q.dn*q.dn/widened) / 2
}

// quadratic holds, for C the covariance of the excesses d within players,
// ln det C, d'C⁻¹d, d'C⁻¹n and n'C⁻¹n, n being the numbers of moves.
type quadratic struct{ logDet, dd, dn, nn float64 }

// add takes one player: C = A + tau² nn' + sigma² SS' with A diagonal. With
// U = (tau n, sigma S), the inverse is A⁻¹ - A⁻¹U (1 + U'A⁻¹U)⁻¹ U'A⁻¹.
func (q *quadratic) add(games []residual, e calibration.Effects, factor, ratingSD float64) {
	var dd, dn, ds, nn, ns, ss float64
	for _, r := range games {
		a := float64(factor*r.variance) + float64(r.n*r.n*e.Game*e.Game)
		q.logDet += exact.Log(a)
		dd += r.excess * r.excess / a
		dn += r.excess * r.n / a
		ds += r.excess * r.slope / a
		nn += r.n * r.n / a
		ns += r.n * r.slope / a
		ss += r.slope * r.slope / a
	}
	t, s := e.Player, ratingSD
	m11, m12, m22 := 1+float64(t*t*nn), t*s*ns, 1+float64(s*s*ss)
	det := float64(m11*m22) - float64(m12*m12)
	inner := func(x1, x2, y1, y2 float64) float64 {
		return (float64(m22*x1*y1) + float64(m11*x2*y2) - float64(m12*(float64(x1*y2)+float64(x2*y1)))) / det
	}
	q.logDet += exact.Log(det)
	q.dd += dd - inner(t*dn, s*ds, t*dn, s*ds)
	q.dn += dn - inner(t*dn, s*ds, t*nn, s*ns)
	q.nn += nn - inner(t*nn, s*ns, t*nn, s*ns)
}
