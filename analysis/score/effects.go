package score

import (
	"math"
	"math/rand/v2"

	"fairplay/analysis/exact"
)

// Effects say how far honest players play from their ratings, as standard deviations in Elo points
// (MODEL 5a). Measured on whole events, they are the same for every quantity; a quantity turns them
// into its own unit by its slope.
type Effects struct {
	Game   float64 `json:"game"`   // of a game, which its two opponents share
	Rating float64 `json:"rating"` // of a player whose rating rests on many games: its error and his form in the event, which one event cannot tell apart
	Event  Mixture `json:"event"`  // of all players of an event

	// Losses are effects on how much moves lose, beyond the effect of strength. Only the e-value
	// takes them into account.
	Losses LossEffect `json:"losses"`
}

// LossEffect says how far honest games and players differ in what their moves lose, as
// standard deviations of the index of choice.Loss.
type LossEffect struct {
	Game   float64 `json:"game"`
	Player float64 `json:"player"` // in one event
}

// SD returns the standard deviation of the sum of both effects.
func (l LossEffect) SD() float64 {
	return math.Sqrt(float64(l.Game*l.Game) + float64(l.Player*l.Player))
}

// parts returns the SD, and both effects in units of it. All are 0 if there are no effects.
func (l LossEffect) parts() (sd, game, player float64) {
	if sd = l.SD(); sd > 0 {
		return sd, l.Game / sd, l.Player / sd
	}
	return 0, 0, 0
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

// belief is a mixture of two normal distributions.
type belief [2]part

// part is one normal part of a mixture.
type part struct{ weight, mean, variance float64 }

// belief returns the mixture itself.
func (m Mixture) belief() belief {
	return belief{
		{weight: 1 - m.Share, variance: m.Ordinary * m.Ordinary},
		{weight: m.Share, variance: m.Outlying * m.Outlying},
	}
}

// posterior returns the distribution of a value after an estimate of it, with a normal error of the
// given variance, is known. Each part of the mixture is shrunk by its own normal prior and weighted
// by its density at the estimate:
//
//	w_i ~ share_i N(u; 0, s_i² + v),   m_i = u s_i²/(s_i² + v),   v_i = s_i² v/(s_i² + v)
func (m Mixture) posterior(estimate, variance float64) belief {
	b := m.belief()
	total := 0.0
	for i := range b {
		own := b[i].variance
		sum := own + variance
		// Relative to the widest density, so that a far estimate does not vanish.
		b[i].weight *= exact.Exp(estimate*estimate/2*(1/(float64(m.Outlying*m.Outlying)+variance)-1/sum)) / math.Sqrt(sum)
		b[i].mean, b[i].variance = estimate*own/sum, own*variance/sum
		total += float64(b[i].weight)
	}
	for i := range b {
		b[i].weight /= total
	}
	return b
}

// moments returns mean and standard deviation.
func (b belief) moments() (mean, sd float64) {
	for _, p := range b {
		mean += float64(p.weight * p.mean)
	}
	variance := 0.0
	for _, p := range b {
		variance += float64(p.weight * (p.variance + float64((p.mean-mean)*(p.mean-mean))))
	}
	return mean, math.Sqrt(variance)
}

// draw returns a value at random.
func (b belief) draw(random *rand.Rand) float64 {
	p := b[0]
	if random.Float64() >= p.weight {
		p = b[1]
	}
	return p.mean + float64(random.NormFloat64()*math.Sqrt(p.variance))
}

// density returns the density at x of the value plus a normal error of the given variance, up to a
// constant factor.
func (b belief) density(x, variance float64) float64 {
	sum := 0.0
	for _, p := range b {
		if v := p.variance + variance; p.weight > 0 {
			sum += float64(p.weight * exact.Exp(-float64((x-p.mean)*(x-p.mean))/(2*v)) / math.Sqrt(v))
		}
	}
	return sum
}

func (e Effects) validate() error {
	if m := e.Event; !allOf(notNegative, e.Game, e.Rating, e.Losses.Game, e.Losses.Player, m.Ordinary, m.Outlying, m.Share, 1-m.Share) || m.Outlying < m.Ordinary {
		return invalid("effects must be standard deviations that are not negative, outlying not below ordinary, with a share from 0 to 1")
	}
	return nil
}

// Dispersion returns by how much the variance of a performance's gradient exceeds that of
// independent moves of players with exact ratings. With I the information of moves on the rating,
//
//	phi = 1 + (tau_game² sum_g I_g² + sigma_R² sum_p I_p² + sum_e s_Fe² I_e²) / I
//
// for games g, players p and events e; at least 1. The gradient is the derivative of the
// log-likelihood with respect to the rating. s_F is the uncertainty of the event's offset: that of
// the field where the field is known. The formula is that of MODEL 5a with slope and variance of
// single moves both I.
func (e Effects) Dispersion(p *Performance) float64 {
	all, games := 0.0, 0.0
	var players, events people
	for i := range p.Games {
		_, information := Strength(p.Games[i].Moves)
		all += information
		games += float64(information * information)
		*players.of(p.Games[i].Player) += information
		*events.of(p.Games[i].Event) += information
	}
	if !(all > 0) {
		return 1
	}
	together := 0.0
	for _, x := range events {
		sd := p.Field.Of(x.name, e).SD
		together += float64(sd * sd * x.sum * x.sum)
	}
	return 1 + (float64(e.Game*e.Game*games)+float64(e.Rating*e.Rating*players.squares())+together)/all
}

// Strength returns the derivative of the log-likelihood of moves with respect to the rating, per
// Elo point, at the rating that their chances belong to. It also returns the information, the
// expected negative derivative of that, per Elo point squared.
func Strength(moves []Scored) (gradient, information float64) {
	for i := range moves {
		gradient += moves[i].Gradient
		information += moves[i].Information
	}
	return gradient, information
}
