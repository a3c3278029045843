package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// processTime returns the processor time, in seconds, that a process has used.
func processTime(b *testing.B, pid int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), ") ") // the name may contain anything
	ticks := 0
	for _, field := range strings.Fields(after)[11:13] { // user and system, proc(5)
		n, err := strconv.Atoi(field)
		if err != nil {
			b.Fatal(err)
		}
		ticks += n
	}
	return float64(ticks) / 100
}

// afterRest is the time after which a new screening is made at once: games do not come within ten seconds of each other.
const afterRest = 11 * time.Second

// BenchmarkOneMoreGame lets a server take in an event whose evaluations are all known, and then
// one more game. It reports the processor time of both and the share. While another game comes,
// somebody requests the screening every half second: it reports how many of these requests were not
// answered with a table, and the seconds until the game is in it. The progress of 10 000 games takes
// 15 ms to count, so it is asked for once a second, and only for those seconds ten times.
func BenchmarkOneMoreGame(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprintf("games=%d", n), func(b *testing.B) {
			w := knowing(b)
			all := contents(b, repeatedGames(b, n+2))
			last := strings.LastIndex(all, "[Event ")
			before := strings.LastIndex(all[:last], "[Event ")
			for b.Loop() {
				s := w.begin()
				pid, start := s.cmd.Process.Pid, 0.0
				start = processTime(b, pid)
				event := s.event(w.arbiter)
				s.upload(w.arbiter, event, "event.pgn", []byte(all[:before]))
				w.finishAsked(s, event, time.Second)
				first := processTime(b, pid) - start
				time.Sleep(afterRest)
				start = processTime(b, pid)
				s.upload(w.arbiter, event, "more.pgn", []byte(all[before:last]))
				w.finishAsked(s, event, time.Second)
				more := processTime(b, pid) - start
				time.Sleep(afterRest)
				stop, unanswered := w.looks(b, s, event)
				begun := time.Now()
				s.upload(w.arbiter, event, "another.pgn", []byte(all[last:]))
				w.finishAsked(s, event, 100*time.Millisecond)
				b.ReportMetric(time.Since(begun).Seconds(), "more-s")
				stop()
				b.ReportMetric(first, "event-cpu-s")
				b.ReportMetric(more, "more-cpu-s")
				b.ReportMetric(more/first, "share")
				b.ReportMetric(float64(unanswered()), "unanswered")
				s.stop()
			}
		})
	}
}

// looks requests the screening every half second until stop is called, and counts the answers
// without a table.
func (w *workplace) looks(b *testing.B, s *serving, event string) (stop func(), unanswered func() int) {
	ended, missed := make(chan struct{}), 0
	var asking sync.WaitGroup
	asking.Go(func() {
		tick := time.NewTicker(500 * time.Millisecond)
		defer tick.Stop()
		for {
			if r, err := s.ask("GET", "/v1/events/"+event+"/screening?format=csv", w.arbiter, nil); err != nil || r.status != 200 {
				missed++
			}
			select {
			case <-ended:
				return
			case <-tick.C:
			}
		}
	})
	return func() { close(ended); asking.Wait() }, func() int { return missed }
}

// storm is how many views of a large event one reader requests during the work on another
// arbiter's small event.
const storm = 100

// BenchmarkViewStorm hands in a small live event, alone and while one reader requests a hundred
// views of another event, in turn. It reports the median of how much longer the event takes.
func BenchmarkViewStorm(b *testing.B) {
	w := knowing(b)
	s := w.begin()
	large := w.handIn(s, repeatedGames(b, 1000))
	w.finish(s, large)
	reader := newReader(s, w, large)
	small := writeGames(b, read(b, corpusFolder+"games-quick.pgn.zst").Games[:6])
	var alone, stormy []time.Duration
	for i := 0; b.Loop(); i++ {
		alone = append(alone, w.live(s, small))
		ended := w.views(b, s, reader, large, i)
		stormy = append(stormy, w.live(s, small))
		ended()
	}
	slices.Sort(alone)
	slices.Sort(stormy)
	calm, busy := alone[len(alone)/2], stormy[len(stormy)/2]
	b.ReportMetric(calm.Seconds(), "alone-s")
	b.ReportMetric(busy.Seconds(), "storm-s")
	b.ReportMetric(busy.Seconds()/calm.Seconds(), "ratio")
	s.stop()
}

// newReader makes the token of somebody who may read an event.
func newReader(s *serving, w *workplace, event string) string {
	type created struct {
		Token  identified
		Secret string
	}
	made := decode[created](s.T, s.must("POST", "/v1/tokens", w.token, []byte(`{"name": "Reader", "grants": [{"role": "organiser", "event": "`+event+`"}]}`)))
	s.must("POST", "/v1/events/"+event+"/grants", w.arbiter, []byte(`{"token": "`+made.Token.ID+`", "role": "fair-play-officer"}`))
	return made.Secret
}

// live hands games in to an event in which a round is being played, and returns how long it
// takes until its screening is ready.
func (w *workplace) live(s *serving, file string) time.Duration {
	event := decode[identified](s.T, s.must("POST", "/v1/events", w.arbiter, []byte(`{"name": "Live", "live": true}`))).ID
	begun := time.Now()
	s.upload(w.arbiter, event, filepath.Base(file), []byte(contents(w, file)))
	w.finish(s, event)
	return time.Since(begun)
}

// views requests many views at once for a reader; ended waits for the answers.
func (w *workplace) views(b *testing.B, s *serving, reader, event string, round int) (ended func()) {
	var asking sync.WaitGroup
	for i := range storm {
		asking.Go(func() {
			path := fmt.Sprintf("/v1/events/%s/screening?format=html&min_moves=%d", event, 1+i+storm*round)
			if _, err := s.ask("GET", path, reader, io.NopCloser(strings.NewReader(""))); err != nil {
				b.Error(err)
			}
		})
	}
	return asking.Wait
}
