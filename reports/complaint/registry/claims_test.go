package registry_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/claim"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// planner plans every claim and evaluates nothing.
type planner struct{ cancelled []string }

func (*planner) PlanClaim(_ context.Context, c work.ClaimTask) (work.ClaimTask, store.Task, error) {
	c.Recipe, c.Fingerprint, c.Engine = "full", strings.Repeat("f", 64), "Stockfish 15.1"
	at := time.Date(2026, 3, 20, 13, 0, 0, 0, time.UTC)
	return c, store.Task{ID: c.ID, Kind: work.Claim, State: store.TaskOpen, Created: at, Changed: at}, nil
}
func (*planner) WakeClaim(context.Context, store.Task) {}
func (p *planner) CancelClaim(_ context.Context, id string) error {
	p.cancelled = append(p.cancelled, id)
	return nil
}

const claimedGames = "[Event \"x\"]\n[White \"Kowalski, Jan\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n"

// claimed opens an in-tournament complaint with a claim and its game, and returns two who may read it, and what is to be run again.
func claimed(t *testing.T, o *office) (arbiter, secretary *door.Caller, order registry.NewClaimRun) {
	ctx := t.Context()
	paper := somePaper(nil)
	paper.Kind, paper.Filing.Channel = complaint.ITC, complaint.ByChiefArbiter
	made := &complaint.ClaimMade{Claim: claim.Claim{Games: []claim.Game{{Round: "1"}}}}
	opens := o.as(access.ChiefArbiter, strings.Repeat("a", 32), "")
	opens.Operation, opens.Token.Grants = "openCase", []access.Grant{{Role: access.ChiefArbiter, Event: "none"}} // of the event, which is not kept here
	id, err := o.reg.Open(ctx, opens, paper.NewCase, &paper.Filing, made)
	if err != nil {
		t.Fatal(err)
	}
	arbiter, secretary = o.as(access.ChiefArbiter, opens.Token.ID, id), o.as(access.FPLSecretary, strings.Repeat("d", 32), id)
	if err := o.reg.Attach(ctx, arbiter, "games.pgn", strings.NewReader(claimedGames)); err != nil {
		t.Fatal(err)
	}
	blobs, err := o.db.CaseBlobs(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	return arbiter, secretary, registry.NewClaimRun{Claim: 3, File: blobs[0].SHA256}
}

// The chief arbiter has the claim of an in-tournament complaint run again, on attached games, and forwards the complaint
// before the report is there. The report comes into the case all the same, once, and the secretary reads it.
func TestClaimOutlastsForwarding(t *testing.T) {
	t.Parallel()
	o, ctx := openOffice(t), t.Context()
	plans := &planner{}
	o.reg.Reruns = plans
	arbiter, secretary, order := claimed(t, o)
	id := arbiter.Case.ID
	run, err := o.reg.OrderClaim(ctx, arbiter, order)
	if err != nil || run.State != store.TaskOpen {
		t.Fatalf("%+v, %v", run, err)
	}
	task, done, err := o.reg.ClaimTask(ctx, id, run.Task)
	if err != nil || done || string(task.Games) != claimedGames || task.Claim.Player != "Kowalski, Jan" || task.Event != "" || task.Starts != "2026-03-10" {
		t.Errorf("%+v, %v, %v", task, done, err)
	}
	if _, err := o.reg.OrderClaim(ctx, arbiter, order); fault.KindOf(err) != fault.Conflict {
		t.Errorf("ordered twice: %v", err)
	}
	for _, says := range []complaint.Body{&complaint.Warning{Given: o.now}, &complaint.StepsTaken{Steps: "watched"}, &complaint.Forwarding{Report: "all", Files: []string{}}} {
		text, err := reports.JSON(says)
		if err == nil {
			err = o.reg.Write(ctx, arbiter, says.Kind(), registry.NewEntry{Kind: says.Kind(), Says: text}.Body)
		}
		if err != nil {
			t.Fatalf("%s: %v", says.Kind(), err)
		}
	}
	if err := o.reg.KeepClaimReport(ctx, id, run.Task, []byte(`{"claim": {}}`)); err != nil {
		t.Fatal(err)
	}
	if err := o.reg.KeepClaimReport(ctx, id, run.Task, []byte(`{"claim": {}}`)); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("kept twice: %v", err)
	}
	if _, done, err := o.reg.ClaimTask(ctx, id, run.Task); err != nil || !done {
		t.Errorf("%v, %v", done, err)
	}
	var read bytes.Buffer
	if err := o.reg.ClaimReport(ctx, secretary, &read, run.Task, "json", render.Options{}); err != nil || read.String() != `{"claim": {}}` {
		t.Errorf("%s, %v", read.String(), err)
	}
	if err := o.reg.CancelClaim(ctx, o.as(access.Complainant, "x", id), run.Task); fault.KindOf(err) != fault.NotFound {
		t.Errorf("cancelled by somebody: %v", err)
	}
	if err := o.reg.CancelClaim(ctx, secretary, run.Task); err != nil || len(plans.cancelled) != 1 {
		t.Errorf("%v, %v", plans.cancelled, err)
	}
	var broken bytes.Buffer
	if err := o.reg.ClaimReport(ctx, secretary, &broken, o.newID(), "json", render.Options{}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a report that is not there: %v", err)
	}
}

// Two runs of one claim find the same, byte for byte. The case file holds the report once, and can be written.
func TestCaseFileHoldsAReportOnce(t *testing.T) {
	t.Parallel()
	o, ctx := openOffice(t), t.Context()
	o.reg.Reruns = &planner{}
	arbiter, secretary, order := claimed(t, o)
	report := []byte(`{"claim": {}}`)
	for range 2 {
		run, err := o.reg.OrderClaim(ctx, arbiter, order)
		if err == nil {
			err = o.reg.KeepClaimReport(ctx, arbiter.Case.ID, run.Task, report)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := o.reg.Export(ctx, secretary, &out, registry.Export{Lang: "en"}); err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("reports/%x.json", sha256.Sum256(report))
	file, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(slices.DeleteFunc(file.File, func(f *zip.File) bool { return f.Name != name })); n != 1 {
		t.Errorf("%s is there %d times", name, n)
	}
}
