package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/store/storetest"
)

// tampering is one action of somebody who can write to the database and knows how it works.
type tampering struct {
	name       string
	statements []string
	want       Damage // its Reason is a part of the real one
}

func by(name, what, id, reason string, statements ...string) tampering {
	return tampering{name, statements, Damage{what, id, reason}}
}

const (
	changed  = "changed by somebody else"
	putIn    = "put in by somebody else"
	removed  = "somebody else than fairplay has removed it"
	sumsHold = "somebody else than fairplay"
)

// tamperings change what fill and more put into a database. X'00' is a byte in both dialects of
// SQL once it is translated.
func tamperings() []tampering {
	g1, g2 := newGame("g1", "", 1).SHA256, newGame("g2", "corrected", 2).SHA256
	quick := analysis.Quick().Fingerprint()
	report, second := newReport("key", "a", "x").ID, newReport("second", "a", "y").ID
	file := hexDigest([]byte("file of one"))
	forged := hex.EncodeToString(digest(rowKey{quick, "forged", "deep"}, []byte("x")))
	return []tampering{
		by("a game relinked", "link", "1 of event a", changed, `UPDATE event_games SET sha256 = '`+g2+`' WHERE seq = 1`),
		by("a link to another file", "link", "1 of event a", changed, `UPDATE event_games SET file = 'other.pgn' WHERE seq = 1`),
		by("a link removed", "link", "1 of event a", removed, `DELETE FROM event_games WHERE seq = 1`),
		by("the last link removed", "link", "2 of event a", removed, `DELETE FROM event_games WHERE seq = 2`),
		by("a link put in", "link", "3 of event a", putIn,
			`INSERT INTO event_games (event, seq, game, sha256, batch, file, number, line) VALUES ('a', 3, 'g3', '`+g1+`', 'one', 'a.pgn', 3, 9)`),
		by("two games changed about", "link", "2 of event a", changed,
			`UPDATE event_games SET seq = 9 WHERE seq = 1`, `UPDATE event_games SET seq = 1 WHERE seq = 2`, `UPDATE event_games SET seq = 2 WHERE seq = 9`),
		by("a corrected game put back", "link", "2 of event a", changed, `UPDATE event_games SET sha256 = '`+newGame("g2", "", 2).SHA256+`' WHERE seq = 2`),

		by("the name of White", "game", g1, changed, `UPDATE games SET white = 'Somebody Else' WHERE sha256 = '`+g1+`'`),
		by("a FIDE id", "game", g1, changed, `UPDATE games SET black_fide = '999' WHERE sha256 = '`+g1+`'`),
		by("a result", "game", g1, changed, `UPDATE games SET result = '1-0' WHERE sha256 = '`+g1+`'`),
		by("a round", "game", g1, changed, `UPDATE games SET round = '9' WHERE sha256 = '`+g1+`'`),
		by("the moves of a game", "game", g1, "unpacked", `UPDATE games SET body = X'00' WHERE sha256 = '`+g1+`'`),
		by("a game removed", "game", g1, removed, `DELETE FROM games WHERE sha256 = '`+g1+`'`),
		by("a game put in", "game", "00", differsFromDigest, `INSERT INTO games SELECT '00', id, body, white, black, white_fide, black_fide, round, played, result, plies FROM games WHERE sha256 = '`+g1+`'`),

		by("the name of an event", "event", "a", changed, `UPDATE events SET name = 'Another'`),
		by("the rules of an event", "event", "a", changed, `UPDATE events SET rule_set = 'other'`),
		by("the number of players", "event", "a", changed, `UPDATE events SET players = 9000`),
		by("how an event is played", "facts", "of event a", changed, `UPDATE event_facts SET body = '{"mode":"online"}'`),
		by("what is stated of an event", "facts", "of event a", removed, `DELETE FROM event_facts WHERE event = 'a'`),
		by("who takes part", "journal entry", "2 of event a", changed, `UPDATE journal SET body = '{}' WHERE seq = 2`),
		by("when an entry was written", "journal entry", "1 of event a", changed, `UPDATE journal SET at = at + 1 WHERE seq = 1`),
		by("an entry removed from the journal", "journal entry", "1 of event a", removed, `DELETE FROM journal WHERE seq = 1`),
		by("the last entry removed from the journal", "journal entry", "2 of event a", removed, `DELETE FROM journal WHERE seq = 2`),
		by("an entry put into the journal", "journal entry", "3 of event a", putIn, `INSERT INTO journal SELECT event, 3, kind, at, author, body, digest FROM journal WHERE seq = 2`),
		by("an event removed", "event", "a", removed, `DELETE FROM events`),
		by("an event put in", "event", "z", putIn, `INSERT INTO events SELECT 'z', name, site, federation, starts, ends, time_class, rule_set, planned_rounds, players, state, live, games, version, created, mark FROM events`),

		by("who handed a batch in", "batch", "one", changed, `UPDATE batches SET token = 'other' WHERE id = 'one'`),
		by("what a batch brought", "batch", "one", changed, `UPDATE batches SET counts = '{}' WHERE id = 'one'`),
		by("a batch removed", "batch", "two", removed, `DELETE FROM batches WHERE id = 'two'`),
		by("the name of a file", "file", "0 of batch one", changed, `UPDATE batch_files SET name = 'other.pgn' WHERE batch = 'one'`),
		by("another file in a batch", "file", "0 of batch one", changed, `UPDATE batch_files SET sha256 = '`+hexDigest(nil)+`' WHERE batch = 'one'`),
		by("an outcome", "outcome", "3 of batch one", changed, `UPDATE outcomes SET kind = 'new' WHERE batch = 'one' AND n = 3`),
		by("an outcome removed", "outcome", "3 of batch one", removed, `DELETE FROM outcomes WHERE batch = 'one' AND n = 3`),
		by("a note on a file", "note", `on file "a.pgn" of event a`, changed, `UPDATE event_inputs SET errors = '[1]'`),
		by("an idempotency key", "idempotency key", `"k" of token t`, changed, `UPDATE idempotency_keys SET batch = 'two'`),

		by("when a file came", "upload", file, changed, `UPDATE uploads SET received = 1 WHERE sha256 = '`+file+`'`),
		by("the size of a file", "upload", hexDigest(nil), changed, `UPDATE uploads SET size = 0, received = 2 WHERE sha256 = '`+hexDigest(nil)+`'`),
		by("a file removed", "upload", file, removed, `DELETE FROM uploads WHERE sha256 = '`+file+`'`),
		by("the bytes of a file", "upload", file, differsFromDigest, `UPDATE upload_chunks SET body = X'00' WHERE sha256 = '`+file+`'`),
		by("a chunk put in", "upload", file, "chunk 7", `INSERT INTO upload_chunks (sha256, n, body) VALUES ('`+file+`', 7, X'00')`),

		by("a report relinked", "report link", "key", changed, `UPDATE reports SET id = '`+second+`' WHERE name = 'key'`),
		by("when a report was made", "report link", "key", changed, `UPDATE reports SET created = 1 WHERE name = 'key'`),
		by("a report link removed", "report link", "second", removed, `DELETE FROM reports WHERE name = 'second'`),
		by("a report link put in", "report link", "third", putIn, `INSERT INTO reports (name, event, seq, id, kind, test, created) VALUES ('third', 'a', 9, '`+report+`', 'screening', '', 1)`),
		by("a report removed", "report", second, removed, `DELETE FROM report_bodies WHERE id = '`+second+`'`),
		by("the figures of a report", "report", report, "unpacked", `UPDATE report_bodies SET body = X'00' WHERE id = '`+report+`'`),
		by("a figure of a player", "performance", "0 of report "+report, changed, `UPDATE performances SET rating = 3000 WHERE n = 0`),
		by("whose a performance is", "performance", "1 of report "+report, changed, `UPDATE performances SET player = 'somebody' WHERE n = 1`),
		by("a performance removed", "performance", "1 of report "+report, removed, `DELETE FROM performances WHERE n = 1`),

		by("a test's request", "test", "test", changed, `UPDATE tests SET request = '{"player":"1"}'`),
		by("a test's answer", "test", "test", changed, `UPDATE tests SET report = '`+second+`'`),
		by("a test removed", "test", "test", removed, `DELETE FROM tests`),
		by("what a task is about", "task", "t", changed, `UPDATE tasks SET subject = 'another' WHERE id = 't'`),
		by("a task removed", "task", "t", removed, `DELETE FROM tasks WHERE id = 't'`),

		by("a game called evaluated", "end of task", "t", putIn, `UPDATE tasks SET state = 'done' WHERE id = 't'`),
		by("a task called cancelled", "end of task", "t", putIn, `UPDATE tasks SET state = 'cancelled', reason_code = 'overtaken' WHERE id = 't'`),
		by("a failure called success", "end of task", "dead", changed, `UPDATE tasks SET state = 'done', reason_kind = '', reason_code = '', reason = '' WHERE id = 'dead'`),
		by("success called a failure", "end of task", "done", changed, `UPDATE tasks SET state = 'dead', reason_code = 'x', reason = 'another' WHERE id = 'done'`),
		by("why a task was given up", "end of task", "dead", changed, `UPDATE tasks SET reason = 'his games were too short' WHERE id = 'dead'`),
		by("by what a task was given up", "end of task", "dead", changed, `UPDATE tasks SET reason_kind = 'internal' WHERE id = 'dead'`),
		by("how often a task was tried", "end of task", "dead", changed, `UPDATE tasks SET attempts = 1 WHERE id = 'dead'`),
		by("how much was evaluated", "end of task", "done", changed, `UPDATE tasks SET positions = 0, positions_done = 0 WHERE id = 'done'`),
		by("a task opened again", "end of task", "done", removed, `UPDATE tasks SET state = 'open' WHERE id = 'done'`),
		by("a cancellation undone", "end of task", "cancelled", removed, `UPDATE tasks SET state = 'open' WHERE id = 'cancelled'`),
		by("a revived task ended as before", "end of task", "revived", "put it back", `UPDATE tasks SET state = 'cancelled', reason_code = 'event' WHERE id = 'revived'`),

		by("a role widened", "grant", `of token other: role chief-arbiter, event "a", case "", federation ""`, putIn,
			`UPDATE grants SET role = 'chief-arbiter' WHERE token = 'other'`),
		by("a role put in", "grant", `of token token: role fair-play-officer, event "a", case "", federation ""`, putIn,
			`INSERT INTO grants (token, role, event, case_id, federation) VALUES ('token', 'fair-play-officer', 'a', '', '')`),
		by("a role removed", "grant", `of token other: role organiser, event "a", case "", federation ""`, removed, `DELETE FROM grants WHERE token = 'other'`),
		by("a role that was withdrawn", "grant", `of token other: role fpl-chair, event "a", case "", federation ""`, "put it back",
			`INSERT INTO grants (token, role, event, case_id, federation) VALUES ('other', 'fpl-chair', 'a', '', '')`),
		by("a proposal made a grant of", "proposed grant", `of token other: role fpl-member, event "a", case "", federation ""`, removed, `DELETE FROM grant_proposals`),
		by("who proposed a grant", "proposed grant", `of token other: role fpl-member, event "a", case "", federation ""`, changed, `UPDATE grant_proposals SET proposer = 'other'`),
		by("a token prolonged", "token", "token", changed, `UPDATE tokens SET expires = 0 WHERE id = 'token'`),
		by("a revocation undone", "token", "other", changed, `UPDATE tokens SET revoked = 0 WHERE id = 'other'`),
		by("another secret", "token", "token", changed, `UPDATE tokens SET digest = '00' WHERE id = 'token'`),
		by("whose a token is", "token", "token", changed, `UPDATE tokens SET name = 'Somebody' WHERE id = 'token'`),
		by("a token removed", "token", "other", removed, `DELETE FROM tokens WHERE id = 'other'`),
		by("a token put in", "token", "forged", putIn, `INSERT INTO tokens (id, name, digest, created, expires, last_used, revoked) VALUES ('forged', 'x', '01', 1, 0, 0, 0)`),

		by("a recipe", "recipe", quick, "fingerprint", `UPDATE recipes SET recipe = replace(recipe, '200000', '100000') WHERE recipe IS NOT NULL`),
		by("a recipe forgotten", "recipe", quick, changed, `UPDATE recipes SET recipe = NULL`),
		by("a recipe removed", "recipe", quick, removed, `DELETE FROM recipes WHERE fingerprint = '`+quick+`'`),
		by("an evaluation", "evaluation", placeOf(rowKey{quick, position, "wide"}), differsFromDigest, `UPDATE evaluations SET body = X'00' WHERE pass = 'wide'`),
		by("an evaluation moved", "evaluation", placeOf(rowKey{"unregistered", position, "wide"}), differsFromDigest,
			`UPDATE evaluations SET recipe = (SELECT id FROM recipes WHERE fingerprint = 'unregistered') WHERE pass = 'wide'`),
		by("an evaluation removed", "evaluation", "all under recipe unregistered", "removed 1 of them",
			`DELETE FROM evaluations WHERE recipe = (SELECT id FROM recipes WHERE fingerprint = 'unregistered')`),
		by("an evaluation forged", "evaluation", placeOf(rowKey{quick, "forged", "deep"}), putIn,
			`INSERT INTO evaluations (recipe, position, pass, body, digest, used) SELECT id, 'forged', 'deep', X'78', X'`+forged+`', 1 FROM recipes WHERE fingerprint = '`+quick+`'`),
		by("an evaluation replaced by a forged one", "evaluation", "all under recipe "+quick, sumsHold,
			`UPDATE evaluations SET position = 'forged', pass = 'deep', body = X'78', digest = X'`+forged+`' WHERE pass = 'wide'`),
		by("the sum of the evaluations", "evaluation", "all under recipe "+quick, sumsHold, `UPDATE evaluation_sums SET passes = passes + 1`),

		by("the sum of the evaluations with an evaluation", "sum of evaluations", "of recipe 1", changed,
			`UPDATE evaluations SET position = 'forged', pass = 'deep', body = X'78', digest = X'`+forged+`' WHERE pass = 'wide' AND recipe = 1`,
			`UPDATE evaluation_sums SET sum = '`+forged+`' WHERE recipe = 1`),
		by("what a game adds to a screening", "sheet", "sheet", differsFromDigest, `UPDATE sheets SET body = X'00'`),
		by("what a game adds to a screening, with its digest", "sheet", "sheet", changed,
			`UPDATE sheets SET body = X'00', digest = '`+sheetDigest("sheet", []byte{0})+`'`),
		by("a sheet put in", "sheet", "forged", putIn,
			`INSERT INTO sheets (name, created, digest, body) VALUES ('forged', 1, '`+sheetDigest("forged", []byte{0})+`', X'00')`),

		by("an entry of the audit", "audit", "2", changed, `UPDATE audit SET subject = 'another' WHERE seq = 2`),
		by("an entry of the audit removed", "audit", "2", removed, `DELETE FROM audit WHERE seq = 2`),
		by("who did what", "audit", "2", changed, `UPDATE audit SET token = 'another' WHERE seq = 2`),
		by("in which role", "audit", "2", changed, `UPDATE audit SET role = 'another' WHERE seq = 2`),
		by("what was done", "audit", "2", changed, `UPDATE audit SET action = 'another' WHERE seq = 2`),
		by("why it was done", "audit", "2", changed, `UPDATE audit SET detail = 'another' WHERE seq = 2`),
		by("when it was done", "audit", "2", changed, `UPDATE audit SET happened = happened + 1 WHERE seq = 2`),
		by("the end of the audit cut off", "audit", "5", removed, `DELETE FROM audit WHERE seq > 3`),
		by("an entry put in", "audit", "6", putIn, `INSERT INTO audit SELECT 6, happened, token, role, action, subject, detail FROM audit WHERE seq = 5`),

		by("a seal", "seal", "2", "altered", `UPDATE seals SET body = X'00' WHERE seq = 2`),
		by("a seal removed", "seal", "3", "missing", `DELETE FROM seals WHERE seq = 2`),
		by("the last seal removed", "seal", "end", "ended with number", `DELETE FROM seals WHERE seq = (SELECT max(seq) FROM seals)`),
		by("what a seal says of the audit", "seal", "2", "altered", `UPDATE seals SET audit = 5 WHERE seq = 2`),
		by("the record of the end removed", "seal", "end", "missing", `DELETE FROM seal_head`),

		by("a version of the tables", "database", "table goose_db_version", "version 3", `DELETE FROM goose_db_version WHERE version_id = 2`),
	}
}

