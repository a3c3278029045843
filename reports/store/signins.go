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
	s.Hash = unhex(digest)
	return err
}

// name is the key of its row.
func (s SignIn) name() string { return hex.EncodeToString(s.Hash) }

func (s SignIn) marked() []any { return []any{s.name(), s.Token, s.DraftKey, s.Created, s.Expires} }

// DraftLife is how long a half-filled form is kept, and how long after its end a sign-in can still
// keep one.
const DraftLife = 7 * 24 * time.Hour

// AddSignIn stores a sign-in, and forgets those that ended longer than DraftLife before.
func (db *DB) AddSignIn(ctx context.Context, s SignIn) error {
	return db.transaction(ctx, func(tx session) error {
		if err := tx.endSignIns(ctx, `expires < ?`, s.Created.Add(-DraftLife)); err != nil {
			return err
		}
		mark, err := tx.newMark(ctx, "sign_ins", s.marked())
		if err != nil {
			return err
		}
		_, err = tx.insertSealed(ctx, sealed("sign_ins"), `mark`, [][]any{append(s.marked(), mark)})
		return err
	})
}

// endSignIns removes sign-ins.
func (s session) endSignIns(ctx context.Context, where string, args ...any) error {
	gone, err := all(ctx, s, func(row scanner, digest *string) error { return row.Scan(digest) },
		`DELETE FROM sign_ins WHERE `+where+` RETURNING digest`, args...)
	for i := 0; i < len(gone) && err == nil; i++ {
		err = s.unseal(sealed("sign_ins"), gone[i])
	}
	return err
}

// SignInByHash returns the sign-in whose cookie has this SHA-256, even if it has ended; fault.NotFound where
// there is none, or where no server wrote it so.
func (db *DB) SignInByHash(ctx context.Context, hash []byte) (in SignIn, err error) {
	missing := fault.New(fault.NotFound, "sign_in_unknown", "there is no such sign-in")
	err = db.look(func(s session) error {
		m, err := one(ctx, s, missing, marking(scanSignIn), `SELECT `+signInColumns+`, mark FROM sign_ins WHERE digest = ?`, hex.EncodeToString(hash))
		if err == nil && s.genuine("sign-in", m.row.name(), m.mark, "sign_ins", m.row.marked()) != nil {
			err = missing
		}
		in = m.row
		return err
	})
	if err != nil {
		return SignIn{}, err
	}
	return in, nil
}

// Visitor returns who has a cookie with this SHA-256: the sign-in, its token, and how he wants pages shown; fault.NotFound as
// of SignInByHash and Token.
func (db *DB) Visitor(ctx context.Context, hash []byte) (in SignIn, t Token, wishes map[string]string, err error) {
	if in, err = db.SignInByHash(ctx, hash); err != nil {
		return in, t, nil, err
	}
	if t, err = db.Token(ctx, in.Token); err != nil {
		return in, t, nil, err
	}
	wishes, err = db.Preferences(ctx, in.Token)
	return in, t, wishes, err
}

// EndSignIn removes a sign-in; one that is not there is no error.
func (db *DB) EndSignIn(ctx context.Context, hash []byte) error {
	return db.transaction(ctx, func(tx session) error {
		return tx.endSignIns(ctx, `digest = ?`, hex.EncodeToString(hash))
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

// name names the draft for people.
func (d Draft) name() string { return d.Form + " of token " + d.Token }

func (d Draft) marked() []any { return []any{d.Token, d.Form, d.Body, d.Saved} }

// SaveDraft stores a draft in place of an earlier one of the same form, and removes all that are
// older than DraftLife. An empty body only removes.
func (db *DB) SaveDraft(ctx context.Context, d Draft) error {
	return db.transaction(ctx, func(tx session) error {
		_, err := tx.exec(ctx, `DELETE FROM drafts WHERE token = ? AND form = ? OR saved < ?`, d.Token, d.Form, d.Saved.Add(-DraftLife))
		if err != nil || d.Body == "" {
			return err
		}
		mark, err := tx.newMark(ctx, "drafts", d.marked())
		if err != nil {
			return err
		}
		_, err = tx.insert(ctx, `drafts (`+draftColumns+`, mark)`, [][]any{append(d.marked(), mark)})
		return err
	})
}

// Draft returns the draft of a form that was saved within DraftLife before a time; fault.NotFound if there is none,
// or where no server wrote it so.
func (db *DB) Draft(ctx context.Context, token, form string, at time.Time) (d Draft, err error) {
	missing := fault.New(fault.NotFound, "draft_unknown", "there is no draft of this form")
	err = db.look(func(s session) error {
		m, err := one(ctx, s, missing, marking(scanDraft), `SELECT `+draftColumns+`, mark FROM drafts WHERE token = ? AND form = ? AND saved >= ?`,
			token, form, at.Add(-DraftLife))
		if err == nil && s.genuine("draft", m.row.name(), m.mark, "drafts", m.row.marked()) != nil {
			err = missing
		}
		d = m.row
		return err
	})
	if err != nil {
		return Draft{}, err
	}
	return d, nil
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
