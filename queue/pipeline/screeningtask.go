package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"

	"fairplay/analysis/fault"
	"fairplay/queue"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// screeningTask is a task to compile the screening of an event under a filter,
// as the event is now.
type screeningTask struct {
	store.Task
	key  string // of the report
	dead map[string]store.Task
}

// screeningTask returns the task to compile a screening. Its key, and so its
// ID, is of all that the report depends on: the event's games and settings, the
// terms of the test, the filter, and which games no engine could get through.
func (p *Pipeline) screeningTask(ctx context.Context, e store.Event, only Filter) (screeningTask, error) {
	terms, err := p.terms(EvaluateQuick, e)
	if err != nil {
		return screeningTask{}, err
	}
	filter, err := json.Marshal(only)
	if err != nil {
		return screeningTask{}, err
	}
	parts := []string{e.ID, strconv.FormatInt(e.Games, 10), string(filter)}
	parts = append(parts, p.quickFits.identity(&terms)...)
	dead, ids, err := p.dead(ctx, e, EvaluateQuick, &terms)
	if err != nil {
		return screeningTask{}, err
	}
	key := contentID("screening", append(parts, ids...)...)
	return screeningTask{Task: newTask(p.at(), Report, e, string(filter), key), key: key, dead: dead}, nil
}

// dead returns the games on which evaluation was given up, by the digest of
// their body, and the IDs of these tasks.
func (p *Pipeline) dead(ctx context.Context, e store.Event, kind queue.Kind, terms *Terms) (map[string]store.Task, []string, error) {
	tasks, err := p.all(ctx, store.TasksQuery{Event: e.ID, Kind: string(kind), State: store.TaskDead})
	dead, ids := map[string]store.Task{}, []string{}
	for _, t := range tasks {
		if t.ID == taskID(kind, e.ID, t.Subject, terms.Recipe.Fingerprint()) {
			dead[t.Subject] = t
			ids = append(ids, t.ID)
		}
	}
	return dead, ids, err
}

// leave leaves games out of a report on which evaluation was given up, and says
// so among its errors.
func (t *Terms) leave(in *eventInput, dead map[string]store.Task) {
	t.Left = map[string]bool{}
	for _, g := range in.Games {
		task, ok := dead[in.digests[g.ID]]
		if !ok || t.Left[g.ID] {
			continue
		}
		t.Left[g.ID] = true
		in.Errors = append(in.Errors, reports.InputError{
			File: g.Source.File, Game: g.Source.Game, Line: g.Source.Line, Ply: -1,
			Reason: "this game could not be evaluated and is left out: " + task.Reason,
		})
	}
}

// Screening returns the screening of an event as it stands, under a filter. Its
// Body is what "fairplay screen --format json" prints of the same files. Where
// pending is true, there is none yet and one is being made, or files that were
// handed in are still to be read.
//
// The errors are NotFound without such an event, Unprocessable where it has no
// games yet, Conflict where the analysis was cancelled, and what went wrong where
// the report was given up.
func (p *Pipeline) Screening(ctx context.Context, event string, only Filter) (_ store.Report, pending bool, err error) {
	e, err := p.Store.Event(ctx, event)
	if err != nil {
		return store.Report{}, false, err
	}
	if reading, err := p.reading(ctx, e); err != nil || reading {
		return store.Report{}, reading, err
	}
	if games, err := p.Store.EventGames(ctx, event, 0, 1); err != nil || len(games) == 0 {
		return store.Report{}, false, cmp.Or(err, error(fault.New(fault.Unprocessable, "no_games", "the event has no games yet")))
	}
	s, err := p.screeningTask(ctx, e, only)
	if err != nil {
		return store.Report{}, false, err
	}
	report, err := p.Store.ReportByKey(ctx, s.key)
	if fault.KindOf(err) != fault.NotFound || err == nil {
		return report, false, err
	}
	if err := p.another(ctx, s, only); err != nil {
		return store.Report{}, false, err
	}
	return p.pendingReport(ctx, s)
}