// more adds to what fill puts into a database.
func more(t *testing.T, db *DB) {
	t.Helper()
	endTasks(t, db)
	ok(t, db.PutReport(t.Context(), newReport("second", "a", "y"), nil))
	ok(t, db.PutSheets(t.Context(), []StoredSheet{{Name: "sheet", Body: []byte("what it adds")}}, start))
	chair := access.Grant{Role: "fpl-chair", Event: "a"}
	ok(t, db.AddToken(t.Context(), newToken("other", access.Grant{Role: "organiser", Event: "a"}, chair)))
	ok(t, db.Ungrant(t.Context(), "other", chair))
	must[Proposal](t)(db.Propose(t.Context(), Proposal{Token: "other", Grant: access.Grant{Role: "fpl-member", Event: "a"}, By: "token", Created: start}))
	ok(t, db.RevokeToken(t.Context(), "other", minute))
}

// endTasks adds a task that ended in each way, and one that is open again.
func endTasks(t *testing.T, db *DB) {
	t.Helper()
	addTasks(t, db, newTask("done", "a"), newTask("dead", "a"), newTask("cancelled", "a"), newTask("revived", "a"))
	must[Task](t)(db.StartTask(t.Context(), "dead", minute))
	must[Task](t)(db.StartTask(t.Context(), "dead", minute))
	ok(t, db.FinishTask(t.Context(), "done", minute))
	ok(t, db.FailTask(t.Context(), "dead", TaskFailure{Kind: fault.Corrupt, Code: "rot", Text: "it is damaged"}, true, minute))
	same(t, "cancelled", must[int](t)(db.CancelTasks(t.Context(), Cancellation{IDs: []string{"cancelled", "revived"}, Code: "event"}, minute)), 2)
	must[Task](t)(db.ReviveTask(t.Context(), "revived", minute))
}

