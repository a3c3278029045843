package work

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue"
	"fairplay/queue/pipeline"
	"fairplay/queue/pipeline/pipelinetest"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// states counts the tasks of a kind by state.
func (s *service) states(t *testing.T, kind store.TaskKind) map[store.TaskState]int {
	n := map[store.TaskState]int{}
	for _, task := range s.tasks(t, kind) {
		n[task.State]++
	}
	return n
}

// imported is a service whose games are imported and not yet evaluated.
func imported(t *testing.T) *service {
	s := serve(t)
	s.accept(t, round8(t))
	next, _ := s.list.take()
	if err := s.Handlers()[queue.ItemKind(Import)](t.Context(), next.ID); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPlanIsKnownAtOnce(t *testing.T) {
	t.Parallel()
	s := imported(t)
	games := len(readTexts(t, round8(t)).Games)
	progress, err := s.Progress(t.Context(), eventID)
	if err != nil || progress.Games != games || progress.Positions < 30*games || progress.PositionsDone != 0 || progress.Done {
		t.Errorf("%+v, %v", progress, err)
	}
	if n := s.states(t, Report); n[store.TaskOpen] != 1 || s.list.has(s.tasks(t, Report)[0].ID) {
		t.Error("the report must be planned, and wait")
	}
	if _, pending, err := s.Screening(t.Context(), eventID); err != nil || pending == nil {
		t.Errorf("pending %v, %v", pending, err)
	}
}

func TestPause(t *testing.T) {
	t.Parallel()
	s := imported(t)
	waiting := slices.Clone(s.list.waiting)
	if err := s.Pause(t.Context(), eventID); err != nil {
		t.Fatal(err)
	}
	if len(s.list.waiting) > 0 {
		t.Error("tasks of a paused event wait in the queue")
	}
	if err := s.Advance(t.Context()); err != nil || len(s.list.waiting) > 0 {
		t.Errorf("%d tasks of a paused event were put into the queue, %v", len(s.list.waiting), err)
	}
	if err := s.doing(EvaluateQuick)(t.Context(), waiting[0].ID); err != nil || len(s.engine.Asked) > 0 {
		t.Errorf("%d positions were evaluated in a paused event, %v", len(s.engine.Asked), err)
	}
	if err := s.Resume(t.Context(), eventID); err != nil {
		t.Fatal(err)
	}
	s.work(t)
	s.screened(t)
}

func TestCancelAndResume(t *testing.T) {
	t.Parallel()
	s := imported(t)
	if err := s.Cancel(t.Context(), eventID); err != nil {
		t.Fatal(err)
	}
	if n := s.states(t, EvaluateQuick); n[store.TaskOpen] > 0 || len(s.list.waiting) > 0 {
		t.Errorf("%v, %d wait", n, len(s.list.waiting))
	}
	if _, _, err := s.Screening(t.Context(), eventID); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a screening of what was cancelled: %v", err)
	}
	if err := s.Resume(t.Context(), eventID); err != nil {
		t.Fatal(err)
	}
	s.work(t)
	s.screened(t)
}

// An event is removed while its games are evaluated: its work ends, nothing of it waits or fails, and a task that was
// planned at the same moment is given up.
func TestRemoveEvent(t *testing.T) {
	t.Parallel()
	s := imported(t)
	open := slices.Clone(s.list.waiting)
	err := s.handler(func(ctx context.Context, task store.Task, e store.Event) error {
		if err := s.Remove(ctx, eventID, nil, store.AuditEntry{At: s.at(), Action: "removeEvent", Detail: "a wrong file"}); err != nil {
			t.Fatal(err)
		}
		return errors.New("it has lost what it works on")
	})(t.Context(), open[0].ID)
	if err != nil || len(s.list.waiting) > 0 {
		t.Errorf("the queue hears %v, and %d tasks wait", err, len(s.list.waiting))
	}
	for _, item := range open {
		if err := s.doing(EvaluateQuick)(t.Context(), item.ID); err != nil || len(s.engine.Asked) > 0 {
			t.Fatalf("%d positions were evaluated, %v", len(s.engine.Asked), err)
		}
	}
	late := newTask(s.at(), Report, store.Event{ID: eventID}, "late")
	if _, err := s.Store.AddTasks(t.Context(), []store.Task{late}); err != nil {
		t.Fatal(err)
	}
	if err := s.doing(Report)(t.Context(), late.ID); err != nil || s.taskNow(t, late.ID).State != store.TaskDead {
		t.Errorf("%v, %+v", err, s.taskNow(t, late.ID))
	}
	if found, err := s.Store.Check(t.Context(), nil); err != nil || len(found.Damages) > 0 {
		t.Errorf("%+v, %v", found.Damages, err)
	}
}

