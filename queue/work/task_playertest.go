package work

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// testEvaluations returns the kind of evaluation tasks that a test of a kind needs.
func testEvaluations(kind string) (store.TaskKind, error) {
	switch kind {
	case reports.QuickKind:
		return EvaluateQuick, nil
	case reports.FullKind:
		return EvaluateFull, nil
	}
	return "", fault.New(fault.Invalid, "recipe", "%q is not a recipe; choose quick or full", kind)
}

// fullTest returns the test for a request.
func (p *Service) fullTest(e store.Event, r reports.TestRequest) (*pipeline.PlayerTest, store.TaskKind, error) {
	kind, err := testEvaluations(r.Kind)
	if err != nil {
		return nil, "", err
	}
	terms, err := p.terms(kind, e)
	if err != nil {
		return nil, kind, err
	}
	second, err := p.secondTerms(e, r)
	if err != nil {
		return nil, kind, err
	}
	quick, err := p.terms(EvaluateQuick, e)
	quick.Engines = pipeline.NoEngine{}
	return &pipeline.PlayerTest{Terms: terms, TestRequest: r, Quick: &quick, Second: second}, kind, err
}

// secondTerms returns the terms of the second test of a request, nil if it asks for none. Without a
// second engine here the error is Unprocessable.
func (p *Service) secondTerms(e store.Event, r reports.TestRequest) (*pipeline.Terms, error) {
	switch {
	case !r.WithSecond:
		return nil, nil
	case p.Second == nil:
		return nil, fault.New(fault.Unprocessable, "no_second_engine", "this service has no second engine, so that it makes no second test; ask for the test without one")
	}
	terms, err := p.terms(EvaluateSecond, e)
	return &terms, err
}

// StartTest orders a test of one player over the present games of the event. The same request for
// the same games is the same test, whoever asks. by is the ID of a token.
//
// What the test will not be able to answer is said now, not after hours of work: Invalid if the
// request makes no sense, NotFound for an unknown event or player, Unprocessable if no game of his
// counts or no rating is known.
func (p Tests) StartTest(ctx context.Context, event string, r reports.TestRequest, by string) (store.Test, error) {
	if err := r.Validate(); err != nil {
		return store.Test{}, err
	}
	e, err := p.Store.Event(ctx, event)
	if err != nil {
		return store.Test{}, err
	}
	full, kind, err := p.fullTest(e, r)
	if err != nil {
		return store.Test{}, err
	}
	in, err := p.input(ctx, e.ID)
	if err != nil {
		return store.Test{}, err
	}
	chosen, person, _, err := full.Choose(in.Input)
	if err != nil {
		return store.Test{}, err
	}
	record, err := p.onRecord(ctx, e, in)
	if err != nil {
		return store.Test{}, err
	}
	r.Record, r.At = record.About(person), record.Moment(p.at())
	full.TestRequest = r
	tasks := p.evaluations(kind, e, &full.Terms, chosen.Games, in.digests)
	if full.Second != nil {
		tasks = append(tasks, p.evaluations(EvaluateSecond, e, full.Second, chosen.Games, in.digests)...)
	}
	dead, err := p.givenUp(ctx, e, full, kind)
	if err != nil {
		return store.Test{}, err
	}
	if full.Field, err = p.evaluatedField(ctx, e, full, in, chosen); err != nil {
		return store.Test{}, err
	}
	full.Whole = p.whole(in)
	anew, err := full.Unknown(ctx, chosen.Games)
	if err != nil {
		return store.Test{}, err
	}
	test, err := p.order(e, full, r, tasks, dead.ids, anew)
	if err != nil {
		return store.Test{}, err
	}
	test.Token = by
	return p.startTest(ctx, e, test, append(tasks, newTask(test.Created, Test, e, test.ID)))
}

// evaluatedField names the games of an event that are evaluated under the quick recipe, in the form
// of FullTest.Field.
func (p Tests) evaluatedField(ctx context.Context, e store.Event, full *pipeline.PlayerTest, in *eventInput, chosen *tournament.Selection) (string, error) {
	dead, _, err := p.dead(ctx, e, EvaluateQuick, full.Quick)
	if err != nil {
		return "", err
	}
	in.leave(full.Quick, dead)
	if err := p.leaveOpen(ctx, e, full.Quick, in); err != nil {
		return "", err
	}
	var evaluated []string
	for _, g := range chosen.Counted() {
		if _, left := full.Quick.Left[g.ID]; !left {
			evaluated = append(evaluated, g.ID)
		}
	}
	return pipeline.FieldName(evaluated, chosen), nil
}

// startTest records a test with its tasks. A test that exists is not recorded again, but reopened
// if it was cancelled.
func (p Tests) startTest(ctx context.Context, e store.Event, test store.Test, tasks []store.Task) (store.Test, error) {
	err := p.Store.CreateTest(ctx, test, tasks...)
	if known, ok := errors.AsType[*fault.Error](err); err != nil && !(ok && known.Code == "test_exists") {
		return store.Test{}, err
	}
	for _, kind := range []store.TaskKind{tasks[0].Kind, EvaluateSecond, Test} {
		if err := p.reopen(ctx, e, kind, tasks); err != nil {
			return store.Test{}, err
		}
	}
	p.wake(ctx)
	return p.Store.Test(ctx, test.ID)
}

