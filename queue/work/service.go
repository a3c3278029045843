package work

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fairplay/queue"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/intake"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// The kinds of tasks.
const (
	Import         store.TaskKind = "import"          // read a batch, keep its games, plan what follows
	EvaluateQuick  store.TaskKind = "evaluate-quick"  // one game under the quick recipe
	EvaluateFull   store.TaskKind = "evaluate-full"   // one game under the full recipe
	EvaluateSecond store.TaskKind = "evaluate-second" // one game under the second recipe, by the second engine
	Test           store.TaskKind = "test"            // compile a test of one player
	Report         store.TaskKind = "report"          // compile a screening of an event
	Claim          store.TaskKind = "claim"           // run an engine claim again, for a case
)

// Kinds returns the kinds of tasks of a process with these terms, as its queue must know them.
func (w Worker) Kinds() []queue.ItemKind {
	var kinds []queue.ItemKind
	for _, kind := range taskKinds() {
		if kind != EvaluateSecond || w.Second != nil {
			kinds = append(kinds, listed(kind, w.recipe(kind)))
		}
	}
	return kinds
}

// listed is the kind by which the queue knows tasks of a kind. Evaluations under each recipe are a kind of their own, so
// that a process takes only those that its engines can do.
func listed(kind store.TaskKind, recipe string) queue.ItemKind {
	if recipe != "" {
		kind += store.TaskKind("-" + recipe[:12])
	}
	return queue.ItemKind(kind)
}

func taskKinds() []store.TaskKind {
	return []store.TaskKind{Import, EvaluateQuick, EvaluateFull, EvaluateSecond, Test, Report, Claim}
}

// EventKinds returns the kinds of tasks that an event can have.
func EventKinds() []store.TaskKind {
	return slices.DeleteFunc(taskKinds(), func(k store.TaskKind) bool { return k == Claim })
}

// TestKinds returns the kinds of tasks that only tests of players have.
func TestKinds() []store.TaskKind { return []store.TaskKind{Test, EvaluateFull, EvaluateSecond} }

// IsSecret reports whether a kind of tasks, as a task or the queue names it, is one of SecretKinds.
func IsSecret(kind string) bool {
	return slices.ContainsFunc(SecretKinds(), func(k store.TaskKind) bool { return strings.HasPrefix(kind, string(k)) })
}

// SecretKinds returns the kinds of tasks of which only those know who may know of tests, or of a case.
func SecretKinds() []store.TaskKind { return append(TestKinds(), Claim) }

// Waker wakes somebody up for a task; queue.Queue implements it.
type Waker interface {
	Enqueue(ctx context.Context, tasks ...queue.Item) (added int, err error)
	Remove(ctx context.Context, ids ...string) error
	Known(ctx context.Context) (map[string]queue.ItemState, error)
}