// Whatever somebody with write access changes in the database, Check names the row.
func TestTamperingIsNamed(t *testing.T) {
	server := storetest.Start(t)
	source, file := server.Fresh(t), cacheFile(t)
	for _, address := range []string{source, file} {
		ok(t, Migrate(t.Context(), address))
		db := must[*DB](t)(Open(t.Context(), address))
		fill(t, db)
		more(t, db)
		fillCases(t, db)
		same(t, "before", must[Checked](t)(db.Check(t.Context(), nil)).Damages, nil)
		ok(t, db.Close())
	}
	all := append(tamperings(), caseTamperings()...)
	for _, kind := range []struct {
		name string
		copy func(testing.TB) string
	}{
		{"SQLite", func(t testing.TB) string { return copyOf(t, file) }},
		{"PostgreSQL", func(t testing.TB) string { return server.Copy(t, source) }},
	} {
		t.Run(kind.name, func(t *testing.T) {
			for _, c := range all {
				t.Run(c.name, func(t *testing.T) {
					t.Parallel()
					db := openFresh(t, kind.copy(t))
					tamper(t, db, c.statements)
					c.expect(t, must[Checked](t)(db.Check(t.Context(), nil)).Damages)
				})
			}
		})
	}
	if len(all) < 35 {
		t.Errorf("%d kinds", len(all))
	}
}

