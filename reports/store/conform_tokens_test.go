package store

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
)

func newToken(id string, grants ...access.Grant) Token {
	hash := make([]byte, 32)
	copy(hash, "hash of "+id)
	return Token{ID: id, Name: "Name of " + id, Hash: hash, Created: start, Expires: start.Add(24 * time.Hour), Grants: grants}
}

func checkTokens(t *testing.T, db *DB) {
	arbiter := access.Grant{Role: "chief-arbiter", Event: "a"}
	one, two := newToken("one", access.Grant{Role: "administrator"}), newToken("two", arbiter, access.Grant{Role: "fpl-member", Case: "c", Federation: "UKR"})
	two.Expires = time.Time{}
	ok(t, db.AddToken(t.Context(), one))
	ok(t, db.AddToken(t.Context(), two))
	same(t, "by hash", must[Token](t)(db.TokenByHash(t.Context(), two.Hash)), two)
	same(t, "by id", must[Token](t)(db.Token(t.Context(), "one")), one)
	same(t, "list", must[[]Token](t)(db.Tokens(t.Context(), "", 0)), []Token{one, two})
	same(t, "after", must[[]Token](t)(db.Tokens(t.Context(), "one", 1)), []Token{two})
	_, err := db.TokenByHash(t.Context(), []byte("unknown"))
	expectFault(t, err, fault.NotFound, "token_unknown")
	_, err = db.Token(t.Context(), "unknown")
	expectFault(t, err, fault.NotFound, "token_unknown")
	expectFault(t, db.AddToken(t.Context(), one), fault.Conflict, "token_exists")
	thief := newToken("thief")
	thief.Hash = one.Hash
	expectFault(t, db.AddToken(t.Context(), thief), fault.Conflict, "token_exists")

	officer := access.Grant{Role: "fair-play-officer", Event: "a"}
	ok(t, db.Grant(t.Context(), "one", officer))
	ok(t, db.Grant(t.Context(), "one", officer))
	expectFault(t, db.Grant(t.Context(), "unknown", officer), fault.NotFound, "token_unknown")
	one.Grants = append(one.Grants, officer)
	same(t, "granted", must[Token](t)(db.Token(t.Context(), "one")), one)
	ok(t, db.Ungrant(t.Context(), "one", access.Grant{Role: "administrator", Event: "a"})) // not that one
	ok(t, db.Ungrant(t.Context(), "one", access.Grant{Role: "administrator"}))
	one.Grants = []access.Grant{officer}
	same(t, "taken away", must[Token](t)(db.Token(t.Context(), "one")), one)

	ok(t, db.RevokeToken(t.Context(), "one", minute))
	ok(t, db.RevokeToken(t.Context(), "one", minute.Add(time.Hour)))
	expectFault(t, db.RevokeToken(t.Context(), "unknown", minute), fault.NotFound, "token_unknown")
	one.Revoked = minute
	same(t, "revoked", must[Token](t)(db.TokenByHash(t.Context(), one.Hash)), one)

	for _, use := range []struct{ at, want time.Duration }{{0, 0}, {59 * time.Second, 0}, {time.Minute, time.Minute}, {30 * time.Second, time.Minute}} {
		ok(t, db.TouchToken(t.Context(), "two", start.Add(use.at)))
		if got := must[Token](t)(db.Token(t.Context(), "two")).LastUsed; !got.Equal(start.Add(use.want)) {
			t.Errorf("used after %v: kept is %v", use.at, got)
		}
	}
	ok(t, db.TouchToken(t.Context(), "unknown", start))
}

// Several servers that start at the same time on a new database make one token.
func checkFirstToken(t *testing.T, db *DB) {
	var wg sync.WaitGroup
	var added atomic.Int64
	for i := range 5 {
		wg.Go(func() {
			first, err := db.AddFirstToken(t.Context(), newToken(fmt.Sprint(i)))
			if err != nil {
				t.Error(err)
			}
			if first {
				added.Add(1)
			}
		})
	}
	wg.Wait()
	if n := len(must[[]Token](t)(db.Tokens(t.Context(), "", 0))); added.Load() != 1 || n != 1 {
		t.Errorf("%d servers have made a token, there are %d", added.Load(), n)
	}
}
