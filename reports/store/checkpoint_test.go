package store

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/store/storetest"
	"fairplay/reports/tournament"
)

// signed signs a checkpoint of what a test has put into a database.
func signed(t testing.TB, db *DB, at time.Time) Checkpoint {
	t.Helper()
	p := must[LogProof](t)(db.SignCheckpoint(t.Context(), EveryHour, "", at))
	return must[Checkpoint](t)(ParseCheckpoint(p.Checkpoint))
}

// A checkpoint is a signed note of where the chains ended, itself the last thing that it covers. It is read back from a file
// to which others are appended, and a changed one is none, or is not signed.
func TestCheckpoints(t *testing.T) {
	server := storetest.Start(t)
	for name, source := range map[string]string{"SQLite": nowhere(t), "PostgreSQL": server.Fresh(t)} {
		t.Run(name, func(t *testing.T) {
			ok(t, Migrate(t.Context(), source))
			db, _ := openKeyed(t, source)
			_, err := db.LastCheckpoint(t.Context())
			expectFault(t, err, fault.NotFound, "no_checkpoint")
			fill(t, db)
			first, second := signed(t, db, minute), signed(t, db, minute.Add(time.Hour))
			same(t, "last", must[Checkpoint](t)(db.LastCheckpoint(t.Context())), second)
			found := must[Checked](t)(db.Check(t.Context(), nil))
			if second.Seal != found.SealHead || !bytes.Equal(second.SealHash, found.SealHash) || second.Audit != "" || found.Damages != nil {
				t.Errorf("%+v of %+v", second, found)
			}
			same(t, "in a file", Checkpoints("nothing\n"+first.Note+"\nin between\n"+second.Note), []Checkpoint{first, second})

			w := must[Witnessed](t)(db.Witness(t.Context(), []Checkpoint{first, second}))
			if w.Damages != nil || w.Outside != 2 || w.Inside != 2 || w.Newest.Seal != second.Seal {
				t.Errorf("%+v", w)
			}
			ok(t, first.Prove(w.Verifier))
			other := must[string](t)(VerifierKey(first.Origin, testKeys(t, 9)[0].public()))
			expectFault(t, first.Prove(other), fault.Corrupt, "checkpoint_signature")
			altered := must[Checkpoint](t)(ParseCheckpoint(strings.Replace(first.Note, "cause hour", "cause closing", 1)))
			expectFault(t, altered.Prove(w.Verifier), fault.Corrupt, "checkpoint_signature")
			for _, text := range []string{"", "x", strings.Replace(first.Note, "\ntime", "\nmore 0\ntime", 1), strings.Replace(first.Note, "Z\ncause", "z\ncause", 1), strings.Replace(first.Note, "\ntime", "\n\ntime", 1)} {
				_, err := ParseCheckpoint(text)
				expectFault(t, err, fault.Invalid, "checkpoint")
			}
		})
	}
}

