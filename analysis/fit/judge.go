package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// RatingSD is the uncertainty of a rating that fits and reports assume.
const RatingSD = score.UsualRatingSD

// ruler is what performances are measured with.
type ruler struct {
	params  *score.Parameters
	effects *score.Each[calibration.Effects]
	// onePlayer measures every performance as package score does: as one player's
	// in one event. Honest mixtures of players are then narrower than they look,
	// but it is how those who are tested are judged.
	onePlayer bool
}

// marks are the adjusted z of one performance.
type marks struct {
	rating        float64
	moves         int
	z             score.Each[score.Result]
	combined, roi float64
}

// judge computes the adjusted z of a performance as package score does, with one
// difference: games of several players or events, which resampling mixes, do not
// share one effect. With n_pe the moves and S_p the slopes of each player in each
// event, and of each player, and n_e the moves of each event,
//
//	V = s² sum v + tau_g² sum n_g² + tau_player² sum n_pe² + tau_event² sum n_e² + sigma_R² sum S_p²
//
// For one player in one event that is score.Test. With one n² tau_p² for all,
// mixed performances would have a z that is too narrow by construction.
func (c *cast) judge(p performance, by ruler, shifts *score.Each[float64]) marks {
	m := marks{rating: c.meanRating(p), moves: c.moves(p)}
	for _, q := range score.Quantities() {
		shift := 0.0
		if shifts != nil {
			shift = *shifts.At(q)
		}
		*m.z.At(q) = c.test(p, q, by, shift)
	}
	m.combined, _ = by.params.Combined.Z(by.params.CombinedParts(&m.z))
	m.roi, _ = by.params.ROI.Z(score.ROIParts(&m.z))
	return m
}

// test computes one test of a performance. shift is added to the excess: what
// replaced moves change.
func (c *cast) test(p performance, q score.Quantity, by ruler, shift float64) score.Result {
	spread, effects := by.params.Spread.At(q), by.effects.At(q)
	var sum residual
	var squares float64
	for _, i := range p {
		x := &c.sides[i].residuals[q]
		sum.n += x.n
		sum.excess += x.excess
		sum.variance += x.variance
		sum.slope += x.slope
		squares += float64(x.n * x.n)
	}
	n := func(s *side) float64 { return s.residuals[q].n }
	player, event := float64(effects.Player*effects.Player), float64(effects.Event*effects.Event)
	r := score.Result{N: int(sum.n), RawSD: math.Sqrt(sum.variance)}
	r.Variance = score.Variance{
		Moves:  spread.Scale * spread.Scale * sum.variance,
		Games:  squares * spread.Game * spread.Game,
		Player: float64(player*c.squares(p, samePlayerEvent, n)) + float64(event*c.squares(p, sameEvent, n)),
		Rating: RatingSD * RatingSD * c.squares(p, samePlayer, func(s *side) float64 { return s.residuals[q].slope }),
	}
	if by.onePlayer {
		r.Variance.Player = sum.n * sum.n * (player + event)
		r.Variance.Rating = RatingSD * RatingSD * sum.slope * sum.slope
	}
	r.SD = math.Sqrt(r.Variance.Total())
	if r.OK = r.SD > 0 && sum.variance > 0; r.OK {
		sign := q.Sign()
		r.RawZ = sign * (sum.excess + shift) / r.RawSD
		r.Z = sign * (sum.excess + shift - float64(sum.n*spread.Bias)) / r.SD
	}
	return r
}

func samePlayer(a, b *side) bool      { return a.player == b.player }
func sameEvent(a, b *side) bool       { return a.event == b.event }
func samePlayerEvent(a, b *side) bool { return a.player == b.player && a.event == b.event }

// squares returns the sum, over groups of sides that are the same, of the square
// of the group's sum of x. Performances are short.
func (c *cast) squares(p performance, same func(a, b *side) bool, x func(*side) float64) float64 {
	total := 0.0
	for at, i := range p {
		first, sum := true, 0.0
		for before, j := range p {
			if same(&c.sides[i], &c.sides[j]) {
				first = first && before >= at
				sum += x(&c.sides[j])
			}
		}
		if first {
			total += float64(sum * sum)
		}
	}
	return total
}
