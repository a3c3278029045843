package work

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// screeningTask is a task to compile the screening of an event in its present state.
type screeningTask struct {
	store.Task
	key  string // of the report
	dead map[string]store.Task
}

// wholeEvent is the subject of the task: a filter that keeps everything, from the time when reports
// on parts of an event were tasks too.
const wholeEvent = `{"Player":"","Rounds":null,"MinMoves":0}`

// screeningTask returns the task to compile the screening. Its key, and so its ID, depends on
// everything on which the report depends: the event's games and settings, the terms of the test,
// and which games no engine could evaluate.
func (p *Service) screeningTask(ctx context.Context, e store.Event) (screeningTask, error) {
	terms, err := p.terms(EvaluateQuick, e)
	if err != nil {
		return screeningTask{}, err
	}
	parts := []string{e.ID, strconv.FormatInt(e.Games, 10), wholeEvent}
	parts = append(parts, p.quickFits.identity(&terms)...)
	dead, ids, err := p.dead(ctx, e, EvaluateQuick, &terms)
	if err != nil {
		return screeningTask{}, err
	}
	key := contentID("screening", append(parts, ids...)...)
	return screeningTask{Task: newTask(p.at(), Report, e, wholeEvent, key), key: key, dead: dead}, nil
}

// dead returns the games whose evaluation was given up, by the digest of their body, and the IDs of
// these tasks.
func (p *Service) dead(ctx context.Context, e store.Event, kind store.TaskKind, terms *pipeline.Terms) (map[string]store.Task, []string, error) {
	tasks, err := p.all(ctx, store.TasksQuery{Event: e.ID, Kind: kind, State: store.TaskDead})
	dead, ids := map[string]store.Task{}, []string{}
	for _, t := range tasks {
		if t.ID == taskID(kind, e.ID, t.Subject, terms.Recipe.Fingerprint()) {
			dead[t.Subject] = t
			ids = append(ids, t.ID)
		}
	}
	return dead, ids, err
}

// leave leaves games out of a report whose evaluation was given up, and adds that to its errors.
func (in *eventInput) leave(t *pipeline.Terms, dead map[string]store.Task) {
	t.Left = in.left(dead)
	said := map[string]bool{}
	for _, g := range in.Games {
		if reason, left := t.Left[g.ID]; left && !said[g.ID] {
			said[g.ID] = true
			in.Errors = append(in.Errors, pipeline.LeftError(g, reason))
		}
	}
}

// left returns why games of an event could not be evaluated, by content identity.
func (in *eventInput) left(dead map[string]store.Task) map[string]string {
	reasons := map[string]string{}
	for _, g := range in.Games {
		if task, ok := dead[in.digests[g.ID]]; ok {
			reasons[g.ID] = task.Reason.Text
		}
	}
	return reasons
}

// Screening returns the list entry of the screening of an event that was finished last. Its body,
// to be read from the store, is what "fairplay screen --format json" prints for the same files.
// Lacking is nil if the screening includes everything that was handed in; otherwise a new one is
// being made, and this one shows an earlier state of the event. Its ID is empty if none is finished
// yet.
//
// The errors are NotFound for an unknown event, Unprocessable if it has no games yet, Conflict if
// the analysis was cancelled, and the cause if the report was given up.
func (p Screenings) Screening(ctx context.Context, event string) (store.Report, *reports.Lacking, error) {
	e, err := p.Store.Event(ctx, event)
	if err != nil {
		return store.Report{}, nil, err
	}
	batches, err := p.Store.CountOpen(ctx, e.ID, Import)
	if err != nil {
		return store.Report{}, nil, err
	}
	if batches == 0 {
		report, pending, err := p.screeningNow(ctx, e)
		if err != nil || !pending {
			return report, nil, err
		}
	}
	lacking := &reports.Lacking{Batches: batches}
	if lacking.Games, err = p.Store.CountOpen(ctx, e.ID, EvaluateQuick); err != nil {
		return store.Report{}, nil, err
	}
	last, err := p.Store.LastScreening(ctx, e.ID)
	if fault.KindOf(err) == fault.NotFound {
		last, err = store.Report{}, nil
	}
	return last, lacking, err
}

// screeningNow returns the up-to-date screening of an event all of whose files are read, or makes
// sure that it is made.
func (p *Service) screeningNow(ctx context.Context, e store.Event) (_ store.Report, pending bool, err error) {
	if games, err := p.Store.EventPlaces(ctx, e.ID, 0, 1); err != nil || len(games) == 0 {
		return store.Report{}, false, cmp.Or(err, error(fault.New(fault.Unprocessable, "no_games", "the event has no games yet")))
	}
	s, err := p.screeningTask(ctx, e)
	if err != nil {
		return store.Report{}, false, err
	}
	report, err := p.Store.FindReport(ctx, s.key)
	if err == nil || fault.KindOf(err) != fault.NotFound {
		return report, false, err
	}
	if err := p.record(ctx, s.Task); err != nil {
		return store.Report{}, false, err
	}
	return p.pendingReport(ctx, s)
}

// record adds a task unless it exists. Polls find it and write nothing.
func (p *Service) record(ctx context.Context, t store.Task) error {
	_, err := p.Store.Task(ctx, t.ID)
	if err != nil && fault.KindOf(err) == fault.NotFound {
		_, err = p.Store.AddTasks(ctx, []store.Task{t})
	}
	return err
}