func (c tampering) expect(t *testing.T, found []Damage) {
	t.Helper()
	if !slices.ContainsFunc(found, func(d Damage) bool {
		return d.What == c.want.What && d.ID == c.want.ID && strings.Contains(d.Reason, c.want.Reason)
	}) {
		t.Errorf("%+v is not among %+v", c.want, found)
	}
}

// tamper runs statements with foreign keys disabled.
func tamper(t *testing.T, db *DB, statements []string) {
	t.Helper()
	conn := must[*sql.Conn](t)(db.write.Conn(t.Context()))
	defer conn.Close()
	free, bound := `PRAGMA foreign_keys = off`, `PRAGMA foreign_keys = on`
	if db.dialect == (postgresDialect{}) {
		free, bound = `SET session_replication_role = replica`, `RESET session_replication_role`
	}
	must[sql.Result](t)(conn.ExecContext(t.Context(), free))
	defer conn.ExecContext(context.WithoutCancel(t.Context()), bound)
	for _, text := range statements {
		if db.dialect == (postgresDialect{}) {
			text = inBytea(text)
		}
		result := must[sql.Result](t)(conn.ExecContext(t.Context(), text))
		if n := must[int64](t)(result.RowsAffected()); n == 0 {
			t.Fatalf("nothing is altered by %s", text)
		}
	}
}

