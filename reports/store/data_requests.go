package store

import (
	"context"
	"encoding/json"
	"io"
	"strconv"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/complaint"
)

// DataRight is a right that somebody claims on the data held about him.
type DataRight string

// The rights of a data subject.
const (
	DataExistence   DataRight = "existence" // whether any is held
	DataCopy        DataRight = "copy"
	DataCorrection  DataRight = "correction"
	DataErasure     DataRight = "erasure"
	DataExplanation DataRight = "explanation" // how figures about him came about, and who decides
)

// DataRights returns all of them.
func DataRights() []DataRight {
	return []DataRight{DataExistence, DataCopy, DataCorrection, DataErasure, DataExplanation}
}

// DataState is the state of a data request.
type DataState string

// The states of a data request.
const (
	DataOpen     DataState = "open"     // waits for the secretary
	DataWaiting  DataState = "waiting"  // for the chair: it touches an open case that the subject was not told of
	DataAnswered DataState = "answered" // as was asked
	DataRefused  DataState = "refused"  // for a reason, which the answer gives
	DataErased   DataState = "erased"   // what was asked and answered cannot be read again; that it was, and when, stays
)

// Over reports whether nothing more is due.
func (d DataState) Over() bool { return d == DataAnswered || d == DataRefused || d == DataErased }

// DataRequest is somebody's request about the data held about him, with its answers.
type DataRequest struct {
	ID       string     `json:"id"` // 16 random bytes, hex
	What     DataRight  `json:"what"`
	State    DataState  `json:"state"`
	Received time.Time  `json:"received"`
	Due      time.Time  `json:"due"`   // when an answer is due, complaint.DataRequestDue
	By       string     `json:"by"`    // ID of the token of the person who asked or entered it
	Steps    []DataStep `json:"steps"` // at least the first: the request itself
}

// DataStep is one step of a data request: the question first, then the answers. It never changes.
type DataStep struct {
	State DataState       `json:"state"`
	At    time.Time       `json:"at"`
	By    string          `json:"by"`             // ID of a token
	Body  json.RawMessage `json:"says,omitempty"` // DataWords, stored sealed; nil if the key of the request is missing here

	Seq int64 `json:"-"` // from 1, within the request
}

// DataWords is what a step says: the question names the person, an answer perhaps the report that it explains.
type DataWords struct {
	Name   string `json:"name"`
	FideID string `json:"fide_id"`
	Text   string `json:"text"`
	Event  string `json:"event"`
	Report string `json:"report"` // of a test
}

// Words returns what the step says, nothing where the key is not here.
func (d DataStep) Words() (words DataWords) {
	if err := json.Unmarshal(d.Body, &words); err != nil {
		return DataWords{}
	}
	return words
}

const dataColumns = `id, seq, what, state, at, due, author, body`

// dataRow is a step of a data request, its body sealed.
type dataRow struct {
	id   string
	what DataRight
	due  time.Time
	DataStep
}

func scanData(row scanner, d *dataRow) error {
	return row.Scan(&d.id, &d.Seq, &d.what, &d.State, moment{&d.At}, moment{&d.due}, &d.By, (*[]byte)(&d.Body))
}

// name names the step for people.
func (d dataRow) name() string { return strconv.FormatInt(d.Seq, 10) + " of request " + d.id }

// marked is the row as it is stored, with its body sealed.
func (d dataRow) marked() []any {
	return []any{d.id, d.Seq, string(d.what), string(d.State), d.At, d.due, d.By, []byte(d.Body)}
}

func (d dataRow) place() place { return place{d.id, "request", strconv.FormatInt(d.Seq, 10)} }

func noDataRequest(id string) error {
	return fault.New(fault.NotFound, "data_request_unknown", "there is no data request %q", id)
}

// AskData stores a data request with its text; ID, What, By and Received are set by the caller. It
// has a key of its own, made of bytes from random. An ID that exists already is a fault.Conflict
// error.
func (db *DB) AskData(ctx context.Context, random io.Reader, r DataRequest, text json.RawMessage) (asked DataRequest, err error) {
	err = db.transaction(ctx, func(tx session) error {
		key, err := newCaseKey(ctx, tx, random, r.ID)
		if err != nil {
			return err
		}
		asked = DataRequest{ID: r.ID, What: r.What, Due: complaint.DataRequestDue(r.Received.UTC())}
		return tx.stepOfData(ctx, &asked, key, DataStep{State: DataOpen, At: r.Received, By: r.By, Body: text})
	})
	return asked, err
}

// AnswerData adds a step to a data request: answer sees the request and returns the step. If answer
// returns an error, that is returned and nothing is added. An unknown request is NotFound; one that
// is over is a fault.Conflict error.
func (db *DB) AnswerData(ctx context.Context, id string, answer func(DataRequest) (DataStep, error)) (r DataRequest, err error) {
	err = db.transaction(ctx, func(tx session) error {
		var key caseKey
		if r, key, err = lockData(ctx, tx, id); err != nil {
			return err
		}
		if r.State.Over() {
			return fault.New(fault.Conflict, "data_request_over", "this request has been answered")
		}
		if key == nil {
			return noKey()
		}
		step, err := answer(r)
		if err != nil {
			return err
		}
		return tx.stepOfData(ctx, &r, key, step)
	})
	return r, err
}

