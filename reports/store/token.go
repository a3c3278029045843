package store

import "time"

// Token lets its bearer in. Only the hash of its secret is kept.
type Token struct {
	ID       string // 16 random bytes, hex
	Name     string
	Hash     []byte // SHA-256 of the secret
	Grants   []Grant
	Created  time.Time
	Expires  time.Time // zero for never
	LastUsed time.Time // to the minute; zero for never
	Revoked  time.Time // zero for not revoked
}

// Grant is one role of a token, bound to an event, a case or a federation; an
// empty field does not bind it.
type Grant struct {
	Role       string `json:"role"`
	Event      string `json:"event,omitempty"`
	Case       string `json:"case,omitempty"`
	Federation string `json:"federation,omitempty"`
}