// inBytea writes bytes as PostgreSQL has them.
func inBytea(text string) string {
	before, after, found := strings.Cut(text, "X'")
	if !found {
		return text
	}
	hex, rest, _ := strings.Cut(after, "'")
	return before + `'\x` + hex + `'::bytea` + inBytea(rest)
}

// Check includes SQLite's own check of pages and indexes, and compares the schema.
func TestDamagedFileIsNamed(t *testing.T) {
	file := cacheFile(t)
	db := must[*DB](t)(Open(t.Context(), file))
	fill(t, db)
	index := must[int](t)(readOne(t.Context(), db, nil, scanInt, `SELECT rootpage FROM sqlite_master WHERE name = 'reports_by_id'`))
	table := must[int](t)(readOne(t.Context(), db, nil, scanInt, `SELECT rootpage FROM sqlite_master WHERE name = 'games'`))
	pageSize := must[int](t)(readOne(t.Context(), db, nil, scanInt, `PRAGMA page_size`))
	alter(t, db, `UPDATE events SET version = version`) // so that this connection knows the file before the checkpoint
	_, err := db.write.ExecContext(t.Context(), `PRAGMA wal_checkpoint(TRUNCATE)`)
	ok(t, err)
	ok(t, db.Close())
	overwritten := func(page int, text string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			f := must[*os.File](t)(os.OpenFile(path, os.O_WRONLY, 0))
			must[int](t)(f.WriteAt([]byte(text), int64((page-1)*pageSize)))
			ok(t, f.Close())
		}
	}
	run := func(text string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			raw := must[*sql.DB](t)(sql.Open("sqlite", path))
			must[sql.Result](t)(raw.ExecContext(t.Context(), text))
			ok(t, raw.Close())
		}
	}
	for name, c := range map[string]struct {
		do   func(*testing.T, string)
		want tampering
	}{
		"an index":          {overwritten(index, strings.Repeat("\x00", 64)), by("", "database", "file", "")},
		"a table":           {overwritten(table, strings.Repeat("\x00", 64)), by("", "database", "file", "")},
		"an index dropped":  {run(`DROP INDEX reports_by_id`), by("", "database", "index reports_by_id", "missing")},
		"a trigger":         {run(`CREATE TRIGGER t AFTER INSERT ON audit BEGIN DELETE FROM audit; END`), by("", "database", "trigger t", "no such thing")},
		"a table put in":    {run(`CREATE TABLE mine (x)`), by("", "database", "table mine", "no such thing")},
		"a column put in":   {run(`ALTER TABLE grants ADD COLUMN x`), by("", "database", "table grants", "otherwise")},
		"an index replaced": {run(`DROP INDEX tasks_waiting; CREATE INDEX tasks_waiting ON tasks (id)`), by("", "database", "index tasks_waiting", "otherwise")},
	} {
		t.Run(name, func(t *testing.T) {
			path := copyOf(t, file)
			c.do(t, path)
			db := openFresh(t, path)
			c.want.expect(t, must[Checked](t)(db.Check(t.Context(), nil)).Damages)
		})
	}
}

