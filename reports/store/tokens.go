package store

import (
	"cmp"
	"context"
	"encoding/hex"
	"slices"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
)

// Token gives its bearer access. Only the hash of its secret is stored. Clients see it as wire.ListedToken.
type Token struct {
	ID      string         `json:"id"`   // names the token in lists, grants and the audit
	Name    string         `json:"name"` // whose it is
	Grants  []access.Grant `json:"grants"`
	Created time.Time      `json:"created"`

	Expires  time.Time `json:"-"` // zero for never
	LastUsed time.Time `json:"-"` // to the minute; zero for never
	Revoked  time.Time `json:"-"` // zero for not revoked
	Hash     []byte    `json:"-"` // SHA-256 of the secret
	Forged   bool      `json:"-"` // no server wrote the token, or one of its grants, so; it then has no grants
}

// Valid returns why a token opens nothing any more (Unauthenticated), nil if it does.
func (t Token) Valid(now time.Time) error {
	switch {
	case t.Forged:
		return fault.New(fault.Unauthenticated, Forged, "this token was altered in the database by somebody else than this server; tell the administrator")
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

// marked is what the mark of a token is made of: whose it is, how long it is valid, and everything that it opens. version
// grows with each change, so that an older copy of a token is recognised.
func (t Token) marked(version int64) []any {
	values := []any{t.ID, t.Name, hex.EncodeToString(t.Hash), t.Created, t.Expires, t.Revoked, version}
	for _, g := range slices.SortedFunc(slices.Values(t.Grants), compareGrants) {
		values = append(values, string(g.Role), g.Event, g.Case, g.Federation)
	}
	return values
}

func compareGrants(a, b access.Grant) int {
	return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.Event, b.Event), cmp.Compare(a.Case, b.Case), cmp.Compare(a.Federation, b.Federation))
}

// tokensWhere reads tokens with their grants and marks, as they are stored.
func (s session) tokensWhere(ctx context.Context, where string, args ...any) ([]marked[Token], error) {
	found, err := all(ctx, s, func(row scanner, m *marked[Token]) error {
		return scanToken(scanMore{row, []any{&m.version, &m.mark}}, &m.row)
	}, `SELECT `+tokenColumns+`, version, mark FROM tokens WHERE `+where, args...)
	if err != nil {
		return nil, err
	}
	return found, readGrants(ctx, s, found)
}

// judged returns a token as it may be used. A token that no server wrote so, or of which a later version was seen
// before, is Forged.
func (s session) judged(m marked[Token]) Token {
	if s.ring != nil && (!s.fits(m.mark, "tokens", m.row.marked(m.version)) || s.ring.outdated(m.row.ID, m.version)) {
		m.row.Forged, m.row.Grants = true, nil
	}
	return m.row
}

// tellForged raises the alarm for each forged token.
func (db *DB) tellForged(tokens ...Token) {
	for _, t := range tokens {
		if t.Forged {
			db.ring.tell("token", t.ID)
		}
	}
}

// lockToken reads a token, as it may be used, and locks it until the transaction ends.
func (s session) lockToken(ctx context.Context, id string) (Token, error) {
	found, err := s.tokensWhere(ctx, `id = ?{lock}`, id)
	switch {
	case err != nil:
		return Token{}, err
	case len(found) == 0:
		return Token{}, noToken(id)
	}
	return s.judged(found[0]), nil
}

