package wire

import (
	"fairplay/analysis"
	"fairplay/reports"
)

// Problem is an error (RFC 9457).
type Problem struct {
	Type    string `json:"type"`    // the kind of error as a URN
	Title   string `json:"title"`   // the kind of error in words
	Status  int    `json:"status"`  // the HTTP status
	Code    string `json:"code"`    // a stable word for programs
	Detail  string `json:"detail"`  // what is wrong in this case, in the language of Accept-Language (en, ru, uk; English by default)
	Request string `json:"request"` // what to quote when you ask somebody to look into the log; also in the header X-Request-Id
}

// ServicePart is one part of the service.
type ServicePart struct {
	Name   string `json:"name"` // `database`, `redis`, `engines` or `disk`; those that the server can do without: `reminders` and `clamd`. While it starts: `start`, `database` or `engines`
	OK     bool   `json:"ok"`
	Reason string `json:"reason"` // what is wrong; otherwise empty
}

// Readiness says whether the service can work.
type Readiness struct {
	Ready bool          `json:"ready"`
	Parts []ServicePart `json:"parts"`
}

// ListedRecipe is how positions are evaluated and which moves count.
type ListedRecipe struct {
	Fingerprint       string            `json:"fingerprint"` // SHA-256 of the recipe
	Recipe            analysis.Recipe   `json:"recipe"`
	PolicyFingerprint string            `json:"policy_fingerprint"`
	Policy            analysis.Policy   `json:"policy"`
	Approval          *reports.Approval `json:"approval,omitempty"`
}

// ListedCalibration is what expectations rest on.
type ListedCalibration struct {
	Name              string  `json:"name"`
	TimeClass         string  `json:"time_class"`
	Recipe            string  `json:"recipe"` // name of the recipe
	RecipeFingerprint string  `json:"recipe_fingerprint"`
	PolicyFingerprint string  `json:"policy_fingerprint"`
	RatingLow         float64 `json:"rating_low"`  // lowest rating that it rests on; 0 where it has too few players of every rating
	RatingHigh        float64 `json:"rating_high"` // highest rating that it rests on; 0 where there is none
	Games             int     `json:"games"`       // that it was fitted on
	Moves             int     `json:"moves"`
	CorpusSHA256      string  `json:"corpus_sha256"` // of these games and their evaluations
}
