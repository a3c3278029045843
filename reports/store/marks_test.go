package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/store/storetest"
)

// testKeys are server keys, each made of the same byte again and again.
func testKeys(t testing.TB, first ...byte) ServerKeys {
	t.Helper()
	var keys ServerKeys
	for _, b := range first {
		keys = append(keys, must[ServerKey](t)(NewServerKey(bytes.Repeat([]byte{b}, ServerKeySize))))
	}
	return keys
}

// alarms are the rows of which a database raised the alarm.
type alarms struct {
	mu  sync.Mutex
	all []string
}

func (a *alarms) note(what, id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all = append(a.all, what+" "+id)
}

// keyholder holds keys for a test.
func (a *alarms) keyholder(keys ServerKeys) Keyholder {
	return Keyholder{Keys: func() (ServerKeys, error) { return keys, nil }, Alarm: a.note, Random: rand.Reader, Now: func() time.Time { return start }}
}

// openKeyed opens a database with a server key made of the byte 1.
func openKeyed(t testing.TB, source string) (*DB, *alarms) {
	t.Helper()
	a := &alarms{}
	db := must[*DB](t)(OpenKeyed(t.Context(), source, a.keyholder(testKeys(t, 1))))
	t.Cleanup(func() { ok(t, db.Close()) })
	return db, a
}

// forgery is what somebody who can write to the database does to be let in.
type forgery struct {
	tampering
	use  func(context.Context, *DB) error // what he then tries
	kind fault.Kind                       // of its error
}

// who returns the use of the token with an id.
func who(id string) func(context.Context, *DB) error {
	return func(ctx context.Context, db *DB) error {
		t, err := db.Token(ctx, id)
		if err == nil {
			err = t.Valid(start)
		}
		return err
	}
}

// hashOf is the hash of a test's token or cookie.
func hashOf(id string) []byte { return newToken(id).Hash }

