package door_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

var (
	here, gone = strings.Repeat("1", 32), strings.Repeat("2", 32)
	now        = time.Date(2026, 3, 20, 12, 0, 0, 0, time.UTC)
)

// written is what a door wrote into the audit.
type written []string

func (w *written) audit(_ context.Context, entries ...store.AuditEntry) error {
	for _, e := range entries {
		*w = append(*w, strings.Join([]string{e.Token, string(e.Role), e.Action, e.Subject, e.Detail}, "|"))
	}
	return nil
}

func open(t *testing.T) (*door.Door, *written) {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "fairplay.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if err := db.CreateEvent(t.Context(), store.Event{ID: here, Name: "Open", Created: now}); err != nil {
		t.Fatal(err)
	}
	said := &written{}
	return door.New(db, said.audit, func() time.Time { return now }), said
}

func TestDo(t *testing.T) {
	t.Parallel()
	full := fault.New(fault.Conflict, "full", "there is no room")
	chief, organiser := access.Grant{Role: access.ChiefArbiter, Event: here}, access.Grant{Role: access.Organiser, Event: here}
	for _, tt := range []struct {
		name             string
		grant            access.Grant
		operation, event string
		does             error
		want             fault.Kind // permitted for no kind
		audit            string
	}{
		{"a reading of figures is audited before it", chief, "readScreening", here, nil, 0, "t|chief-arbiter|readScreening|" + here + "|rounds 1"},
		{"any other reading is not", chief, "readEvent", here, nil, 0, ""},
		{"what changes something audits itself", chief, "pauseEvent", here, nil, 0, ""},
		{"a role without the right", organiser, "pauseEvent", here, nil, fault.Forbidden, "t||pauseEvent|" + here + "|refused: not_allowed"},
		{"a role that may not even see it", organiser, "readScreening", here, nil, fault.NotFound, "t||readScreening|" + here + "|refused: not_found"},
		{"what does not exist", chief, "readEvent", gone, nil, fault.NotFound, "t||readEvent|" + gone + "|refused: not_found"},
		{"an operation that nobody knows", chief, "sellEvent", here, nil, fault.NotFound, "t||sellEvent|" + here + "|refused: not_found"},
		{"what fails is no refusal", chief, "pauseEvent", here, full, fault.Conflict, ""},
		{"the procedure refuses, too", access.Grant{Role: access.FPLChair}, "openCase", "", full, fault.Conflict, "t|fpl-chair|openCase||refused: full, opened"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d, said := open(t)
			a := door.Attempt{Token: store.Token{ID: "t", Grants: []access.Grant{tt.grant}}, Operation: tt.operation, Event: tt.event, Subject: tt.event, Reads: "rounds 1"}
			done := false
			err := d.Do(t.Context(), a, func(who *door.Caller) error {
				if audited := len(*said) > 0; audited != (tt.does == nil && tt.audit != "") {
					t.Errorf("as it begins, the audit says %v", *said)
				}
				done, who.Entry = true, "opened"
				return tt.does
			})
			if tt.want == 0 && err != nil || tt.want != 0 && fault.KindOf(err) != tt.want || done != (tt.want == 0 || tt.does != nil) {
				t.Errorf("%v, done %v", err, done)
			}
			if got := strings.Join(*said, "\n"); got != tt.audit {
				t.Errorf("audit %q, want %q", got, tt.audit)
			}
		})
	}
}

// A foreign event and one that does not exist get the same answer.
func TestHidden(t *testing.T) {
	t.Parallel()
	d, _ := open(t)
	for _, event := range []string{here, gone} {
		a := door.Attempt{Token: store.Token{Grants: []access.Grant{{Role: access.ChiefArbiter, Event: strings.Repeat("3", 32)}}}, Operation: "readEvent", Event: event}
		if _, err := d.Admit(t.Context(), a); err == nil || err.Error() != access.Hidden().Error() {
			t.Errorf("%s: %v", event, err)
		}
	}
}

// Where the audit cannot be written, nothing is done.
func TestNothingUnaudited(t *testing.T) {
	t.Parallel()
	d, _ := open(t)
	broken := errors.New("no room")
	d.Audit = func(context.Context, ...store.AuditEntry) error { return broken }
	a := door.Attempt{Token: store.Token{Grants: []access.Grant{{Role: access.ChiefArbiter, Event: here}}}, Operation: "readScreening", Event: here}
	if err := d.Do(t.Context(), a, func(*door.Caller) error { t.Error("done"); return nil }); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// A right that has ended opens nothing to a caller who was let in before.
func TestAgain(t *testing.T) {
	t.Parallel()
	d, _ := open(t)
	db := d.Store.(*store.DB)
	token := store.Token{ID: strings.Repeat("a", 32), Hash: []byte("hash"), Name: "Somebody", Grants: []access.Grant{{Role: access.ChiefArbiter, Event: here}}, Created: now, Expires: now.AddDate(1, 0, 0)}
	if err := db.AddToken(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	who, err := d.Admit(t.Context(), door.Attempt{Token: token, Operation: "readScreening", Event: here})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := who.Again(t.Context()); err != nil {
		t.Error(err)
	}
	if err := db.Ungrant(t.Context(), token.ID, token.Grants[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := who.Again(t.Context()); fault.KindOf(err) != fault.NotFound {
		t.Errorf("without the role: %v", err)
	}
	if err := db.RevokeToken(t.Context(), token.ID, now); err != nil {
		t.Fatal(err)
	}
	if _, err := who.Again(t.Context()); fault.KindOf(err) != fault.Unauthenticated {
		t.Errorf("revoked: %v", err)
	}
}