// order returns a test in its stored form, named by everything on which its report depends.
func (p *Service) order(e store.Event, full *pipeline.PlayerTest, r reports.TestRequest, tasks []store.Task, dead []string, anew float64) (store.Test, error) {
	request, err := json.Marshal(reports.TestOrder{TestRequest: r, Needs: idsOf(tasks), Field: full.Field, Anew: anew})
	if err != nil {
		return store.Test{}, err
	}
	fits := &p.quickFits
	if r.Kind == reports.FullKind {
		fits = &p.fullFits
	}
	asked, err := json.Marshal(r)
	parts := []string{
		e.ID, strconv.FormatInt(e.Games, 10), string(asked), full.Field,
	}
	identity := fits.identity(&full.Terms)
	if full.Second != nil {
		identity = append(identity, p.secondFits.identity(full.Second)...)
	}
	return store.Test{
		ID: contentID("test", slices.Concat(parts, identity, dead)...), Event: e.ID, Kind: r.Kind,
		Request: request, Group: group(Test, e.ID), Created: p.at(),
	}, err
}

// compileTest makes the report of a test once the games of the player are
// evaluated.
func (w Worker) compileTest(ctx context.Context, t store.Task, e store.Event) error {
	if err := w.testReady(ctx, t); err != nil {
		return err
	}
	test, err := w.Store.Test(ctx, t.Subject)
	if err != nil {
		return err
	}
	if test.Report != "" { // answered by an attempt that ended right after
		return w.Store.FinishTask(ctx, t.ID, w.at())
	}
	order, err := reports.ReadTestOrder(test.Request)
	if err != nil {
		return err
	}
	if order.WithSecond && w.Second == nil {
		return fault.New(fault.Unavailable, "no_second_engine", "this process has no second engine, and leaves the test to one that has; start workers with the second engine of the server")
	}
	full, kind, err := w.fullTest(e, order.TestRequest)
	if err != nil {
		return err
	}
	full.Field = order.Field
	dead, err := w.givenUp(ctx, e, full, kind)
	if err != nil {
		return err
	}
	body, result, err := w.examine(ctx, e, full, dead)
	if err != nil {
		return err
	}
	kept := w.report(t, test.Kind, contentID("test report", append([]string{test.ID, strconv.FormatInt(e.Games, 10)}, dead.ids...)...), body)
	kept.Test = test.ID
	if err := w.Store.PutReport(ctx, kept, performance(kept, result)); err != nil {
		return err
	}
	if err := w.Store.FinishTest(ctx, test.ID, kept.ID); err != nil {
		return err
	}
	return w.Store.FinishTask(ctx, t.ID, w.at())
}

// givenUp holds the evaluations of a test's games that were given up, by the digest of the game's
// body.
type givenUp struct {
	first, second map[string]store.Task
	ids           []string // of all of them
}

// givenUp returns the evaluations that were given up, of the kind of the first test and of the
// second one.
func (p *Service) givenUp(ctx context.Context, e store.Event, full *pipeline.PlayerTest, kind store.TaskKind) (g givenUp, err error) {
	g.first, g.ids, err = p.dead(ctx, e, kind, &full.Terms)
	if err != nil || full.Second == nil {
		return g, err
	}
	second, ids, err := p.dead(ctx, e, EvaluateSecond, full.Second)
	g.second, g.ids = second, append(g.ids, ids...)
	return g, err
}

// examine compiles a test and writes it as the command line does.
func (w Worker) examine(ctx context.Context, e store.Event, full *pipeline.PlayerTest, dead givenUp) ([]byte, *reports.FullTest, error) {
	in, err := w.input(ctx, e.ID)
	if err != nil {
		return nil, nil, err
	}
	in.leave(&full.Terms, dead.first)
	full.Whole = w.whole(in)
	full.Quick.Whole = full.Whole
	if full.Second != nil {
		full.Second.Left, full.Second.Whole = in.left(dead.second), full.Whole
	}
	report, err := full.Run(ctx, in.Input)
	if err != nil {
		return nil, nil, err
	}
	var body bytes.Buffer
	err = render.FullTest(&body, "json", report, render.Options{})
	return body.Bytes(), report, err
}

// performance returns what a test says about its player.
func performance(r store.Report, t *reports.FullTest) []store.ReportedPerformance {
	body, err := reports.JSON(map[string]any{
		"player": t.Player, "footing": t.Footing, "tests": t.Tests, "combined": t.Combined, "ipr": t.IPR,
	})
	if err != nil {
		return nil // numbers and names only, and the report was written a moment ago
	}
	return []store.ReportedPerformance{{
		Report: r.ID, Event: r.Event, Kind: r.Kind, Player: cmp.Or(t.Player.FideID, t.Player.Name), Name: t.Player.Name, FideID: t.Player.FideID,
		Rating: int(t.Player.Rating), Games: len(t.GameRows), Moves: t.Moves, Body: body,
	}}
}
