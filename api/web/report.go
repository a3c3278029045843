package web

import (
	"context"
	"html/template"
	"slices"
	"strings"

	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/store"
)

// orderTest asks for a test of the player, and goes on to its page.
func orderTest(v *visit) (string, error) {
	who, _ := keyed(v.c.Param("player"))
	request := wire.NewTest{Player: who, Kind: v.value("kind"), Second: v.value("second") != ""}
	return v.order(request)
}

// order asks for a test, and goes on to its page.
func (v *visit) order(request wire.NewTest) (string, error) {
	made, err := ask(v, "startTest", func(ctx context.Context, who *door.Caller) (wire.ListedTest, error) {
		return v.api.OrderTest(ctx, who, request)
	})
	return v.at("/tests/" + made.ID), err
}

// test reads, or ends, the test of the page.
func (v *visit) test(operation string, do func(context.Context, *door.Caller, string) (wire.ListedTest, error)) (wire.ListedTest, error) {
	id, err := v.id("test")
	if err != nil {
		return wire.ListedTest{}, err
	}
	return asked(v, door.Attempt{Operation: operation, Reads: "test " + id}, func(ctx context.Context, who *door.Caller) (wire.ListedTest, error) {
		return do(ctx, who, id)
	})
}

// reportContent is a test: how far it is, and what it says when it is done.
type reportContent struct {
	Test      wire.ListedTest
	Key       string
	Report    *reports.FullTest
	Paper     template.HTML // what its document holds
	Progress  *wire.Progress
	Before    int // tasks that wait before it
	MayCancel bool
	Now       *permittedNow // what is permitted as to the player; nil for those who may not see it
	Again     bool          // facts have changed, and the person may have the test made again
}

// Subject is the name of the player.
func (r reportContent) Subject() string {
	if r.Report == nil {
		return ""
	}
	return r.Report.Player.Name
}

func showReport(v *visit) (any, error) {
	content := reportContent{MayCancel: v.open("cancelTest")}
	var err error
	if content.Test, err = v.test("readTest", v.api.PlayerTest); err != nil {
		return nil, err
	}
	content.Key = content.Test.Request.Player
	if !allDigits(content.Key) {
		content.Key = playerKey("", content.Key)
	}
	switch content.Test.State {
	case store.TaskDone:
		reads := door.Attempt{Operation: "readTestReport", Reads: "test " + content.Test.ID}
		content.Report, err = asked(v, reads, func(ctx context.Context, who *door.Caller) (*reports.FullTest, error) {
			return v.api.TestReport(ctx, who, content.Test.ID)
		})
		if err != nil {
			return content, err
		}
		approvals, err := v.approvals()
		if err != nil {
			return content, err
		}
		if content.Paper, err = v.Phrases.FullTest(content.Report, approvals); err != nil {
			return content, err
		}
		permitted, err := v.permitted()
		content.Now = permitted.of(playerKey(content.Report.Player.FideID, content.Report.Player.Name))
		content.Again = v.open("startTest") && content.Test.Changed != nil && !slices.Equal(content.Test.Changed, []reports.ChangedFact{reports.OtherTest})
		return content, err
	case store.TaskOpen:
		progress, err := ask(v, "readProgress", v.api.Progress)
		content.Progress = &progress
		return content, err
	}
	return content, nil
}

// testAgain orders a test once more, with the facts of now.
func testAgain(v *visit) (string, error) {
	before, err := v.test("readTest", v.api.PlayerTest)
	if err != nil {
		return "", err
	}
	return v.order(before.Request)
}

func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func cancelTest(v *visit) (string, error) {
	_, err := v.test("cancelTest", v.api.EndTest)
	return v.at("/tests/" + v.c.Param("test")), err
}
