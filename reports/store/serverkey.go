package store

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"fairplay/analysis/fault"
)

// ServerKeySize is the length of a server key in bytes.
const ServerKeySize = 32

// ServerKey is a key of the server, which is kept outside the database. Keys for its purposes are
// derived from it (HKDF, RFC 5869), so that none of them gives away another.
type ServerKey struct {
	id    string // 16 hexadecimal digits; public
	rows  []byte // of HMAC-SHA256 over rows
	cases cipher.AEAD
	log   ed25519.PrivateKey // signs checkpoints
}

// NewServerKey returns the key made of ServerKeySize random bytes; any other number is Invalid.
func NewServerKey(secret []byte) (ServerKey, error) {
	if len(secret) != ServerKeySize {
		return ServerKey{}, fault.New(fault.Invalid, "server_key", "a server key has %d bytes, not %d", ServerKeySize, len(secret))
	}
	derive := func(purpose string, size int) []byte {
		key, _ := hkdf.Key(sha256.New, secret, nil, "fairplay "+purpose+" 1", size) // fails only for sizes beyond 8160
		return key
	}
	block, err := aes.NewCipher(derive("cases", 32))
	if err != nil {
		return ServerKey{}, err
	}
	gcm, err := cipher.NewGCMWithRandomNonce(block)
	return ServerKey{
		id: hex.EncodeToString(derive("id", 8)), rows: derive("rows", 32), cases: gcm,
		log: ed25519.NewKeyFromSeed(derive("checkpoints", ed25519.SeedSize)),
	}, err
}

// ID names the key without giving anything of it away.
func (s ServerKey) ID() string { return s.id }

// ServerKeys are the keys of a server, the newest first. Older ones are kept until nothing in the
// database carries their mark.
type ServerKeys []ServerKey

// ParseServerKeys reads a file of keys: 64 hexadecimal digits a line, the newest key first. Empty lines
// and lines that begin with # mean nothing. Anything else is Invalid; the error shows nothing of it.
func ParseServerKeys(text []byte) (keys ServerKeys, err error) {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		word := strings.TrimSpace(string(line))
		if word == "" || word[0] == '#' {
			continue
		}
		secret, err := hex.DecodeString(word)
		if err != nil || len(secret) != ServerKeySize {
			return nil, fault.New(fault.Invalid, "server_key", "line %d is no key, which is %d hexadecimal digits", number, 2*ServerKeySize)
		}
		key, err := NewServerKey(secret)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, fault.New(fault.Invalid, "server_key", "there is no key in it, which is %d hexadecimal digits", 2*ServerKeySize)
	}
	return keys, nil
}

// find returns the key with an id.
func (s ServerKeys) find(id string) (ServerKey, bool) {
	i := slices.IndexFunc(s, func(key ServerKey) bool { return key.id == id })
	if i < 0 {
		return ServerKey{}, false
	}
	return s[i], true
}

// mark returns what a row carries: the id of the key and an HMAC-SHA256 over the name of the table and the
// values, as rowText writes them.
func (s ServerKey) mark(table string, values []any) (string, error) {
	bound, err := bind(values)
	if err != nil {
		return "", err
	}
	m := hmac.New(sha256.New, s.rows)
	m.Write(rowText(table, bound))
	return s.id + hex.EncodeToString(m.Sum(nil)), nil
}

// markedBy returns the id of the key that a mark names, "" for no mark.
func markedBy(mark string) string {
	const idLen = 16
	return mark[:min(idLen, len(mark))]
}

// wrapped is how a wrapped key of a case begins: these four bytes, then the id of the server key.
const wrapped = "fpk1"

func wrapPlace(id string) []byte { return netstring(nil, "fairplay case key 1", id) }

// wrap encrypts the key of the case or data request id.
func (s ServerKey) wrap(id string, key caseKey) []byte {
	return s.cases.Seal([]byte(wrapped+s.id), nil, key, wrapPlace(id))
}

// unwrap returns the key of the case or data request id, nil if the server key that it needs is not here.
// One that was wrapped for another case, or not by a server, is Corrupt.
func (s ServerKeys) unwrap(id string, body []byte) (caseKey, error) {
	rest, is := bytes.CutPrefix(body, []byte(wrapped))
	if !is || len(rest) < 16 {
		return nil, forged("key", id)
	}
	key, here := s.find(string(rest[:16]))
	if !here {
		return nil, nil
	}
	plain, err := key.cases.Open(nil, nil, rest[16:], wrapPlace(id))
	if err != nil {
		return nil, forged("key", id)
	}
	return plain, nil
}

// Forged is the code of errors about a row that does not carry the mark of the server.
const Forged = "row_forged"

func forged(what, id string) error {
	return fault.New(fault.Corrupt, Forged, "the %s %s was not written by this server: fairplay check names what others have changed", what, id)
}
