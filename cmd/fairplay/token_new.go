package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"fairplay/api"
	"fairplay/cmd/config"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// newToken makes a token and its secret. The caller sets the token's expiry.
func newToken(name string, g access.Grant, at time.Time) (store.Token, string, error) {
	id, err := store.NewID(rand.Reader)
	if err != nil {
		return store.Token{}, "", err
	}
	secret, hash, err := api.NewSecret(rand.Reader)
	return store.Token{ID: id, Name: name, Hash: hash, Grants: []access.Grant{g}, Created: at}, secret, err
}

// noteToken writes into the audit a change to a token from the command line, with the roles of
// the token and their bindings.
func noteToken(ctx context.Context, db *store.DB, action string, t store.Token, at time.Time) error {
	return db.Audit(ctx, []store.AuditEntry{{At: at, Role: "command line", Action: action, Subject: t.ID, Detail: inWords(t.Grants)}})
}

// firstTokenFile is the file in the data folder with the token of the first administrator.
const firstTokenFile = "administrator.token"

// firstToken makes the token of an administrator if there has never been a token. It goes into
// a file that only its owner may read, and not to the output, which others may store.
func firstToken(ctx context.Context, p *config.Program, db *store.DB, folder string) (err error) {
	if all, err := db.Tokens(ctx, "", 1); err != nil || len(all) > 0 {
		return err
	}
	at := p.Now().UTC()
	t, secret, err := newToken("first administrator", access.Grant{Role: access.Administrator}, at)
	if err != nil {
		return err
	}
	t.Expires = at.AddDate(0, 0, usualDays)
	path := filepath.Join(folder, firstTokenFile)
	added := false
	err = config.WriteWhole(path, config.OwnerOnly, func(w io.Writer) error {
		if _, err := fmt.Fprintln(w, secret); err != nil {
			return err
		}
		added, err = db.AddFirstToken(ctx, t)
		if err == nil && !added {
			err = errNotFirst
		}
		return err
	})
	if errors.Is(err, errNotFirst) {
		return nil // another server was faster
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Stdout, "Token of the administrator: in the file %s, which only you may read. Take it from there and remove the file.\n", path)
	return errors.Join(err, noteToken(ctx, db, "createToken", t, at))
}

// errNotFirst says that there is a token already.
var errNotFirst = errors.New("there is a token already")
