package api_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"fairplay/analysis/pgn"
	"fairplay/api/wire"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// A chief arbiter screens a round and tests a player, through the generated
// client.
func TestFromTheFirstEventToTheReport(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	arbiter := h.as(wire.RoleChiefArbiter, "")
	api, ctx := arbiter.api(), t.Context()

	key := "my event"
	made, err := api.CreateEventWithResponse(ctx, &wire.CreateEventParams{IdempotencyKey: &key}, wire.NewEvent{Name: "Grand Swiss 2021"})
	h.must(err)
	if made.StatusCode() != http.StatusCreated {
		t.Fatalf("create: %s", made.Body)
	}
	event := made.JSON201.Id
	if made.HTTPResponse.Header.Get("Location") != "/v1/events/"+event {
		t.Errorf("Location %q", made.HTTPResponse.Header.Get("Location"))
	}
	again, err := api.CreateEventWithResponse(ctx, &wire.CreateEventParams{IdempotencyKey: &key}, wire.NewEvent{Name: "Grand Swiss 2021"})
	h.must(err)
	if again.StatusCode() != http.StatusCreated || again.JSON201.Id != event {
		t.Errorf("the same request again: %s", again.Body)
	}
	other, err := api.CreateEventWithResponse(ctx, &wire.CreateEventParams{IdempotencyKey: &key}, wire.NewEvent{Name: "Another"})
	h.must(err)
	if other.StatusCode() != http.StatusConflict {
		t.Errorf("another request under the same key: %s", other.Body)
	}

	text := games(t, 2)
	batch := arbiter.upload(event, "round8.pgn", text)
	if batch.State != wire.BatchStateDone || batch.Counts.New != 2 || batch.Counts.Read != 2 {
		t.Fatalf("batch %+v", batch)
	}
	t.Run("screening", func(t *testing.T) { screened(t, arbiter, event, text) })
	t.Run("test", func(t *testing.T) { tested(t, arbiter, event) })
	t.Run("log", func(t *testing.T) { silent(t, h.log.String()) })
}

// screened checks the screening in every form.
func screened(t *testing.T, c *caller, event, text string) {
	path := "/v1/events/" + event + "/screening"
	got := c.want(c.call("GET", path, ""), http.StatusOK, nil)
	if want := asOnTheCommandLine(t, c.house, text); !bytes.Equal(got.body, want) {
		t.Errorf("the service says\n%s\nthe command line\n%s", got.body, want)
	}
	var report reports.Screening
	c.must(json.Unmarshal(got.body, &report))
	var back bytes.Buffer
	c.must(render.Screening(&back, "json", &report, render.Options{}))
	if !bytes.Equal(back.Bytes(), got.body) {
		t.Error("a report that is read and written again is another")
	}
	tag := got.header.Get("ETag")
	same := c.want(c.call("GET", path, "", "If-None-Match: "+tag), http.StatusNotModified, nil)
	if len(same.body) > 0 {
		t.Error("304 with a body")
	}
	for _, view := range []struct{ query, accept, kind, holds string }{
		{"?format=html&lang=ru", "", "text/html; charset=utf-8", "Firouzja"},
		{"?format=csv", "", "text/csv; charset=utf-8", "name,fide_id"},
		{"?format=table&lang=uk", "", "text/plain; charset=utf-8", "Firouzja"},
		{"", "text/html", "text/html; charset=utf-8", "<html lang=\"en\""},
		{"", "text/csv;q=0.5, text/plain", "text/plain; charset=utf-8", "Firouzja"},
	} {
		page := c.want(c.call("GET", path+view.query, "", "Accept: "+view.accept), http.StatusOK, nil)
		if page.header.Get("Content-Type") != view.kind || !strings.Contains(string(page.body), view.holds) {
			t.Errorf("%s %s: type %s\n%.300s", view.query, view.accept, page.header.Get("Content-Type"), page.body)
		}
		if page.header.Get("ETag") == tag {
			t.Errorf("%s: two forms with one ETag", view.query)
		}
	}
	c.refused(c.call("GET", path, "", "Accept: image/png"), http.StatusNotAcceptable, "not_acceptable")
	c.refused(c.wrong("GET", path+"?format=pdf", ""), http.StatusBadRequest, "format")
	c.refused(c.call("GET", path+"?rounds=x", ""), http.StatusBadRequest, "rounds")
	c.refused(c.wrong("GET", path+"?min_moves=many", ""), http.StatusBadRequest, "bad_parameter")

	pending := c.want(c.call("GET", path+"?player=firouzja", ""), http.StatusAccepted, nil)
	if pending.header.Get("Location") != path+"?player=firouzja" {
		t.Errorf("Location %q", pending.header.Get("Location"))
	}
	c.finished(event)
	c.want(c.call("GET", path+"?player=firouzja", ""), http.StatusOK, &report)
	if len(report.Players) != 1 {
		t.Errorf("%d rows for one player", len(report.Players))
	}
}

