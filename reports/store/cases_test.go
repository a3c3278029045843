package store

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/complaint"
	"fairplay/reports/store/storetest"
)

// storedKey returns a key as it stands in the database.
func storedKey(t testing.TB, db *DB, id string) []byte {
	t.Helper()
	return must[[]byte](t)(readOne(t.Context(), db, nil, scanBytes, `SELECT body FROM case_keys WHERE id = ?`, id))
}

// After an erasure neither the key nor a word of the case is in the files of the database.
func TestErasedCaseIsGoneFromTheFile(t *testing.T) {
	path := cacheFile(t)
	db := openFresh(t, path)
	var keys [][]byte
	for i := range 120 {
		id := fmt.Sprintf("case %03d", i)
		openCase(t, db, id)
		keys = append(keys, storedKey(t, db, id))
	}
	must[CaseBlob](t)(attach(t, db, "case 050", "file", bytes.NewReader(aGame(uploadChunk+9))))
	must[int](t)(readOne(t.Context(), db, nil, scanInt, `SELECT count(*) FROM case_entries`)) // the readers know the log
	inFiles := func(sought []byte) bool {
		found := false
		for _, name := range []string{path, path + "-wal", path + "-shm"} {
			content, err := os.ReadFile(name)
			ok(t, err)
			found = found || bytes.Contains(content, sought)
		}
		return found
	}
	if !inFiles(keys[50]) {
		t.Fatal("the key is not even there before: the search is wrong")
	}
	for _, i := range []int{50, 0, 119, 51, 52, 53} {
		id := fmt.Sprintf("case %03d", i)
		act(t, db, id, "inadmissible", "inadmissible", closing)
		ok(t, db.EraseCase(t.Context(), id, minute))
		if inFiles(keys[i]) {
			t.Errorf("the key of %s is still there", id)
		}
	}
	if !inFiles(keys[54]) {
		t.Error("the key of another case is gone")
	}
	for _, text := range []string{secretWords, "secret game", "протокол"} {
		if inFiles([]byte(text)) {
			t.Errorf("%q is in the file", text)
		}
	}
	ok(t, sound(db.Check(t.Context(), nil)))
}

// PostgreSQL writes the table of keys anew.
func TestErasedKeyIsGoneFromTheServer(t *testing.T) {
	server := storetest.Start(t)
	db := openFresh(t, server.Fresh(t))
	openCase(t, db, "one")
	openCase(t, db, "two")
	erased, kept := storedKey(t, db, "one"), storedKey(t, db, "two")
	inFile := func(key []byte) bool {
		alter := session{on: db.write, dialect: db.dialect}
		must[int](t)(alter.exec(t.Context(), `CHECKPOINT`))
		at := must[int](t)(readOne(t.Context(), db, nil, scanInt,
			`SELECT position(?::bytea IN pg_read_binary_file(pg_relation_filepath('case_keys')))`, key))
		return at > 0
	}
	if !inFile(erased) {
		t.Fatal("the key is not even there before: the search is wrong")
	}
	act(t, db, "one", "inadmissible", "inadmissible", closing)
	ok(t, db.EraseCase(t.Context(), "one", minute))
	if inFile(erased) || !inFile(kept) {
		t.Errorf("the erased key is there: %v; the other: %v", inFile(erased), inFile(kept))
	}
}

// While somebody reads an older state of the file, erasing says that it is not complete, and is completed
// when it is asked for again.
func TestErasureWaitsForReaders(t *testing.T) {
	path := cacheFile(t)
	db := openFresh(t, path)
	openCase(t, db, "one")
	act(t, db, "one", "inadmissible", "inadmissible", closing)
	db.write.SetMaxIdleConns(1)
	must[int](t)(session{on: db.write, dialect: db.dialect}.exec(t.Context(), `PRAGMA busy_timeout = 1`))
	ok(t, db.snapshot(t.Context(), func(s session) error {
		if _, err := caseOf(t.Context(), s, "one", ``); err != nil {
			return err
		}
		expectFault(t, db.EraseCase(t.Context(), "one", minute), fault.Unavailable, "erasure_delayed")
		return nil
	}))
	ok(t, db.EraseCase(t.Context(), "one", minute))
}

// backupOf returns a backup and its file of keys.
func backupOf(t *testing.T, db *DB) (text, keys []byte) {
	t.Helper()
	var out, ofCases bytes.Buffer
	must[BackedUp](t)(db.Backup(t.Context(), &out, &ofCases))
	return out.Bytes(), ofCases.Bytes()
}

