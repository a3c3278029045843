package registry

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/intake"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// Rerunner runs engine claims again; work.Claims is one.
type Rerunner interface {
	PlanClaim(ctx context.Context, c work.ClaimTask) (work.ClaimTask, store.Task, error)
	WakeClaim(ctx context.Context, t store.Task)
	CancelClaim(ctx context.Context, id string) error
}

// NewClaimRun is what somebody says who has an engine claim run again.
type NewClaimRun struct {
	Claim  int64   `json:"claim"`            // number of the entry that has the claim
	File   string  `json:"file,omitempty"`   // SHA-256 of the attachment that has the games, PGN; "" for the games of the event
	Recipe string  `json:"recipe,omitempty"` // "quick" or "full", the latter for ""; it is of no account where the claim names an engine that is here
	Rating float64 `json:"rating,omitempty"` // Elo; 0 if it is to be taken from the games
}

// ClaimRun is an engine claim that was ordered to be run again, and how far that is.
type ClaimRun struct {
	Task          string          `json:"task"` // names the run within the case
	Claim         int64           `json:"claim"`
	File          string          `json:"file,omitempty"`
	Recipe        string          `json:"recipe"`
	Engine        string          `json:"engine"`
	Named         bool            `json:"named"` // that is the engine which the claim names
	Ordered       time.Time       `json:"ordered"`
	By            string          `json:"by"` // ID of a token
	State         store.TaskState `json:"state"`
	Positions     int             `json:"positions"` // to evaluate; an estimate before it has begun
	PositionsDone int             `json:"positions_done"`
	Reason        string          `json:"reason,omitempty"` // slug of why the last attempt failed
	Report        string          `json:"report,omitempty"` // SHA-256
}

// OrderClaim has an engine claim of a case run again, and enters the order into the case. What will not lead to a report is
// refused now: Invalid if the claim, its player or its games cannot be told, Conflict if the claim is being run
// already or the state of the case does not allow it, and the errors of a test of the player.
func (r *Register) OrderClaim(ctx context.Context, who *door.Caller, asked NewClaimRun) (ClaimRun, error) {
	id, by := who.Case.ID, reader(who)
	who.Entry = string(complaint.EntryClaimOrdered)
	kept, c, view, err := r.look(ctx, id, by)
	if err != nil {
		return ClaimRun{}, err
	}
	task, err := store.NewID(r.Random)
	if err != nil {
		return ClaimRun{}, err
	}
	order := &complaint.ClaimOrder{
		Claim: asked.Claim, File: asked.File, Rating: asked.Rating, Task: task, As: by.Role,
		Player: "-", Recipe: "-", Fingerprint: strings.Repeat("0", 64), Engine: "-", // not known before it is planned
	}
	if _, err := c.Write(order, by, r.Now().UTC()); err != nil {
		return ClaimRun{}, err
	}
	if err := r.noRun(ctx, c, asked.Claim); err != nil {
		return ClaimRun{}, err
	}
	if asked.File != "" && !view.shows(asked.File) {
		return ClaimRun{}, fault.New(fault.Invalid, "claim_file", "the case has no attachment with this SHA-256")
	}
	plan, err := r.claimTask(ctx, kept, c, order)
	if err != nil {
		return ClaimRun{}, err
	}
	plan.Recipe = asked.Recipe
	plan, planned, err := r.Reruns.PlanClaim(ctx, plan)
	if err != nil {
		return ClaimRun{}, err
	}
	order.Player, order.Recipe, order.Fingerprint, order.Engine, order.Named = plan.Claim.Player, plan.Recipe, plan.Fingerprint, plan.Engine, plan.Named
	err = r.Store.OrderTask(ctx, id, planned, func(kept *store.CaseRecord, entries []complaint.Entry) ([]complaint.Entry, error) {
		return r.entry(kept, entries, order, by)
	})
	if err != nil {
		return ClaimRun{}, err
	}
	r.Reruns.WakeClaim(ctx, planned)
	if err := who.Audit(ctx, fmt.Sprintf("claim of entry %d, task %s", asked.Claim, task)); err != nil {
		return ClaimRun{}, err
	}
	return r.claimRun(ctx, who, task)
}

