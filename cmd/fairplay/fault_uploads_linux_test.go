package main

import (
	"bytes"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// uploadAtOnce hands in the same games many times at the same moment, at two servers. All
// requests get the same answer.
func uploadAtOnce(t *testing.T, tr *trial) {
	v := tr.together(t)
	first := v.serve("--engines", "0")
	v.open(first)
	elsewhere := *v.premises
	elsewhere.data = filepath.Join(t.TempDir(), "elsewhere")
	second := elsewhere.serve("--engines", "2")
	const each = 4
	answers := make(chan string, 2*each)
	var senders sync.WaitGroup
	begin := make(chan struct{})
	for range each {
		for _, s := range []*serving{first, second} {
			senders.Go(func() {
				<-begin
				r, err := s.ask("POST", v.uploads(), v.arbiter, bytes.NewReader(v.games))
				if err != nil || r.status != 200 && r.status != 202 {
					t.Errorf("handed in at once: %d %s %v", r.status, r.body, err)
				}
				answers <- decode[identified](t, r).ID
			})
		}
	}
	close(begin)
	senders.Wait()
	close(answers)
	batch := <-answers
	for other := range answers {
		if other != batch {
			t.Errorf("the same games are the batches %s and %s", batch, other)
		}
	}
	v.settled(first)
}

// uploadHalf breaks off uploads half-way: one that has announced its length, and one in chunks
// without the last.
func uploadHalf(t *testing.T, tr *trial) {
	v := tr.alone(t)
	s := v.serve("--engines", "2")
	v.open(s)
	half := v.games[:len(v.games)/2]
	for _, begun := range []string{
		fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(v.games), half),
		fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", len(half), half),
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer %s\r\nContent-Type: application/x-chess-pgn\r\n%s",
			v.uploads(), v.arbiter, begun)
		s.await("half of the upload has come in", func() bool { return v.incoming() == len(half) })
		conn.Close()
		s.await("the half is cleared away", func() bool { return v.incoming() == 0 })
		v.untouched()
	}
	v.handIn(s)
	v.settled(s)
}