// mostViews is how many reports on parts of one event are made at a time. Each
// is asked for by reading, so that somebody who reads a thousand of them could
// else keep all workers busy.
const mostViews = 50

// another records that a report is to be made, unless it is one on a part of an
// event of which many are open already (Unavailable).
func (p *Pipeline) another(ctx context.Context, s screeningTask, only Filter) error {
	if _, err := p.Store.Task(ctx, s.ID); fault.KindOf(err) != fault.NotFound || err == nil {
		return err
	}
	if !only.isZero() {
		open, err := p.Store.CountOpen(ctx, s.Group)
		if err == nil && open >= mostViews {
			err = fault.New(fault.Unavailable, "many_views", "%d reports on parts of this event are being made already; come again when they are there", open)
		}
		if err != nil {
			return err
		}
	}
	_, err := p.Store.AddTasks(ctx, []store.Task{s.Task})
	return err
}

// reading tells whether files of an event are still to be read. A report of the
// games before them would not be that of what was handed in.
func (p *Pipeline) reading(ctx context.Context, e store.Event) (bool, error) {
	imports, err := p.Store.Tasks(ctx, store.TasksQuery{Event: e.ID, Kind: string(Import), State: store.TaskOpen, Limit: 1})
	return len(imports) > 0, err
}

// pendingReport says how far a report is that is not there, or was not a moment
// ago.
func (p *Pipeline) pendingReport(ctx context.Context, s screeningTask) (store.Report, bool, error) {
	t, err := p.Store.Task(ctx, s.ID)
	if err != nil {
		return store.Report{}, false, err
	}
	switch {
	case t.State == store.TaskDone:
		report, err := p.Store.ReportByKey(ctx, s.key)
		return report, false, err
	case t.State == store.TaskDead:
		return store.Report{}, false, failure(t)
	case t.State == store.TaskCancelled && t.ReasonCode != overtaken:
		return store.Report{}, false, fault.New(fault.Conflict, "cancelled", "the analysis of this event was cancelled; resume it to go on")
	case t.State == store.TaskCancelled:
		if t, err = p.Store.ReviveTask(ctx, s.ID, p.at()); err != nil {
			return store.Report{}, false, err
		}
	}
	p.wakeReady(ctx, []store.Task{t})
	return store.Report{}, true, nil
}

// failure is the error for which a task was given up.
func failure(t store.Task) error {
	for kind := fault.Internal; kind <= fault.Corrupt; kind++ {
		if kind.String() == t.ReasonKind {
			return fault.New(kind, t.ReasonCode, "%s", t.Reason)
		}
	}
	return fault.New(fault.Internal, t.ReasonCode, "%s", t.Reason)
}

// compileScreening makes a report once every game that it needs is evaluated.
// A task that the event has overtaken gives way to the one of today.
func (p *Pipeline) compileScreening(ctx context.Context, t store.Task, e store.Event) error {
	var only Filter
	if err := json.Unmarshal([]byte(t.Subject), &only); err != nil {
		return fault.Wrap(err, fault.Corrupt, "report_task", "what this report is to show cannot be read")
	}
	today, err := p.screeningTask(ctx, e, only)
	if err != nil {
		return err
	}
	if today.ID != t.ID {
		return p.giveWay(ctx, t, today, only)
	}
	if err := p.ready(ctx, t); err != nil {
		return err
	}
	body, report, err := p.screen(ctx, e, only, today.dead)
	if err != nil {
		return err
	}
	kept := p.report(t, "screening", today.key, body)
	if err := p.Store.PutReport(ctx, kept, performances(kept, report, only)); err != nil {
		return err
	}
	return p.Store.FinishTask(ctx, t.ID, p.at())
}

// overtaken is the code of a task for a report that nobody can ask for any more.
// Should that be asked for again, because games that were given up are retried
// or settings changed back, the task is opened again.
const overtaken = "overtaken"

