package api

import (
	"crypto/sha256"
	"encoding/hex"

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
	if *key == "" || len(*key) > longestKey {
		return "", fault.New(fault.Invalid, "idempotency_key", "an Idempotency-Key has 1 to %d characters", longestKey)
	}
	sum := sha256.Sum256([]byte("event\x00" + token + "\x00" + *key))
	return hex.EncodeToString(sum[:16]), nil
}
