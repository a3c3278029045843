package web_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"testing"
	"time"

	"fairplay/api"
	"fairplay/api/apitest"
	"fairplay/api/web"
	"fairplay/queue/work"
	"fairplay/reports/access"
)

// handIn sends files in one form, as a browser without scripts does.
func (p *person) handIn(page string, files map[string]string) seen {
	p.T.Helper()
	token := csrfField.FindStringSubmatch(p.get(page).text)
	if token == nil {
		p.T.Fatalf("%s has no form", page)
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	p.Must(form.WriteField("csrf", token[1]))
	for name, text := range files {
		part, err := form.CreateFormFile("files", name)
		p.Must(err)
		_, err = part.Write([]byte(text))
		p.Must(err)
	}
	p.Must(form.Close())
	r, err := http.NewRequestWithContext(p.T.Context(), "POST", p.URL+page, &body)
	p.Must(err)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return p.do(r)
}

// Games that are dropped on the first page make an event named after their tags; the outcome of each
// file is told, and nothing that can be read is lost.
func TestGamesMakeAnEvent(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.ChiefArbiter, "").signIn()
	games, err := os.ReadFile("../../testdata/demo/grand_swiss_2021_round_8.pgn")
	h.Must(err)
	got := p.want(p.handIn("/events", map[string]string{"round8.pgn": string(games)}), http.StatusOK, "Grand Swiss")
	h.Must(work.Worker{Service: h.Work}.Advance(t.Context()))
	p.want(p.get(got.at.Path+"/upload"), http.StatusOK, "round8.pgn")
	p.want(p.handIn(got.at.Path+"/upload", map[string]string{"no.pgn": "this is no PGN", "again.pgn": string(games)}), http.StatusBadRequest, "No game was found in no.pgn")
	p.want(p.get(got.at.Path+"/upload"), http.StatusOK, "again.pgn")
}

// A form whose second file stops coming is answered when patience is over: that the upload broke off, and what arrived
// whole, which stays. So is one that breaks off in the head of its second file.
func TestUploadOfAPageThatBreaksOff(t *testing.T) {
	t.Parallel()
	h := apitest.Open(t, apitest.Setting{Calibrated: true, Recorded: "../../testdata/demo/evaluations.zst",
		Change: func(c *api.Config) { c.Limits.Patience = 300 * time.Millisecond },
		Mount: func(s *api.Server) {
			if err := web.Mount(web.Config{API: s}); err != nil {
				t.Fatal(err)
			}
		}})
	event := h.Event("Open", "UKR")
	p := as(h, access.Organiser, event).signIn()
	page := "/events/" + event + "/upload"
	games, err := os.ReadFile("../../testdata/demo/grand_swiss_2021_round_8.pgn")
	h.Must(err)
	token := csrfField.FindStringSubmatch(p.get(page).text)[1]
	at, err := url.Parse(p.URL)
	h.Must(err)
	cookie := p.Jar.Cookies(at)[0]
	for name, rest := range map[string]string{
		"body": "--x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"second.pgn\"\r\n\r\n[Event \"half",
		"head": "--x\r\nContent-Dispo",
	} {
		conn, err := net.Dial("tcp", at.Host)
		h.Must(err)
		defer conn.Close()
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nCookie: %s=%s\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000000\r\n\r\n"+
			"--x\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n%s\r\n--x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"whole-%s.pgn\"\r\n\r\n%s\r\n%s",
			page, at.Host, cookie.Name, cookie.Value, token, name, games, rest)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		h.Must(err)
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		for _, want := range []string{"The upload broke off", "whole-" + name + ".pgn"} {
			if answer.StatusCode != http.StatusBadRequest || !bytes.Contains(body, []byte(want)) {
				t.Errorf("%s: %d lacks %q:\n%s", name, answer.StatusCode, want, body)
			}
		}
		if bytes.Contains(body, []byte("second.pgn")) {
			t.Errorf("%s: a file that did not arrive whole is kept", name)
		}
	}
}
