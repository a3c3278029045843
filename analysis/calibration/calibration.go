package calibration

import (
	"math"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/choice"
	"fairplay/analysis/score"
)

// Format is the version of the file that this program writes and reads.
const Format = 6

// Calibration is one calibration file. Package fit makes it; Load reads it. The file holds every
// number exactly as it is used, so a file read again gives the same answers.
type Calibration struct {
	Format            int                `json:"format"`
	Name              string             `json:"name"` // for people: "standard-quick"
	TimeClass         analysis.TimeClass `json:"time_class"`
	Recipe            analysis.Recipe    `json:"recipe"`
	RecipeFingerprint string             `json:"recipe_fingerprint"`
	// Behaviour is behaviour.Digest of the engine under the recipe: any program with the same name,
	// version, network and behaviour may take its place. "" means that it is unknown; then only
	// the recipe's own binary is accepted.
	Behaviour         string          `json:"behaviour,omitempty"`
	Policy            analysis.Policy `json:"policy"`
	PolicyFingerprint string          `json:"policy_fingerprint"`
	Program           string          `json:"program"` // version that fitted it

	Choice    ChoiceForm       `json:"choice"`
	Loss      LossForm         `json:"loss"`
	Assisted  score.Assisted   `json:"assisted"`
	Classical choice.Classical `json:"classical"`

	Parameters score.Parameters     `json:"parameters"`
	Effects    EffectFigures        `json:"effects"`
	Standards  score.Each[Standard] `json:"standards"`
	Corpus     CorpusSummary        `json:"corpus"`

	// Prior is the source of models, effects, weights and variance factors; nil if they were fitted
	// to Corpus itself.
	Prior *Prior `json:"prior,omitempty"`

	// Report says how far the calibration can be trusted, measured on games that took no part in
	// the fit; nil if that was not measured.
	Report *Validation `json:"report,omitempty"`

	models score.Models
}

// ChoiceForm is the choice model as stored in a file.
type ChoiceForm struct {
	UsualDepth float64    `json:"usual_depth"`
	Terms      []TermForm `json:"terms"`
	// Covariance of the coefficients, the lower triangle row by row. It is robust against
	// dependence between the moves of one player in one game.
	Covariance [][]float64 `json:"covariance"`
	// EventSpread is the standard deviation, in Elo points, of the offsets that the fit gives to
	// its events. The offsets keep events that play unlike their ratings from bending the rating's
	// coefficients. Nothing else is computed with it.
	EventSpread float64 `json:"event_spread"`
	// LogLoss is the mean of -ln p on the fitted games, in nats per move.
	LogLoss float64 `json:"log_loss"`
}

// TermForm is one coefficient with its standard error.
type TermForm struct {
	Term        choice.Term `json:"term"`
	Coefficient float64     `json:"coefficient"`
	SE          float64     `json:"se"`
}

// LossForm is the model of players' losses as stored in a file.
//
// Losses of one game are more alike than independent moves would be: some games are wilder than
// others. Where the likelihood of a whole game is at hand, as for the e-value,
// EffectFigures.LossGame and LossPlayer are integrated out. Where moves are added up one by one
// (LR, intrinsic rating, field), only Share of the log-likelihood of a loss counts, as if there
// were that many fewer losses (McCullagh and Nelder, Generalized Linear Models, 1989, section 9.2).
type LossForm struct {
	Terms  []string                             `json:"terms"` // choice.LossTerms, named to be checked
	Loss   choice.Loss                          `json:"loss"`
	Levels [choice.LossClasses]choice.LossLevel `json:"levels"`
	// Dispersion is the variance of the score of the losses of a whole performance, without what
	// strength adds, divided by that of independent losses. Share is its inverse, rounded to a
	// quarter.
	Dispersion Figure  `json:"dispersion"`
	Share      float64 `json:"share"`
}

func (l *LossForm) valid() bool {
	for _, level := range l.Levels {
		if !level.Valid() {
			return false
		}
	}
	return l.Loss.Valid() && slices.Contains(lossShares(), l.Share)
}

// lossShares returns the possible shares of the log-likelihood of losses.
func lossShares() []float64 { return []float64{0.25, 0.5, 0.75, 1} }

// LossShareFor returns the share for a dispersion: its inverse, rounded to a quarter; a half if the
// dispersion is unknown (0).
func LossShareFor(dispersion float64) float64 {
	if !(dispersion > 0) {
		return 0.5
	}
	return min(max(math.Round(4/dispersion)/4, 0.25), 1)
}