// giveWay ends a task for a report that nobody can ask for any more. The
// screening of the whole event is made anew; others are when they are asked for.
func (p *Pipeline) giveWay(ctx context.Context, t store.Task, today screeningTask, only Filter) error {
	if only.isZero() {
		if _, err := p.Store.AddTasks(ctx, []store.Task{today.Task}); err != nil {
			return err
		}
		if _, _, err := p.pendingReport(ctx, today); err != nil {
			p.log().InfoContext(ctx, "the screening of today is not made", append(attributes(today.Task), "error", err)...)
		}
	}
	at := p.at()
	err := p.Store.FailTask(ctx, t.ID, fault.Conflict.String(), overtaken, "the event has changed since", false, at)
	if err != nil {
		return err
	}
	_, err = p.Store.CancelTasks(ctx, store.Cancellation{IDs: []string{t.ID}}, at)
	return err
}

// screen compiles a screening and writes it as the command line does.
func (p *Pipeline) screen(ctx context.Context, e store.Event, only Filter, dead map[string]store.Task) ([]byte, *reports.Screening, error) {
	terms, err := p.terms(EvaluateQuick, e)
	if err != nil {
		return nil, nil, err
	}
	in, err := p.input(ctx, e.ID)
	if err != nil {
		return nil, nil, err
	}
	terms.leave(in, dead)
	terms.Whole = p.whole(in)
	s := Screening{Terms: terms, Only: only}
	chosen := s.choose(in.Input)
	if err := p.complete(ctx, e, p.evaluations(EvaluateQuick, e, &terms, chosen.games, in.digests)); err != nil {
		return nil, nil, err
	}
	in.forgetMoves()
	report, err := s.compile(ctx, in.Input, chosen)
	if err != nil {
		return nil, nil, err
	}
	if err := report.Sort(reports.Orders()[0]); err != nil {
		return nil, nil, err
	}
	var body bytes.Buffer
	err = render.Screening(&body, "json", report, render.Options{})
	return body.Bytes(), report, err
}

// complete makes sure that nothing is open or unheard of among the evaluations
// that a screening needs. Those that are missing, because the event's settings
// have changed or a filter wants games that do not count otherwise, are added,
// and the report has to wait for them (errNotYet).
func (p *Pipeline) complete(ctx context.Context, e store.Event, tasks []store.Task) error {
	if err := p.reopen(ctx, e, EvaluateQuick, tasks); err != nil {
		return err
	}
	added, err := p.Store.AddTasks(ctx, tasks)
	if err != nil {
		return err
	}
	open, err := p.Store.CountOpen(ctx, group(EvaluateQuick, e.ID))
	if err != nil || added == 0 && open == 0 {
		return err
	}
	p.wakeReady(ctx, tasks)
	return errNotYet
}

// report returns a report as the store has it.
func (p *Pipeline) report(t store.Task, kind, key string, body []byte) store.Report {
	digest := sha256.Sum256(body)
	return store.Report{
		ID: hex.EncodeToString(digest[:]), Key: key, Kind: kind, Event: t.Event, Body: body, Created: p.at(),
	}
}

// performances returns what a screening says of each player, none where it is
// of a part of the event alone.
func performances(r store.Report, s *reports.Screening, only Filter) []store.Performance {
	if !only.isZero() {
		return nil
	}
	all := make([]store.Performance, 0, len(s.Players))
	for _, row := range s.Players {
		body, err := json.Marshal(row)
		if err != nil {
			continue // a row is numbers and names, and the report was written a moment ago
		}
		all = append(all, store.Performance{
			Report: r.ID, Event: r.Event, Kind: r.Kind, Player: cmp.Or(row.FideID, row.Name), Name: row.Name, FideID: row.FideID,
			Rating: row.Rating, Games: row.Games, Moves: row.Moves, Body: body,
		})
	}
	return all
}
