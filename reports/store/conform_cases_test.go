package store

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
)

const secretWords = "the complainant says that he saw a telephone"

func newCaseEntry(kind, state, text string) complaint.Entry {
	body, _ := json.Marshal(text) // text can always be encoded
	return complaint.Entry{Kind: complaint.EntryKind(kind), State: complaint.State(state), At: start, By: "token", Body: body}
}

// openCase opens a case about event a, with one entry.
func openCase(t testing.TB, db *DB, id string) CaseRecord {
	t.Helper()
	if _, err := db.Event(t.Context(), "a"); err != nil {
		makeEvent(t, db, "a")
	}
	return must[CaseRecord](t)(db.OpenCase(t.Context(), rand.Reader, CaseRecord{ID: id, Event: "a", Arbiter: true,
		Parties: []CaseParty{{Role: access.Complainant, Token: "c"}}}, []complaint.Entry{newCaseEntry("opened", "with_arbiter", secretWords)}))
}

// act adds an entry to a case, after change has changed it.
func act(t testing.TB, db *DB, id, kind, state string, change func(*CaseRecord)) CaseRecord {
	t.Helper()
	c, added, err := db.AppendCase(t.Context(), id, func(c *CaseRecord, before []complaint.Entry) ([]complaint.Entry, error) {
		if change != nil {
			change(c)
		}
		return []complaint.Entry{newCaseEntry(kind, state, kind)}, nil
	})
	ok(t, err)
	if len(added) != 1 || added[0].Seq != c.Entries || len(added[0].Digest) != 64 {
		t.Errorf("added %+v to %+v", added, c)
	}
	return c
}

func closing(c *CaseRecord) { c.Closed, c.Arbiter = minute, false }

func checkCases(t *testing.T, db *DB) {
	first := openCase(t, db, "one")
	openCase(t, db, "two")
	same(t, "opened", first, CaseRecord{ID: "one", Event: "a", State: "with_arbiter", Arbiter: true, Entries: 1, Opened: start, Changed: start,
		Parties: []CaseParty{{Role: access.Complainant, Token: "c", Entry: 1}}})
	_, err := db.OpenCase(t.Context(), rand.Reader, CaseRecord{ID: "one"}, []complaint.Entry{newCaseEntry("opened", "x", "")})
	expectFault(t, err, fault.Conflict, "case_exists")

	act(t, db, "one", "forwarded", "received", func(c *CaseRecord) {
		c.Arbiter = false
		c.Parties = append(c.Parties, CaseParty{Role: access.FederationOfficer, Federation: "UKR"})
	})
	c, entries, err := db.CaseHistory(t.Context(), "one")
	ok(t, err)
	if len(entries) != 2 || string(entries[0].Body) != `"`+secretWords+`"` || entries[1].State != "received" || entries[1].Seq != 2 || entries[0].Digest == entries[1].Digest {
		t.Errorf("%+v", entries)
	}
	same(t, "on", c.On(), access.On{Event: "a", Case: "one", SentTo: []string{"UKR"}})
	same(t, "a case", must[CaseRecord](t)(db.Case(t.Context(), "one")), c)

	for name, tt := range map[string]struct {
		query CasesQuery
		want  string
	}{
		"nobody":             {CasesQuery{}, ""},
		"all":                {CasesQuery{Scope: access.Scope{All: true}}, "one two"},
		"a page":             {CasesQuery{Scope: access.Scope{All: true}, Limit: 1}, "one"},
		"the next page":      {CasesQuery{Scope: access.Scope{All: true}, After: "one"}, "two"},
		"of another event":   {CasesQuery{Scope: access.Scope{All: true}, Event: "b"}, ""},
		"the chief arbiter":  {CasesQuery{Scope: access.Scope{Events: []string{"a"}}}, "two"},
		"the federation":     {CasesQuery{Scope: access.Scope{Federations: []string{"UKR", ""}}}, "one"},
		"another federation": {CasesQuery{Scope: access.Scope{Federations: []string{"POL"}}}, ""},
		"a party":            {CasesQuery{Scope: access.Scope{Cases: []string{"two"}}}, "two"},
	} {
		var ids []string
		for _, c := range must[[]CaseRecord](t)(db.Cases(t.Context(), tt.query)) {
			ids = append(ids, c.ID)
		}
		if got := strings.Join(ids, " "); got != tt.want {
			t.Errorf("%s: %q", name, got)
		}
	}

	refused := errors.New("no")
	_, _, err = db.AppendCase(t.Context(), "one", func(c *CaseRecord, _ []complaint.Entry) ([]complaint.Entry, error) { closing(c); return nil, refused })
	if !errors.Is(err, refused) || !must[CaseRecord](t)(db.Case(t.Context(), "one")).Closed.IsZero() {
		t.Errorf("an entry that was refused: %v", err)
	}
	_, _, err = db.AppendCase(t.Context(), "nowhere", nil)
	expectFault(t, err, fault.NotFound, "case_unknown")
	_, _, err = db.CaseHistory(t.Context(), "nowhere")
	expectFault(t, err, fault.NotFound, "case_unknown")
	ok(t, sound(db.Check(t.Context(), nil)))
}

