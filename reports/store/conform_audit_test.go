package store

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"fairplay/analysis/fault"
)

func newEntry(subject string) AuditEntry {
	return AuditEntry{At: start, Token: "token", Role: "chief-arbiter", Action: "read", Subject: subject, Detail: "screening, round 3"}
}

// Reference value: sha256sum of the text as the documentation describes it.
func TestFormerAuditDigest(t *testing.T) {
	e := AuditEntry{Seq: 1, At: time.UnixMicro(5).UTC(), Token: "t", Role: "", Action: "read", Subject: "ё", Detail: "a,b"}
	// printf '16:fairplay audit 1,1:1,1:5,1:t,0:,4:read,2:ё,3:a,b,32:0123456789abcdef0123456789abcdef,' | sha256sum
	const want = "2da7c7fbb438782d1fff935b332a703fcc26fd4fc7038432e686fc9ec627f0b1"
	if got := hex.EncodeToString(e.chained([]byte("0123456789abcdef0123456789abcdef"))); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func chain(t testing.TB, db *DB) []AuditEntry {
	t.Helper()
	return must[[]AuditEntry](t)(db.AuditEntries(t.Context(), AuditQuery{}))
}

// whole verifies that no number is missing.
func whole(t testing.TB, entries []AuditEntry) {
	t.Helper()
	for i, e := range entries {
		if e.Seq != int64(i+1) {
			t.Fatalf("entry %d comes at place %d", e.Seq, i+1)
		}
	}
}

func checkAudit(t *testing.T, db *DB) {
	ok(t, db.Audit(t.Context(), nil))
	odd := newEntry("Caf\xe9\x00")
	odd.At = start.Add(1234567).In(time.FixedZone("", 3600))
	ok(t, db.Audit(t.Context(), []AuditEntry{newEntry("a"), odd}))
	ok(t, db.Audit(t.Context(), []AuditEntry{newEntry("c")}))
	entries := chain(t, db)
	whole(t, entries)
	if len(entries) != 3 || entries[0].Subject != "a" || entries[1].Subject != "Caf\ufffd\ufffd" || entries[2].Detail != "screening, round 3" {
		t.Errorf("%+v", entries)
	}
	if want := start.Add(1234 * time.Microsecond); entries[1].At != want {
		t.Errorf("%v, want %v", entries[1].At, want)
	}
	same(t, "after", must[[]AuditEntry](t)(db.AuditEntries(t.Context(), AuditQuery{After: 1, Limit: 1})), entries[1:2])
	same(t, "newest", must[[]AuditEntry](t)(db.AuditEntries(t.Context(), AuditQuery{Newest: true, Limit: 2})), []AuditEntry{entries[2], entries[1]})
	same(t, "newest before", must[[]AuditEntry](t)(db.AuditEntries(t.Context(), AuditQuery{Newest: true, After: 2})), entries[:1])
	same(t, "of an action", must[[]AuditEntry](t)(db.AuditEntries(t.Context(), AuditQuery{Action: entries[1].Action, After: 1, Limit: 1})), entries[1:2])
	same(t, "of nobody", must[[]AuditEntry](t)(db.AuditEntries(t.Context(), AuditQuery{Token: "nobody"})), nil)

	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range 10 {
				if err := db.Audit(t.Context(), []AuditEntry{newEntry(fmt.Sprint(worker, i)), newEntry("second")}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	entries = chain(t, db)
	whole(t, entries)
	if len(entries) != 83 {
		t.Errorf("%d entries", len(entries))
	}

	same(t, "check", must[Checked](t)(db.Check(t.Context(), nil)).Damages, nil)
	alter(t, db, `UPDATE seal_head SET seq = 5`) // somebody has turned it back
	expectFault(t, db.Audit(t.Context(), []AuditEntry{newEntry("x")}), fault.Corrupt, "log_end")
	alter(t, db, `DELETE FROM seal_head`)
	expectFault(t, db.Audit(t.Context(), []AuditEntry{newEntry("x")}), fault.Corrupt, "log_end")
}

func checkAuditor(t *testing.T, db *DB) {
	a := NewAuditor(db)
	const callers, each = 20, 10
	var wg sync.WaitGroup
	for caller := range callers {
		wg.Go(func() {
			for i := range each {
				subject := fmt.Sprint(caller, i)
				if err := a.Append(t.Context(), newEntry(subject), newEntry("after "+subject)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	entries := chain(t, db)
	whole(t, entries)
	if len(entries) != 2*callers*each {
		t.Errorf("%d entries", len(entries))
	}
	for i := 0; i < len(entries); i += 2 {
		if "after "+entries[i].Subject != entries[i+1].Subject {
			t.Errorf("%s is followed by %s", entries[i].Subject, entries[i+1].Subject)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := a.Append(ctx, newEntry("x")); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	ok(t, a.Close())
	ok(t, a.Close())
	expectFault(t, a.Append(t.Context(), newEntry("x")), fault.Unavailable, "auditor_closed")
}