// markToken marks a token after a change; before is the token as lockToken returned it. One that was forged stays so.
func (s session) markToken(ctx context.Context, before Token) error {
	if before.Forged {
		return nil
	}
	found, err := s.tokensWhere(ctx, `id = ?`, before.ID)
	if err != nil || len(found) == 0 {
		return orElse(err, noToken(before.ID))
	}
	m := found[0]
	if m.mark, err = s.newMark(ctx, "tokens", m.row.marked(m.version+1)); err != nil {
		return err
	}
	_, err = s.exec(ctx, `UPDATE tokens SET version = ?, mark = ? WHERE id = ?`, m.version+1, m.mark, before.ID)
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

// AddFirstToken stores a token if there is none, and reports whether it has. Of several servers
// that start at once, only one adds it.
func (db *DB) AddFirstToken(ctx context.Context, t Token) (added bool, err error) {
	err = db.transaction(ctx, func(tx session) error {
		if _, err := tx.lockLog(ctx); err != nil { // the lock admits one caller at a time
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
	return tx.markToken(ctx, Token{ID: t.ID})
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
		before, err := tx.lockToken(ctx, token)
		if err != nil || before.Forged {
			return orElse(err, forged("token", token))
		}
		if err := tx.remove(ctx, sealed("grant_proposals"), grantRow(token, g)...); err != nil {
			return err
		}
		if err := insertGrant(ctx, tx, token, g); err != nil {
			return err
		}
		return tx.markToken(ctx, before)
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
	before, err := s.lockToken(ctx, token)
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.remove(ctx, sealed("grants"), grantRow(token, g)...); err != nil {
		return err
	}
	return s.markToken(ctx, before)
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
	// Somebody may have read a later version since this reading began; the next reading sees it too.
	for range 2 {
		err = db.glance(ctx, func(s session) error {
			found, err := s.tokensWhere(ctx, where, args...)
			if err != nil || len(found) == 0 {
				return orElse(err, missing)
			}
			t = s.judged(found[0])
			return nil
		})
		if err != nil || !t.Forged {
			return t, err
		}
	}
	db.tellForged(t)
	return t, nil
}

// Tokens returns tokens in the order of ID: those after a given ID, at most n, or all for n =
// 0.
func (db *DB) Tokens(ctx context.Context, after string, n int) (found []Token, err error) {
	err = db.glance(ctx, func(s session) error {
		rows, err := s.tokensWhere(ctx, `id > ? ORDER BY id LIMIT ?`, after, limit(n))
		found = nil
		for _, m := range rows {
			found = append(found, s.judged(m))
		}
		return err
	})
	db.tellForged(found...)
	return found, err
}

// readGrants sets the grants of tokens.
func readGrants(ctx context.Context, s session, tokens []marked[Token]) error {
	byID := map[string]*Token{}
	ids := make([]string, len(tokens))
	for i := range tokens {
		ids[i] = tokens[i].row.ID
		byID[ids[i]] = &tokens[i].row
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
		before, err := tx.lockToken(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.change(ctx, sealed("tokens"), `UPDATE tokens SET revoked = CASE WHEN revoked = 0 THEN ? ELSE revoked END WHERE id = ?`, at, id); err != nil {
			return err
		}
		return tx.markToken(ctx, before)
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

// Proposal is a grant that waits for somebody other than its proposer.
type Proposal struct {
	Token string `json:"-"` // who would get the grant
	access.Grant
	By      string    `json:"by"` // id of the token of whoever proposed it
	Created time.Time `json:"-"`
}

const proposalColumns = `token, role, event, case_id, federation, proposer, created`

func (p Proposal) marked() []any { return append(grantRow(p.Token, p.Grant), p.By, p.Created) }

func scanProposal(row scanner, p *Proposal) error {
	return row.Scan(&p.Token, &p.Role, &p.Event, &p.Case, &p.Federation, &p.By, moment{&p.Created})
}

// Propose stores a proposal and returns it; if the same grant has been proposed before, it
// returns that proposal. An unknown token is a fault.NotFound error.
func (db *DB) Propose(ctx context.Context, p Proposal) (standing Proposal, err error) {
	err = db.transaction(ctx, func(tx session) error {
		before, err := tx.lockToken(ctx, p.Token)
		if err != nil || before.Forged {
			return orElse(err, forged("token", p.Token))
		}
		mark, err := tx.newMark(ctx, "grant_proposals", p.marked())
		if err != nil {
			return err
		}
		key := grantRow(p.Token, p.Grant)
		find := func() (marked[Proposal], error) {
			return one(ctx, tx, noToken(p.Token), marking(scanProposal), `SELECT `+proposalColumns+`, mark FROM grant_proposals
				WHERE token = ? AND role = ? AND event = ? AND case_id = ? AND federation = ?`, key...)
		}
		if m, err := find(); err == nil && !tx.holds(m) { // nobody has proposed it
			if err := tx.remove(ctx, sealed("grant_proposals"), key...); err != nil {
				return err
			}
		}
		if _, err := tx.insertSealed(ctx, sealed("grant_proposals"), `mark`, [][]any{append(p.marked(), mark)}); err != nil {
			return err
		}
		m, err := find()
		standing = m.row
		return err
	})
	return standing, err
}

// holds reports whether somebody has really made a proposal.
func (s session) holds(m marked[Proposal]) bool {
	return s.genuine("proposed grant", sealed("grant_proposals").words(grantRow(m.row.Token, m.row.Grant)), m.mark, "grant_proposals", m.row.marked()) == nil
}

// Proposals returns all proposals, in the order of their tokens, without those that no server wrote so.
func (db *DB) Proposals(ctx context.Context) (found []Proposal, err error) {
	err = db.look(func(s session) error {
		rows, err := all(ctx, s, marking(scanProposal), `SELECT `+proposalColumns+`, mark FROM grant_proposals ORDER BY token, role, event, case_id, federation`)
		found = nil
		for _, m := range rows {
			if s.holds(m) {
				found = append(found, m.row)
			}
		}
		return err
	})
	return found, err
}
