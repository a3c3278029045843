package api_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"fairplay/analysis/pgn"
	"fairplay/api/wire"
	"fairplay/queue/work"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

func TestGamesAsTheyAreHandedIn(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(access.Organiser, event)
	base := "/v1/events/" + event

	text := games(t, 2) + "\n[Event \"x\"]\n[White \"\xc5\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *\n"
	batch := c.upload(event, "first.pgn", text)
	if batch.Counts.Read != 3 || batch.Files[0].Name != "first.pgn" {
		t.Errorf("batch %+v", batch)
	}
	var outcomes wire.List[store.GameOutcome]
	c.want(c.call("GET", base+"/batches/"+batch.ID+"/outcomes", ""), http.StatusOK, &outcomes)
	if len(outcomes.Items) != 3 || outcomes.Items[2].Kind != store.OutcomeCut || !strings.Contains(outcomes.Items[2].Reason, "not legal in this position") ||
		!strings.Contains(outcomes.Items[2].Reason, "; line 55: the text is not UTF-8") || outcomes.Items[0].Reason != "" || outcomes.Items[2].Line == 0 {
		t.Errorf("outcomes %+v", outcomes.Items)
	}

	var same store.Batch
	c.want(c.call("POST", base+"/batches?name=first.pgn", text, asPGN), http.StatusOK, &same)
	if same.ID != batch.ID || same.Counts != batch.Counts {
		t.Errorf("the same batch again: %+v", same)
	}

	var second store.Batch
	c.want(c.call("POST", base+"/batches?name=second.pgn.gz", gzipped(games(t, 3)), "Content-Type: application/gzip"), http.StatusAccepted, &second)
	c.finished(event)
	c.want(c.call("GET", base+"/batches/"+second.ID, ""), http.StatusOK, &second)
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
		var list wire.List[store.StoredGame]
		c.want(c.call("GET", path, ""), http.StatusOK, &list)
		for _, g := range list.Items {
			seen = append(seen, g.ID)
		}
		if list.Next == "" {
			break
		}
		path = base + "/games?limit=2&cursor=" + list.Next
	}
	if len(seen) != 5 {
		t.Errorf("%d games in pages of two", len(seen))
	}
	aGame(t, c, base+"/games/"+seen[0])
	var players, rest wire.List[work.EventPlayer]
	c.want(c.call("GET", base+"/players?limit=3", ""), http.StatusOK, &players)
	c.want(c.call("GET", base+"/players?limit=500&cursor="+players.Next, ""), http.StatusOK, &rest)
	if len(players.Items) != 3 || len(rest.Items) != 7 || rest.Next != "" {
		t.Errorf("%d and %d players", len(players.Items), len(rest.Items))
	}
	var batches wire.List[store.Batch]
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

// Two equal uploads at the same time are one batch.
func TestTwoUploadsAtOnce(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(access.FairPlayOfficer, event)
	answers := make(chan said, 2)
	for range 2 {
		go func() { answers <- c.call("POST", "/v1/events/"+event+"/batches?name=a.pgn", games(t, 1), asPGN) }()
	}
	var first, second store.Batch
	one, two := <-answers, <-answers
	c.must(json.Unmarshal(one.body, &first))
	c.must(json.Unmarshal(two.body, &second))
	if first.ID != second.ID || one.status+two.status != http.StatusAccepted+http.StatusOK {
		t.Errorf("%d %s and %d %s", one.status, one.body, two.status, two.body)
	}
	if p := c.finished(event); p.Games != 1 {
		t.Errorf("progress %+v", p)
	}
}

// Whoever hands in something other than games is told so where he looks first.
func TestUploadsWithoutGames(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(access.ChiefArbiter, event)
	for name, text := range map[string]string{
		"page.pgn": "<!DOCTYPE html><html><body>Round 1 is not there</body></html>",
		"round.gz": gzipped(games(t, 2))[:40],
		"none.pgn": "\n",
	} {
		batch := c.upload(event, name, text)
		if batch.State != store.BatchDone || batch.Reason == "" {
			t.Errorf("%s: %s, %q, %+v", name, batch.State, batch.Reason, batch.Counts)
		}
	}
	c.refused(c.call("GET", "/v1/events/"+event+"/screening", ""), http.StatusUnprocessableEntity, "no_games")
	if batch := c.upload(event, "round8.pgn", games(t, 1)); batch.Reason != "" {
		t.Errorf("with a game: %q", batch.Reason)
	}
	c.want(c.call("GET", "/v1/events/"+event+"/screening", ""), http.StatusOK, nil)
}

// A key stands for one upload.
func TestIdempotencyKeyOfUploads(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(access.Organiser, event)
	path := "/v1/events/" + event + "/batches"
	c.want(c.call("POST", path, games(t, 1), asPGN, "Idempotency-Key: k"), http.StatusAccepted, nil)
	c.want(c.call("POST", path, games(t, 1), asPGN, "Idempotency-Key: k"), http.StatusOK, nil)
	c.refused(c.call("POST", path, games(t, 2), asPGN, "Idempotency-Key: k"), http.StatusConflict, "idempotency_key")
	c.refused(c.call("POST", path, games(t, 2), asPGN, "Idempotency-Key: \xff\xfe"), http.StatusBadRequest, "idempotency_key")
	another := h.as(access.Organiser, event)
	another.want(another.call("POST", path, games(t, 2), asPGN, "Idempotency-Key: k"), http.StatusAccepted, nil)
	c.finished(event)
}
