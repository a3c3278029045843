package api

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/store"
)

// longestKey is how long an Idempotency-Key may be.
const longestKey = 200

// idFor returns the id of something that a request creates: a random one, or, with an
// Idempotency-Key, one that follows from the token and the key, so that the same request sent
// twice finds what it has made.
func (s *Server) idFor(token string, key *string) (string, error) {
	if key == nil {
		return store.NewID(s.random)
	}
	if err := checkKey(*key); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte("event\x00" + token + "\x00" + *key))
	return hex.EncodeToString(sum[:16]), nil
}

// shortDigest returns a short digest that distinguishes texts.
func shortDigest(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// checkKey returns an error for an impossible Idempotency-Key. Only printable characters are
// allowed, because not every database distinguishes all others.
func checkKey(key string) error {
	if key == "" || !analysis.IsText(key, longestKey) {
		return fault.New(fault.Invalid, "idempotency_key", "an Idempotency-Key has 1 to %d characters, all printable", longestKey)
	}
	return nil
}

// isHex reports whether a text consists of hexadecimal digits, as all ids do.
func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }
