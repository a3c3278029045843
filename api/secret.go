package api

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"strings"

	"fairplay/reports/store"
)

// A secret is secretPrefix and 256 random bits in base64url. Scanners of published files
// recognise a secret by the prefix.
const (
	secretPrefix = "fp_"
	secretBytes  = 32
)

// NewSecret makes the secret of a token from random bytes, and its hash, which is all that a
// store may keep.
func NewSecret(random io.Reader) (secret string, hash []byte, err error) {
	bits, err := store.Random(random, secretBytes)
	if err != nil {
		return "", nil, err
	}
	secret = secretPrefix + base64.RawURLEncoding.EncodeToString(bits)
	return secret, HashSecret(secret), nil
}

// HashSecret returns the hash by which a secret is recognised: its SHA-256. A secret of 256
// bits needs no slower hash.
func HashSecret(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// bearer returns the secret in an Authorization header, "" if it contains nothing that could be
// one.
func bearer(header string) string {
	scheme, secret, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	bits, ok := strings.CutPrefix(secret, secretPrefix)
	if decoded, err := base64.RawURLEncoding.Strict().DecodeString(bits); !ok || err != nil || len(decoded) != secretBytes {
		return ""
	}
	return secret
}
