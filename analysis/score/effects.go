package score

import (
	"math"

	"fairplay/analysis/exact"
)

// Effects are how far honest players play from their ratings, as standard
// deviations in Elo points (MODEL 5a). Measured on whole events, they are the same
// for every quantity: a quantity turns them into its own unit by its slope.
type Effects struct {
	Game   float64 `json:"game"`   // of a game, which its two opponents share
	Player float64 `json:"player"` // of a player in one event, beyond the error of his rating
	Event  Mixture `json:"event"`  // of all players of an event
}

// Mixture is a contaminated normal distribution around 0: most values come from
// the ordinary normal distribution, few from the outlying one (Tukey, in
// Contributions to Probability and Statistics, 1960, p. 448).
type Mixture struct {
	Ordinary float64 `json:"ordinary"` // standard deviation
	Outlying float64 `json:"outlying"` // standard deviation, not below Ordinary
	Share    float64 `json:"share"`    // of the outlying ones, 0 to 1
}

// Variance returns the variance of the mixture.
func (m Mixture) Variance() float64 {
	return float64((1-m.Share)*m.Ordinary*m.Ordinary) + float64(m.Share*m.Outlying*m.Outlying)
}

// posterior returns mean and variance of a value of which an estimate with a normal
// error of that variance is known. Each part of the mixture is drawn in as its own
// normal prior says, and weighs as its density at the estimate:
//
//	w_i ~ share_i N(u; 0, s_i² + v),   m_i = u s_i²/(s_i² + v),   v_i = s_i² v/(s_i² + v)
func (m Mixture) posterior(estimate, variance float64) (mean, spread float64) {
	var weight, middle, within [2]float64
	total := 0.0
	for i, part := range []struct{ share, sd float64 }{{1 - m.Share, m.Ordinary}, {m.Share, m.Outlying}} {
		own := float64(part.sd * part.sd)
		sum := own + variance
		// Relative to the widest density, so that a far estimate does not vanish.
		weight[i] = part.share * exact.Exp(estimate*estimate/2*(1/(float64(m.Outlying*m.Outlying)+variance)-1/sum)) / math.Sqrt(sum)
		middle[i], within[i] = estimate*own/sum, own*variance/sum
		total += weight[i]
	}
	for i, w := range weight {
		mean += float64(w / total * middle[i])
	}
	for i, w := range weight {
		spread += float64(w / total * (within[i] + float64((middle[i]-mean)*(middle[i]-mean))))
	}
	return mean, spread
}

func (e Effects) validate() error {
	if m := e.Event; !allOf(notNegative, e.Game, e.Player, m.Ordinary, m.Outlying, m.Share, 1-m.Share) || m.Outlying < m.Ordinary {
		return invalid("effects must be standard deviations that are not negative, outlying not below ordinary, with a share from 0 to 1")
	}
	return nil
}

// Dispersion returns how much wider the log-likelihood of a performance spreads
// over ratings than independent moves of players whose ratings are exact would make
// it, with I the information of moves on the rating:
//
//	phi = 1 + (tau_game² sum_g I_g² + (tau_player² + sigma_R²) sum_p I_p² + Var(event) I²) / I
//
// for games g and players p. It is the variance of the derivative of the
// log-likelihood by the rating (MODEL 5a, with slope and variance of single moves
// both I) over that of independent moves; at least 1.
func (e Effects) Dispersion(p *Performance) float64 {
	all, games := 0.0, 0.0
	var players people
	for i := range p.Games {
		_, information := Strength(p.Games[i].Moves)
		all += information
		games += float64(information * information)
		*players.of(p.Games[i].Player) += information
	}
	if !(all > 0) {
		return 1
	}
	own := float64(e.Player*e.Player) + float64(UsualRatingSD*UsualRatingSD)
	return 1 + (float64(e.Game*e.Game*games)+float64(own*players.squares())+float64(e.Event.Variance()*all*all))/all
}

// Strength returns the derivative of the log-likelihood of moves by the rating, at
// the rating that their chances are of, and the information, its expected negative
// derivative: per Elo point, and per Elo point squared.
func Strength(moves []Scored) (gradient, information float64) {
	for i := range moves {
		gradient += moves[i].Gradient
		information += moves[i].Information
	}
	return gradient, information
}
