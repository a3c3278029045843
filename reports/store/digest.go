package store

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"

	"fairplay/analysis/fault"
)

// digest binds the body of a row to its place. It is the SHA-256 of these lines, each ended by
// a line feed, followed by the body:
//
//	fairplay evaluation 2
//	fingerprint of the recipe
//	position key
//	pass
//
// None of them can contain a line feed, so no two rows give the same text.
func digest(key rowKey, body []byte) []byte {
	h := sha256.New()
	for _, line := range [...]string{"fairplay evaluation 2", key.recipe, key.position, key.pass} {
		io.WriteString(h, line+"\n") // writing to a hash never fails
	}
	h.Write(body)
	return h.Sum(nil)
}

// verify checks a stored row against its digest.
func verify(key rowKey, body, sum []byte) error {
	if !bytes.Equal(digest(key, body), sum) {
		return &damage{key: key}
	}
	return nil
}

// damage is a row that does not match its digest or is not an evaluation. describe adds where
// it is stored, and so what can be done.
type damage struct {
	key   rowKey
	cause error // may be nil
}

// Error names the row.
func (d *damage) Error() string {
	return fmt.Sprintf("the evaluation (%s pass) of position %q under recipe %s is damaged", d.key.pass, d.key.position, d.key.recipe)
}

// Unwrap returns the cause.
func (d *damage) Unwrap() error { return d.cause }

// in names the database that holds the row, and the remedy.
func (d *damage) in(db *DB) error {
	return fault.Wrap(d.cause, fault.Corrupt, "evaluation_damaged",
		"the cache %s is damaged: its evaluation (%s pass) of position %q under recipe %s does not match its digest. "+
			"Remove what it holds under this recipe: fairplay cache prune --cache %s --recipe %s. "+
			"Nothing is lost but time: evaluations can be computed again",
		db.name, d.key.pass, d.key.position, d.key.recipe, db.dialect.source(db.name), d.key.recipe)
}