// Games that come after a cancellation are evaluated with those before.
func TestGamesAfterCancel(t *testing.T) {
	t.Parallel()
	s := imported(t)
	if err := s.Cancel(t.Context(), eventID); err != nil {
		t.Fatal(err)
	}
	s.accept(t, hard(t))
	s.work(t)
	if got, want := string(s.screened(t).Body), string(printed(t, reports.Filter{}, round8(t), hard(t))); got != want {
		t.Errorf("the service says\n%s\nthe command line\n%s", got, want)
	}
}

// The event's settings decide which games count, and a report of other settings
// is another report.
func TestSettingsChange(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.accept(t, round8(t))
	s.work(t)
	first := s.screened(t)
	change := func(rules string) {
		if _, err := s.Store.ChangeEvent(t.Context(), eventID, 0, func(e *store.Event) error { e.RuleSet = rules; return nil }); err != nil {
			t.Fatal(err)
		}
	}
	change("other")
	if _, pending, err := s.Screening(t.Context(), eventID); err != nil || pending == nil {
		t.Fatalf("pending %v, %v", pending, err)
	}
	s.work(t)
	if other := s.screened(t); other.ID == first.ID || !strings.Contains(string(other.Body), `"analysed": 0`) {
		t.Errorf("under other rules:\n%s", other.Body)
	}
	change("")
	if s.screened(t).ID != first.ID {
		t.Error("the first report is not found again")
	}
}

// A report that the event has overtaken while it waited is not made; the one of
// today is.
func TestOvertakenReport(t *testing.T) {
	t.Parallel()
	s := imported(t)
	stale := s.tasks(t, Report)[0]
	s.accept(t, hard(t))
	s.work(t)
	if err := s.Handlers()[queue.ItemKind(Report)](t.Context(), stale.ID); err != nil {
		t.Fatal(err)
	}
	reports, err := s.Store.Reports(t.Context(), eventID, 0, 0)
	if err != nil || len(reports) != 1 || s.states(t, Report)[store.TaskOpen] != 0 {
		t.Errorf("%d reports, %v, %v", len(reports), s.states(t, Report), err)
	}
	s.screened(t)
}