// A backup has no key in it and is restored without them; cases can then not be read, and Check says so.
func TestKeysAreInASecondFile(t *testing.T) {
	server := storetest.Start(t)
	for name, source := range map[string]string{"SQLite": cacheFile(t), "PostgreSQL": server.Fresh(t)} {
		t.Run(name, func(t *testing.T) {
			db := openFresh(t, source)
			openCase(t, db, "one")
			openCase(t, db, "two")
			must[DataRequest](t)(db.AskData(t.Context(), rand.Reader, DataRequest{ID: "r", What: DataCopy, Received: start}, json.RawMessage(`{}`)))
			text, keys := backupOf(t, db)
			secret := storedKey(t, db, "one")
			for _, form := range []string{string(secret), hex.EncodeToString(secret), base64.StdEncoding.EncodeToString(secret)} {
				if strings.Contains(unzstd(t, text), form) {
					t.Error("the backup contains a key")
				}
			}
			act(t, db, "one", "inadmissible", "inadmissible", closing)
			ok(t, db.EraseCase(t.Context(), "one", minute))
			later, fewer := backupOf(t, db)

			restore := func(text, keys []byte) (*DB, BackedUp) {
				path := cacheFile(t)
				var ofCases *bytes.Reader
				done, err := Restore(t.Context(), path, bytes.NewReader(text), nil)
				if keys != nil {
					path, ofCases = cacheFile(t), bytes.NewReader(keys)
					done, err = Restore(t.Context(), path, bytes.NewReader(text), ofCases)
				}
				ok(t, err)
				return openFresh(t, path), done
			}
			for name, tt := range map[string]struct {
				text, keys   []byte
				taken        int
				one, two     bool
				damagedCases string
			}{
				"both":                           {text, keys, 3, true, true, ""},
				"without keys":                   {text, nil, 0, false, false, "one two 1 of request r"},
				"keys from after the erasure":    {text, fewer, 2, false, true, "one"},
				"keys from before the erasure":   {later, keys, 2, false, true, ""},
				"both from after, one case less": {later, fewer, 2, false, true, ""},
			} {
				restored, done := restore(tt.text, tt.keys)
				if done.Keys != tt.taken {
					t.Errorf("%s: %+v", name, done)
				}
				var damaged []string
				for _, d := range must[Checked](t)(restored.Check(t.Context(), nil)).Damages {
					damaged = append(damaged, d.ID)
					if !strings.Contains(d.Reason, "its key is missing") {
						t.Errorf("%s: %+v", name, d)
					}
				}
				if got := strings.Join(damaged, " "); got != tt.damagedCases || done.Sealed != len(damaged) {
					t.Errorf("%s: %q, %+v", name, got, done)
				}
				for id, readable := range map[string]bool{"one": tt.one, "two": tt.two} {
					_, entries, err := restored.CaseHistory(t.Context(), id)
					ok(t, err)
					if (entries[0].Body != nil) != readable {
						t.Errorf("%s: case %s: %+v", name, id, entries)
					}
				}
			}
			without, _ := restore(text, nil)
			_, _, err := without.AppendCase(t.Context(), "one", nil)
			expectFault(t, err, fault.Conflict, "case_key")
			_, err = without.AnswerData(t.Context(), "r", nil)
			expectFault(t, err, fault.Conflict, "case_key")
			_, err = Restore(t.Context(), cacheFile(t), bytes.NewReader(text), bytes.NewReader(text))
			expectFault(t, err, fault.Invalid, "backup_form")
			_, err = Restore(t.Context(), cacheFile(t), bytes.NewReader(keys), nil)
			expectFault(t, err, fault.Invalid, "backup_form")
		})
	}
}

// Cases, with something in every table of theirs.
func fillCases(t testing.TB, db *DB) {
	t.Helper()
	openCase(t, db, "case")
	act(t, db, "case", "forwarded", "received", nil)
	must[CaseBlob](t)(attach(t, db, "case", "file", bytes.NewReader(aGame(3))))
	act(t, db, "case", "hold_set", "received", nil)
	openCase(t, db, "gone")
	act(t, db, "gone", "inadmissible", "inadmissible", closing)
	ok(t, db.EraseCase(t.Context(), "gone", minute))
	must[DataRequest](t)(db.AskData(t.Context(), rand.Reader, DataRequest{ID: "r", What: DataCopy, By: "token", Received: start}, json.RawMessage(`{}`)))
}

