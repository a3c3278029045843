package store

import (
	"context"
	"encoding/hex"
	"time"

	"fairplay/analysis/fault"
)

// SignIn lets the holder of a token use the pages without sending the token again. Only the hash
// of its cookie is stored.
type SignIn struct {
	Hash     []byte // SHA-256 of the cookie
	Token    string // ID
	DraftKey string // the key of the holder's drafts, sealed with the cookie
	Created  time.Time
	Expires  time.Time
}

const signInColumns = `digest, token, draft, created, expires`

func scanSignIn(row scanner, s *SignIn) error {
	var digest string
	err := row.Scan(&digest, &s.Token, &s.DraftKey, moment{&s.Created}, moment{&s.Expires})
	if err == nil {
		s.Hash, err = hex.DecodeString(digest)
	}
	return err
}

// DraftLife is how long a half-filled form is kept, and how long after its end a sign-in can still
// keep one.
const DraftLife = 7 * 24 * time.Hour

// AddSignIn stores a sign-in, and forgets those that ended longer than DraftLife before.
func (db *DB) AddSignIn(ctx context.Context, s SignIn) error {
	return db.transaction(ctx, func(tx session) error {
		if _, err := tx.exec(ctx, `DELETE FROM sign_ins WHERE expires < ?`, s.Created.Add(-DraftLife)); err != nil {
			return err
		}
		_, err := tx.insert(ctx, `sign_ins (`+signInColumns+`)`, [][]any{{hex.EncodeToString(s.Hash), s.Token, s.DraftKey, s.Created, s.Expires}})
		return err
	})
}

// SignInByHash returns the sign-in whose cookie has this SHA-256, even if it has ended; fault.NotFound where
// there is none.
func (db *DB) SignInByHash(ctx context.Context, hash []byte) (SignIn, error) {
	missing := fault.New(fault.NotFound, "sign_in_unknown", "there is no such sign-in")
	return readOne(ctx, db, missing, scanSignIn, `SELECT `+signInColumns+` FROM sign_ins WHERE digest = ?`, hex.EncodeToString(hash))
}

// EndSignIn removes a sign-in; one that is not there is no error.
func (db *DB) EndSignIn(ctx context.Context, hash []byte) error {
	return db.transaction(ctx, func(tx session) error {
		_, err := tx.exec(ctx, `DELETE FROM sign_ins WHERE digest = ?`, hex.EncodeToString(hash))
		return err
	})
}

// Draft is a half-filled form of the holder of a token.
type Draft struct {
	Token string // ID
	Form  string // the address of the form
	Body  string // sealed; the store cannot read it
	Saved time.Time
}

const draftColumns = `token, form, body, saved`

func scanDraft(row scanner, d *Draft) error {
	return row.Scan(&d.Token, &d.Form, &d.Body, moment{&d.Saved})
}

// SaveDraft stores a draft in place of an earlier one of the same form, and removes all that are
// older than DraftLife. An empty body only removes.
func (db *DB) SaveDraft(ctx context.Context, d Draft) error {
	return db.transaction(ctx, func(tx session) error {
		_, err := tx.exec(ctx, `DELETE FROM drafts WHERE token = ? AND form = ? OR saved < ?`, d.Token, d.Form, d.Saved.Add(-DraftLife))
		if err != nil || d.Body == "" {
			return err
		}
		_, err = tx.insert(ctx, `drafts (`+draftColumns+`)`, [][]any{{d.Token, d.Form, d.Body, d.Saved}})
		return err
	})
}

// Draft returns the draft of a form that was saved within DraftLife before a time; fault.NotFound if there is none.
func (db *DB) Draft(ctx context.Context, token, form string, at time.Time) (Draft, error) {
	missing := fault.New(fault.NotFound, "draft_unknown", "there is no draft of this form")
	return readOne(ctx, db, missing, scanDraft, `SELECT `+draftColumns+` FROM drafts WHERE token = ? AND form = ? AND saved >= ?`,
		token, form, at.Add(-DraftLife))
}

// preference is how the holder of a token wants something shown.
type preference struct{ name, value string }

// Prefer keeps how the holder of a token wants something shown.
func (db *DB) Prefer(ctx context.Context, token, name, value string) error {
	return db.transaction(ctx, func(tx session) error {
		if _, err := tx.exec(ctx, `DELETE FROM preferences WHERE token = ? AND name = ?`, token, name); err != nil {
			return err
		}
		_, err := tx.insert(ctx, `preferences (token, name, value)`, [][]any{{token, name, value}})
		return err
	})
}

// Preferences returns the preferences of the holder of a token, by name.
func (db *DB) Preferences(ctx context.Context, token string) (map[string]string, error) {
	found, err := readAll(ctx, db, func(row scanner, p *preference) error { return row.Scan(&p.name, &p.value) },
		`SELECT name, value FROM preferences WHERE token = ?`, token)
	all := map[string]string{}
	for _, p := range found {
		all[p.name] = p.value
	}
	return all, err
}
