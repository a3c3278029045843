package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"fairplay/analysis/fault"
)

// The exchange form of a cache is a gzip stream of JSON lines: one header, the
// recipes in ascending order of fingerprint, the rows in ascending order of
// fingerprint, position and pass, and one end line with the number of rows and
// the SHA-256 of all lines before it, line feeds included. A row's own digest
// covers its body alone; that a body stands beside its position is vouched for
// by the end line. The form holds no times, so that the same evaluations give
// the same bytes.
type exchangeLine struct {
	Format  string `json:"format,omitempty"` // of the header: exchangeFormat
	Version int    `json:"version,omitempty"`

	Fingerprint string          `json:"fingerprint,omitempty"` // of a recipe or row
	Recipe      json.RawMessage `json:"recipe,omitempty"`      // canonical JSON of a recipe

	Position string `json:"position,omitempty"` // of a row, as are the next three
	Pass     string `json:"pass,omitempty"`
	Body     []byte `json:"body,omitempty"`   // canonical bytes, base64
	SHA256   string `json:"sha256,omitempty"` // of the body; in the end line, of all lines before it

	Rows *int `json:"rows,omitempty"` // of the end line
}

const (
	exchangeFormat  = "fairplay evaluations"
	exchangeVersion = 1
)

// Exchanged says what an export wrote or an import read.
type Exchanged struct {
	Recipes int `json:"recipes"` // with their full text
	Rows    int `json:"rows"`    // passes
	New     int `json:"new"`     // of an import: passes that the cache did not have
}

func hexDigest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func recipeDamaged(fingerprint string, cause error) error {
	return fault.Wrap(cause, fault.Corrupt, "recipe_damaged",
		"the recipe kept under %s is damaged: it does not match its fingerprint", fingerprint)
}