// Service is what the services of this package share. Together they take files in, and what their tasks do leads from them to
// reports: Intake, Records, Screenings, Control, Tests and Claims are asked by people, and Worker does the tasks.
//
// What should happen is recorded in the database, as tasks, in the same
// transaction as what it follows from. The queue holds a window of it; Advance
// puts into it what comes next. So a process may end between any two steps, and
// the queue may lose all it holds: what is open is done again from its last
// step, and gives the same bytes.
//
//	Accept --> import --> evaluate-quick (each game that counts) --> report
//	StartTest --------> evaluate-quick or -full (each game of his) --> test
//	            \-----> evaluate-second, where a second test is asked -^
//	PlanClaim --------> claim, of a case and of no event
//
// A task that waits for others (report, test) is recorded together with them
// and has its turn when none of them is open any more.
//
// All fields but Second, Claims and Log must be set, and must not be changed once a method of one
// of the services was called. The methods are safe for concurrent use.
type Service struct {
	Store *store.DB
	Cache *store.Cache // evaluations, in the same database or another
	Queue Waker

	// Quick and Full are the terms of the two tests. Their Cache, Progress, RuleSet and Assume are
	// not used: the service's own cache and the facts of the event take their place. If Engines is
	// nil, this process leaves evaluation to others, but the recipes must still name the engine.
	Quick, Full pipeline.Terms

	// Second holds the terms of a second test beside the first one; its own options name its
	// engine. Nil if this process has no second engine: it then leaves such tests and their
	// evaluations to others, and refuses requests for one.
	Second *pipeline.Terms

	// Claims are the cases for which engine claims are run again. Nil where this process leaves
	// them to others.
	Claims ClaimSource

	Now    func() time.Time
	Spool  string        // folder for files that are being received
	Limits intake.Limits // for unpacking the files of a batch
	Log    *slog.Logger  // never told names of players; nil is silent

	quickFits, fullFits, secondFits fitNames

	counters   counters
	live       atomic.Int64 // tasks of live priority under way
	pace       pace
	unpackings unpackings
	outlines   outlines
	decoded    decodedSheets
	surveys    recent[tournament.Selection]
	chosen     recent[choice]
	tallies    recent[reports.Tallies] // by event
	done       recent[sync.Map]        // digests of the games of an event that are evaluated
	rests      rests
	careers    recent[reports.FullTest]

	filling sync.Mutex     // held while the window is filled; guards the next two
	turns   map[string]int // when tokens and events had their last turns
	turned  int            // turns so far
	stirred atomic.Bool    // something has changed since the window was filled
}

// Intake takes in what people hand in, and knows what games came of it.
type Intake struct{ *Service }

// Records are what is on record of an event besides its figures, up to its closing and its package.
type Records struct{ *Service }

// Screenings are the screenings of events.
type Screenings struct{ *Service }

// Control says how far the work on an event is, and pauses, cancels and repeats it.
type Control struct{ *Service }

// Tests are the tests of players, and what they permit.
type Tests struct{ *Service }

// Claims are engine claims that are run again for a case.
type Claims struct{ *Service }

// Worker does what is recorded as tasks.
type Worker struct{ *Service }

// Handlers returns what this process can do. A process without engines does everything except
// evaluating games.
func (w Worker) Handlers() map[queue.ItemKind]queue.Handler {
	handlers := map[queue.ItemKind]queue.Handler{
		queue.ItemKind(Import): w.handler(w.importBatch),
		queue.ItemKind(Report): w.handler(w.compileScreening),
		queue.ItemKind(Test):   w.handler(w.compileTest),
	}
	if w.Quick.Engines != nil {
		handlers[listed(EvaluateQuick, w.recipe(EvaluateQuick))] = w.handler(w.evaluateGame)
	}
	if w.Full.Engines != nil {
		handlers[listed(EvaluateFull, w.recipe(EvaluateFull))] = w.handler(w.evaluateGame)
	}
	if w.Second != nil && w.Second.Engines != nil {
		handlers[listed(EvaluateSecond, w.recipe(EvaluateSecond))] = w.handler(w.evaluateGame)
	}
	if w.Claims != nil && w.Quick.Engines != nil && w.Full.Engines != nil {
		handlers[queue.ItemKind(Claim)] = w.handler(w.runClaim)
	}
	return handlers
}

// LiveWork reports whether this process is working on something urgent: a round that is being played,
// or an import or a screening that somebody waits for.
func (w Worker) LiveWork() bool { return w.live.Load() > 0 }

// timeout bounds one attempt at a task. What was evaluated in it is in the cache, so the next
// attempt continues from there.
func timeout(kind store.TaskKind) time.Duration {
	switch kind {
	case EvaluateQuick:
		return 30 * time.Minute
	case EvaluateSecond: // takes twice as long
		return time.Hour
	case EvaluateFull:
		return 3 * time.Hour
	case Claim: // all games of a player
		return 12 * time.Hour
	}
	return time.Hour
}
