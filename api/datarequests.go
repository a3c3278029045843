package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// shownRequest is a data request in the form that its reader sees.
type shownRequest struct {
	ID       string          `json:"id"`
	Number   string          `json:"number"`
	What     store.DataRight `json:"what"`
	State    store.DataState `json:"state"`
	Received time.Time       `json:"received"`
	Due      time.Time       `json:"due"`
	By       string          `json:"by"` // ID of the token
	Steps    []shownStep     `json:"steps"`
}

// shownStep is one step of a request: the question first, then the answers.
type shownStep struct {
	State store.DataState `json:"state"`
	At    time.Time       `json:"at"`
	By    string          `json:"by"`
	Says  json.RawMessage `json:"says,omitempty"` // left out where the key is not here
}

// showRequest returns a request in the form that the caller may see. Only those who answer requests
// see that it waits for the chair, because that reveals that there is a case.
func showRequest(c echo.Context, r store.DataRequest) shownRequest {
	shown := shownRequest{ID: r.ID, Number: registry.RequestNumber(r.ID), What: r.What, State: r.State, Received: r.Received.UTC(), Due: r.Due.UTC(), By: r.By, Steps: []shownStep{}}
	inside := mayAnswer(c)
	if !inside && r.State == store.DataWaiting {
		shown.State = store.DataOpen
	}
	for _, step := range r.Steps {
		if !inside && step.State == store.DataWaiting {
			continue
		}
		shown.Steps = append(shown.Steps, shownStep{step.State, step.At.UTC(), step.By, step.Body})
	}
	return shown
}

// mayAnswer reports whether the caller is one of those who answer requests.
func mayAnswer(c echo.Context) bool {
	return callerOf(c).May(access.AnswerData)
}

// ListDataRequests answers the caller's own requests, or all to those who answer them, the oldest first.
func (s *Server) ListDataRequests(c echo.Context) error {
	by := callerOf(c).Token.ID
	if mayAnswer(c) {
		by = ""
	}
	found, err := s.store.DataRequests(c.Request().Context(), by)
	if err != nil {
		return err
	}
	slices.SortStableFunc(found, func(a, b store.DataRequest) int { return a.Received.Compare(b.Received) })
	return c.JSON(http.StatusOK, wire.List[shownRequest]{Items: translated(found, func(r store.DataRequest) shownRequest { return showRequest(c, r) })})
}

// AskData receives a data request.
func (s *Server) AskData(c echo.Context) error {
	var asked wire.NewDataRequest
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	if !slices.Contains(store.DataRights(), store.DataRight(asked.What)) {
		return fault.New(fault.Invalid, "data_request", "a request asks for existence, copy, correction, erasure or explanation")
	}
	if err := s.roomForRequest(c); err != nil {
		return err
	}
	id, err := NewID(s.random)
	if err != nil {
		return err
	}
	says, err := json.Marshal(map[string]string{"name": asked.Name, "fide_id": value(asked.FideID), "text": value(asked.Text)})
	if err != nil {
		return err
	}
	made, err := s.store.AskData(c.Request().Context(), s.random, store.DataRequest{
		ID: id, What: store.DataRight(asked.What), By: callerOf(c).Token.ID, Received: s.now().UTC(),
	}, says)
	if err != nil {
		return err
	}
	if err := callerOf(c).AuditAbout(c.Request().Context(), id, string(asked.What)); err != nil {
		return err
	}
	c.Response().Header().Set("Location", "/v1/data-requests/"+id)
	return c.JSON(http.StatusCreated, showRequest(c, made))
}

// mostOpenRequests is how many unanswered requests one person may have: each of them reminds people of itself.
const mostOpenRequests = 20

// roomForRequest returns a Conflict error for a caller with too many unanswered requests.
func (s *Server) roomForRequest(c echo.Context) error {
	own, err := s.store.DataRequests(c.Request().Context(), callerOf(c).Token.ID)
	if err != nil {
		return err
	}
	open := slices.DeleteFunc(own, func(r store.DataRequest) bool { return r.State.Over() })
	if len(open) >= mostOpenRequests {
		return fault.New(fault.Conflict, "data_requests", "%d of your requests are not answered yet; wait until some are", len(open))
	}
	return nil
}

// ReadDataRequest answers a request with its answers.
func (s *Server) ReadDataRequest(c echo.Context, id wire.DataRequestID) error {
	found, err := s.dataRequest(c, id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, showRequest(c, found))
}

// dataRequest returns a request that is open to the caller; any other is hidden as if it did not
// exist.
func (s *Server) dataRequest(c echo.Context, id string) (store.DataRequest, error) {
	found, err := s.store.DataRequest(c.Request().Context(), id)
	if fault.KindOf(err) == fault.NotFound || err == nil && found.By != callerOf(c).Token.ID && !mayAnswer(c) {
		return found, access.Hidden()
	}
	return found, err
}