// An older copy, a chain that was cut off and one that was built again do not go through a checkpoint that was kept elsewhere, and
// one that is stored is not altered.
func TestWitnessesNameWhatIsOlder(t *testing.T) {
	path := nowhere(t)
	db, _ := openKeyed(t, path)
	fill(t, db)
	old := signed(t, db, minute)
	older, _ := backup(t, db)
	ok(t, db.Audit(t.Context(), []AuditEntry{newEntry("later")}))
	kept := []Checkpoint{old, signed(t, db, minute.Add(time.Hour))}

	copied := nowhere(t)
	must[BackedUp](t)(Restore(t.Context(), copied, bytes.NewReader(older), nil))
	back, _ := openKeyed(t, copied)
	same(t, "alone, it is sound", must[Checked](t)(back.Check(t.Context(), nil)).Damages, nil)
	same(t, "nor do its own checkpoints tell", must[Witnessed](t)(back.Witness(t.Context(), nil)).Damages, nil)
	w := must[Witnessed](t)(back.Witness(t.Context(), kept))
	if len(w.Damages) != 1 || !strings.Contains(w.Damages[0].Reason, "the database is an older copy") || w.Newest.Seal != old.Seal {
		t.Errorf("an older copy: %+v", w)
	}
	ok(t, back.Close())
	var a alarms
	done := must[Adopted](t)(Adopt(t.Context(), copied, a.keyholder(testKeys(t, 1)), AuditEntry{At: minute.Add(2 * time.Hour), Action: "restore", Detail: "restored"}))
	same(t, "the same key", done, Adopted{Was: testKeys(t, 1)[0].ID(), Is: testKeys(t, 1)[0].ID()})
	again, _ := openKeyed(t, copied)
	w = must[Witnessed](t)(again.Witness(t.Context(), kept))
	if w.Damages != nil || len(w.Restored) != 1 || w.Outside != 2 {
		t.Errorf("a restore that is in the log: %+v", w)
	}
	entries := chain(t, again)
	if last := entries[len(entries)-1]; last.Action != "restore" || !strings.Contains(last.Detail, "its log ended with seal ") {
		t.Errorf("%+v", last)
	}
	same(t, "sealed", must[Checked](t)(again.Check(t.Context(), nil)).Damages, nil)

	other, _ := openKeyed(t, nowhere(t))
	if w := must[Witnessed](t)(other.Witness(t.Context(), kept)); len(w.Damages) != 2 || !strings.Contains(w.Damages[0].Reason, "another database") {
		t.Errorf("another database: %+v", w)
	}

	tamper(t, db, []string{`UPDATE checkpoints SET note = '' WHERE seq = 1`, `UPDATE checkpoints SET at = 5 WHERE seq = 2`})
	if w := must[Witnessed](t)(db.Witness(t.Context(), nil)); len(w.Damages) != 1 || w.Damages[0].ID != "1" {
		t.Errorf("an altered note: %+v", w)
	}
	by("", "checkpoint", "2", changed).expect(t, must[Checked](t)(db.Check(t.Context(), nil)).Damages)
	tamper(t, db, []string{`DELETE FROM seals WHERE seq > 20`, `UPDATE seal_head SET seq = 20, digest = (SELECT digest FROM seals WHERE seq = 20)`})
	if w := must[Witnessed](t)(db.Witness(t.Context(), kept[1:])); !slices.ContainsFunc(w.Damages, func(d Damage) bool {
		return strings.HasPrefix(d.ID, "of ") && strings.Contains(d.Reason, "no such seal")
	}) {
		t.Errorf("cut off: %+v", w)
	}
}

// A document that a checkpoint was made for proves that it was in the log, and no other does.
func TestDocumentWasInTheLog(t *testing.T) {
	db, _ := openKeyed(t, nowhere(t))
	fill(t, db)
	document := hexDigest([]byte("package"))
	p := must[LogProof](t)(db.SignCheckpoint(t.Context(), NormPackage, document, minute))
	c := must[Checkpoint](t)(p.Verify(document))
	ok(t, c.Prove(must[Witnessed](t)(db.Witness(t.Context(), nil)).Verifier))
	if strings.Count(p.Lines, "\n") != 1 {
		t.Errorf("the proof tells of others: %s", p.Lines)
	}
	_, err := p.Verify(hexDigest([]byte("another")))
	expectFault(t, err, fault.Corrupt, "log_proof")
	for _, change := range []func(*LogProof){
		func(p *LogProof) { p.Lines += p.Lines }, func(p *LogProof) { p.Seal++ }, func(p *LogProof) { p.Audit++ },
		func(p *LogProof) { p.Before = p.AuditHash }, func(p *LogProof) { p.Before += "00" },
	} {
		q := p
		change(&q)
		_, err := q.Verify(document)
		expectFault(t, err, fault.Corrupt, "log_proof")
	}
	unkeyed := openFresh(t, nowhere(t))
	if text, err := unkeyed.LogDocument(t.Context(), NormPackage, document, minute); text != nil || err != nil {
		t.Errorf("%s %v", text, err)
	}
}

