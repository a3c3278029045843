package wire

import (
	"time"

	"fairplay/analysis"
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

// Part is one part of the service.
type Part struct {
	Name   string `json:"name"` // `database`, `redis`, `engines` or `disk`; those that the server can do without: `reminders` and `clamd`. While it starts: `start`, `database` or `engines`
	OK     bool   `json:"ok"`
	Reason string `json:"reason"` // what is wrong; otherwise empty
}

// Readiness says whether the service can work.
type Readiness struct {
	Ready bool   `json:"ready"`
	Parts []Part `json:"parts"`
}

// FideList is a rating list that was imported.
type FideList struct {
	SHA256   string             `json:"sha256"`
	File     string             `json:"file"`
	Month    string             `json:"month"`
	Class    analysis.TimeClass `json:"class"`
	Players  int                `json:"players"`
	Repeated int                `json:"repeated"`           // lines with a FIDE id that a line before had; the first counts
	Faulty   int                `json:"faulty"`             // lines that could not be read
	Replaces *string            `json:"replaces,omitempty"` // SHA-256 of the list in whose place it came; left out where there was none
	Reason   *string            `json:"reason,omitempty"`   // why it did
	Imported time.Time          `json:"imported"`
}

// Recipe is how positions are evaluated and which moves count.
type Recipe struct {
	Fingerprint       string          `json:"fingerprint"` // SHA-256 of the recipe
	Recipe            analysis.Recipe `json:"recipe"`
	PolicyFingerprint string          `json:"policy_fingerprint"`
	Policy            analysis.Policy `json:"policy"`
	Approval          *Approval       `json:"approval,omitempty"`
}

// Approval is who has approved the method of the recipe, as the operator of the service states. Documents name it; a recipe without one is not approved by FIDE.
type Approval struct {
	Name string `json:"name"` // of the decision
	By   string `json:"by"`
	On   string `json:"on"` // YYYY-MM-DD
}

// Calibration is what expectations rest on.
type Calibration struct {
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
