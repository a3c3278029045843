package store

import (
	"context"
	"encoding/hex"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
)

// Token gives its bearer access. Only the hash of its secret is stored.
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

// Valid returns why a token opens nothing any more (Unauthenticated), nil if it does.
func (t Token) Valid(now time.Time) error {
	switch {
	case !t.Revoked.IsZero():
		return fault.New(fault.Unauthenticated, "token_revoked", "this token was revoked; ask for a new one")
	case !t.Expires.IsZero() && !now.Before(t.Expires):
		return fault.New(fault.Unauthenticated, "token_expired", "this token has expired; ask for a new one")
	}
	return nil
}

const (
	tokenSealed  = `id, name, digest, created, expires, revoked`
	tokenColumns = tokenSealed + `, last_used`
	grantColumns = `token, role, event, case_id, federation`
)

func scanToken(row scanner, t *Token) error {
	var digest string
	err := row.Scan(&t.ID, &t.Name, &digest, moment{&t.Created}, moment{&t.Expires}, moment{&t.Revoked}, moment{&t.LastUsed})
	if err == nil {
		t.Hash, err = hex.DecodeString(digest)
	}
	return err
}

func noToken(id string) error {
	return fault.New(fault.NotFound, "token_unknown", "there is no token %q", id)
}

// AddToken stores a token with its grants. An ID or a secret that exists already is a
// fault.Conflict error.
func (db *DB) AddToken(ctx context.Context, t Token) error {
	return db.transaction(ctx, func(tx session) error { return insertToken(ctx, tx, t) })
}

// AddFirstToken stores a token if there is none, and tells whether it has. Of several servers
// that start at once, only one adds it.
func (db *DB) AddFirstToken(ctx context.Context, t Token) (added bool, err error) {
	err = db.transaction(ctx, func(tx session) error {
		if _, err := lockHead(ctx, tx); err != nil { // the lock admits one caller at a time
			return err
		}
		n, err := one(ctx, tx, nil, scanInt, `SELECT count(*) FROM tokens`)
		if added = err == nil && n == 0; !added {
			return err
		}
		return insertToken(ctx, tx, t)
	})
	return added && err == nil, err
}

func insertToken(ctx context.Context, tx session, t Token) error {
	added, err := tx.insertSealed(ctx, sealed("tokens"), `last_used`,
		[][]any{{t.ID, t.Name, hex.EncodeToString(t.Hash), t.Created, t.Expires, t.Revoked, t.LastUsed}})
	if err != nil {
		return err
	}
	if added == 0 {
		return fault.New(fault.Conflict, "token_exists", "there is a token %q already", t.ID)
	}
	for _, g := range t.Grants {
		if err := insertGrant(ctx, tx, t.ID, g); err != nil {
			return err
		}
	}
	return nil
}

func insertGrant(ctx context.Context, tx session, token string, g access.Grant) error {
	_, err := tx.insertSealed(ctx, sealed("grants"), ``, [][]any{grantRow(token, g)})
	return err
}

func grantRow(token string, g access.Grant) []any {
	return []any{token, string(g.Role), g.Event, g.Case, g.Federation}
}

// Grant gives a token one more grant and removes a proposal of it; a grant that the token
// already has is no error.
func (db *DB) Grant(ctx context.Context, token string, g access.Grant) error {
	return db.transaction(ctx, func(tx session) error {
		if _, err := one(ctx, tx, noToken(token), scanToken, `SELECT `+tokenColumns+` FROM tokens WHERE id = ?`, token); err != nil {
			return err
		}
		if err := tx.remove(ctx, sealed("grant_proposals"), grantRow(token, g)...); err != nil {
			return err
		}
		return insertGrant(ctx, tx, token, g)
	})
}

// Ungrant removes a grant, or a proposal of it; a grant that the token does not have is no
// error.
func (db *DB) Ungrant(ctx context.Context, token string, g access.Grant) error {
	return db.transaction(ctx, func(tx session) error { return tx.ungrant(ctx, token, g) })
}

func (s session) ungrant(ctx context.Context, token string, g access.Grant) error {
	if err := s.remove(ctx, sealed("grant_proposals"), grantRow(token, g)...); err != nil {
		return err
	}
	return s.remove(ctx, sealed("grants"), grantRow(token, g)...)
}

// Token returns one token; fault.NotFound if there is none.
func (db *DB) Token(ctx context.Context, id string) (Token, error) {
	return db.token(ctx, noToken(id), `id = ?`, id)
}

// TokenByHash returns the token whose secret has this SHA-256, even if it is revoked or has
// expired; fault.NotFound if there is none.
func (db *DB) TokenByHash(ctx context.Context, hash []byte) (Token, error) {
	missing := fault.New(fault.NotFound, "token_unknown", "there is no such token")
	return db.token(ctx, missing, `digest = ?`, hex.EncodeToString(hash))
}

