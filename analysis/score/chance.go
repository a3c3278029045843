package score

import (
	"math"

	"fairplay/analysis/choice"
)

// Moment is what is expected of one quantity at one move.
type Moment struct {
	Mean  float64 // in the unit of the quantity: a probability, pawns, scaled pawns, nats
	Var   float64 // variance, >= 0
	Slope float64 // d Mean / d rating, per Elo point
}

// Indicator returns the moment of something that happens with probability p in
// [0, 1]: mean p and variance p(1-p). slope is dp/dR.
func Indicator(p, slope float64) Moment {
	return Moment{Mean: p, Var: p * (1 - p), Slope: slope}
}

// Chance is what the choice model says of one counted move before it is made,
// for a player of the rating that the performance names.
//
// The moments of ASD, AE, Close and Root count only where the move made has a loss
// (Figures.HasLoss); the others always do.
type Chance struct {
	Each[Moment]

	// Ratio is the log likelihood ratio of the move made, in nats:
	// ln(1 - e + e q/p), q and p the likelihoods of move and loss, never below
	// ln(1-e) (MODEL 5 and 5c). LR holds its moments under the model, and Third its
	// third central moment.
	Ratio, Third float64

	// P is the probability of the move made, whatever it loses.
	P float64

	// Gradient is what the move made and its loss tell of the player's strength: the
	// derivative by the rating, per Elo point, of the log-likelihood of the move and of
	// the share of that of its loss that counts, since losses of one game are alike.
	// Information is minus what that derivative's own derivative is expected to be, and,
	// as losses really spread, its variance.
	Gradient, Information float64

	// Helped are the likelihoods of the move made and of its loss for one who follows
	// an engine, in [0, 1], for each of several engines.
	Helped []float64
}

// Scored is one counted move: what was played and what was to be expected.
type Scored struct {
	Figures
	Chance
	Honest *Honest // nil where no e-value is wanted
}

// Actual returns what the move made adds to a quantity. ok is false where it
// adds nothing, because the position after the move was not evaluated.
func (s *Scored) Actual(q Quantity) (x float64, ok bool) {
	switch q {
	case MM:
		return indicator(s.Match), true
	case EV:
		return indicator(s.Equal), true
	case T3:
		return indicator(s.TopThree), true
	case ASD:
		return s.ScaledLoss, s.HasLoss
	case AE:
		return s.Loss, s.HasLoss
	case Close:
		return indicator(s.Loss < choice.CloseLoss), s.HasLoss
	case Root:
		return math.Sqrt(s.Loss), s.HasLoss
	case Wide:
		return s.Delta, true
	default:
		return s.Ratio, true
	}
}

// Turn returns the player's turn of a counted move, from 1.
func (m *Figures) Turn() int { return m.Ply/2 + 1 }

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Game holds the counted moves of one player in one game.
type Game struct {
	ID    string
	Round string // as the PGN names it: "3" or "3.12"
	// Player tells the players of a performance apart where it is of several.
	// Games of one Player share his strength and the error of his rating.
	Player string
	Moves  []Scored
}

// Performance is a set of games of one event that is judged as a whole: one
// player's, or those of several, such as somebody's opponents. The chances of
// its moves are those of their players' ratings.
type Performance struct {
	Rating   float64 // Elo; of several players the mean
	RatingSD float64 // uncertainty of a rating, Elo points, >= 0
	Field    Offset  // of the event, from others' games; the zero value says nothing
	Games    []Game
}

// Moves returns how many counted moves the performance has.
func (p *Performance) Moves() int {
	n := 0
	for i := range p.Games {
		n += len(p.Games[i].Moves)
	}
	return n
}