// noRun returns a Conflict error while a claim is being run.
func (r *Register) noRun(ctx context.Context, c complaint.Case, claim int64) error {
	for _, o := range c.ClaimOrders() {
		if o.Found || o.Says.Claim != claim {
			continue
		}
		t, err := r.Store.Task(ctx, o.Says.Task)
		if err != nil {
			return err
		}
		if t.State == store.TaskOpen {
			return fault.New(fault.Conflict, "claim_running", "this claim is being run again already")
		}
	}
	return nil
}

// claimTask returns what the task of an order is to do.
func (r *Register) claimTask(ctx context.Context, kept store.CaseRecord, c complaint.Case, order *complaint.ClaimOrder) (work.ClaimTask, error) {
	claimed, _ := c.Claimed(order.Claim)
	task := work.ClaimTask{
		ID: order.Task, Case: kept.ID, Event: kept.Event, Claim: claimed, Rating: order.Rating,
		Recipe: order.Recipe, Fingerprint: order.Fingerprint, Engine: order.Engine, Named: order.Named,
	}
	switch {
	case claimed.Player == "":
		return task, fault.New(fault.Invalid, "claim_player", "the claim does not say whose moves it is about, and there are several respondents or none; enter it again with a player")
	case order.File == "" && kept.Event == "":
		return task, fault.New(fault.Invalid, "claim_games", "the event is not kept here: attach the games of the player as PGN, and name the attachment")
	case order.File == "":
		return task, nil
	}
	file, body, err := r.blob(ctx, kept.ID, order.File)
	if err != nil {
		return task, err
	}
	if file.Type != intake.PGN {
		return task, fault.New(fault.Invalid, "claim_file", "the attachment is no PGN file")
	}
	task.Event, task.File, task.Starts = "", file.Name, c.Opening().In.Start
	task.Games, err = io.ReadAll(body)
	return task, err
}

// ClaimTask returns what a task of a case is to do, and whether its report is there. A case that takes no report any more is
// an Unprocessable error.
func (r *Register) ClaimTask(ctx context.Context, inCase, id string) (task work.ClaimTask, done bool, err error) {
	kept, c, err := r.read(ctx, inCase)
	if err != nil {
		return task, false, err
	}
	order, there := c.Ordered(id)
	switch {
	case order.Found:
		return task, true, nil
	case c.Erased || !c.Closed.IsZero() || !there:
		return task, false, fault.New(fault.Unprocessable, "case_closed", "the case is closed")
	}
	task, err = r.claimTask(ctx, kept, c, &order.Says)
	return task, false, err
}

// KeepClaimReport seals the report of a rerun in its case, together with the entry that names it.
func (r *Register) KeepClaimReport(ctx context.Context, inCase, id string, report []byte) error {
	_, c, err := r.read(ctx, inCase)
	if err != nil {
		return err
	}
	order, _ := c.Ordered(id)
	by := complaint.Actor{Token: order.By, Role: order.Says.As}
	blob, err := store.NewID(r.Random)
	if err != nil {
		return err
	}
	file := store.CaseBlob{ID: blob, By: order.By, Added: r.Now().UTC(), BlobFacts: store.BlobFacts{Name: "claim.json", Type: store.ReportBlob}}
	_, err = r.Store.AddBlob(ctx, inCase, file, bytes.NewReader(report), func(kept *store.CaseRecord, entries []complaint.Entry, found store.CaseBlob) ([]complaint.Entry, error) {
		c, err := complaint.Replay(entries)
		if err != nil {
			return nil, err
		}
		added, _, err := r.enter(kept, c, &complaint.ClaimFinding{ // also of somebody who was relieved of the case meanwhile
			Report: found.SHA256, Claim: order.Says.Claim, Task: id, Engine: order.Says.Engine, Named: order.Says.Named,
		}, by)
		return added, err
	})
	if kind := fault.KindOf(err); kind == fault.Conflict || kind == fault.Forbidden { // to try again would help nobody
		err = fault.Wrap(err, fault.Unprocessable, "case_closed", "the case takes no report any more")
	}
	return err
}