// tested is what the command line prints of a test.
func tested(t *testing.T, s *service, player string, files ...[2]string) string {
	t.Helper()
	full := pipeline.PlayerTest{Terms: s.Full, TestRequest: reports.TestRequest{Player: player}}
	full.Cache = &pipelinetest.Shelf{}
	report, err := full.Run(t.Context(), readTexts(t, files...))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := render.FullTest(&b, "json", report, render.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTestOfAPlayer(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.accept(t, round8(t))
	s.work(t)
	request := reports.TestRequest{Kind: "full", Player: "Firouzja"}
	test, err := s.StartTest(t.Context(), eventID, request, "token")
	if err != nil || test.Report != "" || len(s.tasks(t, EvaluateFull)) != 1 {
		t.Fatalf("%+v, %v", test, err)
	}
	s.work(t)
	again, err := s.StartTest(t.Context(), eventID, request, "somebody else")
	if err != nil || again.ID != test.ID || again.Report == "" || again.Token != "token" {
		t.Fatalf("%+v, %v", again, err)
	}
	report, err := s.Store.Report(t.Context(), again.Report)
	if want := tested(t, s, "Firouzja", round8(t)); err != nil || string(report.Body) != want {
		t.Errorf("%v: the service says\n%s\nthe command line\n%s", err, report.Body, want)
	}
	if report.Test != test.ID || report.Kind != "full" {
		t.Errorf("%+v", report)
	}
	found, err := s.Store.Performances(t.Context(), store.PerformancesQuery{Event: eventID})
	if last := found[len(found)-1]; err != nil || last.Kind != "full" || !strings.Contains(last.Name, "Firouzja") || last.Games != 1 || last.Moves == 0 {
		t.Errorf("%+v, %v", last, err)
	}
}

// A test that has its answer keeps it, although the process ended before it could
// say that this is done, and games have come since.
func TestAnswerStays(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.accept(t, round8(t))
	s.work(t)
	test, err := s.StartTest(t.Context(), eventID, reports.TestRequest{Kind: "quick", Player: "Firouzja"}, "")
	if err != nil {
		t.Fatal(err)
	}
	answer := s.screened(t).ID
	if err := s.Store.FinishTest(t.Context(), test.ID, answer); err != nil {
		t.Fatal(err)
	}
	s.accept(t, hard(t))
	s.work(t)
	test, err = s.Store.Test(t.Context(), test.ID)
	if err != nil || test.Report != answer || s.states(t, Test)[store.TaskDone] != 1 {
		t.Errorf("%+v, %v, %v", test, s.states(t, Test), err)
	}
}

func TestTestsThatMakeNoSense(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.accept(t, round8(t))
	s.work(t)
	for name, c := range map[string]struct {
		request reports.TestRequest
		kind    fault.Kind
	}{
		"recipe":     {reports.TestRequest{Kind: "slow", Player: "Firouzja"}, fault.Invalid},
		"nobody":     {reports.TestRequest{Kind: "quick"}, fault.Invalid},
		"stranger":   {reports.TestRequest{Kind: "quick", Player: "Morphy"}, fault.NotFound},
		"rating":     {reports.TestRequest{Kind: "quick", Player: "Firouzja", Rating: 5000}, fault.Invalid},
		"deviation":  {reports.TestRequest{Kind: "quick", Player: "Firouzja", RatingSD: -1}, fault.Invalid},
		"size":       {reports.TestRequest{Kind: "quick", Player: "Firouzja", EventPlan: reports.EventPlan{Players: -1}}, fault.Invalid},
		"subset":     {reports.TestRequest{Kind: "quick", Player: "Firouzja", Subset: "x"}, fault.Invalid},
		"no round":   {reports.TestRequest{Kind: "quick", Player: "Firouzja", Rounds: reports.Rounds{{3, 3}}}, fault.Unprocessable},
		"other game": {reports.TestRequest{Kind: "quick", Player: "Firouzja", GameIDs: []string{"x"}}, fault.Unprocessable},
	} {
		if _, err := s.StartTest(t.Context(), eventID, c.request, ""); fault.KindOf(err) != c.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.StartTest(t.Context(), "nowhere", reports.TestRequest{Kind: "quick", Player: "Firouzja"}, ""); fault.KindOf(err) != fault.NotFound {
		t.Errorf("unknown event: %v", err)
	}
}

// A test that is cancelled takes along what only it has asked for; asking again
// starts it again.
func TestCancelTest(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.accept(t, round8(t))
	s.work(t)
	game := readTexts(t, round8(t)).Games[0]
	var tests []store.Test
	for _, p := range []analysis.Player{game.White, game.Black} { // of one game
		test, err := s.StartTest(t.Context(), eventID, reports.TestRequest{Kind: "full", Player: p.Name}, "")
		if err != nil {
			t.Fatal(err)
		}
		tests = append(tests, test)
	}
	if err := s.CancelTest(t.Context(), tests[0].ID); err != nil {
		t.Fatal(err)
	}
	if n := s.states(t, EvaluateFull); n[store.TaskOpen] != 1 {
		t.Errorf("the game that the other test needs: %v", n)
	}
	if err := s.CancelTest(t.Context(), tests[1].ID); err != nil {
		t.Fatal(err)
	}
	if n := s.states(t, EvaluateFull); n[store.TaskOpen] != 0 || len(s.list.waiting) != 0 {
		t.Errorf("%v, %d wait", n, len(s.list.waiting))
	}
	if _, err := s.StartTest(t.Context(), eventID, reports.TestRequest{Kind: "full", Player: game.White.Name}, ""); err != nil {
		t.Fatal(err)
	}
	s.work(t)
	if test, err := s.Store.Test(t.Context(), tests[0].ID); err != nil || test.Report == "" {
		t.Errorf("%+v, %v", test, err)
	}
	if test, err := s.Store.Test(t.Context(), tests[1].ID); err != nil || test.Report != "" {
		t.Errorf("%+v, %v", test, err)
	}
}

// A worker with another engine leaves the tasks to the others, as long as there
// may be any.
func TestOtherEngine(t *testing.T) {
	t.Parallel()
	s := imported(t)
	s.Quick.Recipe.Engine = "another"
	task := s.tasks(t, EvaluateQuick)[0]
	s.list.waiting = nil
	if err := s.Advance(t.Context()); err != nil || len(s.list.waiting) > 0 {
		t.Errorf("it puts %+v into the queue, %v", s.list.waiting, err)
	}
	if err := s.doing(EvaluateQuick)(t.Context(), task.ID); fault.KindOf(err) != fault.Unavailable || len(s.engine.Asked) > 0 {
		t.Errorf("%v, %d positions", err, len(s.engine.Asked))
	}
	if task = s.taskNow(t, task.ID); task.State != store.TaskOpen || task.Attempts != 0 {
		t.Errorf("%+v", task)
	}
	if err := s.Replan(t.Context()); err != nil { // nobody has the engine of before any more
		t.Fatal(err)
	}
	if n := s.states(t, EvaluateQuick); n[store.TaskCancelled] == 0 || n[store.TaskOpen] != n[store.TaskCancelled] {
		t.Errorf("%v", n)
	}
	s.work(t)
	if p, err := s.Progress(t.Context(), eventID); err != nil || !p.Done || len(p.GivenUp) > 0 {
		t.Errorf("%+v, %v", p, err)
	}
}

// Games that were given up for an engine that nobody has any more are planned for the engine of today, and are no errors.
func TestGivenUpForAnotherEngine(t *testing.T) {
	t.Parallel()
	s := imported(t)
	for _, task := range s.tasks(t, EvaluateQuick) {
		if err := s.Store.FailTask(t.Context(), task.ID, store.TaskFailure{Kind: fault.Unprocessable, Code: "engine_mismatch", Text: "no"}, true, s.at()); err != nil {
			t.Fatal(err)
		}
	}
	if p, err := s.Progress(t.Context(), eventID); err != nil || p.Done || p.GamesGivenUp == 0 || p.GamesGivenUp != p.Games {
		t.Errorf("%+v, %v", p, err)
	}
	s.Quick.Recipe.Engine = "another"
	s.list.waiting = nil
	if err := s.Replan(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.work(t)
	if p, err := s.Progress(t.Context(), eventID); err != nil || !p.Done || len(p.GivenUp) > 0 || p.GamesDone == 0 || p.GamesDone != p.Games {
		t.Errorf("%+v, %v", p, err)
	}
}

// What was given up for one reason is tried again with one order, and nothing else is.
func TestRetryAll(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.engine.Fail = func(string) error { return fault.New(fault.Unprocessable, "engine_option", "no such option") }
	s.accept(t, round8(t))
	s.work(t)
	other := s.someTask(t, Import, "another reason")
	if err := s.Store.FailTask(t.Context(), other, store.TaskFailure{Kind: fault.TooLarge, Code: "games_limit", Text: "no"}, true, s.at()); err != nil {
		t.Fatal(err)
	}
	before, err := s.Progress(t.Context(), eventID)
	if err != nil || len(before.GivenUp) != 2 || before.GamesGivenUp < 2 || before.GamesGivenUp != before.Games || !before.Idle || before.Done {
		t.Fatalf("%+v, %v", before, err)
	}
	s.engine.Fail = nil
	if n, err := s.RetryAll(t.Context(), eventID, "engine_option", Import, Report); err != nil || n != 0 {
		t.Errorf("of other kinds: %d, %v", n, err)
	}
	if n, err := s.RetryAll(t.Context(), eventID, "engine_option", EventKinds()...); err != nil || n != before.GamesGivenUp {
		t.Errorf("%d tried again, %v", n, err)
	}
	s.work(t)
	after, err := s.Progress(t.Context(), eventID)
	if err != nil || len(after.GivenUp) != 1 || after.GivenUp[0].First != other || after.GamesGivenUp != 0 || after.GamesDone != after.Games {
		t.Errorf("%+v, %v", after, err)
	}
	if got, want := string(s.screened(t).Body), string(printed(t, reports.Filter{}, round8(t))); got != want {
		t.Error("the screening is not that of all games")
	}
	if _, err := s.RetryAll(t.Context(), "nobody's", "x", EventKinds()...); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
}

// A process without engines offers everything else.
func TestWithoutEngines(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.Quick.Engines, s.Full.Engines = nil, nil
	handlers := s.Handlers()
	if len(handlers) != 3 || s.doing(EvaluateQuick) != nil || s.doing(EvaluateFull) != nil || s.doing(EvaluateSecond) != nil {
		t.Errorf("%d handlers", len(handlers))
	}
}

// The rate is that of the last minute, whatever came before.
func TestPace(t *testing.T) {
	t.Parallel()
	var p pace
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	if r := p.rate("e", 1000, at); r != 0 {
		t.Errorf("the first look knows a rate of %v", r)
	}
	if r := p.rate("e", 1030, at.Add(10*time.Second)); r != 3 {
		t.Errorf("%v a second, want 3", r)
	}
	if r := p.rate("e", 1630, at.Add(70*time.Second)); r != 10 {
		t.Errorf("%v a second, want 10", r)
	}
	if r := p.rate("e", 9999, at.Add(time.Hour)); r != 0 || len(p.events["e"]) != 1 {
		t.Errorf("after an hour: %v a second, %d moments", r, len(p.events["e"]))
	}
	if p.rate("f", 1, at.Add(2*time.Hour)); len(p.events) != 1 {
		t.Error("events that nobody looks at are kept")
	}
}

func TestControlOfNothing(t *testing.T) {
	t.Parallel()
	s := serve(t)
	for name, f := range map[string]func(context.Context, string) error{
		"Cancel": s.Cancel, "Pause": s.Pause, "Resume": s.Resume, "CancelTest": s.CancelTest,
		"Retry":     func(ctx context.Context, id string) error { _, err := s.Retry(ctx, id); return err },
		"Progress":  func(ctx context.Context, id string) error { _, err := s.Progress(ctx, id); return err },
		"Screening": func(ctx context.Context, id string) error { _, _, err := s.Screening(ctx, id); return err },
	} {
		if err := f(t.Context(), "nothing"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
}
