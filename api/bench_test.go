package api_test

import (
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"testing"

	"fairplay/reports/access"
)

// BenchmarkReadScreening reads one screening again and again, by many clients at once, over TCP
// and with its entry in the audit.
func BenchmarkReadScreening(b *testing.B) {
	h := open(b, nil)
	event := h.event("Open", "")
	c := h.as(access.ChiefArbiter, event)
	text, err := os.ReadFile("../testdata/pgn/twic1599.pgn")
	h.must(err)
	c.upload(event, "twic1599.pgn", string(text))
	path := h.url + "/v1/events/" + event + "/screening?format="
	for _, format := range []string{"json", "html", "csv"} {
		b.Run(format, func(b *testing.B) {
			var bytes atomic.Int64
			b.SetParallelism(25)
			b.RunParallel(func(run *testing.PB) {
				for run.Next() {
					bytes.Store(read(b, path+format, c.secret))
				}
			})
			b.SetBytes(bytes.Load())
		})
	}
}

func read(b *testing.B, url, secret string) int64 {
	r, err := http.NewRequestWithContext(b.Context(), "GET", url, nil)
	if err != nil {
		b.Error(err)
		return 0
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		b.Error(err)
		return 0
	}
	defer answer.Body.Close()
	n, err := io.Copy(io.Discard, answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		b.Errorf("%d, %v", answer.StatusCode, err)
	}
	return n
}