// asOnTheCommandLine is what fairplay screen --format json prints of a text.
func asOnTheCommandLine(t *testing.T, h *house, text string) []byte {
	t.Helper()
	in, err := pipeline.Read(t.Context(), func(yield func(pipeline.Text, error) bool) {
		yield(pipeline.Text{Name: "round8.pgn", Reader: strings.NewReader(text)}, nil)
	})
	h.must(err)
	terms := h.work.Quick
	terms.Cache, terms.RuleSet, terms.Assume = h.work.Cache, "FIDE", "standard"
	report, err := (&pipeline.Screening{Terms: terms}).Run(t.Context(), in)
	h.must(err)
	h.must(report.Sort(reports.Orders()[0]))
	var out bytes.Buffer
	h.must(render.Screening(&out, "json", report, render.Options{}))
	return out.Bytes()
}

// tested checks a test of one player, its report, and where else it stands.
func tested(t *testing.T, c *caller, event string) {
	base := "/v1/events/" + event
	var test wire.Test
	asked := `{"kind": "full", "player": "Firouzja, Alireza"}`
	accepted := c.want(c.call("POST", base+"/tests", asked), http.StatusAccepted, &test)
	if accepted.header.Get("Location") != base+"/tests/"+test.Id {
		t.Errorf("Location %q", accepted.header.Get("Location"))
	}
	c.finished(event)
	c.want(c.call("GET", base+"/tests/"+test.Id, ""), http.StatusOK, &test)
	if test.State != wire.TestStateDone || test.Report == "" || test.Request.Player != "Firouzja, Alireza" {
		t.Fatalf("test %+v", test)
	}
	var report reports.FullTest
	got := c.want(c.call("GET", base+"/tests/"+test.Id+"/report", ""), http.StatusOK, &report)
	var back bytes.Buffer
	c.must(render.FullTest(&back, "json", &report, render.Options{}))
	if !bytes.Equal(back.Bytes(), got.body) {
		t.Error("a report that is read and written again is another")
	}
	for _, query := range []string{"?format=html&lang=uk", "?format=csv", "?format=table&lang=ru"} {
		c.want(c.call("GET", base+"/reports/"+test.Report+query, ""), http.StatusOK, nil)
	}
	c.refused(c.call("GET", base+"/reports/"+strings.Repeat("0", 64), ""), http.StatusNotFound, "report_unknown")
	c.refused(c.call("POST", base+"/tests", `{"player": "Nobody"}`), http.StatusNotFound, "no_player")
	c.refused(c.call("POST", base+"/tests", `{"player": "i"}`), http.StatusBadRequest, "several_players")

	var list wire.ReportList
	c.want(c.call("GET", base+"/reports", ""), http.StatusOK, &list)
	if len(list.Items) < 2 {
		t.Errorf("%d reports", len(list.Items))
	}
	var performances wire.PerformanceList
	c.want(c.call("GET", "/v1/performances?fide_id=12573981", ""), http.StatusOK, &performances)
	if len(performances.Items) != 2 || performances.Items[0].Name != "Firouzja, Alireza" {
		t.Errorf("performances %+v", performances)
	}
}