// When a database gets tables for seals, its rows are sealed. It is sound, and later changes
// are named.
func TestExistingRowsAreSealed(t *testing.T) {
	server := storetest.Start(t)
	for name, source := range map[string]string{"SQLite": nowhere(t), "PostgreSQL": server.Fresh(t)} {
		t.Run(name, func(t *testing.T) {
			old := must[*DB](t)(connect(source))
			ok(t, old.migrateTo(t.Context(), func(p *goose.Provider) error {
				_, err := p.UpTo(t.Context(), sealMigration-1)
				return err
			}))
			alter(t, old, `INSERT INTO tokens (id, name, digest, created, expires, last_used, revoked) VALUES ('a', 'Щ', '01', 1, 2, 3, 0), ('b', 'b', '02', 1, 2, 3, 0)`)
			alter(t, old, `INSERT INTO grants (token, role, event, case_id, federation) VALUES ('a', 'administrator', '', '', '')`)
			alter(t, old, `INSERT INTO recipes (id, fingerprint) VALUES (1, 'quick')`)
			for i, place := range []string{position, other} {
				key := rowKey{"quick", place, "deep"}
				alter(t, old, `INSERT INTO evaluations (recipe, position, pass, body, digest, used) VALUES (1, ?, 'deep', ?, ?, ?)`,
					place, []byte("x"), digest(key, []byte("x")), i)
			}
			ok(t, old.Close())
			ok(t, Migrate(t.Context(), source))
			db := openFresh(t, source)
			found := must[Checked](t)(db.Check(t.Context(), nil))
			if found.Seals != 2 || found.Rows != 5 || found.Damages != nil {
				t.Errorf("%+v", found)
			}
			c := cacheIn(t, db)
			must[Pruned](t)(c.Prune(t.Context(), Pruning{UnusedSince: timeOf(1)}))
			same(t, "pruned", must[Checked](t)(db.Check(t.Context(), nil)).Damages, nil)
			alter(t, db, `UPDATE tokens SET name = 'c' WHERE id = 'a'`)
			alter(t, db, `DELETE FROM evaluations`)
			damages := must[Checked](t)(db.Check(t.Context(), nil)).Damages
			by("", "token", "a", changed).expect(t, damages)
			by("", "evaluation", "all under recipe quick", "removed 1 of them").expect(t, damages)
		})
	}
}

