package work

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"time"

	"fairplay/queue"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// The window is small, so that who comes late does not wait behind what was chosen before him: for each class of tasks
// two entries wait, and one more for each fourth that is worked on, on all machines together. Known positions take
// milliseconds; so that workers do not wait for the window then, as many more wait as this process has done in a quarter
// of a second. Entries in a pause do not count, unless there are so many that the trouble is not theirs.
const (
	windowLeast  = 2
	windowShare  = 4
	windowBurst  = 16
	windowPace   = time.Second / 4
	windowPaused = 64
)

// classes returns the kinds of tasks that this process chooses, those that take turns among each other together: all
// that engines do is one class.
func (p *Service) classes() [][]store.TaskKind {
	evaluations := []store.TaskKind{EvaluateQuick, EvaluateFull}
	if p.Second != nil {
		evaluations = append(evaluations, EvaluateSecond)
	}
	if p.Claims != nil {
		evaluations = append(evaluations, Claim)
	}
	return [][]store.TaskKind{{Import}, {Report}, {Test}, evaluations}
}

// queueWindow is what the queue holds of one class of tasks, and what may follow.
type queueWindow struct {
	*Service
	kinds []store.TaskKind
	known []string // IDs of everything in the queue

	lines   []*taskLine
	load    map[string]int // entries under way and waiting, by token and by event
	active  int
	paused  int
	waiting map[bool]int // by whether they are live
	chosen  []queue.Item
}

// taskLine is an event with open tasks of a kind.
type taskLine struct {
	store.TaskLine
	kind store.TaskKind
	next []store.Task
	read bool // next holds all that can be chosen now
}

// look finds out what the queue holds of the class, and which events have more.
func (q *queueWindow) look(ctx context.Context, there []store.Task, known map[string]queue.ItemState) error {
	q.load, q.waiting = map[string]int{}, map[bool]int{}
	about := map[string]store.TaskLine{}
	for _, kind := range q.kinds {
		var after []store.TaskKind
		if kind == Report {
			after = []store.TaskKind{Import, EvaluateQuick}
		}
		lines, err := q.Store.TaskLines(ctx, kind, after...)
		if err != nil {
			return err
		}
		for _, l := range lines {
			l.Live = q.isLive(l)
			about[l.Event] = l
			q.lines = append(q.lines, &taskLine{TaskLine: l, kind: kind})
		}
	}
	for _, t := range there {
		if !slices.Contains(q.kinds, t.Kind) {
			continue
		}
		l := about[t.Event]
		q.load["token "+l.Token]++
		q.load["event "+t.Event]++
		switch state := known[t.ID]; {
		case state == queue.Active:
			q.active++
		case state == queue.Retry:
			q.paused++
		case state == queue.Waiting && t.State == store.TaskOpen:
			q.waiting[l.Live]++
			if l.Live { // perhaps it was not yet when it was chosen
				q.chosen = append(q.chosen, q.entry(t, true))
			}
		}
	}
	return nil
}

// fill chooses tasks until the window is full, and enqueues them. While live tasks are left, only one other waits, so
// that they get nine turns of ten.
func (q *queueWindow) fill(ctx context.Context) error {
	full := windowLeast + q.active/windowShare + q.counters.since(q.Now().Add(-windowPace))
	if q.paused > windowPaused {
		full = 0
	}
	for _, live := range []bool{true, false} {
		for q.waiting[live] < full {
			t, err := q.choose(ctx, live)
			if err != nil {
				return err
			}
			if t == nil {
				break
			}
			q.waiting[live]++
			q.chosen = append(q.chosen, q.entry(*t, live))
		}
		if live && q.waiting[live] >= full {
			full = min(full, 1)
		}
	}
	if len(q.chosen) == 0 {
		return nil
	}
	_, err := q.Queue.Enqueue(ctx, q.chosen...)
	return err
}

// choose returns the task whose turn it is: of the token that has the fewest under way, and among equals the one that was
// served longest ago; likewise among its events. It returns nil if nothing is left.
func (q *queueWindow) choose(ctx context.Context, live bool) (*store.Task, error) {
	for {
		var first *taskLine
		for _, l := range q.lines {
			if l.Live == live && (first == nil || q.compare(l, first) < 0) {
				first = l
			}
		}
		if first == nil {
			return nil, nil
		}
		t, err := q.take(ctx, first)
		if err != nil || t != nil {
			return t, err
		}
		q.lines = slices.DeleteFunc(q.lines, func(l *taskLine) bool { return l == first })
	}
}

func (q *queueWindow) compare(a, b *taskLine) int {
	of := func(name string) (load, turn int) { return q.load[name], q.turns[name] }
	loadA, turnA := of("token " + a.Token)
	loadB, turnB := of("token " + b.Token)
	if c := cmp.Or(cmp.Compare(loadA, loadB), cmp.Compare(turnA, turnB)); c != 0 {
		return c
	}
	loadA, turnA = of("event " + a.Event)
	loadB, turnB = of("event " + b.Event)
	return cmp.Or(cmp.Compare(loadA, loadB), cmp.Compare(turnA, turnB))
}

// take takes the next ready task of a line, nil if there is none.
func (q *queueWindow) take(ctx context.Context, l *taskLine) (*store.Task, error) {
	if !l.read {
		n := windowLeast + windowBurst + q.active // more are not chosen at once
		if l.kind == Report || l.kind == Test {
			n = math.MaxInt32 // of which few are ready
		}
		next, err := q.Store.NextTasks(ctx, l.kind, l.Event, q.recipe(l.kind), q.known, n)
		if err != nil {
			return nil, err
		}
		l.next, l.read = next, true
	}
	for len(l.next) > 0 {
		t := l.next[0]
		l.next = l.next[1:]
		if ready, err := q.isReady(ctx, t); err != nil {
			return nil, err
		} else if !ready {
			continue
		}
		for _, name := range []string{"token " + l.Token, "event " + l.Event} {
			q.load[name]++
			q.turn(name)
		}
		return &t, nil
	}
	return nil, nil
}

// mostTurns is the greatest number of names whose last turn is remembered. Who is forgotten comes first.
const mostTurns = 10_000

// turn notes that somebody's turn has come. p.filling is held.
func (p *Service) turn(name string) {
	if p.turns == nil || len(p.turns) >= mostTurns {
		p.turns = map[string]int{}
	}
	p.turned++
	p.turns[name] = p.turned
}

// entry returns the queue entry of a task. Somebody waits for what is imported and compiled, and it is short.
func (p *Service) entry(t store.Task, live bool) queue.Item {
	soon := queue.Usual
	if live || t.Kind == Import || t.Kind == Report {
		soon = queue.Live
	}
	return queue.Item{ID: t.ID, Kind: listed(t.Kind, p.recipe(t.Kind)), Priority: soon, Timeout: timeout(t.Kind)}
}

// recipe returns the fingerprint of the recipe of the evaluations of a kind, "" for other kinds.
func (p *Service) recipe(kind store.TaskKind) string {
	switch {
	case kind == EvaluateQuick:
		return p.Quick.Recipe.Fingerprint()
	case kind == EvaluateFull:
		return p.Full.Recipe.Fingerprint()
	case kind == EvaluateSecond && p.Second != nil:
		return p.Second.Recipe.Fingerprint()
	}
	return ""
}

// isLive reports whether a line goes before others: the event says so, or a round of it is being played by its schedule.
func (p *Service) isLive(l store.TaskLine) bool {
	var s tournament.Schedule
	return l.Live || l.Schedule != "" && json.Unmarshal([]byte(l.Schedule), &s) == nil && s.Live(p.at())
}