// A document is put into the log once, and its proof is the same whenever it is asked for.
func TestProofOfADocumentStays(t *testing.T) {
	db, _ := openKeyed(t, nowhere(t))
	fill(t, db)
	report := newReport("", "", "x").ID
	first := must[LogProof](t)(db.DocumentProof(t.Context(), ReportProof, report, minute))
	signed(t, db, minute.Add(time.Hour))
	ok(t, db.Audit(t.Context(), []AuditEntry{newEntry("later")}))
	same(t, "again", must[LogProof](t)(db.DocumentProof(t.Context(), ReportProof, report, minute.Add(2*time.Hour))), first)
	c := must[Checkpoint](t)(first.Verify(report))
	if c.Cause != ReportProof || !c.At.Equal(minute) {
		t.Errorf("%+v", c)
	}
	tamper(t, db, []string{`UPDATE seals SET body = X'00' WHERE seq = ` + fmt.Sprint(first.Seal)})
	forged := must[LogProof](t)(db.DocumentProof(t.Context(), ReportProof, report, minute))
	_, err := forged.Verify(report)
	expectFault(t, err, fault.Corrupt, "log_proof")
}

// The closing of an event signs a checkpoint that covers it.
func TestClosingSignsACheckpoint(t *testing.T) {
	db, _ := openKeyed(t, nowhere(t))
	fill(t, db)
	_, err := db.AppendJournal(t.Context(), "a", func(Event, []tournament.JournalEntry) ([]tournament.JournalEntry, error) {
		return []tournament.JournalEntry{{Kind: tournament.EventClosed, At: minute, By: "token", Body: []byte(`{}`)}}, nil
	})
	ok(t, err)
	c := must[Checkpoint](t)(db.LastCheckpoint(t.Context()))
	if c.Cause != EventClosing || !c.At.Equal(minute) {
		t.Errorf("%+v", c)
	}
	same(t, "check", must[Checked](t)(db.Check(t.Context(), nil)).Damages, nil)
	if must[Checked](t)(db.Check(context.Background(), nil)).SealHead != c.Seal {
		t.Error("the checkpoint does not cover the closing")
	}
}

// Whatever follows a digest is an alteration.
func TestTrailingBytesOfDigestsAreNamed(t *testing.T) {
	path := cacheFile(t)
	db := must[*DB](t)(Open(t.Context(), path))
	fill(t, db)
	ok(t, db.Close())
	for _, c := range []tampering{
		by("", "seal", "2", "altered", `UPDATE seals SET digest = digest || 'zz' WHERE seq = 2`),
		by("", "seal", "2", "altered", `UPDATE seals SET digest = upper(digest) WHERE seq = 2`),
		by("", "seal", "2", "altered", `UPDATE seals SET prev = prev || '0' WHERE seq = 2`),
		by("", "seal", "9", "altered", `UPDATE seals SET audit_digest = audit_digest || '0' WHERE seq = 9`),
		by("", "seal", "end", "ended with number", `UPDATE seal_head SET digest = digest || 'zz'`),
		by("", "token", "token", changed, `UPDATE tokens SET digest = digest || 'zz' WHERE id = 'token'`),
		by("", "recipe", "1", changed, `UPDATE evaluation_sums SET sum = sum || 'zz' WHERE recipe = 1`),
	} {
		t.Run(c.statements[0], func(t *testing.T) {
			db := openFresh(t, copyOf(t, path))
			tamper(t, db, c.statements)
			found := must[Checked](t)(db.Check(t.Context(), nil)).Damages
			if c.want.What == "recipe" {
				c.want.What, c.want.ID = "sum of evaluations", "of recipe 1"
			}
			c.expect(t, found)
		})
	}
}