// When the ends of tasks are sealed, those of tasks that had ended before are too. Later changes are named.
func TestExistingEndsAreSealed(t *testing.T) {
	server := storetest.Start(t)
	for name, source := range map[string]string{"SQLite": nowhere(t), "PostgreSQL": server.Fresh(t)} {
		t.Run(name, func(t *testing.T) {
			old := must[*DB](t)(connect(source))
			ok(t, old.migrateTo(t.Context(), func(p *goose.Provider) error {
				_, err := p.UpTo(t.Context(), taskEndMigration-1)
				return err
			}))
			addTasks(t, old, newTask("open", "a"), newTask("dead", "a"))
			alter(t, old, `UPDATE tasks SET state = 'dead', reason = 'it is damaged' WHERE id = 'dead'`)
			ok(t, old.Close())
			ok(t, Migrate(t.Context(), source))
			db := openFresh(t, source)
			same(t, "before", must[Checked](t)(db.Check(t.Context(), nil)).Damages, nil)
			alter(t, db, `UPDATE tasks SET reason = 'another' WHERE id = 'dead'`)
			by("", "end of task", "dead", changed).expect(t, must[Checked](t)(db.Check(t.Context(), nil)).Damages)
		})
	}
}

// A backup of a version without seals is sealed while it is restored.
func TestOldBackupIsRestored(t *testing.T) {
	from := openFresh(t, cacheFile(t))
	fill(t, from)
	text, _ := backup(t, from)
	var kept strings.Builder
	rows, leave, table := 0, false, ""
	for line := range strings.Lines(unzstd(t, text)) {
		if strings.HasPrefix(line, `{"table"`) {
			leave = slices.ContainsFunc(backupTables(), func(b backupTable) bool {
				return (b.since >= sealMigration || b.name == "audit") && strings.HasPrefix(line, `{"table":"`+b.name+`"`)
			})
		}
		if leave || strings.HasPrefix(line, `{"rows"`) {
			continue
		}
		if strings.HasPrefix(line, "[") {
			rows++
		}
		kept.WriteString(strings.Replace(withoutMark(t, &table, line), fmt.Sprintf(`"schema":%d`, must[int64](t)(from.version(t.Context()))), `"schema":2`, 1))
	}
	fmt.Fprintf(&kept, `{"rows":%d,"sha256":"%s"}`+"\n", rows, hexDigest([]byte(kept.String())))
	db := restored(t, nowhere(t), zstdOf(t, kept.String()))
	found := must[Checked](t)(db.Check(t.Context(), nil))
	if found.Seals != 2 || found.Rows != 36 || found.Damages != nil {
		t.Errorf("%+v", found)
	}
}