// caseTamperings change what fillCases puts into a database.
func caseTamperings() []tampering {
	const forged = `X'000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f'`
	return []tampering{
		by("where a case stands", "case", "case", "it is said to have 4 entries", `UPDATE cases SET state = 'referred' WHERE id = 'case'`),
		by("that a case is closed", "case", "case", changed, `UPDATE cases SET closed = 5 WHERE id = 'case'`),
		by("who sees a case", "case", "case", changed, `UPDATE cases SET arbiter = 0 WHERE id = 'case'`),
		by("a case removed", "case", "case", removed, `DELETE FROM cases WHERE id = 'case'`),
		by("that a case was erased", "case", "case", changed, `UPDATE cases SET erased = 5 WHERE id = 'gone'`, `UPDATE cases SET opened = 5 WHERE id = 'case'`),
		by("the body of an entry", "case entry", "2 of case case", doesNotOpen, `UPDATE case_entries SET body = X'00' WHERE seq = 2 AND case_id = 'case'`),
		by("what happened in a case", "case entry", "2 of case case", changed, `UPDATE case_entries SET kind = 'rejected' WHERE seq = 2 AND case_id = 'case'`),
		by("who acted in a case", "case entry", "1 of case case", changed, `UPDATE case_entries SET author = 'other' WHERE seq = 1 AND case_id = 'case'`),
		by("an entry of an erased case", "case entry", "1 of case gone", changed, `UPDATE case_entries SET at = 5 WHERE seq = 1 AND case_id = 'gone'`),
		by("an entry of a case removed", "case entry", "1 of case case", removed, `DELETE FROM case_entries WHERE seq = 1 AND case_id = 'case'`),
		by("the last entry of a case removed", "case entry", "4 of case case", removed, `DELETE FROM case_entries WHERE seq = 4`),
		by("an entry put into a case", "case entry", "5 of case case", doesNotOpen,
			`INSERT INTO case_entries SELECT case_id, 5, kind, state, at, author, body, digest FROM case_entries WHERE seq = 4`),
		by("the key of a case", "case entry", "1 of case case", doesNotOpen, `UPDATE case_keys SET body = `+forged+` WHERE id = 'case'`),
		by("a key that is none", "case entry", "1 of case case", doesNotOpen, `UPDATE case_keys SET body = X'00' WHERE id = 'case'`),
		by("a key removed", "case", "case", "its key is missing", `DELETE FROM case_keys WHERE id = 'case'`),
		by("a key put back", "case", "gone", "put a key back", `INSERT INTO case_keys (id, body) VALUES ('gone', `+forged+`)`),
		by("a party put in", "case party", "respondent other of case case", putIn,
			`INSERT INTO case_parties (case_id, role, token, federation, entry) VALUES ('case', 'respondent', 'other', '', 1)`),
		by("a party removed", "case party", "complainant c of case case", removed, `DELETE FROM case_parties WHERE case_id = 'case'`),
		by("who handed an attachment in", "attachment", "file of case case", changed, `UPDATE case_blobs SET author = 'other'`),
		by("what an attachment is", "attachment", "file of case case", doesNotOpen, `UPDATE case_blobs SET facts = X'00'`),
		by("the bytes of an attachment", "attachment", "file of case case", differsFromDigest, `UPDATE case_blob_chunks SET body = X'00'`),
		by("the bytes of an attachment removed", "attachment", "file of case case", differsFromDigest, `DELETE FROM case_blob_chunks`),
		by("an attachment removed", "attachment", "file of case case", removed, `DELETE FROM case_blobs`),
		by("a hold removed", "hold", "4 of case case", removed, `DELETE FROM holds`),
		by("the reason of a hold", "hold", "4 of case case", doesNotOpen, `UPDATE holds SET body = X'00'`),
		by("a hold released", "hold", "5 of case case", "no entry of the case says so", `INSERT INTO holds SELECT case_id, 5, 'released', at, author, body FROM holds`),
		by("who set a hold", "hold", "4 of case case", changed, `UPDATE holds SET author = 'other'`),
		by("a data request answered", "data request", "1 of request r", changed, `UPDATE data_requests SET state = 'answered'`),
		by("what somebody asks", "data request", "1 of request r", doesNotOpen, `UPDATE data_requests SET body = X'00'`),
		by("the key of a data request", "data request", "1 of request r", "its key is missing", `DELETE FROM case_keys WHERE id = 'r'`),
		by("a data request removed", "data request", "1 of request r", removed, `DELETE FROM data_requests`),
	}
}

// What was sealed in one place opens in no other, and with no other key.
func TestSealedBodiesCannotBeMoved(t *testing.T) {
	key, other := make(caseKey, caseKeySize), bytes.Repeat([]byte{1}, caseKeySize)
	at := caseEntry{"one", complaint.Entry{Seq: 2}}.place()
	sealed := must[[]byte](t)(key.seal(at, []byte(secretWords)))
	again := must[[]byte](t)(key.seal(at, []byte(secretWords)))
	if bytes.Equal(sealed, again) || bytes.Contains(sealed, []byte("telephone")) {
		t.Error("it is sealed twice in the same way, or not at all")
	}
	if got := must[[]byte](t)(key.open(at, sealed)); string(got) != secretWords {
		t.Errorf("%q", got)
	}
	for name, err := range map[string]error{
		"another entry": second(key.open(caseEntry{"one", complaint.Entry{Seq: 3}}.place(), sealed)),
		"another case":  second(key.open(caseEntry{"two", complaint.Entry{Seq: 2}}.place(), sealed)),
		"a hold":        second(key.open(holdRow{id: "one", seq: 2}.place(), sealed)),
		"another key":   second(caseKey(other).open(at, sealed)),
		"cut off":       second(key.open(at, sealed[:9])),
	} {
		if fault.KindOf(err) != fault.Corrupt {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second(_ []byte, err error) error { return err }