func forgeries() []forgery {
	hash := func(id string) string { return hex.EncodeToString(hashOf(id)) }
	signIn := func(cookie string) func(context.Context, *DB) error {
		return func(ctx context.Context, db *DB) error { _, err := db.SignInByHash(ctx, hashOf(cookie)); return err }
	}
	of := func(name, what, id string, use func(context.Context, *DB) error, kind fault.Kind, statements ...string) forgery {
		return forgery{tampering{name, statements, Damage{what, id, "mark of the server"}}, use, kind}
	}
	draft := func(token, form string) func(context.Context, *DB) error {
		return func(ctx context.Context, db *DB) error { _, err := db.Draft(ctx, token, form, start); return err }
	}
	event := func(ctx context.Context, db *DB) error {
		found, err := db.Events(ctx, EventsQuery{IDs: []string{"a"}, Federations: []string{"NOR"}})
		if err != nil || len(found) > 0 {
			return err
		}
		_, err = db.Event(ctx, "a")
		return err
	}
	inCase := func(ctx context.Context, db *DB) error {
		found, err := db.Cases(ctx, CasesQuery{Scope: access.Scope{All: true}})
		if err != nil || slices.ContainsFunc(found, func(c CaseRecord) bool { return c.ID == "case" }) {
			return err
		}
		_, _, err = db.CaseHistory(ctx, "case")
		return err
	}
	history := func(ctx context.Context, db *DB) error { _, _, err := db.CaseHistory(ctx, "case"); return err }
	data := func(ctx context.Context, db *DB) error { _, err := db.DataRequests(ctx, "other"); return err }
	proposals := func(ctx context.Context, db *DB) error {
		found, err := db.Proposals(ctx)
		if err == nil && len(found) == 0 {
			err = noToken("")
		}
		return err
	}
	proposed := func(token string) string {
		return sealed("grant_proposals").words(grantRow(token, access.Grant{Role: "fpl-member", Event: "a"}))
	}
	un, nf, co := fault.Unauthenticated, fault.NotFound, fault.Corrupt
	return []forgery{
		of("one's sign-in becomes another's", "sign-in", hash("cookie"), signIn("cookie"), nf, `UPDATE sign_ins SET token = 'token'`),
		of("a sign-in prolonged", "sign-in", hash("cookie"), signIn("cookie"), nf, `UPDATE sign_ins SET expires = expires + 1`),
		of("another's sign-in with one's own cookie", "sign-in", hash("mine"), signIn("mine"), nf, `UPDATE sign_ins SET digest = '`+hash("mine")+`'`),
		of("a copy of another's sign-in", "sign-in", hash("mine"), signIn("mine"), nf,
			`INSERT INTO sign_ins (digest, token, draft, created, expires, mark) SELECT '`+hash("mine")+`', token, draft, created, expires, mark FROM sign_ins`),
		of("a sign-in without a mark", "sign-in", hash("mine"), signIn("mine"), nf,
			`INSERT INTO sign_ins (digest, token, draft, created, expires) VALUES ('`+hash("mine")+`', 'token', '', 1, 4000000000000000)`),
		of("the key of drafts", "sign-in", hash("cookie"), signIn("cookie"), nf, `UPDATE sign_ins SET draft = 'another'`),

		of("another secret of a token", "token", "token", who("token"), un, `UPDATE tokens SET digest = '`+hash("mine")+`' WHERE id = 'token'`),
		of("a token prolonged", "token", "token", who("token"), un, `UPDATE tokens SET expires = 0 WHERE id = 'token'`),
		of("a revocation undone", "token", "other", who("other"), un, `UPDATE tokens SET revoked = 0 WHERE id = 'other'`),
		of("whose a token is", "token", "token", who("token"), un, `UPDATE tokens SET name = 'Somebody' WHERE id = 'token'`),
		of("a mark of another token", "token", "token", who("token"), un, `UPDATE tokens SET expires = 0, mark = (SELECT o.mark FROM tokens o WHERE o.id = 'other') WHERE id = 'token'`),
		of("no mark", "token", "token", who("token"), un, `UPDATE tokens SET mark = '' WHERE id = 'token'`),
		of("a token put in", "token", "mine", who("mine"), un,
			`INSERT INTO tokens (id, name, digest, created, expires, last_used, revoked, version, mark) SELECT 'mine', name, '`+hash("mine")+`', created, expires, last_used, revoked, version, mark FROM tokens WHERE id = 'token'`),
		of("secrets changed about", "token", "third", who("third"), un, `UPDATE tokens SET digest = 'x' WHERE id = 'third'`,
			`UPDATE tokens SET digest = '`+hash("third")+`' WHERE id = 'token'`, `UPDATE tokens SET digest = '`+hash("token")+`' WHERE id = 'third'`),
		of("a role changed", "token", "third", who("third"), un, `UPDATE grants SET role = 'fpl-chair' WHERE token = 'third'`),
		of("a role put in", "token", "third", who("third"), un, `INSERT INTO grants (token, role, event, case_id, federation) VALUES ('third', 'fpl-chair', '', '', '')`),
		of("a role bound to nothing", "token", "third", who("third"), un, `UPDATE grants SET event = '' WHERE token = 'third'`),
		of("a role bound to another event", "token", "third", who("third"), un, `UPDATE grants SET event = 'b' WHERE token = 'third'`),
		of("a role copied from another", "token", "third", who("third"), un, `UPDATE grants SET token = 'third' WHERE token = 'token'`),
		of("a role taken away", "token", "third", who("third"), un, `DELETE FROM grants WHERE token = 'third'`),

		of("who proposed a role", "proposed grant", proposed("other"), proposals, nf, `UPDATE grant_proposals SET proposer = 'third'`),
		of("for whom a role is proposed", "proposed grant", proposed("third"), proposals, nf, `UPDATE grant_proposals SET token = 'third'`),

		of("a draft of another form", "draft", "/b of token token", draft("token", "/b"), nf, `UPDATE drafts SET form = '/b'`),
		of("a draft of another", "draft", "/a of token third", draft("third", "/a"), nf, `UPDATE drafts SET token = 'third'`),
		of("the text of a draft", "draft", "/a of token token", draft("token", "/a"), nf, `UPDATE drafts SET body = 'another'`),

		of("the federation of an event", "event", "a", event, co, `UPDATE events SET federation = 'NOR'`),
		of("that an event is closed", "event", "a", event, co, `UPDATE events SET state = 'closed'`),

		of("the event of a case", "case", "case", inCase, co, `UPDATE cases SET event = 'b' WHERE id = 'case'`),
		of("a case open to the arbiter", "case", "case", inCase, co, `UPDATE cases SET arbiter = 1 - arbiter WHERE id = 'case'`),
		of("a case handed over", "case", "case", inCase, co,
			`INSERT INTO case_parties (case_id, role, token, federation, entry) VALUES ('case', 'federation-officer', '', 'NOR', 1)`),
		of("a party of a case", "case", "case", inCase, co, `UPDATE case_parties SET token = 'third' WHERE case_id = 'case'`),
		of("whose a data request is", "data request", "1 of request r", data, co, `UPDATE data_requests SET author = 'other'`),

		{tampering{"a key of one's own", []string{`UPDATE case_keys SET body = X'000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f' WHERE id = 'case'`},
			Damage{"key", "of case case", "no server wrapped it"}}, history, co},
		{tampering{"the key of another case", []string{`UPDATE case_keys SET body = (SELECT k.body FROM case_keys k WHERE k.id = 'r') WHERE id = 'case'`},
			Damage{"key", "of case case", "no server wrapped it"}}, history, co},
	}
}

