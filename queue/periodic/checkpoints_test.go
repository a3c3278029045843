package periodic

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime/quotedprintable"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fairplay/reports/render"
	"fairplay/reports/store"
)

// A checkpoint is signed once an hour and goes out with every sender, once; a sender that fails does not hold up the others, and is
// tried again.
func TestCheckpointsGoOut(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	key, err := store.NewServerKey(bytes.Repeat([]byte{1}, store.ServerKeySize))
	must(t, err)
	db, err := store.OpenKeyed(t.Context(), filepath.Join(t.TempDir(), "fairplay.db"), store.Keyholder{
		Keys: func() (store.ServerKeys, error) { return store.ServerKeys{key}, nil }, Random: rand.Reader, Now: func() time.Time { return now },
	})
	must(t, err)
	defer db.Close()
	words, err := render.PhrasesOf("uk")
	must(t, err)
	var posted []Message
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var m Message
		must(t, json.NewDecoder(r.Body).Decode(&m))
		posted = append(posted, m)
	}))
	defer hook.Close()
	away := &failing{err: errors.New("away")}
	file := filepath.Join(t.TempDir(), "points.txt")
	c := &Checkpoints{
		Log: db, Senders: []Sender{away, CheckpointFile{Path: file}, &Webhook{URL: hook.URL}}, Words: words,
		Now: func() time.Time { return now }, Says: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
	kept := func(want int) {
		t.Helper()
		text, err := os.ReadFile(file)
		must(t, err)
		found := store.Checkpoints(string(text))
		w, err := db.Witness(t.Context(), found)
		must(t, err)
		if len(found) != want || w.Damages != nil || len(posted) != want || posted[want-1].Checkpoint != found[want-1].Note || posted[want-1].Subject == "" {
			t.Errorf("%d in the file, %d posted, want %d: %+v", len(found), len(posted), want, w)
		}
	}
	must(t, c.Send(t.Context()))
	kept(1)
	must(t, c.Send(t.Context()))
	now = now.Add(59 * time.Minute)
	must(t, c.Send(t.Context()))
	kept(1)
	now = now.Add(time.Minute)
	must(t, c.Send(t.Context()))
	kept(2)
	if _, err := db.SignCheckpoint(t.Context(), store.NormPackage, "00", now); err != nil {
		t.Fatal(err)
	}
	away.err = nil
	must(t, c.Send(t.Context()))
	kept(3)
	if away.sent != 1 {
		t.Errorf("the other sender sent %d", away.sent)
	}
}

// A checkpoint that went out by mail is found again in the mail as it arrived, and proves what the log was.
func TestCheckpointsGoOutByMail(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	key, err := store.NewServerKey(bytes.Repeat([]byte{1}, store.ServerKeySize))
	must(t, err)
	db, err := store.OpenKeyed(t.Context(), filepath.Join(t.TempDir(), "fairplay.db"), store.Keyholder{
		Keys: func() (store.ServerKeys, error) { return store.ServerKeys{key}, nil }, Random: rand.Reader, Now: func() time.Time { return now },
	})
	must(t, err)
	defer db.Close()
	words, err := render.PhrasesOf("uk")
	must(t, err)
	config, roots := certified(t)
	office := postOffice{tls: config, offers: true}
	c := &Checkpoints{
		Log: db, Senders: []Sender{mailTo("smtp://user:geheim@127.0.0.1:"+office.open(t), roots)}, Words: words,
		Now: func() time.Time { return now }, Says: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
	must(t, c.Send(t.Context()))
	var lines []string
	for _, line := range <-office.said {
		lines = append(lines, strings.TrimPrefix(line, "(TLS) "))
	}
	_, sent, _ := strings.Cut(strings.Join(lines, "\r\n"), "DATA\r\n")
	sent, _, _ = strings.Cut(sent, "\r\n.\r\n")
	arrived, err := mail.ReadMessage(strings.NewReader(sent))
	must(t, err)
	text, err := io.ReadAll(quotedprintable.NewReader(arrived.Body))
	must(t, err)
	found := store.Checkpoints(string(text))
	if len(found) != 1 {
		t.Fatalf("%d checkpoints in the mail:\n%s", len(found), text)
	}
	w, err := db.Witness(t.Context(), found)
	must(t, err)
	must(t, found[0].Prove(w.Verifier))
	if w.Outside != 1 || w.Damages != nil || w.Newest.Seal != found[0].Seal || arrived.Header.Get("Subject") == "" {
		t.Errorf("%+v", w)
	}
}

// failing is a sender that fails as long as it has an error.
type failing struct {
	err  error
	sent int
}

func (*failing) Name() string { return "failing" }
func (f *failing) Send(context.Context, Message) error {
	if f.err == nil {
		f.sent++
	}
	return f.err
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
