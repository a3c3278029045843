package registry

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// DataRequestView is somebody's request for the data held about him, as its reader may see it.
type DataRequestView struct {
	store.DataRequest
	Number string `json:"number"`
}

// NewDataRequest asks for what is kept about a person.
type NewDataRequest struct {
	What   store.DataRight `json:"what"`
	Name   string          `json:"name"`
	FideID string          `json:"fide_id,omitempty"`
	Text   string          `json:"text,omitempty"`
}

// NewDataAnswer answers a data request.
type NewDataAnswer struct {
	State  string `json:"state"`
	Text   string `json:"text"`
	Event  string `json:"event,omitempty"`  // of the report whose figures are explained
	Report string `json:"report,omitempty"` // the report of a test of the person who asks; whoever answers has made sure who asks
}

// dataAnswer is an answer as it is kept, beside its state.
type dataAnswer struct {
	Text   string `json:"text"`
	Event  string `json:"event,omitempty"`
	Report string `json:"report,omitempty"`
}

// shown returns a request as the caller may see it. Only those who answer requests see that it waits for the chair, because that
// reveals that there is a case.
func shown(who *door.Caller, r store.DataRequest) DataRequestView {
	v := DataRequestView{r, complaint.RequestNumber(r.ID)}
	if who.May(access.AnswerData) {
		return v
	}
	if v.State == store.DataWaiting {
		v.State = store.DataOpen
	}
	v.Steps = slices.DeleteFunc(slices.Clone(r.Steps), func(s store.DataStep) bool { return s.State == store.DataWaiting })
	return v
}

// DataRequests returns the caller's own requests, or all to those who answer them, the oldest first; never nil.
func (r *Register) DataRequests(ctx context.Context, who *door.Caller) ([]DataRequestView, error) {
	by := who.Token.ID
	if who.May(access.AnswerData) {
		by = ""
	}
	found, err := r.Store.DataRequests(ctx, by)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(found, func(a, b store.DataRequest) int { return a.Received.Compare(b.Received) })
	list := []DataRequestView{}
	for _, request := range found {
		list = append(list, shown(who, request))
	}
	return list, nil
}

// AskData receives a request of the caller. Whoever has too many that nobody has answered gets a Conflict error.
func (r *Register) AskData(ctx context.Context, who *door.Caller, asked NewDataRequest) (DataRequestView, error) {
	if !slices.Contains(store.DataRights(), asked.What) {
		return DataRequestView{}, fault.New(fault.Invalid, "data_request", "a request asks for existence, copy, correction, erasure or explanation")
	}
	if err := cmp.Or(short(asked.Name, asked.FideID, asked.Text), r.roomForRequest(ctx, who)); err != nil {
		return DataRequestView{}, err
	}
	id, err := store.NewID(r.Random)
	if err != nil {
		return DataRequestView{}, err
	}
	says, err := json.Marshal(map[string]string{"name": asked.Name, "fide_id": asked.FideID, "text": asked.Text})
	if err != nil {
		return DataRequestView{}, err
	}
	made, err := r.Store.AskData(ctx, r.Random, store.DataRequest{ID: id, What: asked.What, By: who.Token.ID, Received: r.Now().UTC()}, says)
	if err != nil {
		return DataRequestView{}, err
	}
	return shown(who, made), who.AuditAbout(ctx, id, string(asked.What))
}

// mostOpenRequests is how many unanswered requests one person may have: each of them reminds people of itself.
const mostOpenRequests = 20

// roomForRequest returns a Conflict error for a caller with too many unanswered requests.
func (r *Register) roomForRequest(ctx context.Context, who *door.Caller) error {
	own, err := r.Store.DataRequests(ctx, who.Token.ID)
	if err != nil {
		return err
	}
	open := slices.DeleteFunc(own, func(r store.DataRequest) bool { return r.State.Over() })
	if len(open) >= mostOpenRequests {
		return fault.New(fault.Conflict, "data_requests", "%d of your requests are not answered yet; wait until some are", len(open))
	}
	return nil
}

// DataRequest returns a request with its answers.
func (r *Register) DataRequest(ctx context.Context, who *door.Caller, id string) (DataRequestView, error) {
	found, err := r.dataRequest(ctx, who, id)
	if err != nil {
		return DataRequestView{}, err
	}
	return shown(who, found), nil
}

// dataRequest returns a request that is open to the caller; any other is hidden as if it did not exist.
func (r *Register) dataRequest(ctx context.Context, who *door.Caller, id string) (store.DataRequest, error) {
	found, err := r.Store.DataRequest(ctx, id)
	if fault.KindOf(err) == fault.NotFound || err == nil && found.By != who.Token.ID && !who.May(access.AnswerData) {
		return found, access.Hidden()
	}
	return found, err
}

