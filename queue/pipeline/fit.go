package pipeline

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
	"fairplay/reports"
	"fairplay/reports/tournament/roster"
)

// Fit is a calibration ready for use. A nil Fit expects nothing.
type Fit struct {
	Models     *score.Models
	Parameters *score.Parameters
	Source     reports.UsedCalibration

	Prior  *calibration.Prior  // the calibration from which models were taken; nil for none
	Honest *calibration.Honest // what honest performances showed; nil if unknown
}

// Fits finds the calibration for a recipe, policy and time class. If there is none, the error, of
// kind Unprocessable, says what differs.
type Fits interface {
	Find(r analysis.Recipe, p analysis.Policy, class analysis.TimeClass) (*Fit, error)
}

// EngineLibrary finds calibrations in a library, for one engine under one recipe.
type EngineLibrary struct {
	calibration.Library
	Behaviour string // of the engine under the recipe, "" if it was not measured (Behaviour)
}

// Find returns the calibration for a recipe, policy and time class.
func (e EngineLibrary) Find(r analysis.Recipe, p analysis.Policy, class analysis.TimeClass) (*Fit, error) {
	c, err := e.Library.Find(r, e.Behaviour, p, class)
	if err != nil {
		return nil, &unfitted{err, reports.Reason(e.Lacks(r, p, class))}
	}
	digest := sha256.New()
	if err := c.Save(digest); err != nil {
		return nil, err
	}
	return &Fit{
		Models: c.Models(), Parameters: &c.Parameters, Prior: c.Prior, Honest: c.Honest(),
		Source: reports.UsedCalibration{
			Name: c.Name, SHA256: hex.EncodeToString(digest.Sum(nil)), TimeClass: string(c.TimeClass),
			Corpus: c.Corpus.Digest, Games: c.Corpus.Fit.Games, Moves: c.Corpus.Fit.Moves, Honest: spreadOf(c),
		},
	}, nil
}

// spreadOf writes how the Z of honest performances spread; nil if that is unknown.
func spreadOf(c *calibration.Calibration) *reports.HonestSpread {
	h := c.Honest()
	if h == nil {
		return nil
	}
	spread := &reports.HonestSpread{Performances: h.Performances, HighestZ: h.Highest, SD: h.SD.Value, Interval: [2]float64{h.SD.Low, h.SD.High}}
	if c.Prior != nil && h == c.Prior.Honest {
		spread.Calibration = c.Prior.Name
		return spread
	}
	for _, b := range c.Report.Evidence.Bands {
		if b.Mean.Bounded {
			spread.Odds = append(spread.Odds, reports.HonestOdds{Low: b.Low, High: b.High, Performances: b.N, Mean: b.Mean.Value, Interval: [2]float64{b.Mean.Low, b.Mean.High}})
		}
	}
	return spread
}

// unfitted is the error of a library without a suitable calibration, with what differs.
type unfitted struct {
	error
	lacks reports.Reason
}

// Unwrap returns the error of the library.
func (u *unfitted) Unwrap() error { return u.error }

// correlation returns the correlation with a test under another recipe. It is measured only for the
// recipe of the prior, and otherwise nil.
func (f *Fit) correlation(other analysis.Recipe) *reports.Correlation {
	if f == nil || f.Prior == nil || f.Prior.RecipeFingerprint != other.Fingerprint() {
		return nil
	}
	c := f.Prior.Correlation
	found := &reports.Correlation{Value: c.Value}
	if c.Bounded {
		found.Interval = &[2]float64{c.Low, c.High}
	}
	return found
}

// helpers returns the kinds of the assistants.
func (f *Fit) helpers() (kinds []string) {
	if f == nil {
		return nil
	}
	for _, h := range f.Models.Assisted.Assistants {
		kinds = append(kinds, h.Kind)
	}
	return kinds
}

func (f *Fit) honest() *calibration.Honest {
	if f == nil {
		return nil
	}
	return f.Honest
}

func (f *Fit) parameters() *score.Parameters {
	if f == nil {
		return nil
	}
	return f.Parameters
}

// moves scores the records of a game, each side at the rating of its player. Without a rating (0),
// and below score.MinRating, nothing is expected, but the moves still give an intrinsic rating.
// Only the moves of tested players get what the e-value needs.
func (f *Fit) moves(records []analysis.MoveRecord, rating [2]float64, tested ...analysis.Color) ([]reports.ScoredMove, error) {
	moves := make([]reports.ScoredMove, len(records))
	for i := range records {
		r, m := &records[i], &moves[i]
		m.Record = *r
		if r.Excluded != analysis.Counted {
			continue
		}
		m.Scored.Figures = score.Of(r)
		if f == nil {
			continue
		}
		made, err := f.Models.Made(r)
		if err != nil {
			return nil, fmt.Errorf("round %s, ply %d: %w", r.Round, r.Ply, err)
		}
		m.Chances = made
		if at := rating[r.Color]; at >= score.MinRating {
			m.Rating, m.Scored = at, made.Score(at)
			if f.Parameters.Bank != nil {
				m.Scored.Joint = made.Joint(at)
			}
			if slices.Contains(tested, r.Color) {
				m.Scored.Honest, m.Scored.Aided = made.Honest(at), made.Aided()
			}
		}
	}
	return moves, nil
}

// Sheet scores a game, each side at its own player's rating.
func (f *Fit) Sheet(roster *roster.Roster, g *analysis.Game, records []analysis.MoveRecord) (reports.Sheet, error) {
	moves, err := f.moves(records, ratings(roster, g))
	return reports.NewSheet(g, moves), err
}

// ratings returns the ratings of the players in a game, by colour.
func ratings(roster *roster.Roster, g *analysis.Game) (of [2]float64) {
	for _, c := range []analysis.Color{analysis.White, analysis.Black} {
		of[c] = float64(roster.RatingIn(g, c))
	}
	return of
}
