package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"fairplay/api"
	"fairplay/api/wire"
	"fairplay/reports/store"
)

// newToken makes a token without an end, which its caller sets, and its secret.
func newToken(name string, g store.Grant, at time.Time) (store.Token, string, error) {
	id, err := api.NewID(rand.Reader)
	if err != nil {
		return store.Token{}, "", err
	}
	secret, hash, err := api.NewSecret(rand.Reader)
	return store.Token{ID: id, Name: name, Hash: hash, Grants: []store.Grant{g}, Created: at}, secret, err
}

// noteToken writes into the audit what was done to a token from the command
// line.
func noteToken(ctx context.Context, db *store.DB, action, token string, at time.Time) error {
	return db.Audit(ctx, []store.AuditEntry{{At: at, Role: "command line", Action: action, Subject: token}})
}

// firstToken makes the token of an administrator where there has never been a
// token, and prints it.
func (p *program) firstToken(ctx context.Context, db *store.DB) error {
	at := p.now().UTC()
	t, secret, err := newToken("first administrator", store.Grant{Role: string(wire.RoleAdministrator)}, at)
	if err != nil {
		return err
	}
	t.Expires = at.AddDate(0, 0, usualDays)
	added, err := db.AddFirstToken(ctx, t)
	if err != nil || !added {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "Token of the administrator, shown this once and kept nowhere:\n%s\n", secret)
	return errors.Join(err, noteToken(ctx, db, "createToken", t.ID, at))
}
