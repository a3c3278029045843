package score

import (
	"math"

	"fairplay/analysis/fault"
)

// Spread is how one quantity of honest performances spreads beyond the chance
// of single moves, as measured on held-out games. Game, Player and Bias are in
// the unit of the quantity per move (a share, pawns, scaled pawns, nats).
type Spread struct {
	Game   float64 `json:"tau_g"` // standard deviation between games of one player, >= 0
	Player float64 `json:"tau_p"` // standard deviation between players of one rating, >= 0
	// Own is what of Player is between the players of one event; the rest, the
	// root of Player² - Own², they have in common. 0 takes all of it as common,
	// which is the cautious answer. Calibration files hold it among their effects.
	Own   float64 `json:"-"`
	Bias  float64 `json:"bias"`  // mean of actual - expected per move; 0 unless the quantity is standardised (LR)
	Scale float64 `json:"scale"` // factor on the standard deviation of single moves, >= 1
}

// Carrier says which quantity bears the name ASD in the combined Z: a
// comparison of power on honest games with replaced moves decides.
type Carrier string

// The carriers of the name ASD.
const (
	Wide Carrier = "wide" // the scaled difference in the wide pass (ASD)
	Deep Carrier = "deep" // the scaled loss, deep against deep (ScaledAE)
)

// Quantity returns the quantity that carries the name.
func (c Carrier) Quantity() Quantity {
	if c == Deep {
		return ScaledAE
	}
	return ASD
}

// RatingRange is where a calibration had enough players, in Elo.
type RatingRange struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Empty tells whether no rating that is answered lies within: the range of a
// calibration that has too few players of every rating.
func (r RatingRange) Empty() bool { return r.High < MinRating }

// Dispersion is how much wider the log-likelihood of a performance spreads over
// ratings than independent moves would make it:
//
//	phi = Move + Game (sum_g n_g²)/n + Own (sum_p n_p²)/n + (Player - Own) n, at least 1
//
// for games of n_g counted moves, players of n_p, and n in all; of one player
// the last two are Player n. It is V/sum v_t of the score function, with the
// same effects of game and player as in a Spread.
type Dispersion struct {
	Move   float64 `json:"move"`
	Game   float64 `json:"game"`
	Player float64 `json:"player"`
	// Own is the part of Player that the players of one event do not have in
	// common; 0 where a calibration does not tell it apart, the cautious answer.
	Own float64 `json:"own,omitempty"`
}

// Factor returns phi for a performance, 1 without moves.
func (d Dispersion) Factor(p *Performance) float64 {
	n, games := 0.0, 0.0
	var players people
	for i := range p.Games {
		k := float64(len(p.Games[i].Moves))
		n += k
		games += float64(k * k)
		players.of(p.Games[i].Player).n += k
	}
	if n == 0 {
		return 1
	}
	own, _ := players.squares()
	return max(1, d.Move+d.Game*games/n+d.Own*own/n+float64((d.Player-d.Own)*n))
}

// Parameters are the fitted numbers of the tests, part of a calibration file.
type Parameters struct {
	Spread Each[Spread] `json:"spread"`

	// Combined weighs (MM, EV, the carrier of ASD); ROI weighs (MM, ScaledAE,
	// T3).
	Combined Triple  `json:"combined"`
	ASD      Carrier `json:"asd"`
	ROI      Triple  `json:"roi"`

	Dispersion Dispersion  `json:"ipr_dispersion"`
	Ratings    RatingRange `json:"ratings"`
}

// Validate tells whether the parameters can be used. Whoever loads a
// calibration calls it once; the tests rely on it. The error is of kind Invalid
// and names the field.
func (p *Parameters) Validate() error {
	for _, q := range Quantities() {
		if err := p.Spread.At(q).validate(q); err != nil {
			return err
		}
	}
	if p.ASD != Wide && p.ASD != Deep {
		return invalid("asd is %q, but only %q and %q can carry the name ASD", p.ASD, Wide, Deep)
	}
	if err := p.Combined.Validate(); err != nil {
		return invalid("combined: %v", err)
	}
	if err := p.ROI.Validate(); err != nil {
		return invalid("roi: %v", err)
	}
	if d := p.Dispersion; !allOf(notNegative, d.Move, d.Game, d.Player, d.Own, d.Player-d.Own) {
		return invalid("ipr_dispersion must hold numbers that are not negative, and own not above player")
	}
	if r := p.Ratings; !(r.Low < r.High) || !allOf(notNegative, r.Low, r.High) {
		return invalid("ratings must be a range from low to high")
	}
	return nil
}

func (s *Spread) validate(q Quantity) error {
	switch {
	case !allOf(notNegative, s.Game, s.Player):
		return invalid("spread of %v: tau_g and tau_p must not be negative", q)
	case !notNegative(s.Own) || s.Own > s.Player:
		return invalid("spread of %v: the players' own must lie between 0 and tau_p", q)
	case !finite(s.Bias):
		return invalid("spread of %v: bias must be a number", q)
	case !finite(s.Scale) || s.Scale < 1:
		return invalid("spread of %v: scale must be 1 or more", q)
	}
	return nil
}

func invalid(format string, args ...any) error {
	return fault.New(fault.Invalid, "calibration_parameters", format, args...)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func notNegative(x float64) bool { return finite(x) && x >= 0 }

func allOf(holds func(float64) bool, xs ...float64) bool {
	for _, x := range xs {
		if !holds(x) {
			return false
		}
	}
	return true
}