// AnswerData answers a request. A request that waits for the chair is answered by the chair.
func (r *Register) AnswerData(ctx context.Context, who *door.Caller, id string, asked NewDataAnswer) (DataRequestView, error) {
	found, err := r.dataRequest(ctx, who, id)
	if err != nil {
		return DataRequestView{}, err
	}
	switch test, err := r.explained(ctx, asked.Event, asked.Report); {
	case err != nil:
		return DataRequestView{}, err
	case test != nil && !isOf(found, &test.Player):
		return DataRequestView{}, fault.New(fault.Unprocessable, "data_report", "this report is on somebody else than the person who asks: neither FIDE ID nor name is the same")
	}
	if err := short(asked.Text); err != nil {
		return DataRequestView{}, err
	}
	says, err := json.Marshal(dataAnswer{asked.Text, asked.Event, asked.Report})
	if err != nil {
		return DataRequestView{}, err
	}
	answered, err := r.Store.AnswerData(ctx, id, func(found store.DataRequest) (store.DataStep, error) {
		step := store.DataStep{State: store.DataState(asked.State), At: r.Now().UTC(), By: who.Token.ID, Body: says}
		switch {
		case !slices.Contains([]store.DataState{store.DataWaiting, store.DataAnswered, store.DataRefused}, step.State):
			return step, fault.New(fault.Invalid, "data_request", "a request is answered, refused, or waits for the chair: answered, refused or waiting")
		case found.State == store.DataWaiting && who.Role != access.FPLChair:
			return step, fault.New(fault.Forbidden, "data_waiting", "this request touches a case that its subject has not been told of; the chair decides what is answered")
		}
		return step, nil
	})
	if err != nil {
		return DataRequestView{}, err
	}
	return shown(who, answered), who.AuditAbout(ctx, id, asked.State)
}

// EraseData destroys the content of a request and its answers, for a reason. A waiting request is not erased.
func (r *Register) EraseData(ctx context.Context, who *door.Caller, id, reason string) (DataRequestView, error) {
	if err := sure(reason); err != nil {
		return DataRequestView{}, err
	}
	erased, err := r.Store.EraseData(ctx, id, who.Token.ID, r.Now().UTC())
	if err != nil {
		return DataRequestView{}, access.Hide(err)
	}
	return shown(who, erased), who.AuditAbout(ctx, id, reason)
}

// explained returns the test whose figures an answer explains, nil for none.
func (r *Register) explained(ctx context.Context, event, id string) (*reports.FullTest, error) {
	if id == "" {
		return nil, nil
	}
	report, err := r.Store.ReportIn(ctx, event, id)
	if fault.KindOf(err) == fault.NotFound || err == nil && report.Kind == "screening" {
		return nil, fault.New(fault.Invalid, "data_report", "there is no report of a test with this SHA-256 in that event")
	} else if err != nil {
		return nil, err
	}
	var test reports.FullTest
	return &test, json.Unmarshal(report.Body, &test)
}

// isOf reports whether a player is the person whom a request names: by FIDE ID if both are known, otherwise by name.
func isOf(r store.DataRequest, p *reports.TestedPlayer) bool {
	if len(r.Steps) == 0 {
		return false
	}
	asked := r.Steps[0].Words()
	if asked.FideID != "" && p.FideID != "" {
		return asked.FideID == p.FideID
	}
	return asked.Name != "" && strings.EqualFold(asked.Name, p.Name)
}

// Explanation writes an explanation of the figures in an answer, in one of render.PaperFormats.
func (r *Register) Explanation(ctx context.Context, who *door.Caller, w io.Writer, id, format string, o render.Options) error {
	found, err := r.dataRequest(ctx, who, id)
	if err != nil {
		return err
	}
	if found.State != store.DataAnswered && !who.May(access.AnswerData) {
		return access.Hidden()
	}
	e := render.Explanation{Number: complaint.RequestNumber(id), Date: found.Received}
	for _, step := range found.Steps {
		if step.State != store.DataAnswered || step.Body == nil {
			continue
		}
		e.Date = step.At
		words := step.Words()
		if e.Test, err = r.explained(ctx, words.Event, words.Report); err != nil {
			return err
		}
	}
	return render.DataExplanation(w, format, &e, o)
}

// longestSaid is how long what people write beside a case may be, in bytes.
const longestSaid = 64 << 10

// short refuses what is too long (TooLarge).
func short(texts ...string) error {
	if len(strings.Join(texts, "")) > longestSaid {
		return fault.New(fault.TooLarge, "body_limit", "a body may have at most %d bytes here", longestSaid)
	}
	return nil
}

// sure refuses an erasure for which no reason is given (Invalid).
func sure(reason string) error {
	if strings.TrimSpace(reason) == "" {
		return fault.New(fault.Invalid, "reason", "say why: this cannot be undone")
	}
	return short(reason)
}
