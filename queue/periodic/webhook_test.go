package periodic

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func message() Message {
	return Message{
		ID: "0123456789abcdef", Case: "C-3F9A-07BD", Due: time.Date(2026, 12, 1, 18, 0, 0, 0, time.FixedZone("EET", 2*3600)), Nearness: Soon,
		Subject: "Чесна гра: C-3F9A-07BD", Text: "A term ends.",
	}
}

func TestWebhook(t *testing.T) {
	var got []byte
	var head http.Header
	status := http.StatusNoContent
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got, _ = io.ReadAll(r.Body)
		head = r.Header
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
	}))
	defer server.Close()
	hook := &Webhook{URL: server.URL + "/secret-of-the-hook"}
	if err := hook.Send(t.Context(), message()); err != nil {
		t.Fatal(err)
	}
	want := `{"id":"0123456789abcdef","case":"C-3F9A-07BD","due":"2026-12-01T18:00:00+02:00","nearness":"soon",` +
		`"subject":"Чесна гра: C-3F9A-07BD","text":"A term ends."}`
	if string(got) != want || head.Get("Content-Type") != "application/json" || head.Get("Idempotency-Key") != message().ID {
		t.Errorf("%s\n%v", got, head)
	}
	for _, status = range []int{http.StatusFound, http.StatusNotFound, http.StatusServiceUnavailable} {
		if err := hook.Send(t.Context(), message()); err == nil || !strings.Contains(err.Error(), "answers") {
			t.Errorf("%d: %v", status, err)
		}
	}
	server.Close()
	for _, patience := range []time.Duration{time.Minute, 0} {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		if err := hook.Send(ctx, message()); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("nobody there: %v", err)
		}
		cancel()
	}
}