// pendingReport says how far a report is that did not exist a moment ago.
func (p *Service) pendingReport(ctx context.Context, s screeningTask) (store.Report, bool, error) {
	t, err := p.Store.Task(ctx, s.ID)
	if err != nil {
		return store.Report{}, false, err
	}
	switch {
	case t.State == store.TaskDone:
		report, err := p.Store.FindReport(ctx, s.key)
		return report, false, err
	case t.State == store.TaskDead:
		return store.Report{}, false, t.Reason.Err()
	case t.State == store.TaskCancelled && t.Reason.Code != overtaken:
		return store.Report{}, false, fault.New(fault.Conflict, "cancelled", "the analysis of this event was cancelled; resume it to go on")
	case t.State == store.TaskCancelled:
		if t, err = p.Store.ReviveTask(ctx, s.ID, p.at()); err != nil {
			return store.Report{}, false, err
		}
	}
	p.wake(ctx)
	return store.Report{}, true, nil
}

// compileScreening makes a report once every game that it needs is evaluated. If the event has
// changed since, the task gives way to a new one.
func (w Worker) compileScreening(ctx context.Context, t store.Task, e store.Event) error {
	today, err := w.screeningTask(ctx, e)
	if err != nil {
		return err
	}
	if today.ID != t.ID {
		return w.giveWay(ctx, t, today)
	}
	if err := w.ready(ctx, t); err != nil {
		return err
	}
	begun := w.Now()
	body, report, err := w.screen(ctx, e, today)
	if err != nil {
		return err
	}
	kept := w.report(t, "screening", today.key, body)
	if err := w.Store.PutReport(ctx, kept, performances(kept, report)); err != nil {
		return err
	}
	w.rest(ctx, e, w.Now().Sub(begun))
	return w.Store.FinishTask(ctx, t.ID, w.at())
}

// overtaken is the code of a task for a report that nobody can ask for any more. If the report is
// asked for again, because given-up games are retried or settings changed back, the task is
// reopened.
const overtaken = "overtaken"

// giveWay ends a task for a report that nobody can ask for any more. The screening is made anew.
func (w Worker) giveWay(ctx context.Context, t store.Task, today screeningTask) error {
	if err := w.screenAgain(ctx, today); err != nil {
		return err
	}
	_, err := w.Store.CancelTasks(ctx, store.Cancellation{IDs: []string{t.ID}, Code: overtaken}, w.at())
	return err
}

// screenAgain makes sure that the screening of today is made, unless it was cancelled or given up.
func (p *Service) screenAgain(ctx context.Context, today screeningTask) error {
	if _, err := p.Store.AddTasks(ctx, []store.Task{today.Task}); err != nil {
		return err
	}
	if _, _, err := p.pendingReport(ctx, today); err != nil {
		p.log().InfoContext(ctx, "the screening of today is not made", append(attributes(today.Task), "error", err)...)
	}
	return nil
}

// screen compiles a screening and writes it as the command line does.
func (w Worker) screen(ctx context.Context, e store.Event, today screeningTask) ([]byte, *reports.Screening, error) {
	c, err := w.choose(ctx, e, today)
	if err != nil {
		return nil, nil, err
	}
	c.terms.Whole = w.whole(c.in)
	k := w.sheets(c.in)
	s := pipeline.EventScreening{Terms: c.terms, Count: k.count}
	if err := w.complete(ctx, e, c); err != nil {
		return nil, nil, err
	}
	c.in.forgetMoves()
	if before := w.tallies.take(e.ID); before != nil {
		k.before = *before
	}
	report, err := s.Compile(ctx, c.in.Input, c.chosen)
	if err != nil {
		return nil, nil, err
	}
	w.tallies.keep(e.ID, new(k.counted.Tallies()), mostTallies)
	if err := report.Sort(reports.Orders()[0]); err != nil {
		return nil, nil, err
	}
	var body bytes.Buffer
	err = render.Screening(&body, "json", report, render.Options{})
	return body.Bytes(), report, err
}

// mostTallies is the number of events whose sums of players are kept, each some 20 MB for 10 000 games with their sheets.
const mostTallies = 4

// complete makes sure that no evaluation that a screening needs is open or unknown. Missing ones,
// because the event's settings have changed, are added, and the report has to wait for them
// (errNotYet).
func (w Worker) complete(ctx context.Context, e store.Event, c *choice) error {
	tasks, err := w.undone(ctx, e, &c.terms, c.chosen.Games, c.in.digests)
	if err != nil {
		return err
	}
	added, err := w.Store.AddTasks(ctx, tasks)
	if err != nil {
		return err
	}
	open, err := w.Store.IsOpen(ctx, e.ID, EvaluateQuick)
	if err != nil || added == 0 && !open {
		return err
	}
	w.wake(ctx)
	return errNotYet
}

// report returns a report in its stored form.
func (w Worker) report(t store.Task, kind, key string, body []byte) store.Report {
	digest := sha256.Sum256(body)
	return store.Report{
		ID: hex.EncodeToString(digest[:]), Key: key, Kind: kind, Event: t.Event, Body: body, Created: w.at(),
	}
}

// performances returns what a screening says about each player.
func performances(r store.Report, s *reports.Screening) []store.ReportedPerformance {
	all := make([]store.ReportedPerformance, 0, len(s.Players))
	for _, row := range s.Players {
		body, err := reports.JSON(row)
		if err != nil {
			continue // a row is numbers and names, and the report was written a moment ago
		}
		all = append(all, store.ReportedPerformance{
			Report: r.ID, Event: r.Event, Kind: r.Kind, Player: cmp.Or(row.FideID, row.Name), Name: row.Name, FideID: row.FideID,
			Rating: row.Rating, Games: row.Games, Moves: row.Moves, Body: body,
		})
	}
	return all
}
