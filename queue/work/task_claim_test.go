package work

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue"
	"fairplay/reports"
	"fairplay/reports/complaint/claim"
	"fairplay/reports/store"
	"fairplay/uci"
)

// caseFolder is a case with the tasks that it has ordered, and their reports.
type caseFolder struct {
	orders  map[string]ClaimTask
	reports map[string][]byte
	closed  bool
}

func (c *caseFolder) ClaimTask(_ context.Context, _, id string) (ClaimTask, bool, error) {
	if c.closed {
		return ClaimTask{}, false, fault.New(fault.Unprocessable, "case_closed", "the case is closed")
	}
	return c.orders[id], c.reports[id] != nil, nil
}

func (c *caseFolder) KeepClaimReport(_ context.Context, _, id string, report []byte) error {
	c.reports[id] = report
	return nil
}

// caseID is that of the case for which the tests run claims again.
const caseID = "00000000000000000000000000000c0f"

// forCase is a service with a screened round and a case.
func forCase(t *testing.T) (*service, *caseFolder) {
	t.Helper()
	s, f := serve(t), &caseFolder{orders: map[string]ClaimTask{}, reports: map[string][]byte{}}
	s.Service.Claims = f
	s.accept(t, round8(t))
	s.work(t)
	s.engine.Asked = nil
	return s, f
}

// aboutFirouzja is a claim on twelve moves of the round.
func aboutFirouzja(engine claim.NamedEngine) reports.EngineClaim {
	return reports.EngineClaim{Player: "Firouzja", Engine: engine, Games: []claim.Game{{Round: "8", Ranges: []claim.MoveRange{{First: 15, Last: 26}}}}}
}

// claims has a claim run again under the full recipe.
func (s *service) claims(t *testing.T, f *caseFolder, id string, engine claim.NamedEngine) (ClaimTask, store.Task) {
	t.Helper()
	c, task, err := s.PlanClaim(t.Context(), ClaimTask{ID: strings.Repeat(id, 32), Case: caseID, Event: eventID, Claim: aboutFirouzja(engine)})
	if err != nil {
		t.Fatal(err)
	}
	f.orders[c.ID] = c
	if _, err := s.Store.AddTasks(t.Context(), []store.Task{task}); err != nil {
		t.Fatal(err)
	}
	s.WakeClaim(t.Context(), task)
	return c, task
}

// A claim is run again on the engine that it names where that is here, and else on the first one under the standard recipe.
func TestEngineOfAClaim(t *testing.T) {
	t.Parallel()
	s, f := forCase(t)
	withSecond(s)
	s.Full.Provenance.Engine = reports.UsedEngine{Name: "Stockfish 15.1", SHA256: "first"}
	for id, tt := range map[string]struct {
		named  claim.NamedEngine
		recipe string
		is     bool
	}{
		"1": {claim.NamedEngine{Name: "Stockfish", Version: "15.1"}, "full", true},
		"2": {claim.NamedEngine{Name: "Komodo", Version: "14"}, "full", false},
		"3": {claim.NamedEngine{Name: "stockfish", Version: "19 wasm"}, "second", true},
		"4": {claim.NamedEngine{Name: "Stockfish", Version: "19 WASM", SHA256: "first"}, "full", true},
		"5": {claim.NamedEngine{Name: "Stockfish"}, "full", false},
	} {
		c, task := s.claims(t, f, id, tt.named)
		if c.Recipe != tt.recipe || c.Named != tt.is || task.Event != "" || task.Subject != caseID || task.Positions == 0 {
			t.Errorf("%+v: %+v, %+v", tt.named, c, task)
		}
	}
	s.work(t)
	if len(f.reports) != 5 {
		t.Errorf("%d reports", len(f.reports))
	}
}