// silent checks that a log names nobody, and no event.
func silent(t *testing.T, log string) {
	for _, name := range []string{"Firouzja", "Sasikiran", "12573981", "Grand Swiss", "round8", "fp_"} {
		if strings.Contains(log, name) {
			t.Errorf("the log holds %q", name)
		}
	}
	for _, id := range []string{`"request":"`, `"event":"`, `"token":"`, `"task":"`, `"status":200`} {
		if !strings.Contains(log, id) {
			t.Errorf("the log lacks %s", id)
		}
	}
}

func TestGamesAsTheyAreHandedIn(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(wire.RoleOrganiser, event)
	base := "/v1/events/" + event

	text := games(t, 2) + "\n[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *\n"
	batch := c.upload(event, "first.pgn", text)
	if batch.Counts.Read != 3 || batch.Files[0].Name != "first.pgn" {
		t.Errorf("batch %+v", batch)
	}
	var outcomes wire.OutcomeList
	c.want(c.call("GET", base+"/batches/"+batch.Id+"/outcomes", ""), http.StatusOK, &outcomes)
	if len(outcomes.Items) != 3 || outcomes.Items[2].Kind != wire.OutcomeKindCut || outcomes.Items[2].Reason == "" || outcomes.Items[2].Line == 0 {
		t.Errorf("outcomes %+v", outcomes.Items)
	}

	var same wire.Batch
	c.want(c.call("POST", base+"/batches?name=first.pgn", text, asPGN), http.StatusOK, &same)
	if same.Id != batch.Id || same.Counts != batch.Counts {
		t.Errorf("the same batch again: %+v", same)
	}

	var second wire.Batch
	c.want(c.call("POST", base+"/batches?name=second.pgn.gz", gzipped(games(t, 3)), "Content-Type: application/gzip"), http.StatusAccepted, &second)
	c.finished(event)
	c.want(c.call("GET", base+"/batches/"+second.Id, ""), http.StatusOK, &second)
	if second.Counts.New != 1 || second.Counts.Known != 2 {
		t.Errorf("packed batch %+v", second)
	}

	form, kind := formOf(t, map[string]string{"a.pgn": games(t, 1), "b.pgn": games(t, 4)})
	c.want(c.call("POST", base+"/batches", form, "Content-Type: "+kind), http.StatusAccepted, &second)
	if len(second.Files) != 2 {
		t.Errorf("form %+v", second)
	}
	c.finished(event)

	var seen []string
	for path := base + "/games?limit=2"; ; {
		var list wire.GameList
		c.want(c.call("GET", path, ""), http.StatusOK, &list)
		for _, g := range list.Items {
			seen = append(seen, g.Id)
		}
		if list.Next == nil {
			break
		}
		path = base + "/games?limit=2&cursor=" + *list.Next
	}
	if len(seen) != 5 {
		t.Errorf("%d games in pages of two", len(seen))
	}
	aGame(t, c, base+"/games/"+seen[0])
	var players, rest wire.PlayerList
	c.want(c.call("GET", base+"/players?limit=3", ""), http.StatusOK, &players)
	c.want(c.call("GET", base+"/players?limit=500&cursor="+*players.Next, ""), http.StatusOK, &rest)
	if len(players.Items) != 3 || len(rest.Items) != 7 || rest.Next != nil {
		t.Errorf("%d and %d players", len(players.Items), len(rest.Items))
	}
	var batches wire.BatchList
	c.want(c.call("GET", base+"/batches", ""), http.StatusOK, &batches)
	if len(batches.Items) != 3 {
		t.Errorf("%d batches", len(batches.Items))
	}
}

// aGame reads one game in both forms.
func aGame(t *testing.T, c *caller, path string) {
	t.Helper()
	var game wire.GameRecord
	c.want(c.call("GET", path, ""), http.StatusOK, &game)
	if game.Moves[0] != "e4" || game.Tags[0].Name != "Event" || game.Game.White != "Firouzja, Alireza" {
		t.Errorf("game %+v", game)
	}
	text := c.want(c.call("GET", path, "", "Accept: application/x-chess-pgn"), http.StatusOK, nil)
	n := 0
	for read, err := range pgn.Games(bytes.NewReader(text.body), "answer", pgn.Options{}) {
		if n++; err != nil || len(read.Plies) != len(game.Moves) {
			t.Errorf("as PGN: %v\n%s", err, text.body)
		}
	}
	if n != 1 {
		t.Errorf("%d games as PGN", n)
	}
	c.refused(c.call("GET", path[:len(path)-1]+"0", ""), http.StatusNotFound, "game_unknown")
}

