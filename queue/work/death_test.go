package work

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/queue"
	"fairplay/reports"
	"fairplay/reports/store"
)

// template is a database with an event, to be copied.
func template(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "template.db")
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	err = db.CreateEvent(t.Context(), store.Event{ID: eventID, Name: "Open", State: store.EventOpen, Created: (&watch{}).look()})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil { // which writes everything into the one file
		t.Fatal(err)
	}
	return path
}

func copyOf(t *testing.T, template string) string {
	t.Helper()
	from, err := os.Open(template)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	path := filepath.Join(t.TempDir(), "fairplay.db")
	to, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(to, from); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// twoGames is a file with two short games of three persons, and one that is
// unplayed.
func twoGames(t *testing.T) [2]string {
	game := round8(t)[1]
	game = game[:strings.Index(game[1:], "[Event ")+1]
	return [2]string{"two.pgn", game + "\n[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1-0\n"}
}

// hasty opens a service that looks at three turns of a game.
func hasty(t *testing.T, path string) *service {
	t.Helper()
	s := reopen(t, path)
	s.Quick.Policy.LastTurn = s.Quick.Policy.FirstTurn + 2
	s.Full.Policy = s.Quick.Policy
	return s
}

// life is what a client does: he hands a file in and wants a screening and a
// test. What has come to an end before is not done again.
func (s *service) life(t *testing.T, file [2]string) (err error) {
	t.Helper()
	received := s.receive(t, file)
	if _, _, err := s.Accept(t.Context(), eventID, received, "token", "key"); err != nil {
		return err
	}
	s.try(t)
	if _, _, err = s.Screening(t.Context(), eventID); err != nil {
		return err
	}
	if _, err = s.StartTest(t.Context(), eventID, reports.TestRequest{Kind: "full", Player: "Firouzja"}, "token"); err != nil {
		return err
	}
	s.try(t)
	return nil
}

// try does what the queue holds, once each.
func (s *service) try(t *testing.T) {
	for {
		next, ok := s.list.take()
		if !ok {
			return
		}
		_ = s.Handlers()[next.Kind](t.Context(), next.ID) // a task that failed is open still
	}
}

// recover is what the next process does: it finds out what is to be done, and
// does it, until nothing is open.
func (s *service) recover(t *testing.T) {
	t.Helper()
	for range 20 {
		if err := s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(s.list.waiting) == 0 {
			return
		}
		s.try(t)
	}
	t.Fatal("Advance finds work again and again")
}

// outcome is everything a service has made, in words.
func (s *service) outcome(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n", s.screened(t).Body)
	tests, err := s.Store.Tests(t.Context(), eventID, 0, 0)
	if err != nil || len(tests) != 1 {
		t.Fatalf("%d tests, %v", len(tests), err)
	}
	report, err := s.Store.Report(t.Context(), tests[0].Report)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "%s\n", report.Body)
	reports, err := s.Store.Reports(t.Context(), eventID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports {
		fmt.Fprintln(&b, "report", r.Kind, r.ID, r.Key)
	}
	performances, err := s.Store.Performances(t.Context(), store.PerformancesQuery{Event: eventID})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range performances {
		fmt.Fprintln(&b, "performance", p.Report, p.Player, p.Games, p.Moves)
	}
	games, err := s.Store.EventGames(t.Context(), eventID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		fmt.Fprintln(&b, "game", g.Seq, g.ID, g.SHA256, g.Source())
	}
	for _, task := range s.tasks(t, "") {
		fmt.Fprintln(&b, "task", task.ID, task.Kind, task.State, task.Positions, task.PositionsDone, task.Reason.Text)
	}
	return b.String()
}

// A process may end between any two steps: whatever it did last, the next one
// completes the work, and nothing is there twice.
func TestDeathAtEveryStep(t *testing.T) {
	t.Parallel()
	from, file := template(t), twoGames(t)
	undisturbed := hasty(t, copyOf(t, from))
	if err := undisturbed.life(t, file); err != nil {
		t.Fatal(err)
	}
	steps := undisturbed.clock.looks
	want := undisturbed.outcome(t)
	if steps < 20 || !strings.Contains(want, "report full") {
		t.Fatalf("%d steps and this outcome:\n%s", steps, want)
	}
	for step := 1; step <= steps; step++ {
		t.Run(fmt.Sprint(step), func(t *testing.T) {
			t.Parallel()
			path := copyOf(t, from)
			dying := hasty(t, path)
			// The clock is looked at right before whatever is written. From this look
			// on nothing reaches the database any more, as when the process is killed.
			dying.clock.at = func(look int) {
				if look == step {
					dying.Store.Close()
				}
			}
			_ = dying.life(t, file)
			next := hasty(t, path)
			next.recover(t)
			next.again(t, file)
			if got := next.outcome(t); got != want {
				t.Errorf("after death at step %d of %d:\n%s\nwant:\n%s", step, steps, got, want)
			}
		})
	}
}

// again repeats requests that were not answered, as clients do.
func (s *service) again(t *testing.T, file [2]string) {
	t.Helper()
	if err := s.life(t, file); err != nil {
		t.Fatal(err)
	}
	s.recover(t)
}

// The queue may be emptied at any moment.
func TestQueueLosesEverything(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.accept(t, round8(t))
	for range 100 {
		s.list.waiting = nil
		if err := s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		next, ok := s.list.take()
		if !ok {
			break
		}
		if err := s.Handlers()[next.Kind](t.Context(), next.ID); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := s.screened(t).Body, printed(t, reports.Filter{}, round8(t)); !bytes.Equal(got, want) {
		t.Error("another report")
	}
}

// Whoever takes part at the same time, and however often a task is handed out,
// nothing is evaluated twice, but for positions that two hold at one moment.
func TestTaskHandedOutTwice(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.accept(t, round8(t))
	s.work(t)
	evaluated := len(s.engine.Asked)
	for _, task := range s.tasks(t, "") {
		if err := s.doing(task.Kind)(t.Context(), task.ID); err != nil {
			t.Error(err)
		}
	}
	if len(s.engine.Asked) != evaluated || s.Counts().Tasks[EvaluateQuick][Done] != int64(len(s.tasks(t, EvaluateQuick))) {
		t.Error("work was done again")
	}
	if err := s.Handlers()[queue.ItemKind(Import)](t.Context(), "unheard of"); err != nil {
		t.Errorf("a task of another database: %v", err)
	}
}

func TestAdvanceIsQuiet(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.accept(t, round8(t))
	s.work(t)
	if err := s.Advance(t.Context()); err != nil || len(s.list.waiting) > 0 {
		t.Errorf("%d tasks, %v", len(s.list.waiting), err)
	}
	s.Store.Close()
	if err := s.Advance(t.Context()); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("without a database: %v", err)
	}
	if slices.ContainsFunc(s.list.waiting, func(queue.Item) bool { return true }) {
		t.Error("tasks without a database")
	}
}
