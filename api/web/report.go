package web

import (
	"context"
	"slices"
	"strings"

	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// orderTest asks for a test of the player, and shows it.
func orderTest(v *visit) (string, error) {
	who, _ := keyed(v.c.Param("player"))
	return v.order(wire.NewTest{Player: who, Kind: v.value("kind"), Second: v.value("second") != ""})
}

// order asks for a test, and goes on to it in the dossier of its player.
func (v *visit) order(request wire.NewTest) (string, error) {
	made, err := ask(v, "startTest", func(ctx context.Context, who *door.Caller) (wire.ListedTest, error) {
		return v.api.OrderTest(ctx, who, request)
	})
	return v.inDossier(v.c.Param("player"), made.ID), err
}

// inDossier is the address of the dossier of a player as one of his tests has it.
func (v *visit) inDossier(key, test string) string { return v.at("/players/" + key + "?test=" + test) }

// test reads, or ends, the test that the address or the form names.
func (v *visit) test(operation string, do func(context.Context, *door.Caller, string) (wire.ListedTest, error)) (wire.ListedTest, error) {
	id, err := v.id("test")
	if err != nil {
		return wire.ListedTest{}, err
	}
	return asked(v, door.Attempt{Operation: operation, Reads: "test " + id}, func(ctx context.Context, who *door.Caller) (wire.ListedTest, error) {
		return do(ctx, who, id)
	})
}

// shownTest is a test in the dossier: how far it is, and what it says when it is done.
type shownTest struct {
	Test      wire.ListedTest
	Report    *reports.FullTest
	Parts     render.TestParts
	Progress  *wire.Progress
	MayCancel bool
	Again     bool // facts have changed, and the person may have the test made again
}

// Path is the address of the test, without that of the service.
func (t *shownTest) Path() string { return "/events/" + t.Test.Event + "/tests/" + t.Test.ID }

// showReport leads to the dossier of the player with the test of the address.
func showReport(v *visit) (any, error) {
	test, err := v.test("readTest", v.api.PlayerTest)
	key := test.Request.Player
	if !allDigits(key) {
		key = playerKey("", key)
	}
	v.next = v.inDossier(key, test.ID)
	return nil, err
}

// shown reads a test for the dossier.
func (v *visit) shown(test wire.ListedTest) (*shownTest, error) {
	t := &shownTest{Test: test, MayCancel: v.open("cancelTest")}
	switch test.State {
	case store.TaskDone:
		var err error
		reads := door.Attempt{Operation: "readTestReport", Reads: "test " + test.ID}
		t.Report, err = asked(v, reads, func(ctx context.Context, who *door.Caller) (*reports.FullTest, error) {
			return v.api.TestReport(ctx, who, test.ID)
		})
		if err != nil {
			return nil, err
		}
		approvals, err := v.approvals()
		if err != nil {
			return nil, err
		}
		t.Parts, err = v.Phrases.FullTest(t.Report, approvals)
		t.Again = v.open("startTest") && test.Changed != nil && !slices.Equal(test.Changed, []reports.ChangedFact{reports.OtherTest})
		return t, err
	case store.TaskOpen:
		progress, err := ask(v, "readProgress", v.api.Progress)
		t.Progress = &progress
		return t, err
	}
	return t, nil
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
	ended, err := v.test("cancelTest", v.api.EndTest)
	return v.inDossier(v.c.Param("player"), ended.ID), err
}
