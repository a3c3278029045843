package calibration

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"math"
	"slices"

	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
)

// Load reads a calibration file and checks that it can be used: every number is finite, every name
// known, the fingerprints are those of the recipe and the policy in the file, the behaviour is a
// digest or unknown, and covariance and correlations are positive definite. The error is of kind
// Invalid and says what is wrong.
func Load(r io.Reader) (*Calibration, error) {
	var c Calibration
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "calibration_unreadable", "the calibration file cannot be read")
	}
	if d.More() {
		return nil, invalid("the calibration file goes on after its end")
	}
	if err := c.Ready(); err != nil {
		return nil, err
	}
	return &c, nil
}

// Save writes a calibration file. The same calibration gives the same bytes.
func (c *Calibration) Save(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(c)
}

// Ready checks a calibration as Load does and makes its models. Code that builds one itself calls
// it before use.
func (c *Calibration) Ready() error {
	if c.Format != Format {
		return invalid("the calibration file has format %d; this program reads format %d", c.Format, Format)
	}
	if got := c.Recipe.Fingerprint(); got != c.RecipeFingerprint {
		return invalid("the recipe has fingerprint %s, not %s as the file says", got, c.RecipeFingerprint)
	}
	if b, err := hex.DecodeString(c.Behaviour); err != nil || len(b) != 0 && len(b) != sha256.Size {
		return invalid("the behaviour of the engine is %q, which is no SHA-256", c.Behaviour)
	}
	if got := c.Policy.Fingerprint(); got != c.PolicyFingerprint {
		return invalid("the policy has fingerprint %s, not %s as the file says", got, c.PolicyFingerprint)
	}
	if !slices.Equal(c.Loss.Terms, choice.LossTerms()) {
		return invalid("the loss is made of %v; this program knows %v", c.Loss.Terms, choice.LossTerms())
	}
	if !c.Loss.valid() {
		return invalid("the model of the loss is none: numbers must be finite, cuts must rise, levels must not be negative, and a quarter, half, three quarters or all of a loss count")
	}
	if !c.Assisted.Valid() {
		return invalid("the assisted player is not described")
	}
	if err := c.Parameters.Validate(); err != nil {
		return err
	}
	return c.readyChoice()
}

// readyChoice checks the choice model and makes the models.
func (c *Calibration) readyChoice() error {
	terms, coefficients := make([]choice.Term, len(c.Choice.Terms)), make([]float64, len(c.Choice.Terms))
	for i, t := range c.Choice.Terms {
		terms[i], coefficients[i] = t.Term, t.Coefficient
	}
	m, err := choice.NewModel(terms, coefficients, c.Choice.UsualDepth)
	if err != nil {
		return err
	}
	if !positiveDefinite(c.Choice.Covariance, len(terms)) {
		return invalid("the covariance of the coefficients is not a positive definite matrix of %d rows", len(terms))
	}
	c.models = score.Models{Choice: m, Loss: c.Loss.Loss, Levels: c.Loss.Levels, Assisted: c.Assisted, LossShare: c.Loss.Share, LossEffect: c.Parameters.Effects.Losses.SD()}
	if c.Prior != nil {
		if c.models.Shift = c.Prior.Shift.Value; !(math.Abs(c.models.Shift) < 1000) {
			return invalid("the rating shift is %v points", c.models.Shift)
		}
	}
	return nil
}

// positiveDefinite reports whether a lower triangle of n rows belongs to a positive definite matrix.
// A NaN in it makes the answer false.
func positiveDefinite(triangle [][]float64, n int) bool {
	if len(triangle) != n {
		return false
	}
	for i, row := range triangle {
		if len(row) != i+1 {
			return false
		}
	}
	_, ok := exact.Symmetric(triangle).Cholesky()
	return ok
}

func invalid(format string, args ...any) error {
	return fault.New(fault.Invalid, "calibration_invalid", format, args...)
}
