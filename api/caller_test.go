package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"fairplay/api/wire"
	"fairplay/reports/store"
)

// caller is somebody with a token who sends requests. Every request and answer is validated
// against openapi.yaml.
type caller struct {
	*house
	secret, id string
}

// said is an answer.
type said struct {
	status int
	header http.Header
	body   []byte
}

// http returns the caller's validating client.
func (c *caller) http() *http.Client {
	return &http.Client{Transport: &validating{c.t, spec(c.t)}}
}

// call sends a request. Each header is "Name: value".
func (c *caller) call(method, path, body string, headers ...string) said {
	c.t.Helper()
	return c.send(c.request(method, path, body, headers...))
}

// wrong sends a request that openapi.yaml forbids.
func (c *caller) wrong(method, path, body string, headers ...string) said {
	c.t.Helper()
	r := c.request(method, path, body, headers...)
	return c.send(r.WithContext(wrong(r.Context())))
}

func (c *caller) request(method, path, body string, headers ...string) *http.Request {
	c.t.Helper()
	var sent io.Reader
	if body != "" {
		sent = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.url+path, sent)
	c.must(err)
	if strings.HasPrefix(body, "{") {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.secret != "" {
		r.Header.Set("Authorization", "Bearer "+c.secret)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	return r
}

func (c *caller) send(r *http.Request) said {
	c.t.Helper()
	answer, err := c.http().Do(r)
	c.must(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	c.must(err)
	return said{answer.StatusCode, answer.Header, body}
}

// want fails the test if the status differs, and reads the body into v, which may be nil.
func (c *caller) want(got said, status int, v any) said {
	c.t.Helper()
	if got.status != status {
		c.t.Fatalf("status %d, want %d: %s", got.status, status, got.body)
	}
	if v != nil {
		c.must(json.NewDecoder(bytes.NewReader(got.body)).Decode(v))
	}
	return got
}

// refused fails the test unless an answer is a problem with this status and code.
func (c *caller) refused(got said, status int, code string) {
	c.t.Helper()
	var p wire.Problem
	c.want(got, status, &p)
	if p.Code != code || p.Status != status || p.Detail == "" || p.Request == "" || p.Request != got.header.Get("X-Request-Id") {
		c.t.Errorf("problem %+v, want code %s", p, code)
	}
}

const asPGN = "Content-Type: application/x-chess-pgn"

// upload hands games in and waits until all work on the event is done.
func (c *caller) upload(event, name, text string) store.Batch {
	c.t.Helper()
	var batch store.Batch
	c.want(c.call("POST", "/v1/events/"+event+"/batches?name="+name, text, asPGN), http.StatusAccepted, &batch)
	c.finished(event)
	c.want(c.call("GET", "/v1/events/"+event+"/batches/"+batch.ID, ""), http.StatusOK, &batch)
	return batch
}

// finished follows the progress of an event until it is done.
func (c *caller) finished(event string) wire.Progress {
	c.t.Helper()
	for stream := c.follow(event, ""); ; {
		e, ok := stream.next()
		if !ok {
			c.t.Fatal("the stream ended before all was done")
		}
		if e.kind == "done" {
			stream.close()
			return e.progress
		}
	}
}