// lockData reads a request with its key, nil if it is not here, and locks it until the transaction ends.
func lockData(ctx context.Context, tx session, id string) (DataRequest, caseKey, error) {
	if _, err := one(ctx, tx, noDataRequest(id), scanInt, `SELECT seq FROM data_requests WHERE id = ? AND seq = 1{lock}`, id); err != nil {
		return DataRequest{}, nil, err
	}
	found, err := dataRequests(ctx, tx, `WHERE id = ?`, id)
	if err != nil {
		return DataRequest{}, nil, err
	}
	key, err := caseKeyOf(ctx, tx, id)
	return found[0], key, err
}

// EraseData destroys the key of a data request that is over, so that nothing that people wrote in
// it can be read again. What was asked for, when, and how it ended, stay. by is the ID of a token.
// A request that waits for its answer is a fault.Conflict error, an unknown one NotFound. Erasing
// again only completes what was left undone, as in EraseCase.
func (db *DB) EraseData(ctx context.Context, id, by string, at time.Time) (r DataRequest, err error) {
	err = db.transaction(ctx, func(tx session) error {
		var key caseKey
		if r, key, err = lockData(ctx, tx, id); err != nil {
			return err
		}
		switch {
		case r.State == DataErased:
			return nil
		case !r.State.Over():
			return fault.New(fault.Conflict, "data_request_open", "this request waits for its answer: what it says is needed until then")
		}
		if key == nil {
			return noKey()
		}
		if err := tx.stepOfData(ctx, &r, key, DataStep{State: DataErased, At: at, By: by}); err != nil {
			return err
		}
		for i := range r.Steps {
			r.Steps[i].Body = nil
		}
		return tx.eraseKey(ctx, id)
	})
	if err != nil {
		return r, err
	}
	return r, db.describe(db.dialect.scrub(ctx, db.write))
}

// dataErased selects the data requests that were erased.
const dataErased = `SELECT id FROM data_requests WHERE state = '` + string(DataErased) + `'`

// stepOfData adds a step to a request.
func (s session) stepOfData(ctx context.Context, r *DataRequest, key caseKey, step DataStep) error {
	step.Seq, step.At, step.By = int64(len(r.Steps))+1, timeAt(micros(step.At)), clean(step.By)
	r.add(dataRow{r.ID, r.What, timeAt(micros(r.Due)), step})
	body, err := key.seal(dataRow{id: r.ID, DataStep: step}.place(), step.Body)
	if err != nil {
		return err
	}
	step.Body = body
	row := dataRow{r.ID, r.What, r.Due, step}.marked()
	mark, err := s.newMark(ctx, "data_requests", row)
	if err != nil {
		return err
	}
	_, err = s.insertSealed(ctx, sealed("data_requests"), `mark`, [][]any{append(row, mark)})
	return err
}

// add adds a step that was read.
func (r *DataRequest) add(d dataRow) {
	if len(r.Steps) == 0 {
		r.ID, r.What, r.By, r.Received, r.Due = d.id, d.what, d.By, d.At, d.due
	}
	r.State = d.State
	r.Steps = append(r.Steps, d.DataStep)
}

// DataRequest returns one data request; fault.NotFound if there is none.
func (db *DB) DataRequest(ctx context.Context, id string) (r DataRequest, err error) {
	err = db.snapshot(ctx, func(s session) error {
		found, err := dataRequests(ctx, s, `WHERE id = ?`, id)
		switch {
		case err != nil:
			return err
		case len(found) == 0:
			return noDataRequest(id)
		}
		r = found[0]
		return nil
	})
	return r, err
}

// DataRequests returns the data requests that the holder of a token made, or all for "", in the order of
// their IDs.
func (db *DB) DataRequests(ctx context.Context, by string) (found []DataRequest, err error) {
	err = db.snapshot(ctx, func(s session) (err error) {
		found, err = dataRequests(ctx, s, `WHERE ? = '' OR id IN (SELECT id FROM data_requests WHERE seq = 1 AND author = ?)`, by, by)
		return err
	})
	return found, err
}

func dataRequests(ctx context.Context, s session, where string, args ...any) (found []DataRequest, err error) {
	rows, err := all(ctx, s, marking(scanData), `SELECT `+dataColumns+`, mark FROM data_requests `+where+` ORDER BY id, seq`, args...)
	if err != nil {
		return nil, err
	}
	var key caseKey
	for _, m := range rows {
		row := m.row
		if err := s.genuine("data request", row.name(), m.mark, "data_requests", row.marked()); err != nil {
			return nil, err
		}
		if row.Seq == 1 {
			if key, err = caseKeyOf(ctx, s, row.id); err != nil {
				return nil, err
			}
			found = append(found, DataRequest{})
		}
		if len(found) == 0 {
			return nil, fault.New(fault.Corrupt, "data_request", "the beginning of data request %s is missing", row.id)
		}
		if sealed := row.Body; key != nil {
			if row.Body, err = key.open(row.place(), sealed); err != nil {
				return nil, err
			}
		} else {
			row.Body = nil
		}
		found[len(found)-1].add(row)
	}
	return found, nil
}
