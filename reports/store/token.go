package store

import (
	"time"

	"fairplay/reports/access"
)

// Token lets its bearer in. Only the hash of its secret is kept.
type Token struct {
	ID       string // 16 random bytes, hex
	Name     string
	Hash     []byte // SHA-256 of the secret
	Grants   []access.Grant
	Created  time.Time
	Expires  time.Time // zero for never
	LastUsed time.Time // to the minute; zero for never
	Revoked  time.Time // zero for not revoked
}