func gzipped(text string) string {
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	zip.Write([]byte(text))
	zip.Close()
	return packed.String()
}

func formOf(t *testing.T, files map[string]string) (body, kind string) {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for name, text := range files {
		part, err := form.CreateFormFile("file", name)
		if err != nil {
			t.Fatal(err)
		}
		part.Write([]byte(text))
	}
	form.WriteField("remark", "not a file")
	form.Close()
	return b.String(), form.FormDataContentType()
}

func TestEventsChange(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.as(wire.RoleAdministrator, "")
	var event wire.Event
	made := c.want(c.call("POST", "/v1/events", `{"name": "City Open", "federation": "UKR", "start": "2026-03-14", "end": "2026-03-22"}`), http.StatusCreated, &event)
	path := "/v1/events/" + event.Id
	tag := made.header.Get("ETag")
	c.want(c.call("GET", path, "", "If-None-Match: "+tag), http.StatusNotModified, nil)

	c.refused(c.call("PATCH", path, `{"live": true}`), http.StatusPreconditionRequired, "if_match")
	changed := c.want(c.call("PATCH", path, `{"live": true, "planned_rounds": 9}`, "If-Match: "+tag), http.StatusOK, &event)
	if !event.Live || event.PlannedRounds != 9 || changed.header.Get("ETag") == tag {
		t.Errorf("changed %+v", event)
	}
	c.refused(c.call("PATCH", path, `{"live": false}`, "If-Match: "+tag), http.StatusPreconditionFailed, "event_changed")
	c.refused(c.call("PATCH", path, `{"live": false}`, "If-Match: nonsense"), http.StatusPreconditionFailed, "event_changed")
	c.refused(c.call("PATCH", path, `{"end": "2026-03-01"}`, "If-Match: *"), http.StatusBadRequest, "event")
	c.refused(c.wrong("PATCH", path, `{"ends": "2026-03-01"}`, "If-Match: *"), http.StatusBadRequest, "json")
	c.refused(c.wrong("POST", "/v1/events", `{"name": ""}`), http.StatusBadRequest, "event")
	c.refused(c.wrong("POST", "/v1/events", `{"name": "a", "federation": "ukr"}`), http.StatusBadRequest, "event")
	c.refused(c.wrong("POST", "/v1/events", `name`, "Content-Type: text/plain"), http.StatusUnsupportedMediaType, "media_type")

	for _, step := range []struct {
		action string
		state  wire.EventState
	}{{"pause", "paused"}, {"resume", "open"}, {"close", "closed"}, {"close", "closed"}} {
		c.want(c.call("POST", path+"/"+step.action, ""), http.StatusOK, &event)
		if event.State != step.state {
			t.Errorf("%s: state %s", step.action, event.State)
		}
	}
	arbiter := h.as(wire.RoleChiefArbiter, event.Id)
	arbiter.refused(arbiter.call("POST", path+"/batches", games(t, 1), asPGN), http.StatusConflict, "event_closed")
	c.refused(c.call("POST", path+"/pause", ""), http.StatusConflict, "event_closed")
	c.want(c.call("POST", path+"/resume", ""), http.StatusOK, &event)
	if event.State != wire.EventStateOpen {
		t.Errorf("after resume: %s", event.State)
	}
	var progress wire.Progress
	c.want(c.call("POST", path+"/cancel", ""), http.StatusOK, &progress)
	if !progress.Done {
		t.Errorf("after cancel: %+v", progress)
	}
	listed(t, c)
}

