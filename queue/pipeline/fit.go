package pipeline

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
	"fairplay/reports"
)

// Fit is a calibration ready for use. A nil Fit expects nothing.
type Fit struct {
	Models     *score.Models
	Parameters *score.Parameters
	Source     reports.Calibration

	Prior *calibration.Prior // what the calibration leans on; nil for nothing
}

// Fits finds the calibration for a recipe, policy and time class. Where there is
// none, its error, of kind Unprocessable, says what differs.
type Fits interface {
	Find(r analysis.Recipe, p analysis.Policy, class analysis.TimeClass) (*Fit, error)
}

// Library finds calibrations among those of a library, for one engine under one
// recipe.
type Library struct {
	calibration.Library
	Behaviour string // of the engine under the recipe, "" where it was not taken (Behaviour)
}

// Find returns the calibration for a recipe, policy and time class.
func (l Library) Find(r analysis.Recipe, p analysis.Policy, class analysis.TimeClass) (*Fit, error) {
	c, err := l.Library.Find(r, l.Behaviour, p, class)
	if err != nil {
		return nil, &unfitted{err, reports.Reason(l.Lacks(r, p, class))}
	}
	digest := sha256.New()
	if err := c.Save(digest); err != nil {
		return nil, err
	}
	return &Fit{
		Models: c.Models(), Parameters: &c.Parameters, Prior: c.Prior,
		Source: reports.Calibration{
			Name: c.Name, SHA256: hex.EncodeToString(digest.Sum(nil)), TimeClass: string(c.TimeClass),
			Corpus: c.Corpus.Digest, Games: c.Corpus.Fit.Games, Moves: c.Corpus.Fit.Moves,
		},
	}, nil
}

// unfitted is the error of a library in which nothing fits, with what differs.
type unfitted struct {
	error
	lacks reports.Reason
}

// Unwrap returns the error of the library.
func (u *unfitted) Unwrap() error { return u.error }

// correlation returns that with a test under another recipe; nil where it was not measured,
// which it is only for the recipe that the calibration leans on.
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

func (f *Fit) parameters() *score.Parameters {
	if f == nil {
		return nil
	}
	return f.Parameters
}

// score says what a record adds to the figures of a player of that rating.
// Without a rating (0), and below score.MinRating, nothing is expected, but the
// move still tells of an intrinsic rating. Records that do not count add nothing.
func (f *Fit) score(r *analysis.MoveRecord, rating float64) (reports.TestedMove, error) {
	m := reports.TestedMove{Record: *r}
	if r.Excluded != analysis.Counted {
		return m, nil
	}
	m.Scored.Move = score.Of(r)
	if f == nil {
		return m, nil
	}
	made, err := f.Models.Made(r)
	if err != nil {
		return m, fmt.Errorf("round %s, ply %d: %w", r.Round, r.Ply, err)
	}
	m.Likelihood, m.Honest = made.LogP, made.Honest
	if rating >= score.MinRating {
		m.Scored, m.Expected = made.Score(rating), true
		m.InField = func(offset float64) score.Scored { return made.Score(rating + offset) }
	}
	return m, nil
}