// fillKeyed adds to what fill, more and fillCases put into a database everything else that lets somebody in.
func fillKeyed(t testing.TB, db *DB) {
	t.Helper()
	fill(t, db)
	more(t.(*testing.T), db)
	fillCases(t, db)
	ok(t, db.AddToken(t.Context(), newToken("third", access.Grant{Role: "organiser", Event: "a"})))
	ok(t, db.AddSignIn(t.Context(), SignIn{Hash: hashOf("cookie"), Token: "third", DraftKey: "sealed", Created: start, Expires: start.Add(time.Hour)}))
	ok(t, db.SaveDraft(t.Context(), Draft{Token: "token", Form: "/a", Body: "sealed", Saved: start}))
	must[DataRequest](t)(db.AskData(t.Context(), rand.Reader, DataRequest{ID: "r2", What: DataCopy, By: "other", Received: start}, json.RawMessage(`{}`)))
}

// Whoever can write to the database is nobody by it: each row that lets somebody in, changed, copied, exchanged or put in,
// opens nothing; the alarm is raised, and Check names it.
func TestForgedRowsOpenNothing(t *testing.T) {
	server := storetest.Start(t)
	source, file := server.Fresh(t), nowhere(t)
	for _, address := range []string{source, file} {
		ok(t, Migrate(t.Context(), address))
		db, raised := openKeyed(t, address)
		fillKeyed(t, db)
		same(t, "before", must[Checked](t)(db.Check(t.Context(), nil)).Damages, nil)
		same(t, "no alarm", raised.all, nil)
		ok(t, db.Close())
	}
	for _, kind := range []struct {
		name string
		copy func(testing.TB) string
	}{
		{"SQLite", func(t testing.TB) string { return copyOf(t, file) }},
		{"PostgreSQL", func(t testing.TB) string { return server.Copy(t, source) }},
	} {
		t.Run(kind.name, func(t *testing.T) {
			for _, f := range forgeries() {
				t.Run(f.name, func(t *testing.T) {
					t.Parallel()
					db, raised := openKeyed(t, kind.copy(t))
					tamper(t, db, f.statements)
					if err := f.use(t.Context(), db); fault.KindOf(err) != f.kind {
						t.Errorf("used: %v", err)
					}
					f.expect(t, must[Checked](t)(db.Check(t.Context(), nil)).Damages)
					if len(raised.all) == 0 && f.want.What != "key" {
						t.Error("no alarm")
					}
				})
			}
		})
	}
}

// A row that was taken away is named even after what it let in has gone.
func TestForgedSignInLeavesATrace(t *testing.T) {
	db, _ := openKeyed(t, nowhere(t))
	fillKeyed(t, db)
	tamper(t, db, []string{`UPDATE sign_ins SET token = 'token'`})
	tamper(t, db, []string{`DELETE FROM sign_ins`})
	by("", "sign-in", hex.EncodeToString(hashOf("cookie")), removed).expect(t, must[Checked](t)(db.Check(t.Context(), nil)).Damages)
}

