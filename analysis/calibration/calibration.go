package calibration

import (
	"math"

	"fairplay/analysis"
	"fairplay/analysis/choice"
	"fairplay/analysis/score"
)

// Format is the version of the file that this program writes and reads.
const Format = 1

// Calibration is one calibration file. Package fit makes it; Load reads it. All
// numbers stand in it as they are used, so that a file read again gives the same
// answers.
type Calibration struct {
	Format            int                `json:"format"`
	Name              string             `json:"name"` // for people: "standard-quick"
	TimeClass         analysis.TimeClass `json:"time_class"`
	Recipe            analysis.Recipe    `json:"recipe"`
	RecipeFingerprint string             `json:"recipe_fingerprint"`
	// Behaviour is behaviour.Digest of the engine under the recipe: any program
	// with the same name, version, network and behaviour may take its place.
	// "" where it is not known; only the very binary of the recipe will do then.
	Behaviour         string          `json:"behaviour,omitempty"`
	Policy            analysis.Policy `json:"policy"`
	PolicyFingerprint string          `json:"policy_fingerprint"`
	Program           string          `json:"program"` // version that fitted it

	Choice    ChoiceForm       `json:"choice"`
	Loss      LossForm         `json:"loss"`
	Assisted  Assisted         `json:"assisted"`
	Classical choice.Classical `json:"classical"`

	Parameters score.Parameters    `json:"parameters"`
	Effects    score.Each[Effects] `json:"effects"`
	Ratio      Standard            `json:"likelihood_ratio"`
	Corpus     Corpus              `json:"corpus"`

	// Report says how far the calibration can be trusted, measured on games that
	// took no part in the fit; nil where it was not measured.
	Report *Report `json:"report,omitempty"`

	models Models
}

// ChoiceForm is the choice model as files hold it.
type ChoiceForm struct {
	UsualDepth float64    `json:"usual_depth"`
	Terms      []TermForm `json:"terms"`
	// Covariance of the coefficients, the lower triangle row by row, robust
	// against likeness of the moves of one player in one game.
	Covariance [][]float64 `json:"covariance"`
	// EventSpread is the standard deviation, in Elo points, between how strongly
	// events play and how they are rated.
	EventSpread float64 `json:"event_spread"`
	// Outlying are the fit events that play further from their ratings than twice
	// EventSpread, the furthest first. They took part in the fit, each with an
	// offset of its own, and they are why EventSpread is not smaller.
	Outlying []EventOffset `json:"outlying_events,omitempty"`
	// LogLoss is the mean of -ln p on the games fitted, in nats per move.
	LogLoss float64 `json:"log_loss"`
}

// EventOffset is how far a whole event plays from the ratings of its players.
type EventOffset struct {
	Event  string  `json:"event"` // its name and year
	Sides  int     `json:"sides"`
	Moves  int     `json:"moves"`
	Offset float64 `json:"offset"` // Elo points above (+) or below (-) the ratings, shrunk towards 0
}

// TermForm is one coefficient with its standard error.
type TermForm struct {
	Term        choice.Term `json:"term"`
	Coefficient float64     `json:"coefficient"`
	SE          float64     `json:"se"`
}

// LossForm is the expectation of both losses.
type LossForm struct {
	Terms  []string    `json:"terms"` // choice.LossTerms, named to be checked
	Plain  choice.Loss `json:"ae"`
	Scaled choice.Loss `json:"scaled_ae"`
}

