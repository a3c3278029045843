package store

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pressly/goose/v3"

	"fairplay/analysis/fault"
	"fairplay/reports/store/storetest"
)

// What was noted of testdata/log, a backup of a server (key: testKeys(t, 1)) at the last version of the tables at which audit,
// journals and cases had chains of their own: the verifier of its checkpoints, its ends, and the document that is in its log.
const (
	formerVerifier = "fairplay/07a93f43e8e1286aa5da484ddd84045c+37867e24+Ab498SowFg3yUzGw+QFBk9HNOc8pKWrHegP3Knqzioai"
	formerEntry    = "a055d94e4170ba30b60987d156d5c7ec35b09d869135a386d89d6282ecb6fabd" // 8
	formerSeal     = "88b1efe1c67dc66a12fd9da93e4f281c668878e02ec543572c3771a528b1df6d" // 15
	formerDocument = "bc4a71180870f7945155fbb02f4b0a2e3faa2a62d6d31b7039013055ed19869a"
)

func former(t testing.TB, name string) []byte {
	t.Helper()
	return must[[]byte](t)(os.ReadFile(filepath.Join("../../testdata/log", name)))
}

// A database of a time with several chains is sound, readable and provable once it has one log: by the checkpoints, notes and
// proofs that it gave before, too.
func TestFormerChainsAreFollowed(t *testing.T) {
	server := storetest.Start(t)
	for name, source := range map[string]string{"SQLite": nowhere(t), "PostgreSQL": server.Fresh(t)} {
		t.Run(name, func(t *testing.T) {
			must[BackedUp](t)(Restore(t.Context(), source, bytes.NewReader(former(t, "backup.zst")), bytes.NewReader(former(t, "keys.zst"))))
			db, _ := openKeyed(t, source)
			found := must[Checked](t)(db.Check(t.Context(), nil))
			if found.Damages != nil || found.Audit != 8 || found.Journal != 2 || found.CaseEntries != 6 || found.Seals != 16 {
				t.Errorf("%+v", found)
			}
			c := must[Checkpoint](t)(ParseCheckpoint(string(former(t, "checkpoint.txt"))))
			w := must[Witnessed](t)(db.Witness(t.Context(), []Checkpoint{c}))
			if w.Damages != nil || w.Newest.Seal != 15 || w.Inside != 2 || w.Verifier != formerVerifier {
				t.Errorf("%+v", w)
			}
			ok(t, c.Prove(formerVerifier))
			var p LogProof
			ok(t, json.Unmarshal(former(t, "proof.json"), &p))
			proved := must[Checkpoint](t)(p.Verify(formerDocument))
			ok(t, proved.Prove(formerVerifier))
			same(t, "asked for again", must[LogProof](t)(db.DocumentProof(t.Context(), NormPackage, formerDocument, minute)), p)
			same(t, "the noted seal", must[[]Damage](t)(db.CheckNoted(t.Context(), 15, unhex(formerSeal))), nil)
			same(t, "the noted entry", must[[]Damage](t)(db.CheckNotedAudit(t.Context(), 8, unhex(formerEntry))), nil)
			for seq, hash := range map[int64]string{7: formerEntry, 8: formerSeal, 9: formerEntry} {
				if lost := must[[]Damage](t)(db.CheckNotedAudit(t.Context(), seq, unhex(hash))); len(lost) != 1 {
					t.Errorf("entry %d: %+v", seq, lost)
				}
			}
			_, entries, err := db.CaseHistory(t.Context(), "case")
			if err != nil || len(entries) != 4 || len(entries[0].Body) == 0 {
				t.Errorf("%+v, %v", entries, err)
			}

			note(t, db, "a", "three")
			act(t, db, "case", "forwarded", "received", nil)
			ok(t, db.Audit(t.Context(), []AuditEntry{newEntry("after")}))
			whole(t, chain(t, db))
			same(t, "goes on", must[Checked](t)(db.Check(t.Context(), nil)).Damages, nil)
			tamper(t, db, []string{`UPDATE audit SET token = 'other' WHERE seq = 2`, `UPDATE journal SET author = 'other' WHERE seq = 1`,
				`UPDATE case_entries SET author = 'other' WHERE seq = 1 AND case_id = 'case'`})
			damages := must[Checked](t)(db.Check(t.Context(), nil)).Damages
			by("", "audit", "2", changed).expect(t, damages)
			by("", "journal entry", "1 of event a", changed).expect(t, damages)
			by("", "case entry", "1 of case case", changed).expect(t, damages)
			if lost := must[[]Damage](t)(db.CheckNotedAudit(t.Context(), 8, unhex(formerEntry))); len(lost) != 1 {
				t.Errorf("after that: %+v", lost)
			}
		})
	}
}