// What a server does with a row that somebody else has changed does not make it genuine.
func TestForgedRowsStayForged(t *testing.T) {
	db, _ := openKeyed(t, nowhere(t))
	fillKeyed(t, db)
	tamper(t, db, []string{`INSERT INTO grants (token, role, event, case_id, federation) VALUES ('third', 'fpl-chair', '', '', '')`,
		`UPDATE events SET federation = 'NOR'`, `UPDATE cases SET arbiter = 1 - arbiter WHERE id = 'case'`})
	expectFault(t, db.Grant(t.Context(), "third", access.Grant{Role: "organiser", Event: "b"}), fault.Corrupt, Forged)
	ok(t, db.Ungrant(t.Context(), "third", access.Grant{Role: "organiser", Event: "a"}))
	_, err := db.ChangeEvent(t.Context(), "a", 0, func(e *Event) error { e.Name = "another"; return nil })
	expectFault(t, err, fault.Corrupt, Forged)
	_, _, err = db.AppendCase(t.Context(), "case", nil)
	expectFault(t, err, fault.Corrupt, Forged)
	expectFault(t, who("third")(t.Context(), db), fault.Unauthenticated, Forged)
	ok(t, db.RevokeToken(t.Context(), "third", minute))
	expectFault(t, who("third")(t.Context(), db), fault.Unauthenticated, Forged)
}

// An older copy of a token, put back with its own mark, opens nothing once a later version was seen.
func TestOlderCopyOfAToken(t *testing.T) {
	db, raised := openKeyed(t, nowhere(t))
	fillKeyed(t, db)
	tamper(t, db, []string{`CREATE TABLE kept AS SELECT * FROM tokens WHERE id = 'third'`})
	ok(t, db.RevokeToken(t.Context(), "third", minute))
	expectFault(t, who("third")(t.Context(), db), fault.Unauthenticated, "token_revoked")
	tamper(t, db, []string{`DELETE FROM tokens WHERE id = 'third'`, `INSERT INTO tokens SELECT * FROM kept`})
	expectFault(t, who("third")(t.Context(), db), fault.Unauthenticated, Forged)
	same(t, "alarm", raised.all, []string{"token third"})
	by("", "token", "third", changed).expect(t, must[Checked](t)(db.Check(t.Context(), nil)).Damages)
}

// A database belongs to the servers with its key, and nobody gets it marked again by taking its marks away.
func TestDatabaseBelongsToAKey(t *testing.T) {
	server := storetest.Start(t)
	for name, source := range map[string]string{"SQLite": nowhere(t), "PostgreSQL": server.Fresh(t)} {
		t.Run(name, func(t *testing.T) {
			ok(t, Migrate(t.Context(), source))
			var a alarms
			first := must[*DB](t)(Open(t.Context(), source))
			fill(t, first) // as before there were keys
			fillCases(t, first)
			ok(t, first.Close())

			_, err := OpenKeyed(t.Context(), source, a.keyholder(testKeys(t, 1)))
			expectFault(t, err, fault.Conflict, "server_key_unmarked")
			made, missing := a.keyholder(nil), error(fault.New(fault.NotFound, "server_key_missing", "none"))
			made.Keys = func() (ServerKeys, error) { return testKeys(t, 1), missing }
			made.Make = func() error { missing = nil; return nil }
			ok(t, must[*DB](t)(OpenKeyed(t.Context(), source, made)).Close())
			missing = fault.New(fault.NotFound, "server_key_missing", "lost")
			_, err = OpenKeyed(t.Context(), source, made)
			expectFault(t, err, fault.Conflict, "server_key_other")

			db, _ := openKeyed(t, source)
			ok(t, who("token")(t.Context(), db))
			_, entries, err := db.CaseHistory(t.Context(), "case")
			if err != nil || len(entries) == 0 || entries[0].Body == nil {
				t.Errorf("%v %v", entries, err)
			}
			found := must[Checked](t)(db.Check(t.Context(), nil))
			same(t, "marked once", found.Damages, nil)
			if found.KeyID != testKeys(t, 1)[0].ID() || found.Marked == 0 || found.Keyless {
				t.Errorf("%+v", found)
			}
			_, err = OpenKeyed(t.Context(), source, a.keyholder(testKeys(t, 2)))
			expectFault(t, err, fault.Conflict, "server_key_other")
			if err == nil || !strings.Contains(err.Error(), "--server-key-file") {
				t.Errorf("the error does not say what helps: %v", err)
			}

			unkeyed := must[*DB](t)(Open(t.Context(), source))
			defer unkeyed.Close()
			expectFault(t, unkeyed.AddToken(t.Context(), newToken("x")), fault.Unavailable, "server_key")
			if found := must[Checked](t)(unkeyed.Check(t.Context(), nil)); !found.Keyless || found.Damages != nil {
				t.Errorf("%+v", found)
			}

			tamper(t, db, []string{`DELETE FROM server_key`, `UPDATE tokens SET mark = '', digest = '00' WHERE id = 'token'`})
			_, err = OpenKeyed(t.Context(), source, a.keyholder(testKeys(t, 1)))
			expectFault(t, err, fault.Conflict, "server_key_unmarked")
			by("", "mark of the server key", "1", removed).expect(t, must[Checked](t)(db.Check(t.Context(), nil)).Damages)
		})
	}
}