// Effects are the standard deviations of what the moves of honest players have
// in common, per move, in the unit of a quantity. score.Spread has Game as tau_g
// and the root of the sum of squares of Player and Event as tau_p.
type Effects struct {
	Game   float64 `json:"game"`   // between the games of one player in one event
	Player float64 `json:"player"` // between the players of one event, ratings equal
	Event  float64 `json:"event"`  // between events
	// Slope is the mean change of the expectation by the rating, per move and Elo
	// point: an effect divided by it is in Elo points.
	Slope float64 `json:"slope"`
	// Borrowed tells that the effects are those of another calibration, carried
	// over in Elo points, because the games were too few to estimate them.
	Borrowed bool `json:"borrowed,omitempty"`
	// Mixture is a check on Event, which takes events as normal. Nothing is
	// computed with it. Nil where the effects are borrowed.
	Mixture *Mixture `json:"mixture,omitempty"`
}

// Mixture takes the effect of events as a mixture of two normal distributions, of
// ordinary and of outlying events.
type Mixture struct {
	Ordinary float64 `json:"ordinary"` // standard deviation of ordinary events
	Outlying float64 `json:"outlying"` // of outlying ones
	Share    float64 `json:"share"`    // of the outlying ones, 0 to 1
	// Gain is by how much its log-likelihood is higher than that of one normal
	// distribution. It has two numbers more; MixtureGain would be notable.
	Gain float64 `json:"gain"`
}

// MixtureGain is the gain in log-likelihood from which a mixture fits notably
// better than one normal distribution: half the 95 % point of chi-square with two
// degrees of freedom.
const MixtureGain = 3.0

// Common returns what the games of one performance have in common: the effects
// of the player and of his event together.
func (e Effects) Common() float64 {
	return math.Sqrt(float64(e.Player*e.Player) + float64(e.Event*e.Event))
}

// Standard is how the likelihood ratio (LR) of honest games lies and spreads
// against the moments that the choice model gives it, estimated on fit games by
// models that had not seen their events, together with the effects of LR.
// score.Spread takes bias and scale from here, the scale not below 1.
type Standard struct {
	// Bias is the mean of actual - expected, in nats per move, given how far each
	// event plays from its ratings.
	Bias Figure `json:"bias"`
	// Scale is the factor on the variance of single moves, as estimated.
	Scale float64 `json:"variance_factor"`
	// Borrowed tells that they are those of another calibration, because the games
	// were too few to estimate them.
	Borrowed bool `json:"borrowed,omitempty"`
}

// Corpus says what a calibration was fitted to and tested on.
type Corpus struct {
	Digest string `json:"digest"` // SHA-256 of games, ratings and evaluations
	First  string `json:"first"`  // date of the first and the last game, as PGN writes it
	Last   string `json:"last"`
	Fit    Counts `json:"fit"`
	Test   Counts `json:"test"`
	Bands  []Band `json:"bands"` // by 200 points
}

// BandPerformances is how many test performances a band of 200 points needs for
// its ratings to count as calibrated. One player in one event of the test part is
// one, whatever the number of his games with a counted move. Ratings elsewhere are
// answered as extrapolated.
const BandPerformances = 100

// Counts says how much there was.
type Counts struct {
	Events  int `json:"events"`
	Games   int `json:"games"`
	Players int `json:"players"`
	// Performances is how many players each event had, summed over events: one
	// player in one event, whatever the number of his games. Bands of ratings
	// count it by the mean of his ratings in the event.
	Performances int `json:"performances"`
	Sides        int `json:"sides"` // one player in one game
	Moves        int `json:"moves"` // counted
}

// Band is the part of a corpus whose players' ratings lie within [Low, High).
type Band struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	Fit  Counts  `json:"fit"`
	Test Counts  `json:"test"`
}

// Models returns what expectations are computed with.
func (c *Calibration) Models() *Models { return &c.models }

// Expect returns what is to be expected of a counted move for a player of that
// rating. The error is that of choice.NewPosition.
func (c *Calibration) Expect(r *analysis.MoveRecord, rating float64) (score.Scored, error) {
	p, err := choice.NewPosition(r)
	if err != nil {
		return score.Scored{}, err
	}
	o := c.models.Outlook(p)
	return score.Scored{Move: score.Of(r), Chance: o.Chance(rating)}, nil
}