// listed reads all events in pages of two.
func listed(t *testing.T, c *caller) {
	t.Helper()
	for _, name := range []string{"b", "c", "d"} {
		c.house.event(name, "NOR")
	}
	n, pages := 0, 0
	for path := "/v1/events?limit=2"; path != ""; pages++ {
		var list wire.EventList
		c.want(c.call("GET", path, ""), http.StatusOK, &list)
		n += len(list.Items)
		path = ""
		if list.Next != nil {
			path = "/v1/events?limit=2&cursor=" + *list.Next
		}
	}
	if n != 4 || pages != 2 {
		t.Errorf("%d events on %d pages", n, pages)
	}
	var some wire.EventList
	c.want(c.call("GET", "/v1/events?federation=UKR", ""), http.StatusOK, &some)
	if len(some.Items) != 1 {
		t.Errorf("%d events of one federation", len(some.Items))
	}
	c.refused(c.wrong("GET", "/v1/events?limit=501", ""), http.StatusBadRequest, "limit")
	c.refused(c.call("GET", "/v1/audit?cursor=%21", ""), http.StatusBadRequest, "cursor")
}

// Two uploads that are the same and come at once are one batch.
func TestTwoUploadsAtOnce(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(wire.RoleFairPlayOfficer, event)
	answers := make(chan said, 2)
	for range 2 {
		go func() { answers <- c.call("POST", "/v1/events/"+event+"/batches?name=a.pgn", games(t, 1), asPGN) }()
	}
	var first, second wire.Batch
	one, two := <-answers, <-answers
	c.must(json.Unmarshal(one.body, &first))
	c.must(json.Unmarshal(two.body, &second))
	if first.Id != second.Id || one.status+two.status != http.StatusAccepted+http.StatusOK {
		t.Errorf("%d %s and %d %s", one.status, one.body, two.status, two.body)
	}
	if p := c.finished(event); p.Games != 1 {
		t.Errorf("progress %+v", p)
	}
}

// A key stands for one upload.
func TestIdempotencyKeyOfUploads(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(wire.RoleOrganiser, event)
	path := "/v1/events/" + event + "/batches"
	c.want(c.call("POST", path, games(t, 1), asPGN, "Idempotency-Key: k"), http.StatusAccepted, nil)
	c.want(c.call("POST", path, games(t, 1), asPGN, "Idempotency-Key: k"), http.StatusOK, nil)
	c.refused(c.call("POST", path, games(t, 2), asPGN, "Idempotency-Key: k"), http.StatusConflict, "idempotency_key")
	another := h.as(wire.RoleOrganiser, event)
	another.want(another.call("POST", path, games(t, 2), asPGN, "Idempotency-Key: k"), http.StatusAccepted, nil)
	c.finished(event)
}

// A task that was given up is in the progress with its reason, and can be tried
// again.
func TestTasksThatFail(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(wire.RoleChiefArbiter, event)
	c.upload(event, "a.pgn", games(t, 1))
	task := store.Task{
		ID: strings.Repeat("a", 32), Kind: string(pipeline.EvaluateQuick), Event: event, Subject: "nothing", State: store.TaskOpen,
		Created: h.clock.now().UTC(), Changed: h.clock.now().UTC(),
	}
	_, err := h.db.AddTasks(context.Background(), []store.Task{task})
	h.must(err)
	h.must(h.db.FailTask(t.Context(), task.ID, "unavailable", "engine", "no engine could evaluate it", true, h.clock.now().UTC()))
	var progress wire.Progress
	c.want(c.call("GET", "/v1/events/"+event+"/progress", ""), http.StatusOK, &progress)
	if progress.Dead != 1 || len(progress.Errors) != 1 || progress.Errors[0].Reason != "no engine could evaluate it" {
		t.Errorf("progress %+v", progress)
	}
	var list wire.TaskList
	c.want(c.call("GET", "/v1/events/"+event+"/tasks?state=dead", ""), http.StatusOK, &list)
	if len(list.Items) != 1 || list.Items[0].ReasonCode != "engine" {
		t.Errorf("tasks %+v", list)
	}
	var again wire.Task
	c.want(c.call("POST", "/v1/events/"+event+"/tasks/"+task.ID+"/retry", ""), http.StatusOK, &again)
	if again.State != wire.TaskStateOpen {
		t.Errorf("task %+v", again)
	}
}