// What was altered before the audit came into the log is named afterwards.
func TestFormerTamperingStaysNamed(t *testing.T) {
	path := nowhere(t)
	db := must[*DB](t)(connect(path))
	ok(t, db.migrateTo(t.Context(), func(p *goose.Provider) error {
		_, err := p.UpTo(t.Context(), logMigration-1)
		return err
	}))
	in := must[*backupReader](t)(newBackupReader(bytes.NewReader(former(t, "backup.zst")), backupFormat, append(backupTables(), formerTable())))
	defer in.free()
	ok(t, db.transaction(t.Context(), func(tx session) error { return in.into(t.Context(), tx) }))
	ok(t, db.Close())
	for _, c := range []tampering{
		by("an entry", "audit", "2", changed, `UPDATE audit SET subject = 'another' WHERE seq = 2`),
		by("its digest", "audit", "2", changed, `UPDATE audit SET digest = digest || '0' WHERE seq = 2`),
		by("the digest before it", "audit", "2", changed, `UPDATE audit SET prev = upper(prev) WHERE seq = 2`),
		by("an entry removed", "audit", "3", removed, `DELETE FROM audit WHERE seq = 3`),
		by("the first entry removed", "audit", "1", removed, `DELETE FROM audit WHERE seq = 1`),
		by("the end cut off", "audit", "8", removed, `DELETE FROM audit WHERE seq > 6`),
		by("the end cut off with care", "audit", "7", removed, `DELETE FROM audit WHERE seq > 6`,
			`UPDATE audit_head SET seq = 6, digest = (SELECT digest FROM audit WHERE seq = 6)`),
		by("the last entry made anew", "audit", "7", changed, `DELETE FROM audit WHERE seq = 8`,
			`UPDATE audit SET subject = 'another', digest = '`+remade(t, path)+`' WHERE seq = 7`,
			`UPDATE audit_head SET seq = 7, digest = '`+remade(t, path)+`'`),
	} {
		t.Run(c.name, func(t *testing.T) {
			path := copyOf(t, path)
			old := must[*DB](t)(connect(path))
			tamper(t, old, c.statements)
			ok(t, old.Close())
			damages := must[Checked](t)(openFresh(t, path).Check(t.Context(), nil)).Damages
			c.expect(t, damages)
			if slices.ContainsFunc(damages, func(d Damage) bool { return d.What == "seal" }) {
				t.Errorf("the log is sound: %+v", damages)
			}
		})
	}
}

// remade returns the digest that entry 7 has in the former chain with another subject.
func remade(t testing.TB, path string) string {
	t.Helper()
	db := must[*DB](t)(connect(path))
	defer db.Close()
	missing := fault.New(fault.NotFound, "missing", "missing")
	return must[string](t)(readOne(t.Context(), db, missing, func(row scanner, digest *string) error {
		var e AuditEntry
		var prev string
		err := scanAudit(scanMore{row, []any{&prev}}, &e)
		e.Subject = "another"
		*digest = hex.EncodeToString(e.chained(unhex(prev)))
		return err
	}, `SELECT `+auditColumns+`, prev FROM audit WHERE seq = 7`))
}
