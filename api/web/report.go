package web

import (
	"html/template"
	"slices"
	"strings"

	"fairplay/api/wire"
	"fairplay/reports"
	"fairplay/reports/store"
)

// orderTest asks for a test of the player, and goes on to its page.
func orderTest(v *visit) (string, error) {
	who, _ := keyed(v.c.Param("player"))
	request := wire.TestRequest{Player: who, Kind: v.value("kind"), Second: v.value("second") != ""}
	var made wire.Test
	if err := v.send("POST", v.ofEvent("/tests"), request, &made); err != nil {
		return "", err
	}
	return v.at("/tests/" + made.ID), nil
}

// reportContent is a test: how far it is, and what it says when it is done.
type reportContent struct {
	Test      wire.Test
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
func (c reportContent) Subject() string {
	if c.Report == nil {
		return ""
	}
	return c.Report.Player.Name
}

func showReport(v *visit) (any, error) {
	content := reportContent{MayCancel: v.open("cancelTest")}
	path := v.ofEvent("/tests/" + v.c.Param("test"))
	if err := v.get(path, &content.Test); err != nil {
		return nil, err
	}
	content.Key = content.Test.Request.Player
	if !allDigits(content.Key) {
		content.Key = playerKey("", content.Key)
	}
	switch content.Test.State {
	case store.TaskDone:
		content.Report = &reports.FullTest{}
		if _, err := v.read(path+"/report", nil, content.Report); err != nil {
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
		content.Progress = &wire.Progress{}
		return content, v.get(v.ofEvent("/progress"), content.Progress)
	}
	return content, nil
}

// testAgain orders a test once more, with the facts of now.
func testAgain(v *visit) (string, error) {
	var before, made wire.Test
	if err := v.get(v.ofEvent("/tests/"+v.c.Param("test")), &before); err != nil {
		return "", err
	}
	if err := v.send("POST", v.ofEvent("/tests"), before.Request, &made); err != nil {
		return "", err
	}
	return v.at("/tests/" + made.ID), nil
}

func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func cancelTest(v *visit) (string, error) {
	return v.at("/tests/" + v.c.Param("test")), v.send("POST", v.ofEvent("/tests/"+v.c.Param("test")+"/cancel"), nil, nil)
}