// attach adds an attachment with an entry of its own.
func attach(t testing.TB, db *DB, id, blob string, content io.Reader) (CaseBlob, error) {
	t.Helper()
	return db.AddBlob(t.Context(), id, CaseBlob{ID: blob, Added: start, By: "token", BlobFacts: BlobFacts{Name: "протокол.pgn"}}, content,
		func(_ *CaseRecord, _ []complaint.Entry, b CaseBlob) ([]complaint.Entry, error) {
			if b.Type == "" || b.SHA256 == "" {
				t.Errorf("%+v", b)
			}
			return []complaint.Entry{newCaseEntry("attachment_added", "received", b.SHA256)}, nil
		})
}

// aGame is a PGN file of at least so many bytes.
func aGame(size int) []byte {
	return []byte("[Event \"secret game\"]\n" + strings.Repeat("e4 ", size/3))
}

func checkCaseBlobs(t *testing.T, db *DB) {
	openCase(t, db, "one")
	for name, content := range map[string][]byte{"small": aGame(3), "large": aGame(uploadChunk + 5), "even": aGame(2 * uploadChunk)[:2*uploadChunk]} {
		added := must[CaseBlob](t)(attach(t, db, "one", name, bytes.NewReader(content)))
		b, r, err := db.OpenBlob(t.Context(), "one", name)
		ok(t, err)
		if got := must[[]byte](t)(io.ReadAll(r)); !bytes.Equal(got, content) {
			t.Errorf("%s: %d bytes of %d", name, len(got), len(content))
		}
		same(t, name, b, added)
		if b.SHA256 != hexDigest(content) || b.Size != int64(len(content)) || b.Name != "протокол.pgn" || b.Type != "application/vnd.chess-pgn" {
			t.Errorf("%+v", b)
		}
	}
	if c := must[CaseRecord](t)(db.Case(t.Context(), "one")); c.Entries != 4 {
		t.Errorf("%d entries", c.Entries)
	}
	for name, c := range map[string]struct {
		of      string
		content io.Reader
		kind    fault.Kind
		code    string
	}{
		"small":   {"one", bytes.NewReader(aGame(3)), fault.Conflict, "attachment_exists"},
		"page":    {"one", strings.NewReader("<html>"), fault.Invalid, "attachment_type"},
		"heavy":   {"one", bytes.NewReader(aGame(LargestBlob)), fault.TooLarge, "attachment_size"},
		"nowhere": {"nowhere", bytes.NewReader(aGame(3)), fault.NotFound, "case_unknown"},
	} {
		_, err := attach(t, db, c.of, name, c.content)
		expectFault(t, err, c.kind, c.code)
	}
	broken := errors.New("broken off")
	if _, err := attach(t, db, "one", "broken", io.MultiReader(bytes.NewReader(aGame(9)), failing{broken})); !errors.Is(err, broken) {
		t.Error(err)
	}
	_, _, err := db.OpenBlob(t.Context(), "one", "broken")
	expectFault(t, err, fault.NotFound, "attachment_unknown")
	if n := must[int](t)(readOne(t.Context(), db, nil, scanInt, `SELECT count(DISTINCT blob) FROM case_blob_chunks`)); n != 3 {
		t.Errorf("chunks of %d attachments", n)
	}
	alter(t, db, `UPDATE case_blobs SET size = ? WHERE id = 'large'`, CaseBlobs-2*uploadChunk-100)
	_, err = attach(t, db, "one", "one more", bytes.NewReader(aGame(99)))
	expectFault(t, err, fault.TooLarge, "attachments_size")
	if n := len(must[[]CaseBlob](t)(db.CaseBlobs(t.Context(), "one"))); n != 3 {
		t.Errorf("%d attachments", n)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func checkHolds(t *testing.T, db *DB) {
	openCase(t, db, "one")
	must[CaseBlob](t)(attach(t, db, "one", "file", bytes.NewReader(aGame(3))))
	expectFault(t, db.EraseCase(t.Context(), "one", minute), fault.Conflict, "case_open")
	act(t, db, "one", "inadmissible", "inadmissible", closing)
	if c := act(t, db, "one", "hold_set", "inadmissible", nil); !c.Held {
		t.Errorf("not held: %+v", c)
	}
	expectFault(t, db.EraseCase(t.Context(), "one", minute), fault.Conflict, "case_held")
	act(t, db, "one", "hold_set", "inadmissible", nil)
	if c := act(t, db, "one", "hold_lifted", "inadmissible", nil); !c.Held || !must[CaseRecord](t)(db.Case(t.Context(), "one")).Held {
		t.Errorf("one of two holds was lifted: %+v", c)
	}
	expectFault(t, db.EraseCase(t.Context(), "one", minute), fault.Conflict, "case_held")
	if c := act(t, db, "one", "hold_lifted", "inadmissible", nil); c.Held {
		t.Errorf("held: %+v", c)
	}
	ok(t, sound(db.Check(t.Context(), nil)))

	ok(t, db.AddToken(t.Context(), newToken("a party")))
	for _, form := range []string{"/cases/one/form", "/cases/two/form"} {
		ok(t, db.SaveDraft(t.Context(), Draft{Token: "a party", Form: form, Body: "sealed", Saved: minute}))
	}
	ok(t, db.EraseCase(t.Context(), "one", minute))
	ok(t, db.EraseCase(t.Context(), "one", minute.AddDate(1, 0, 0)))
	_, err := db.Draft(t.Context(), "a party", "/cases/one/form", minute)
	expectFault(t, err, fault.NotFound, "draft_unknown")
	must[Draft](t)(db.Draft(t.Context(), "a party", "/cases/two/form", minute))
	expectFault(t, db.EraseCase(t.Context(), "nowhere", minute), fault.NotFound, "case_unknown")
	c, entries, err := db.CaseHistory(t.Context(), "one")
	ok(t, err)
	if !c.Erased.Equal(minute) || len(entries) != 7 || entries[0].Body != nil || entries[2].Kind != "inadmissible" {
		t.Errorf("%+v %+v", c, entries)
	}
	blobs := must[[]CaseBlob](t)(db.CaseBlobs(t.Context(), "one"))
	if len(blobs) != 1 || blobs[0].BlobFacts != (BlobFacts{}) || blobs[0].Digest == "" {
		t.Errorf("%+v", blobs)
	}
	_, _, err = db.OpenBlob(t.Context(), "one", "file")
	expectFault(t, err, fault.Conflict, "case_erased")
	_, _, err = db.AppendCase(t.Context(), "one", nil)
	expectFault(t, err, fault.Conflict, "case_erased")
	_, err = attach(t, db, "one", "another", bytes.NewReader(aGame(3)))
	expectFault(t, err, fault.Conflict, "case_erased")
	ok(t, sound(db.Check(t.Context(), nil)))
}

func checkDataRequests(t *testing.T, db *DB) {
	due := complaint.DataRequestDue(start)
	asked := DataRequest{ID: "r", What: DataCopy, By: "token", Received: start}
	got := must[DataRequest](t)(db.AskData(t.Context(), rand.Reader, asked, json.RawMessage(`"`+secretWords+`"`)))
	asked.State, asked.Due, asked.Steps = DataOpen, due, []DataStep{{Seq: 1, State: DataOpen, At: start, By: "token", Body: json.RawMessage(`"` + secretWords + `"`)}}
	same(t, "asked", got, asked)
	_, err := db.AskData(t.Context(), rand.Reader, asked, nil)
	expectFault(t, err, fault.Conflict, "case_exists")
	must[DataRequest](t)(db.AskData(t.Context(), rand.Reader, DataRequest{ID: "s", What: DataErasure, By: "other", Received: start}, nil))

	answer := func(state DataState) func(DataRequest) (DataStep, error) {
		return func(DataRequest) (DataStep, error) {
			return DataStep{State: state, At: minute, By: "secretary", Body: json.RawMessage(`{}`)}, nil
		}
	}
	must[DataRequest](t)(db.AnswerData(t.Context(), "r", answer(DataWaiting)))
	answered := must[DataRequest](t)(db.AnswerData(t.Context(), "r", answer(DataAnswered)))
	same(t, "read", must[DataRequest](t)(db.DataRequest(t.Context(), "r")), answered)
	if answered.State != DataAnswered || len(answered.Steps) != 3 || answered.By != "token" || !answered.Due.Equal(due) {
		t.Errorf("%+v", answered)
	}
	_, err = db.AnswerData(t.Context(), "r", answer(DataRefused))
	expectFault(t, err, fault.Conflict, "data_request_over")
	_, err = db.AnswerData(t.Context(), "nowhere", nil)
	expectFault(t, err, fault.NotFound, "data_request_unknown")
	_, err = db.DataRequest(t.Context(), "nowhere")
	expectFault(t, err, fault.NotFound, "data_request_unknown")
	same(t, "his own", must[[]DataRequest](t)(db.DataRequests(t.Context(), "token")), []DataRequest{answered})
	if n := len(must[[]DataRequest](t)(db.DataRequests(t.Context(), ""))); n != 2 {
		t.Errorf("%d requests", n)
	}
	ok(t, sound(db.Check(t.Context(), nil)))

	_, err = db.EraseData(t.Context(), "s", "secretary", minute)
	expectFault(t, err, fault.Conflict, "data_request_open")
	_, err = db.EraseData(t.Context(), "nowhere", "secretary", minute)
	expectFault(t, err, fault.NotFound, "data_request_unknown")
	erased := must[DataRequest](t)(db.EraseData(t.Context(), "r", "secretary", minute))
	same(t, "erased", must[DataRequest](t)(db.DataRequest(t.Context(), "r")), erased)
	if erased.State != DataErased || len(erased.Steps) != 4 || erased.What != DataCopy || !erased.Received.Equal(start) {
		t.Errorf("%+v", erased)
	}
	for _, step := range erased.Steps {
		if step.Body != nil {
			t.Errorf("step %d can be read: %s", step.Seq, step.Body)
		}
	}
	same(t, "erased again", must[DataRequest](t)(db.EraseData(t.Context(), "r", "chair", minute)), erased)
	_, err = db.AnswerData(t.Context(), "r", answer(DataAnswered))
	expectFault(t, err, fault.Conflict, "data_request_over")
	ok(t, sound(db.Check(t.Context(), nil)))
}
