package periodic

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fairplay/reports/complaint"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
)

func database(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "fairplay.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// said is an entry to be, and the state to which it leads.
type said struct {
	body  complaint.Body
	state complaint.State
}

// caseOf adds a case of an event that ended on a leap day, begun by the FPL, with further entries.
func caseOf(t *testing.T, db *store.DB, n int, mode regulations.Mode, more ...said) string {
	t.Helper()
	at := time.Date(2024, 3, 5, 12, 0, 0, 0, time.UTC)
	respondent := complaint.Party{Role: complaint.RespondentParty, Capacity: complaint.Capacities()[0], Individual: complaint.Individual{Name: "Anna Example"}}
	kept := store.CaseRecord{ID: fmt.Sprintf("%08x%024x", n, n)}
	var entries []complaint.Entry
	for _, s := range append([]said{
		{complaint.Opening{Case: complaint.FPLInitiative, In: complaint.Competition{
			Name: "Open", Mode: mode, Ended: leapDay(), TimeZone: "Europe/Kyiv", Arbiters: []complaint.Individual{},
		}}, complaint.StateOpened},
		{complaint.Initiation{Subject: complaint.Assistance, Respondents: []complaint.Party{respondent}, Grounds: "a letter"}, complaint.StateReceived},
	}, more...) {
		entry, err := complaint.NewEntry(s.body, "token", at)
		if err != nil {
			t.Fatal(err)
		}
		if entry.State = s.state; s.state.Closed() {
			kept.Closed = at
		}
		entries = append(entries, entry)
	}
	if _, err := db.OpenCase(t.Context(), rand.Reader, kept, entries); err != nil {
		t.Fatal(err)
	}
	return kept.ID
}

func closing() said { return said{complaint.Disregard{}, complaint.StateDisregarded} }

func leapDay() time.Time { return time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC) }

// Closed cases are kept for as long as the settings say, to the day in the zone of the event, longer under a hold, and are
// erased once.
func TestRetentionOfCases(t *testing.T) {
	db := database(t)
	board := caseOf(t, db, 1, regulations.OverTheBoard, closing())
	online := caseOf(t, db, 2, regulations.Online, closing())
	held := caseOf(t, db, 3, regulations.Online, closing(), said{complaint.HoldSet{Reason: "a court asks"}, complaint.StateDisregarded})
	open := caseOf(t, db, 4, regulations.Online)
	d := &Docket{Store: db, Retention: complaint.DefaultRetention()}
	year := time.Date(2025, 3, 1, 0, 0, 0, 0, kyiv(t))
	for _, c := range []struct {
		name string
		d    *Docket
		now  time.Time
		want []string
	}{
		{"on the last day of the year", d, year, nil},
		{"after it", d, year.Add(1), []string{online}},
		{"after eight years", d, time.Date(2032, 3, 1, 0, 0, 0, 1, kyiv(t)), []string{board, online}},
		{"for ever", &Docket{Store: db}, year.AddDate(99, 0, 0), nil},
	} {
		found, err := c.d.Expired(t.Context(), c.now)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, e := range found {
			ids = append(ids, e.ID)
		}
		if strings.Join(ids, " ") != strings.Join(c.want, " ") {
			t.Errorf("%s: %v, not %v", c.name, ids, c.want)
		}
	}

	retention := &Eraser{Retained: d, Now: func() time.Time { return year.AddDate(1, 0, 0) }, Log: slog.New(slog.DiscardHandler)}
	for range 2 {
		if err := retention.Erase(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for id, erased := range map[string]bool{board: false, online: true, held: false, open: false} {
		if c, err := db.Case(t.Context(), id); err != nil || c.Erased.IsZero() == erased {
			t.Errorf("case %s: %+v, %v", id, c, err)
		}
	}
	entries, err := db.AuditEntries(t.Context(), store.AuditQuery{})
	if err != nil || len(entries) != 1 || entries[0].Subject != online || entries[0].Role != "retention" {
		t.Errorf("audit %+v, %v", entries, err)
	}
}

// A case that waits for a complete form is due on the day that was set, in the zone of the event; what has no day reminds
// nobody, and a closed case neither.
func TestCasesAreDue(t *testing.T) {
	db := database(t)
	until := time.Date(2024, 3, 20, 22, 0, 0, 0, time.UTC)
	request := said{complaint.FormRequest{Missing: []complaint.Criterion{}, Until: until}, complaint.StateFormRequested}
	caseOf(t, db, 0x3f9a07bd, regulations.OverTheBoard, request)
	caseOf(t, db, 2, regulations.OverTheBoard, request, closing())
	dues, err := (&Docket{Store: db}).Due(t.Context(), leapDay())
	if err != nil || len(dues) != 1 {
		t.Fatalf("%+v, %v", dues, err)
	}
	if d := dues[0]; d.Case != "C-3F9A-07BD" || d.What != string(complaint.FormDeadline) || !d.By.Equal(until) || d.By.Location().String() != "Europe/Kyiv" {
		t.Errorf("%+v", d)
	}
}

// Data requests are due until they are answered.
func TestDataRequestsAreDue(t *testing.T) {
	db := database(t)
	received := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	for n := range 2 {
		r := store.DataRequest{ID: fmt.Sprintf("%032x", 0x3f9a07bd<<32+n), What: store.DataCopy, By: "token", Received: received}
		if _, err := db.AskData(t.Context(), rand.Reader, r, []byte(`{}`)); err != nil {
			t.Fatal(err)
		}
	}
	answered := fmt.Sprintf("%032x", 0x3f9a07bd<<32)
	if _, err := db.AnswerData(t.Context(), answered, func(store.DataRequest) (store.DataStep, error) {
		return store.DataStep{State: store.DataAnswered, At: received, By: "secretary", Body: []byte(`{}`)}, nil
	}); err != nil {
		t.Fatal(err)
	}
	dues, err := (&Docket{Store: db}).Due(t.Context(), received)
	if err != nil || len(dues) != 1 || dues[0].What != "data_request" || !dues[0].By.Equal(complaint.DataRequestDue(received)) || !strings.HasPrefix(dues[0].Case, "D-") {
		t.Errorf("%+v, %v", dues, err)
	}
}