// Claims returns which claims of a case were run again or are being, as far as the caller may see it; never nil.
func (r *Register) Claims(ctx context.Context, who *door.Caller) ([]ClaimRun, error) {
	by := reader(who)
	_, c, _, err := r.look(ctx, who.Case.ID, by)
	if err != nil {
		return nil, err
	}
	runs := []ClaimRun{}
	seen, _ := c.View(by)
	for _, o := range seen.ClaimOrders() {
		t, err := r.Store.Task(ctx, o.Says.Task)
		if err != nil {
			return nil, err
		}
		if t.State == store.TaskDone && o.Report == "" { // it came into the case after the case was read
			t.State = store.TaskOpen
		}
		runs = append(runs, ClaimRun{
			Task: o.Says.Task, Claim: o.Says.Claim, File: o.Says.File, Recipe: o.Says.Recipe, Engine: o.Says.Engine, Named: o.Says.Named,
			Ordered: o.At.UTC(), By: o.By, State: t.State, Positions: t.Positions, PositionsDone: t.PositionsDone, Reason: t.Reason.Code, Report: o.Report,
		})
	}
	return runs, nil
}

// claimRun returns one of the claims of a case; one that is not there is hidden.
func (r *Register) claimRun(ctx context.Context, who *door.Caller, task string) (ClaimRun, error) {
	runs, err := r.Claims(ctx, who)
	if err != nil {
		return ClaimRun{}, err
	}
	if i := slices.IndexFunc(runs, func(run ClaimRun) bool { return run.Task == task }); i >= 0 {
		return runs[i], nil
	}
	return ClaimRun{}, access.Hidden()
}

// CancelClaim ends a rerun. Whoever may order one may end it. One that is ordered again goes on from what was evaluated.
func (r *Register) CancelClaim(ctx context.Context, who *door.Caller, task string) error {
	run, err := r.claimRun(ctx, who, task)
	if err != nil {
		return err
	}
	_, c, err := r.read(ctx, who.Case.ID)
	if err != nil {
		return err
	}
	order, _ := c.Ordered(task)
	if _, err := c.Write(&order.Says, reader(who), r.Now().UTC()); err != nil {
		return err
	}
	if err := r.Reruns.CancelClaim(ctx, run.Task); err != nil {
		return err
	}
	return who.Audit(ctx, "task "+run.Task)
}

// ClaimReport writes the report of a rerun, in one of render.Formats. One that is not there is hidden.
func (r *Register) ClaimReport(ctx context.Context, who *door.Caller, w io.Writer, task, format string, o render.Options) error {
	run, err := r.claimRun(ctx, who, task)
	if err != nil {
		return err
	}
	if run.Report == "" {
		return access.Hidden()
	}
	_, body, err := r.blob(ctx, who.Case.ID, run.Report)
	if err != nil {
		return err
	}
	report, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	return drawClaim(w, format, report, o)
}

// drawClaim writes a report as it is kept in another format. JSON is the bytes that are kept.
func drawClaim(w io.Writer, format string, report []byte, o render.Options) error {
	if format == "json" {
		_, err := w.Write(report)
		return err
	}
	var says reports.ClaimReport
	if err := json.Unmarshal(report, &says); err != nil {
		return fault.Wrap(err, fault.Corrupt, "report_damaged", "the report of an engine claim cannot be read")
	}
	return render.Claim(w, format, &says, o)
}

// blob opens the file of a case that has this SHA-256; one that is not there is hidden.
func (r *Register) blob(ctx context.Context, id, digest string) (store.CaseBlob, io.Reader, error) {
	blobs, err := r.Store.CaseBlobs(ctx, id)
	if err != nil {
		return store.CaseBlob{}, nil, err
	}
	i := slices.IndexFunc(blobs, func(b store.CaseBlob) bool { return b.SHA256 == digest })
	if i < 0 {
		return store.CaseBlob{}, nil, access.Hidden()
	}
	return r.Store.OpenBlob(ctx, id, blobs[i].ID)
}