// AnswerData answers a request. A request that waits for the chair is answered by the chair.
func (s *Server) AnswerData(c echo.Context, id wire.DataRequestID) error {
	var asked wire.NewDataAnswer
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	found, err := s.dataRequest(c, id)
	if err != nil {
		return err
	}
	answer := dataAnswer{Text: asked.Text, Event: value(asked.Event), Report: value(asked.Report)}
	switch test, err := s.explained(c, answer); {
	case err != nil:
		return err
	case test != nil && !isOf(found, &test.Player):
		return fault.New(fault.Unprocessable, "data_report", "this report is on somebody else than the person who asks: neither FIDE ID nor name is the same")
	}
	says, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	who := callerOf(c)
	r, err := s.store.AnswerData(c.Request().Context(), id, func(r store.DataRequest) (store.DataStep, error) {
		step := store.DataStep{State: store.DataState(asked.State), At: s.now().UTC(), By: who.Token.ID, Body: says}
		switch {
		case !slices.Contains([]store.DataState{store.DataWaiting, store.DataAnswered, store.DataRefused}, step.State):
			return step, fault.New(fault.Invalid, "data_request", "a request is answered, refused, or waits for the chair: answered, refused or waiting")
		case r.State == store.DataWaiting && who.Role != access.FPLChair:
			return step, fault.New(fault.Forbidden, "data_waiting", "this request touches a case that its subject has not been told of; the chair decides what is answered")
		}
		return step, nil
	})
	if err != nil {
		return err
	}
	if err := callerOf(c).AuditAbout(c.Request().Context(), id, asked.State); err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, showRequest(c, r))
}

// EraseDataRequest destroys the content of a request and its answers. A waiting request is not
// erased.
func (s *Server) EraseDataRequest(c echo.Context, id wire.DataRequestID) error {
	reason, err := s.reasonOfErasure(c)
	if err != nil {
		return err
	}
	erased, err := s.store.EraseData(c.Request().Context(), id, callerOf(c).Token.ID, s.now().UTC())
	if err != nil {
		return access.Hide(err)
	}
	if err := callerOf(c).AuditAbout(c.Request().Context(), id, reason); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, showRequest(c, erased))
}

// dataAnswer is the content of an answer to a request.
type dataAnswer struct {
	Text   string `json:"text"`
	Event  string `json:"event,omitempty"`
	Report string `json:"report,omitempty"` // of a test, whose figures are explained
}

// explained returns the test whose figures an answer explains, nil for none.
func (s *Server) explained(c echo.Context, a dataAnswer) (*reports.FullTest, error) {
	if a.Report == "" {
		return nil, nil
	}
	report, err := s.store.ReportIn(c.Request().Context(), a.Event, a.Report)
	if fault.KindOf(err) == fault.NotFound || err == nil && report.Kind == screeningKind {
		return nil, fault.New(fault.Invalid, "data_report", "there is no report of a test with this SHA-256 in that event")
	} else if err != nil {
		return nil, err
	}
	var test reports.FullTest
	return &test, json.Unmarshal(report.Body, &test)
}

// isOf reports whether a player is the person whom a request names: by FIDE ID if both are known,
// otherwise by name.
func isOf(r store.DataRequest, p *reports.TestedPlayer) bool {
	var asked struct {
		Name   string `json:"name"`
		FideID string `json:"fide_id"`
	}
	if len(r.Steps) == 0 || json.Unmarshal(r.Steps[0].Body, &asked) != nil {
		return false
	}
	if asked.FideID != "" && p.FideID != "" {
		return asked.FideID == p.FideID
	}
	return asked.Name != "" && strings.EqualFold(asked.Name, p.Name)
}

// ReadExplanation answers an explanation of the figures in an answer.
func (s *Server) ReadExplanation(c echo.Context, id wire.DataRequestID, params wire.ReadExplanationParams) error {
	view, err := s.viewOf(c, params.Format, params.Lang)
	if err != nil {
		return err
	}
	if view.format == "json" {
		view.format = "html" // it is for people
	}
	r, err := s.dataRequest(c, id)
	if err != nil {
		return err
	}
	if r.State != store.DataAnswered && !mayAnswer(c) {
		return access.Hidden()
	}
	e := render.Explanation{Number: registry.RequestNumber(id), Date: r.Received}
	for _, step := range r.Steps {
		var a dataAnswer
		if json.Unmarshal(step.Body, &a) != nil || step.State != store.DataAnswered {
			continue
		}
		e.Date = step.At
		if e.Test, err = s.explained(c, a); err != nil {
			return err
		}
	}
	var body bytes.Buffer
	if err := render.DataExplanation(&body, view.format, &e, view.options()); err != nil {
		return err
	}
	return view.answer(c, http.StatusOK, body.Bytes())
}