// A rerun that is interrupted goes on from what it has evaluated. What it evaluates serves no test: a test of the same
// games finds nothing, and evaluates anew.
func TestAClaimGoesOnAndTellsNoTest(t *testing.T) {
	t.Parallel()
	s, f := forCase(t)
	before, err := s.Progress(t.Context(), eventID)
	if err != nil {
		t.Fatal(err)
	}
	c, task := s.claims(t, f, "1", claim.NamedEngine{})
	ctx, stop := context.WithCancelCause(t.Context())
	left := 10
	s.engine.Fail = func(string) error {
		if left--; left == 0 {
			stop(queue.ErrRemoved)
		}
		return nil
	}
	next, _ := s.list.take()
	if err := s.Handlers()[queue.ItemKind(Claim)](ctx, next.ID); err != nil || f.reports[c.ID] != nil {
		t.Fatalf("%v", err)
	}
	if now := s.taskNow(t, task.ID); now.State != store.TaskOpen || now.Attempts != 0 {
		t.Errorf("%+v", now)
	}
	if err := s.CancelClaim(t.Context(), task.ID); err != nil || s.taskNow(t, task.ID).State != store.TaskCancelled {
		t.Errorf("it is not cancelled: %v", err)
	}
	c, task = s.claims(t, f, "2", claim.NamedEngine{})
	s.list.waiting = nil // lost, as Redis may lose it
	if err := s.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.work(t)
	var report reports.ClaimReport
	if err := json.Unmarshal(f.reports[c.ID], &report); err != nil || report.Total.Played != 12 || report.Record != nil && len(report.Record.Watch) > 0 {
		t.Fatalf("%v, %+v", err, report.Total)
	}
	twice := 0
	for _, n := range s.engine.Asked {
		if n > 1 {
			twice++
		}
	}
	if done := s.taskNow(t, task.ID); done.State != store.TaskDone || twice > s.Full.Workers {
		t.Errorf("%+v; %d positions were evaluated twice", done, twice)
	}
	after, err := s.Progress(t.Context(), eventID)
	if err != nil || after.Games != before.Games || after.Positions != before.Positions || len(after.Kinds) != len(before.Kinds) {
		t.Errorf("%+v, was %+v", after, before)
	}
	if all, err := s.Store.Tasks(t.Context(), store.TasksQuery{Event: eventID, Kind: Claim}); err != nil || len(all) > 0 {
		t.Errorf("the event has %+v, %v", all, err)
	}

	test, err := s.StartTest(t.Context(), eventID, reports.TestRequest{Kind: "full", Player: "Firouzja"}, "token")
	if err != nil {
		t.Fatal(err)
	}
	order, err := reports.ReadTestOrder(test.Request)
	if err != nil || order.Anew != 1 {
		t.Errorf("of the positions of a test %v are new, %v", order.Anew, err)
	}
}

// What goes wrong is said without a word of the case; and a case that is closed ends its tasks.
func TestAClaimFailsInSilence(t *testing.T) {
	t.Parallel()
	s, f := forCase(t)
	var log bytes.Buffer
	s.Log = slog.New(slog.NewTextHandler(&log, nil))
	_, task := s.claims(t, f, "1", claim.NamedEngine{})
	s.engine.Fail = func(key string) error {
		return fault.New(fault.Unavailable, uci.PositionFailed, "Firouzja has a hard position: %s", key)
	}
	s.work(t)
	dead := s.taskNow(t, task.ID)
	if dead.State != store.TaskDead || dead.Reason.Code == "" {
		t.Errorf("%+v", dead)
	}
	for _, text := range []string{log.String(), dead.Reason.Text} {
		if strings.Contains(text, "Firouzja") || strings.Contains(text, eventID) {
			t.Errorf("it is said that %s", text)
		}
	}
	if !strings.Contains(log.String(), caseID) {
		t.Errorf("the log does not name the case: %s", log.String())
	}
	_, task = s.claims(t, f, "2", claim.NamedEngine{})
	f.closed = true
	s.work(t)
	if dead := s.taskNow(t, task.ID); dead.State != store.TaskDead || dead.Reason.Code != "case_closed" || dead.Attempts != 1 {
		t.Errorf("%+v", dead)
	}
	f.closed = false
	c, task := s.claims(t, f, "3", claim.NamedEngine{})
	s.Full.Recipe.EngineSHA256 = "another"
	s.work(t)
	if dead := s.taskNow(t, task.ID); dead.State != store.TaskDead || dead.Reason.Code != otherEngine || f.reports[c.ID] != nil {
		t.Errorf("%+v", dead)
	}
}

// A claim whose games are not there, or whose player nobody is, is refused before any work.
func TestAClaimThatCannotBeRun(t *testing.T) {
	t.Parallel()
	s, _ := forCase(t)
	for _, tt := range []struct {
		change func(*ClaimTask)
		kind   fault.Kind
	}{
		{func(c *ClaimTask) { c.Claim.Player = "Nobody" }, fault.NotFound},
		{func(c *ClaimTask) { c.Claim.Games[0].Round = "9" }, fault.Invalid},
		{func(c *ClaimTask) { c.Claim.Games = nil }, fault.Invalid},
		{func(c *ClaimTask) { c.Recipe = analysis.Second().Name }, fault.Invalid},
		{func(c *ClaimTask) { c.Rating = 5000 }, fault.Invalid},
		{func(c *ClaimTask) { c.Event, c.File, c.Games = "", "x.pgn", []byte("nothing") }, fault.NotFound},
	} {
		c := ClaimTask{ID: strings.Repeat("1", 32), Case: caseID, Event: eventID, Claim: aboutFirouzja(claim.NamedEngine{})}
		tt.change(&c)
		if _, _, err := s.PlanClaim(t.Context(), c); fault.KindOf(err) != tt.kind {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