func (db *DB) token(ctx context.Context, missing error, where string, args ...any) (t Token, err error) {
	err = db.look(func(s session) error {
		if t, err = one(ctx, s, missing, scanToken, `SELECT `+tokenColumns+` FROM tokens WHERE `+where, args...); err != nil {
			return err
		}
		tokens := []Token{t}
		err := readGrants(ctx, s, tokens)
		t = tokens[0]
		return err
	})
	return t, err
}

// Tokens returns tokens in the order of ID: those after a given ID, at most n, or all for n =
// 0.
func (db *DB) Tokens(ctx context.Context, after string, n int) (found []Token, err error) {
	err = db.look(func(s session) error {
		found, err = all(ctx, s, scanToken, `SELECT `+tokenColumns+` FROM tokens WHERE id > ? ORDER BY id LIMIT ?`, after, limit(n))
		if err != nil {
			return err
		}
		return readGrants(ctx, s, found)
	})
	return found, err
}

// readGrants sets the grants of tokens.
func readGrants(ctx context.Context, s session, tokens []Token) error {
	byID := map[string]*Token{}
	ids := make([]string, len(tokens))
	for i := range tokens {
		ids[i] = tokens[i].ID
		byID[ids[i]] = &tokens[i]
	}
	return each(ctx, s, func(row scanner) error {
		var token string
		var g access.Grant
		if err := row.Scan(&token, &g.Role, &g.Event, &g.Case, &g.Federation); err != nil {
			return err
		}
		byID[token].Grants = append(byID[token].Grants, g)
		return nil
	}, `SELECT token, role, event, case_id, federation FROM grants WHERE token IN {list}
		ORDER BY token, role, event, case_id, federation`, list(ids))
}

// RevokeToken ends a token for good. The time of the first revocation stays.
func (db *DB) RevokeToken(ctx context.Context, id string, at time.Time) error {
	return db.transaction(ctx, func(tx session) error {
		n, err := tx.changed(ctx, sealed("tokens"), `UPDATE tokens SET revoked = CASE WHEN revoked = 0 THEN ? ELSE revoked END WHERE id = ?`, at, id)
		if err == nil && n == 0 {
			err = noToken(id)
		}
		return err
	})
}

// touchEvery is the precision of LastUsed.
const touchEvery = time.Minute

// TouchToken notes that a token has been used. It writes at most once a minute
// for each token.
func (db *DB) TouchToken(ctx context.Context, id string, at time.Time) error {
	due := at.Add(-touchEvery)
	stale, err := readOne(ctx, db, nil, scanInt, `SELECT count(*) FROM tokens WHERE id = ? AND last_used <= ?`, id, due)
	if err != nil || stale == 0 {
		return err
	}
	return db.transaction(ctx, func(tx session) error {
		_, err := tx.exec(ctx, `UPDATE tokens SET last_used = ? WHERE id = ? AND last_used <= ?`, at, id, due)
		return err
	})
}

// Proposal is a grant that waits for somebody other than its proposer to give
// it.
type Proposal struct {
	Token string // who would get the grant
	access.Grant
	By      string // ID of the token that proposed it
	Created time.Time
}

const proposalColumns = `token, role, event, case_id, federation, proposer, created`

func scanProposal(row scanner, p *Proposal) error {
	return row.Scan(&p.Token, &p.Role, &p.Event, &p.Case, &p.Federation, &p.By, moment{&p.Created})
}

// Propose stores a proposal and returns it; if the same grant has been proposed before, it
// returns that proposal. An unknown token is a fault.NotFound error.
func (db *DB) Propose(ctx context.Context, p Proposal) (standing Proposal, err error) {
	err = db.transaction(ctx, func(tx session) error {
		if _, err := one(ctx, tx, noToken(p.Token), scanToken, `SELECT `+tokenColumns+` FROM tokens WHERE id = ?`, p.Token); err != nil {
			return err
		}
		key := grantRow(p.Token, p.Grant)
		if _, err := tx.insertSealed(ctx, sealed("grant_proposals"), ``, [][]any{append(key[:5:5], p.By, p.Created)}); err != nil {
			return err
		}
		standing, err = one(ctx, tx, noToken(p.Token), scanProposal, `SELECT `+proposalColumns+` FROM grant_proposals
			WHERE token = ? AND role = ? AND event = ? AND case_id = ? AND federation = ?`, key...)
		return err
	})
	return standing, err
}

// Proposals returns all proposals, in the order of their tokens.
func (db *DB) Proposals(ctx context.Context) ([]Proposal, error) {
	return readAll(ctx, db, scanProposal, `SELECT `+proposalColumns+` FROM grant_proposals ORDER BY token, role, event, case_id, federation`)
}
