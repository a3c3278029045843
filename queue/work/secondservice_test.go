package work

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue"
	"fairplay/queue/pipeline"
	"fairplay/queue/pipeline/pipelinetest"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/store"
	"fairplay/uci"
)

// withSecond gives a service a second engine.
func withSecond(s *service) *pipelinetest.Oracle {
	second, engine := s.Quick, &pipelinetest.Oracle{Seed: 2}
	second.Recipe, second.Engines = analysis.Second(), engine
	second.Recipe.EngineSHA256 = "second"
	second.Provenance.Engine.Name = analysis.SecondEngine
	second.Provenance.Options = []reports.StatedOption{{Name: "second-engine", Value: "node"}}
	s.Second = &second
	return engine
}

// ordered is a service with a second engine, a screened round and a test, with a second
// one beside it, that is still to be made.
func ordered(t *testing.T) (*service, *pipelinetest.Oracle, store.Test) {
	t.Helper()
	s := serve(t)
	engine := withSecond(s)
	s.accept(t, round8(t))
	s.work(t)
	return s, engine, s.order2(t)
}

func (s *service) order2(t *testing.T) store.Test {
	t.Helper()
	test, err := s.StartTest(t.Context(), eventID, reports.TestRequest{Kind: "quick", Player: "Firouzja", WithSecond: true}, "token")
	if err != nil {
		t.Fatal(err)
	}
	return test
}

// firstAndSecond returns the report of a test.
func (s *service) firstAndSecond(t *testing.T, test store.Test) (report reports.FullTest) {
	t.Helper()
	if err := json.Unmarshal(s.stored(t, test.Report).Body, &report); err != nil || report.Second == nil {
		t.Fatalf("%v: there is no second test", err)
	}
	return report
}

// The service says of a test with a second one beside it what the command line says.
func TestASecondTestOfTheService(t *testing.T) {
	t.Parallel()
	s, engine, test := ordered(t)
	if tasks := s.tasks(t, EvaluateSecond); len(tasks) != 1 || tasks[0].Positions == 0 || len(engine.Asked) > 0 {
		t.Fatalf("%+v", tasks)
	}
	s.work(t)
	again := s.order2(t)
	if again.ID != test.ID || again.Report == "" || len(engine.Asked) == 0 {
		t.Fatalf("%+v", again)
	}
	full := pipeline.PlayerTest{Terms: s.Quick, Quick: &s.Quick, Second: s.Second, TestRequest: reports.TestRequest{Player: "Firouzja"}, Field: pipeline.FieldAll}
	full.Terms.Cache, full.Second.Cache = &pipelinetest.Shelf{}, &pipelinetest.Shelf{}
	report, err := full.Run(t.Context(), readTexts(t, round8(t)))
	if err != nil {
		t.Fatal(err)
	}
	var printed bytes.Buffer
	if err := render.FullTest(&printed, "json", report, render.Options{}); err != nil {
		t.Fatal(err)
	}
	if got, want := string(s.stored(t, again.Report).Body), printed.String(); got != want {
		t.Errorf("the service says\n%s\nthe command line\n%s", got, want)
	}
	alone, err := s.StartTest(t.Context(), eventID, reports.TestRequest{Kind: "quick", Player: "Firouzja"}, "token")
	if err != nil || alone.ID == test.ID {
		t.Errorf("without a second test it is another one: %+v, %v", alone, err)
	}
	if progress, err := s.Progress(t.Context(), eventID, TestKinds()...); err != nil || len(progress.Kinds) > 3 {
		t.Errorf("what only tests have is hidden: %+v, %v", progress.Kinds, err)
	}
}

// A service without a second engine refuses at once, and records nothing.
func TestNoSecondTestWithoutItsEngine(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.accept(t, round8(t))
	s.work(t)
	_, err := s.StartTest(t.Context(), eventID, reports.TestRequest{Kind: "quick", Player: "Firouzja", WithSecond: true}, "")
	if e, ok := errors.AsType[*fault.Error](err); !ok || e.Kind != fault.Unprocessable || e.Code != "no_second_engine" || len(s.tasks(t, Test)) > 0 {
		t.Errorf("%v", err)
	}
}

// A worker without the second engine leaves evaluations and test to others, however
// often it meets them.
func TestAWorkerWithoutTheSecondEngineLeavesItsTasksAlone(t *testing.T) {
	t.Parallel()
	s, engine, test := ordered(t)
	had := s.Second
	s.Second = nil
	if s.doing(EvaluateSecond) != nil {
		t.Fatal("it offers to evaluate")
	}
	s.Second = had
	if err := s.doing(EvaluateSecond)(t.Context(), s.tasks(t, EvaluateSecond)[0].ID); err != nil || len(engine.Asked) == 0 {
		t.Fatal(err)
	}
	compile := s.tasks(t, Test)[0].ID
	s.Second = nil
	for range maxStarts + 1 {
		if err := s.Handlers()[queue.ItemKind(Test)](t.Context(), compile); queue.FateOf(err) != queue.TryAgain {
			t.Fatalf("%v", err)
		}
	}
	if task := s.taskNow(t, compile); task.State != store.TaskOpen || task.Reason.Code != "no_second_engine" {
		t.Errorf("%+v", task)
	}
	s.Second = had
	if err := s.Handlers()[queue.ItemKind(Test)](t.Context(), compile); err != nil {
		t.Fatal(err)
	}
	if done, err := s.Store.Test(t.Context(), test.ID); err != nil || done.Report == "" {
		t.Errorf("%+v, %v", done, err)
	}
}

// A test that is cancelled takes its second evaluations along; asked again, it starts
// again, after the queue has lost everything.
func TestCancelASecondTest(t *testing.T) {
	t.Parallel()
	s, _, test := ordered(t)
	if err := s.CancelTest(t.Context(), test.ID); err != nil {
		t.Fatal(err)
	}
	waits := func(task queue.Item) bool { return IsSecret(string(task.Kind)) }
	if n := s.states(t, EvaluateSecond); n[store.TaskCancelled] != 1 || slices.ContainsFunc(s.list.waiting, waits) {
		t.Errorf("%v, %+v wait", n, s.list.waiting)
	}
	s.order2(t)
	s.list.waiting = nil
	if err := s.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.work(t)
	if done, err := s.Store.Test(t.Context(), test.ID); err != nil || done.Report == "" {
		t.Errorf("%+v, %v", done, err)
	}
}

// A second engine that gets through nothing leaves the first test whole.
func TestASecondEngineThatFails(t *testing.T) {
	t.Parallel()
	s, engine, test := ordered(t)
	engine.Fail = func(string) error { return fault.New(fault.Unavailable, uci.PositionFailed, "the engine ended") }
	s.work(t)
	done, err := s.Store.Test(t.Context(), test.ID)
	if err != nil || done.Report == "" {
		t.Fatalf("%+v, %v", done, err)
	}
	n := s.states(t, EvaluateSecond)
	report := s.firstAndSecond(t, done)
	if n[store.TaskDead] != 1 || report.Moves == 0 || report.Second.Moves != 0 || len(report.Second.Errors) != 1 || len(report.Errors) != 0 {
		t.Errorf("%v, %+v, %+v", n, report.Errors, report.Second)
	}
}