// EffectFigures say where score.Parameters.Effects come from: standard deviations in Elo points
// (Share is a share), estimated from whole events of the fit part.
type EffectFigures struct {
	Game     Figure `json:"game"`
	Rating   Figure `json:"rating"`
	Ordinary Figure `json:"ordinary_event"`
	Outlying Figure `json:"outlying_event"`
	Share    Figure `json:"outlying_share"`

	// LossGame and LossPlayer say how far games, and players in an event, differ in what their
	// moves lose, as standard deviations of the index of LossForm.Loss.
	LossGame   Figure `json:"loss_game"`
	LossPlayer Figure `json:"loss_player"`

	Events []EventOffset `json:"events"` // those that they were estimated from, by name

	// Borrowed is true if the figures are those of the prior.
	Borrowed bool `json:"borrowed,omitempty"`
}

// EventOffset is how far one event plays above (+) or below (-) the ratings of its players, in Elo
// points, judged by its own games.
type EventOffset struct {
	Event   string  `json:"event"` // its name and year
	Games   int     `json:"games"`
	Players int     `json:"players"`
	Offset  float64 `json:"offset"`
	SE      float64 `json:"se"`
}

// Standard says how one quantity of honest games lies and spreads relative to the moments that the
// models give it. It is estimated on fit games by models that had not seen their events.
// score.Spread takes bias and scale from here, the scale not below 1.
type Standard struct {
	// Bias is the mean of actual - expected, per move, given how far each event plays from its
	// ratings; 0 if the likelihood equations guarantee it.
	Bias Figure `json:"bias"`
	// Scale is the factor on the variance of single moves, as estimated. Borrowed is true if it is
	// that of the prior.
	Scale    float64 `json:"variance_factor"`
	Borrowed bool    `json:"borrowed,omitempty"`
	// Left is the share of the variance of Bias that is left when the same games under the prior's
	// recipe serve as control variate; 0 without a prior.
	Left float64 `json:"variance_left,omitempty"`
}

// Prior describes the calibration from which another one takes its models.
type Prior struct {
	Name              string `json:"name"`
	RecipeFingerprint string `json:"recipe_fingerprint"`
	Corpus            string `json:"corpus"` // digest
	Games             int    `json:"games"`  // fitted to
	Moves             int    `json:"moves"`
	Controlled        int    `json:"controlled_games"` // fit games evaluated under both recipes

	// Shift is how much stronger the same games look under this recipe than under the
	// prior's, in Elo points. The models are asked for ratings moved by it.
	Shift Figure `json:"rating_shift"`

	// Correlation is the correlation between the combined values of the same sides of games under
	// both recipes: how much of a second test only repeats the first.
	Correlation Figure `json:"correlation"`

	// Honest is what honest performances showed under the prior; nil if that was not measured.
	Honest *Honest `json:"honest,omitempty"`
}

// CorpusSummary says what a calibration was fitted to and tested on.
type CorpusSummary struct {
	Digest string     `json:"digest"` // SHA-256 of games, ratings and evaluations
	First  string     `json:"first"`  // date of the first and the last game, as PGN writes it
	Last   string     `json:"last"`
	Fit    CorpusSize `json:"fit"`
	Test   CorpusSize `json:"test"`
	Bands  []Band     `json:"bands"` // by 200 points
}

// BandSides is how many sides of test games (one player in one game each) a band of 200 points
// needs for its ratings to count as calibrated. Other ratings are answered as extrapolated.
const BandSides = 100

// CorpusSize says how many games, moves and players there were.
type CorpusSize struct {
	Events  int `json:"events"`
	Games   int `json:"games"`
	Players int `json:"players"`
	// Performances is how many times a player had 5 games or more in one event. Rating bands count
	// a performance by the mean of its ratings.
	Performances int `json:"performances"`
	Sides        int `json:"sides"` // one player in one game
	Moves        int `json:"moves"` // counted
}

// Band is the part of a corpus whose players' ratings lie within [Low, High).
type Band struct {
	Low  float64    `json:"low"`
	High float64    `json:"high"`
	Fit  CorpusSize `json:"fit"`
	Test CorpusSize `json:"test"`
}

// Models returns the models from which expectations are computed.
func (c *Calibration) Models() *score.Models { return &c.models }

// Expect returns what is expected of a counted move for a player of that rating. The error is that
// of choice.NewPosition.
func (c *Calibration) Expect(r *analysis.MoveRecord, rating float64) (score.Scored, error) {
	made, err := c.models.Made(r)
	if err != nil {
		return score.Scored{}, err
	}
	return made.Score(rating), nil
}
