package store

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"io"

	"fairplay/analysis/fault"
)

// caseKey is the key under which everything that people write in one case, or in one data request,
// is sealed: AES-256-GCM. Nil means that the key was destroyed, or is missing after a restore.
type caseKey []byte

const caseKeySize = 32

// newCaseKey makes the key of a new case or data request.
func newCaseKey(ctx context.Context, tx session, random io.Reader, id string) (caseKey, error) {
	k, err := Random(random, caseKeySize)
	if err != nil {
		return nil, err
	}
	body := k
	server, err := tx.markingKey(ctx)
	if err != nil {
		return nil, err
	}
	if server.id != "" {
		body = server.wrap(id, k)
	}
	added, err := tx.insert(ctx, `case_keys (id, body)`, [][]any{{id, body}})
	if err == nil && added == 0 {
		err = fault.New(fault.Conflict, "case_exists", "there is a case or a data request %q already", id)
	}
	return k, err
}

// caseKeyOf reads a key; nil if there is none.
func caseKeyOf(ctx context.Context, s session, id string) (caseKey, error) {
	found, err := all(ctx, s, scanBytes, `SELECT body FROM case_keys WHERE id = ?`, id)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return s.openedKey(id, found[0])
}

// openedKey returns a key as it is stored without what the server key wraps it with; nil if that key is not here.
func (s session) openedKey(id string, body []byte) (caseKey, error) {
	if s.ring != nil {
		if len(body) > len(wrapped)+16 {
			s.ring.find(string(body[len(wrapped) : len(wrapped)+16])) // it may be new
		}
		return s.ring.all().unwrap(id, body)
	}
	if bytes.HasPrefix(body, []byte(wrapped)) {
		return nil, nil
	}
	return body, nil
}

// place names where sealed data belongs, so that it can be opened nowhere else: the case, the table
// and the row.
type place []string

// seal seals a text for a place. The random nonce comes first.
func (c caseKey) seal(at place, plain []byte) ([]byte, error) {
	gcm, err := c.cipher()
	if err != nil {
		return nil, err
	}
	return gcm.Seal(nil, nil, plain, at.bytes()), nil
}

// open opens data that was sealed for a place. Data sealed for another place, or under another key,
// is Corrupt.
func (c caseKey) open(at place, sealed []byte) ([]byte, error) {
	gcm, err := c.cipher()
	if err != nil {
		return nil, err
	}
	plain, err := gcm.Open(nil, nil, sealed, at.bytes())
	if err != nil {
		return nil, fault.Wrap(err, fault.Corrupt, "case_sealed", "%s does not open with its key", at)
	}
	return plain, nil
}

func (c caseKey) cipher() (cipher.AEAD, error) {
	block, err := aes.NewCipher(c)
	if err != nil {
		return nil, fault.Wrap(err, fault.Corrupt, "case_key", "the key of a case is damaged")
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// bytes are the text "fairplay case 1" and those of the place, each as a netstring.
func (p place) bytes() []byte { return netstring(nil, append([]string{"fairplay case 1"}, p...)...) }

// String names the place for people.
func (p place) String() string {
	text := p[1]
	for _, part := range p[2:] {
		text += " " + part
	}
	return text + " of " + p[0]
}