// withoutMark returns a line of a backup as it was before rows had marks, and tasks recipes.
func withoutMark(t *testing.T, table *string, line string) string {
	t.Helper()
	var head struct {
		Table   string            `json:"table"`
		Columns []json.RawMessage `json:"columns"`
	}
	if strings.HasPrefix(line, `{"table"`) {
		ok(t, json.Unmarshal([]byte(line), &head))
		*table = head.Table
	}
	more := map[string]int{"tokens": 2, "events": 1, "tasks": 1}[*table]
	if more == 0 {
		return line
	}
	if head.Table != "" {
		head.Columns = head.Columns[:len(head.Columns)-more]
		return string(must[[]byte](t)(json.Marshal(head))) + "\n"
	}
	var row []json.RawMessage
	ok(t, json.Unmarshal([]byte(line), &row))
	return string(must[[]byte](t)(json.Marshal(row[:len(row)-more]))) + "\n"
}

// A trigger in PostgreSQL that changes rows is named.
func TestTriggerIsNamed(t *testing.T) {
	server := storetest.Start(t)
	source := server.Fresh(t)
	db := openFresh(t, source)
	server.Exec(t, source, `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`)
	server.Exec(t, source, `CREATE TRIGGER t BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION f()`)
	by("", "database", "trigger t on audit", "no such thing").expect(t, must[Checked](t)(db.Check(t.Context(), nil)).Damages)
}

// Staged rows cannot be changed unnoticed: they were sealed before they were staged.
func TestTamperingWithStagesIsNamed(t *testing.T) {
	db := openFresh(t, cacheFile(t))
	fill(t, db)
	makeBatch(t, db, "a", "three")
	result := resultOf("three", newGame("g9", "", 9))
	ok(t, db.PutGames(t.Context(), withBody(result.Games)))
	s, _, err := db.settleBatch(t.Context(), result)
	ok(t, err)
	ok(t, db.putAside(t.Context(), s))
	alter(t, db, `UPDATE staged_games SET file = 'other.pgn'`)
	alter(t, db, `UPDATE staged_outcomes SET reason = 'another'`)
	_, moved, err := db.moveStage(t.Context(), result, s)
	if err != nil || !moved {
		t.Fatal(moved, err)
	}
	damages := must[Checked](t)(db.Check(t.Context(), nil)).Damages
	by("", "link", "3 of event a", changed).expect(t, damages)
	by("", "outcome", "1 of batch three", changed).expect(t, damages)
}

// Removed sheets are made again when they are needed, so Check does not miss them, and a backup
// leaves them out.
func TestSheetsAreNotMissed(t *testing.T) {
	db := openFresh(t, cacheFile(t))
	fill(t, db)
	more(t, db)
	if n := must[int](t)(db.ForgetSheets(t.Context(), start.AddDate(1, 0, 0))); n != 1 {
		t.Fatalf("%d sheets", n)
	}
	same(t, "forgotten", must[Checked](t)(db.Check(t.Context(), nil)).Damages, nil)
	ok(t, db.PutSheets(t.Context(), []StoredSheet{{Name: "sheet", Body: []byte("what it adds")}}, start))
	same(t, "made again", must[Checked](t)(db.Check(t.Context(), nil)).Damages, nil)
	text, _ := backup(t, db)
	same(t, "restored", must[Checked](t)(restored(t, nowhere(t), text).Check(t.Context(), nil)).Damages, nil)
}
