package api_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"fairplay/api"
	"fairplay/api/wire"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

func TestBodiesThatAreTooLarge(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *api.Config) { c.Limits.Upload = 5000 })
	event := h.event("Open", "")
	c := h.as(access.ChiefArbiter, event)
	path := "/v1/events/" + event + "/batches"
	large := games(t, 6)

	c.refused(c.call("POST", path, large, asPGN), http.StatusRequestEntityTooLarge, "body_limit")
	chunked := c.request("POST", path, large, asPGN)
	chunked.ContentLength = -1
	c.refused(c.send(chunked), http.StatusRequestEntityTooLarge, "upload_limit")
	form, kind := formOf(t, map[string]string{"a.pgn": games(t, 1), "b.pgn": large})
	chunked = c.request("POST", path, form, "Content-Type: "+kind)
	chunked.ContentLength = -1
	c.refused(c.send(chunked), http.StatusRequestEntityTooLarge, "body_limit")
	c.refused(c.wrong("PATCH", "/v1/events/"+event, `{"name": "`+strings.Repeat("a", 70_000)+`"}`, "If-Match: *"),
		http.StatusRequestEntityTooLarge, "body_limit")
	nothingKept(t, c, event)
}

// nothingKept checks that no batch was made and no file left behind.
func nothingKept(t *testing.T, c *caller, event string) {
	t.Helper()
	var batches wire.List[store.Batch]
	c.want(c.call("GET", "/v1/events/"+event+"/batches", ""), http.StatusOK, &batches)
	files, err := os.ReadDir(c.spool)
	c.must(err)
	if len(batches.Items) > 0 || len(files) > 0 {
		t.Errorf("%d batches, %d files in the spool folder", len(batches.Items), len(files))
	}
}

// The unpacked size of a small file is bounded too; the list of files says so.
func TestFilesThatUnpackToTooMuch(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	c := h.as(access.ChiefArbiter, event)
	h.work.Limits.Bytes = 1000
	batch := c.upload(event, "a.pgn.gz", gzipped(games(t, 6)))
	var files wire.List[wire.FileReport]
	c.want(c.call("GET", "/v1/events/"+event+"/files", ""), http.StatusOK, &files)
	if len(files.Items) != 1 || len(files.Items[0].Errors) != 1 || !strings.Contains(files.Items[0].Errors[0].Reason, "1000 bytes") {
		t.Errorf("batch %+v, files %+v", batch, files.Items)
	}
}

func TestTooManyRequests(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *api.Config) { c.Limits.Rate, c.Limits.Burst = 0.001, 3 })
	c, other := h.as(access.Administrator, ""), h.as(access.Administrator, "")
	for range 3 {
		c.want(c.call("GET", "/v1/me", ""), http.StatusOK, nil)
	}
	got := c.call("GET", "/v1/me", "")
	c.refused(got, http.StatusTooManyRequests, "rate_limit")
	if wait := got.header.Get("Retry-After"); len(wait) < 3 { // a thousand seconds for one request
		t.Errorf("Retry-After %q", wait)
	}
	other.want(other.call("GET", "/v1/me", ""), http.StatusOK, nil)
	h.clock.advance(time.Hour)
	c.want(c.call("GET", "/v1/me", ""), http.StatusOK, nil)
}

// A client that tries tokens is held back, and nobody else at its address.
func TestTryingTokens(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	stranger := &caller{house: h, secret: "fp_" + strings.Repeat("A", 43)}
	held := 0
	for range 30 {
		if got := stranger.call("GET", "/v1/me", ""); got.status == http.StatusTooManyRequests {
			held++
		} else {
			stranger.refused(got, http.StatusUnauthorized, "unknown_token")
		}
	}
	if held < 5 || held > 15 {
		t.Errorf("%d of 30 attempts were held back", held)
	}
	for _, secret := range []string{"fp_short", "Basic", strings.Repeat("a", 46)} {
		nobody := &caller{house: h, secret: secret}
		nobody.refused(nobody.call("GET", "/v1/me", ""), http.StatusUnauthorized, "no_token")
	}
	c := h.as(access.Administrator, "")
	c.want(c.call("GET", "/v1/me", ""), http.StatusOK, nil)
}

// An upload that ends half-way leaves nothing behind, whether the line is cut or falls silent.
func TestUploadsThatBreakOff(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *api.Config) { c.Limits.Patience = 200 * time.Millisecond })
	event := h.event("Open", "")
	c := h.as(access.Organiser, event)
	form, kind := formOf(t, map[string]string{"a.pgn": games(t, 1), "b.pgn": games(t, 2)})
	for name, upload := range map[string]struct{ kind, part string }{
		"raw":       {"application/x-chess-pgn", games(t, 1)},
		"form":      {kind, form[:len(form)/2]},
		"form head": {kind, form[:20]},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", strings.TrimPrefix(h.url, "http://"))
			h.must(err)
			defer conn.Close()
			fmt.Fprintf(conn, "POST /v1/events/%s/batches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: 100000\r\n\r\n%s",
				event, c.secret, upload.kind, upload.part)
			answer, err := http.ReadResponse(bufio.NewReader(conn), nil) // comes when patience is over
			h.must(err)
			defer answer.Body.Close()
			body, _ := io.ReadAll(answer.Body)
			if answer.StatusCode != http.StatusBadRequest || !bytes.Contains(body, []byte(`"upload_cut"`)) {
				t.Errorf("%d %s", answer.StatusCode, body)
			}
		})
	}
	cut, err := net.Dial("tcp", strings.TrimPrefix(h.url, "http://"))
	h.must(err)
	fmt.Fprintf(cut, "POST /v1/events/%s/batches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: 100000\r\n\r\n%s", event, c.secret, games(t, 2))
	h.must(cut.(*net.TCPConn).CloseWrite())
	io.Copy(io.Discard, cut) // until the server has closed, and so is through
	cut.Close()
	nothingKept(t, c, event)
}