// A new key takes the place of the old one, also while a server runs that has only the old one in memory. A forged row
// does not become genuine by it.
func TestKeysAreExchanged(t *testing.T) {
	server := storetest.Start(t)
	for name, source := range map[string]string{"SQLite": nowhere(t), "PostgreSQL": server.Fresh(t)} {
		t.Run(name, func(t *testing.T) {
			ok(t, Migrate(t.Context(), source))
			var a alarms
			file := testKeys(t, 1)
			running := must[*DB](t)(OpenKeyed(t.Context(), source, Keyholder{Keys: func() (ServerKeys, error) { return file, nil }, Alarm: a.note, Random: rand.Reader, Now: time.Now}))
			defer running.Close()
			fillKeyed(t, running)
			tamper(t, running, []string{`UPDATE tokens SET expires = 0 WHERE id = 'third'`})

			file = testKeys(t, 2, 1)
			by := must[*DB](t)(OpenKeyed(t.Context(), source, a.keyholder(file)))
			defer by.Close()
			ok(t, who("token")(t.Context(), by)) // under the old key
			done := must[Rekeyed](t)(by.Rekey(t.Context(), newEntry("rekey")))
			same(t, "exchanged", done, Rekeyed{Was: testKeys(t, 1)[0].ID(), Is: file[0].ID(), Left: 1})
			file = testKeys(t, 2)

			ok(t, who("token")(t.Context(), running))
			ok(t, running.AddToken(t.Context(), newToken("later")))
			_, entries, err := running.CaseHistory(t.Context(), "case")
			if err != nil || entries[0].Body == nil {
				t.Error(entries, err)
			}
			alone := must[*DB](t)(OpenKeyed(t.Context(), source, a.keyholder(file)))
			defer alone.Close()
			ok(t, who("later")(t.Context(), alone))
			expectFault(t, who("third")(t.Context(), alone), fault.Unauthenticated, Forged)
			same(t, "again", must[Rekeyed](t)(alone.Rekey(t.Context(), newEntry("rekey"))).Left, 0)
			found := must[Checked](t)(alone.Check(t.Context(), nil)).Damages
			if len(found) != 1 || found[0].ID != "third" {
				t.Errorf("%+v", found)
			}
		})
	}
}

func TestParseServerKeys(t *testing.T) {
	line := strings.Repeat("0a", ServerKeySize)
	keys := must[ServerKeys](t)(ParseServerKeys([]byte("# made by hand\n" + line + "\n\n" + strings.Repeat("0B", ServerKeySize) + "\r\n")))
	same(t, "ids", []string{keys[0].ID(), keys[1].ID()}, []string{testKeys(t, 10)[0].ID(), testKeys(t, 11)[0].ID()})
	for _, text := range []string{"", "# nothing\n", "secret", line + "\n" + line[2:], line + line} {
		_, err := ParseServerKeys([]byte(text))
		expectFault(t, err, fault.Invalid, "server_key")
		if text != "" && err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("it is shown: %v", err)
		}
	}
}
