package work

import (
	"bytes"
	"cmp"
	"context"
	"errors"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// ClaimTask is an engine claim that is to be run again for a case.
type ClaimTask struct {
	ID, Case string
	Event    string // whose games; "" if they come with the task
	File     string // name of the games that come with it
	Games    []byte // PGN
	Starts   string // first day of these games' event, "" if nobody states it

	Claim  reports.EngineClaim // its player is named
	Rating float64             // Elo; 0: as the games have it

	// Recipe is the one that is asked for, reports.QuickKind or reports.FullKind; PlanClaim puts in its place the one of the
	// engine that is taken, and fills in the rest.
	Recipe      string
	Fingerprint string // of the recipe with its engine
	Engine      string // name and version
	Named       bool   // that is the engine which the claim names
}

// ClaimSource keeps the cases for which claims are run again; *registry.Register is one.
type ClaimSource interface {
	// ClaimTask returns what a task of a case is to do; done is true where its report is there. A case that takes no
	// report any more is an Unprocessable error.
	ClaimTask(ctx context.Context, inCase, id string) (task ClaimTask, done bool, err error)
	// KeepClaimReport seals a report in the case, all or nothing, with the entry that names it.
	KeepClaimReport(ctx context.Context, inCase, id string, report []byte) error
}

// claimTerms returns the terms of a rerun under a recipe.
func (p *Service) claimTerms(recipe string, e store.Event) (pipeline.Terms, error) {
	kind := EvaluateSecond
	if recipe != analysis.Second().Name {
		var err error
		if kind, err = testEvaluations(recipe); err != nil {
			return pipeline.Terms{}, err
		}
	} else if p.Second == nil {
		return pipeline.Terms{}, fault.New(fault.Unavailable, "no_second_engine", "this process has no second engine, and leaves the claim to one that has")
	}
	terms, err := p.terms(kind, e)
	terms.Cache = claimCache{p.Cache}
	return terms, err
}

// claimRecipes returns the recipes under which a claim may be run again, the standard one first.
func (p Claims) claimRecipes(c *ClaimTask) []string {
	recipes := []string{cmp.Or(c.Recipe, reports.FullKind)}
	if p.Second != nil {
		recipes = append(recipes, analysis.Second().Name)
	}
	return recipes
}

// takeEngine decides on which engine a claim is run again: the one that it names where that is here, the same file before
// the same version, else the first one under the standard recipe.
func (p Claims) takeEngine(c *ClaimTask, e store.Event) error {
	if _, err := testEvaluations(cmp.Or(c.Recipe, reports.FullKind)); err != nil {
		return err
	}
	best := reports.StandardEngine
	for i, recipe := range p.claimRecipes(c) {
		terms, err := p.claimTerms(recipe, e)
		if err != nil {
			return err
		}
		match := reports.MatchEngine(c.Claim.Engine, &terms.Provenance.Engine)
		nearer := match == reports.SameFile && best != reports.SameFile || match == reports.SameVersion && best == reports.StandardEngine
		if i > 0 && !nearer {
			continue
		}
		best = match
		c.Recipe, c.Fingerprint, c.Named = recipe, terms.Recipe.Fingerprint(), match != reports.StandardEngine
		c.Engine = cmp.Or(terms.Provenance.Engine.Name, terms.Recipe.Engine)
	}
	return nil
}

// PlanClaim decides on which engine a claim is run again, and returns that with the task to be recorded. What the rerun will
// not be able to answer is said now, not after hours of work: the errors are those of a test of the player, and Invalid where
// the claim names no games, or some that are not there.
func (p Claims) PlanClaim(ctx context.Context, c ClaimTask) (ClaimTask, store.Task, error) {
	e, in, err := p.claimGames(ctx, &c)
	if err != nil {
		return c, store.Task{}, err
	}
	if err := p.takeEngine(&c, e); err != nil {
		return c, store.Task{}, err
	}
	rerun, err := p.rerun(ctx, &c, e, in)
	if err != nil {
		return c, store.Task{}, err
	}
	chosen, _, _, _, err := rerun.Choose(in.Input)
	if err != nil {
		return c, store.Task{}, err
	}
	at := p.at()
	task := store.Task{ID: c.ID, Kind: Claim, Subject: c.Case, Priority: int(queue.Usual), State: store.TaskOpen, Created: at, Changed: at}
	for _, g := range chosen.Games {
		task.Positions += pipeline.ExpectedPositions(rerun.Policy, g)
	}
	return c, task, nil
}

// WakeClaim has somebody take up a task of a case.
func (p Claims) WakeClaim(ctx context.Context, t store.Task) { p.wake(ctx) }

// CancelClaim ends a task of a case. What was evaluated is kept, so that another one goes on from there.
func (p Claims) CancelClaim(ctx context.Context, id string) error {
	t, err := p.Store.Task(ctx, id)
	if err != nil {
		return err
	}
	return p.cancel(ctx, []store.Task{t})
}

// claimGames returns the event of a claim, and the games among which those of the player are.
func (p *Service) claimGames(ctx context.Context, c *ClaimTask) (store.Event, *eventInput, error) {
	if c.Event == "" {
		read, err := pipeline.Read(ctx, func(yield func(pipeline.Text, error) bool) {
			yield(pipeline.Text{Name: c.File, File: c.File, Reader: bytes.NewReader(c.Games)}, nil)
		})
		return store.Event{Start: c.Starts}, &eventInput{Input: read}, err
	}
	e, err := p.Store.Event(ctx, c.Event)
	if err != nil {
		return e, nil, err
	}
	in, err := p.input(ctx, e.ID)
	return e, in, err
}

// rerun returns what runs a claim again.
func (p *Service) rerun(ctx context.Context, c *ClaimTask, e store.Event, in *eventInput) (*pipeline.ClaimTest, error) {
	asked := reports.TestRequest{Kind: reports.FullKind, Player: c.Claim.Player, Rating: c.Rating}
	if err := asked.Validate(); err != nil {
		return nil, err
	}
	terms, err := p.claimTerms(c.Recipe, e)
	if err != nil {
		return nil, err
	}
	quick, err := p.terms(EvaluateQuick, e)
	if err != nil {
		return nil, err
	}
	quick.Engines = pipeline.NoEngine{}
	rerun := &pipeline.ClaimTest{PlayerTest: pipeline.PlayerTest{Terms: terms, TestRequest: asked, Quick: &quick}, Claim: c.Claim}
	if c.Event == "" {
		return rerun, nil
	}
	rerun.Whole = p.whole(in)
	quick.Whole = rerun.Whole
	record, err := p.onRecord(ctx, e, in)
	if err != nil {
		return nil, err
	}
	record.Watch, record.Log, record.Received = nil, nil, nil // of the arbiters; a claim does not rest on it
	rerun.Record, rerun.At = record, record.Moment(p.at())
	return rerun, nil
}

// runClaim runs an engine claim again, and has its report kept in the case. Its errors say nothing of the case.
func (w Worker) runClaim(ctx context.Context, t store.Task, _ store.Event) error {
	err := w.claimReport(ctx, t)
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	reason := reasonOf(err)
	return fault.New(reason.Kind, reason.Code, "the engine claim could not be run again (%s)", reason.Code)
}

func (w Worker) claimReport(ctx context.Context, t store.Task) error {
	c, done, err := w.Claims.ClaimTask(ctx, t.Subject, t.ID)
	if err != nil {
		return err
	}
	if done { // by an attempt that ended right after
		return w.Store.FinishTask(ctx, t.ID, w.at())
	}
	e, in, err := w.claimGames(ctx, &c)
	if err != nil {
		return err
	}
	rerun, err := w.rerun(ctx, &c, e, in)
	if err != nil {
		return err
	}
	if rerun.Recipe.Fingerprint() != c.Fingerprint {
		return fault.New(fault.Unavailable, otherEngine, "this is planned for another engine than this worker has")
	}
	rerun.Progress = (&taskMeter{Service: w.Service, ctx: ctx, task: t}).note
	report, err := rerun.Run(ctx, in.Input)
	if flushed := w.Cache.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		return err
	}
	var body bytes.Buffer
	if err := render.Claim(&body, "json", report, render.Options{}); err != nil {
		return err
	}
	if err := w.Claims.KeepClaimReport(ctx, c.Case, t.ID, body.Bytes()); err != nil {
		return err
	}
	return w.Store.FinishTask(ctx, t.ID, w.at())
}
