package api_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"fairplay/api"
	"fairplay/reports/access"
)

// The trace of a request is in its line of the log; a header that breaks the rules of the W3C
// is ignored.
func TestTraceIsLogged(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.as(access.Organiser, "")
	const id, span = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	for i, header := range []string{"00-" + id + "-" + span + "-01", "cc-" + id + "-" + span + "-01-more"} {
		c.want(c.call("GET", "/v1/me", "", "Traceparent: "+header), http.StatusOK, nil)
		if n := strings.Count(h.log.String(), `"trace":"`+id+`","parent":"`+span+`"`); n != i+1 {
			t.Errorf("%s: %d lines", header, n)
		}
	}
	c.refused(c.call("GET", "/v1/tokens", "", "Traceparent: 00-"+id+"-"+span+"-00"), http.StatusNotFound, "not_found")
	before := strings.Count(h.log.String(), `"trace"`)
	for _, header := range []string{"", "x", "00-" + id + "-" + span, "ff-" + id + "-" + span + "-01", "00-" + id + "-" + span + "-01-more",
		"00-" + strings.Repeat("0", 32) + "-" + span + "-01", "00-" + id + "-" + strings.Repeat("0", 16) + "-01", "00-" + strings.ToUpper(id) + "-" + span + "-01"} {
		c.want(c.call("GET", "/v1/me", "", "Traceparent: "+header), http.StatusOK, nil)
	}
	if after := strings.Count(h.log.String(), `"trace"`); after != before {
		t.Errorf("%d traces that are none", after-before)
	}
}

// A client that sends a byte now and then is cut off like one that sends nothing.
func TestTricklingBody(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *api.Config) { c.Limits.Patience = 300 * time.Millisecond })
	event := h.event("Open", "")
	c := h.as(access.ChiefArbiter, event)
	for path, want := range map[string][2]string{"/grants": {"application/json", "body_slow"}, "/batches": {"application/x-chess-pgn", "upload_cut"}} {
		kind, code := want[0], want[1]
		path = "/v1/events/" + event + path
		t.Run(kind, func(t *testing.T) {
			conn, err := net.Dial("tcp", strings.TrimPrefix(h.url, "http://"))
			h.must(err)
			defer conn.Close()
			h.must(conn.SetDeadline(time.Now().Add(30 * time.Second)))
			fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: 60000\r\nConnection: close\r\n\r\n{", path, c.secret, kind)
			answered := make(chan string, 1)
			go func() {
				text, _ := io.ReadAll(conn) // what is there counts
				answered <- string(text)
			}()
			tick := time.NewTicker(50 * time.Millisecond) // far within patience
			defer tick.Stop()
			for sent := 0; ; sent++ {
				select {
				case text := <-answered:
					if !strings.HasPrefix(text, "HTTP/1.1 400 ") || !strings.Contains(text, `"code":"`+code+`"`) {
						t.Errorf("answered %q", text)
					}
					return
				case <-tick.C:
					if _, err := conn.Write([]byte(" ")); err != nil && sent > 500 {
						t.Fatal("a byte now and then holds the connection")
					}
				}
			}
		})
	}
}
