package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fairplay/analysis"
)

// knowing makes a workplace whose database contains Stockfish's evaluations of the games of the
// corpus, so that engines have nothing to do.
func knowing(b *testing.B) *workplace {
	w := workIn(b, stockfish(b))
	if err := os.Mkdir(w.data, 0o700); err != nil {
		b.Fatal(err)
	}
	finish(b, w.program, "cache", "import", "--cache", filepath.Join(w.data, "fairplay.db"), corpusFolder+"evaluations-quick.zst")
	return w
}

// The load of BenchmarkReadScreening: the number of clients, the requests that they send in a
// second together, and the duration.
const (
	clients  = 50
	rate     = 200
	loadTime = 20 * time.Second
)

// BenchmarkReadScreening reads the screening of 200 players again and again, and reports how
// long an answer takes. Requests are sent by the clock, whether earlier ones are answered or
// not. A late answer delays the next requests of its client, so time counts from when a request
// should have been sent.
func BenchmarkReadScreening(b *testing.B) {
	w := knowing(b)
	s := w.begin("--engines", "1")
	event := w.handIn(s, playersGames(b, 200))
	w.finish(s, event)
	for _, format := range []string{"json", "html"} {
		b.Run(format, func(b *testing.B) {
			url := s.url + "/v1/events/" + event + "/screening?format=" + format
			var waits []time.Duration
			for b.Loop() {
				waits = append(waits, load(b, url, w.arbiter)...)
			}
			slices.Sort(waits)
			b.ReportMetric(milliseconds(waits[len(waits)/2]), "p50-ms")
			b.ReportMetric(milliseconds(waits[len(waits)*99/100]), "p99-ms")
			b.ReportMetric(milliseconds(waits[len(waits)-1]), "slowest-ms")
			b.ReportMetric(float64(len(waits)), "requests")
		})
	}
	s.stop()
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1e3 }

// playersGames writes games of the corpus in which n people play.
func playersGames(b *testing.B, n int) string {
	people := map[string]bool{}
	var games []*analysis.Game
	for _, g := range read(b, corpusFolder+"games-quick.pgn.zst").Games {
		added := 0
		for _, p := range []analysis.Player{g.White, g.Black} {
			if !people[p.Name] {
				added++
			}
		}
		if len(people)+added > n {
			continue
		}
		people[g.White.Name], people[g.Black.Name] = true, true
		games = append(games, g)
	}
	if len(people) != n {
		b.Fatalf("the corpus has games of %d people", len(people))
	}
	return writeGames(b, games)
}

// load sends requests and returns how long each took.
func load(b *testing.B, url, token string) (waits []time.Duration) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
	defer client.CloseIdleConnections()
	var mu sync.Mutex
	var sending sync.WaitGroup
	begun := time.Now()
	for i := range clients {
		sending.Go(func() {
			for due := begun.Add(time.Duration(i) * time.Second / rate); due.Sub(begun) < loadTime; due = due.Add(clients * time.Second / rate) {
				<-time.After(time.Until(due))
				if err := fetch(b.Context(), client, url, token); err != nil {
					b.Error(err)
					return
				}
				mu.Lock()
				waits = append(waits, time.Since(due))
				mu.Unlock()
			}
		})
	}
	sending.Wait()
	return waits
}

// fetch reads an answer to its end.
func fetch(ctx context.Context, client *http.Client, url, token string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("answered with %s", answer.Status)
	}
	return nil
}

// BenchmarkServerMemory lets one server take in, evaluate and screen an event of 10,000 games,
// whose evaluations are all known, and reports the most memory that the server needed.
func BenchmarkServerMemory(b *testing.B) {
	w := knowing(b)
	games := repeatedGames(b, 10_000)
	for b.Loop() {
		s := w.begin()
		event := w.handIn(s, games)
		w.finish(s, event)
		s.must("GET", "/v1/events/"+event+"/screening", w.arbiter, nil)
		b.ReportMetric(megabytes(highWater(s.cmd.Process.Pid)), "peak-MB")
		s.stop()
	}
}

// repeatedGames writes n games of one event: those of the corpus again and again, each time as if the
// same people had repeated them in the next round.
func repeatedGames(b *testing.B, n int) string {
	known := read(b, corpusFolder+"games-quick.pgn.zst").Games
	var games []*analysis.Game
	for i := range n {
		again := *known[i%len(known)]
		again.Tags = elsewhen(again.Tags, i/len(known), i%len(known))
		games = append(games, &again)
	}
	return writeGames(b, games)
}

// elsewhen returns the tags of a game of another event, with its round and board.
func elsewhen(tags []analysis.Tag, round, board int) []analysis.Tag {
	tags = slices.Clone(tags)
	for k, t := range tags {
		switch {
		case t.Name == "Event":
			tags[k].Value = "Open"
		case strings.HasSuffix(t.Name, "Date"):
			tags[k].Value = fmt.Sprintf("2020.01.%02d", 1+round)
		case t.Name == "Round":
			tags[k].Value = fmt.Sprintf("%d.%d", 1+round, 1+board)
		}
	}
	return tags
}
