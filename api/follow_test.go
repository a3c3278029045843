package api_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"fairplay/api/wire"
)

// following is a stream of server-sent events that a test reads.
type following struct {
	c      *caller
	status int
	lines  *bufio.Reader
	body   io.ReadCloser
	beats  int // comments so far
}

// told is one event of a stream.
type told struct {
	id, kind string
	progress wire.Progress
}

// follow opens the stream of an event.
func (c *caller) follow(event, last string) *following {
	c.t.Helper()
	r := c.request("GET", "/v1/events/"+event+"/progress", "", "Accept: text/event-stream")
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	answer, err := c.http().Do(r)
	c.must(err)
	c.t.Cleanup(func() { answer.Body.Close() })
	if answer.StatusCode == http.StatusOK && answer.Header.Get("Content-Type") != "text/event-stream" {
		c.t.Fatalf("type %q", answer.Header.Get("Content-Type"))
	}
	return &following{c: c, status: answer.StatusCode, lines: bufio.NewReader(answer.Body), body: answer.Body}
}

// next returns the next event; ok is false at the end of the stream.
func (f *following) next() (e told, ok bool) {
	f.c.t.Helper()
	for {
		line, err := f.lines.ReadString('\n')
		if err != nil {
			return told{}, false
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch {
		case line == "\n" && e.kind != "":
			return e, true
		case name == "":
			f.beats++
		case name == "id":
			e.id = value
		case name == "event":
			e.kind = value
		case name == "data":
			f.c.must(json.Unmarshal([]byte(value), &e.progress))
		}
	}
}

func (f *following) close() { f.body.Close() }
