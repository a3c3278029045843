package api

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// longestKey is how long an Idempotency-Key may be.
const longestKey = 200

// idFor returns the id of what a request is to create: a random one, or, with an
// Idempotency-Key, one that the same token and key always give, so that the same
// request sent twice finds what it has made.
func (s *Server) idFor(token string, key *string) (string, error) {
	if key == nil {
		return NewID(s.random)
	}
	if err := checkKey(*key); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte("event\x00" + token + "\x00" + *key))
	return hex.EncodeToString(sum[:16]), nil
}

// shortDigest tells texts apart, in few characters.
func shortDigest(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// checkKey says what no Idempotency-Key can be. Other characters than printable
// ones would not all be told from each other by every database.
func checkKey(key string) error {
	if key == "" || !analysis.IsText(key, longestKey) {
		return fault.New(fault.Invalid, "idempotency_key", "an Idempotency-Key has 1 to %d characters, all printable", longestKey)
	}
	return nil
}

// isHex tells whether a text is of hexadecimal digits, as all ids are.
func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }
