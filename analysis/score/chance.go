package score

import (
	"math"

	"fairplay/analysis/choice"
)

// Moment is the expectation of one quantity at one move.
type Moment struct {
	Mean  float64 // in the unit of the quantity: a probability, pawns, scaled pawns, nats
	Var   float64 // variance, >= 0
	Slope float64 // d Mean / d rating, per Elo point
}

// Indicator returns the moment of an event with probability p in [0, 1]: mean p, variance p(1-p).
// slope is dp/dR, per Elo point.
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

	// Ratio is the log likelihood ratio of the move made, in nats (Assisted.ratio), from the
	// likelihoods of move and loss for an assisted player and for the player himself. It is bounded
	// on both sides (MODEL 6a). LR holds its moments under the model, and Third its third central
	// moment.
	Ratio, Third float64

	// P is the probability of the move made, whatever its loss.
	P float64

	// Gradient says what the move made and its loss tell of the player's strength: the derivative
	// with respect to the rating, per Elo point, of the log-likelihood of the move plus the share
	// that counts of the log-likelihood of its loss. Only a share counts because losses of one game
	// are alike. Information is the expected negative derivative of Gradient and also, as losses
	// really spread, its variance.
	Gradient, Information float64

	// Helped holds, for each engine that the odds weigh (choice.Assistant.Weighed), the likelihood of
	// the move made and its loss for a player who follows that engine, in [0, 1]. Alike is the mean
	// over all engines: the likelihood of a move that only looks like an engine's.
	Helped []float64
	Alike  float64
}

// Scored is one counted move: what was played and what was expected.
type Scored struct {
	Figures
	Chance
	Honest *Honest // nil if no e-value is wanted
	Joint  *Joint  // nil if the bank is not wanted

	// Aided is what an engine in the player's place would have added, for each assistant of the
	// models: the moments of MM, EV and ASD. Nil if it is not wanted.
	Aided []Each[Moment]
}

// Actual returns what the move made adds to a quantity. ok is false if it adds nothing, because the
// position after the move was not evaluated.
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
func (f *Figures) Turn() int { return f.Ply/2 + 1 }

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
	Event string // tells the events of a performance apart if it has several
	// Player tells the players of a performance apart if it has several. Games of one Player share
	// his strength and the error of his rating.
	Player string
	Moves  []Scored
}

// Performance is a set of games that is judged as a whole: those of one player, or of several, such
// as a player's opponents; mostly of one event. The chances of its moves are computed at the ratings
// that their players had in each game.
type Performance struct {
	Rating   float64 // Elo; the mean over the moves, if it differs between games or players
	RatingSD float64 // uncertainty of a rating, Elo points, >= 0
	Field    Offset  // of the event, from the games of others; the zero value says nothing
	Games    []Game

	// Opponents holds the opponent's moves in each of Games, in their order; it may be shorter. Only
	// the bank looks at them. Apart is the offset of the event from those games in which the player
	// has no part (Field.Apart), which the bank asks instead of Field: it weighs the opponents itself.
	Opponents []Game
	Apart     Offset
}

// Moves returns how many counted moves the performance has.
func (p *Performance) Moves() int {
	n := 0
	for i := range p.Games {
		n += len(p.Games[i].Moves)
	}
	return n
}
