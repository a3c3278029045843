package web_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"os"
	"testing"

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
	h.Must(h.Work.Advance(t.Context()))
	p.want(p.get(got.at.Path+"/upload"), http.StatusOK, "round8.pgn")
	p.want(p.handIn(got.at.Path+"/upload", map[string]string{"no.pgn": "this is no PGN", "again.pgn": string(games)}), http.StatusOK, "no.pgn", "again.pgn")
}
