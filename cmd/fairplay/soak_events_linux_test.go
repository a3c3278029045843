//go:build soak

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/reports/store"
)

// chapter holds the games of one event of the soak, by round.
type chapter [soakRounds][]*analysis.Game

// The size of an event of the soak.
const (
	soakRounds = 4
	soakBoards = 2
)

// late is how long an event may take before it counts as stuck. Even under the worst faults it
// takes less than half of that.
const late = 5 * time.Minute

// sent counts what was handed in and its results.
type sent struct{ Events, Games, Uploads, Refused, Repeated int }

// chapters returns the games of all events.
func (s *soak) chapters() <-chan chapter {
	all := make(chan chapter, 1000)
	defer close(all)
	for _, file := range []string{issue, corpusFolder + "games-quick.pgn.zst"} {
		in := get[pipeline.Input](s.T)((&config.Program{}).Read(s.Context(), []string{file}))
		for games := range slices.Chunk(in.Games, soakRounds*soakBoards) {
			if len(games) < soakRounds*soakBoards {
				continue
			}
			var c chapter
			for i := range c {
				c[i] = games[i*soakBoards : (i+1)*soakBoards]
			}
			all <- c
		}
	}
	return all
}

// send hands in one event after another, and waits for each, until over is closed.
func (s *soak) send(chapters <-chan chapter, over <-chan struct{}) {
	for c := range chapters {
		select {
		case <-over:
			return
		default:
		}
		if err := s.event(c); err != nil {
			s.Error(err)
			return
		}
	}
}

// event hands in the rounds of an event, waits until it is done, and compares.
func (s *soak) event(c chapter) error {
	folder, err := os.MkdirTemp(s.TempDir(), "event-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	files, err := c.write(folder)
	if err != nil {
		return err
	}
	want, err := s.undisturbed(folder, files)
	if err != nil {
		return err
	}
	begun := time.Now()
	event, err := s.create()
	if err != nil {
		return err
	}
	for _, name := range files {
		if err := s.handIn(event, folder, name); err != nil {
			return err
		}
	}
	if err := s.compare(event, want); err != nil {
		return err
	}
	s.count(func(n *sent) { n.Events, n.Games = n.Events+1, n.Games+soakRounds*soakBoards })
	s.say("event %.8s is done after %s", event, time.Since(begun).Round(100*time.Millisecond))
	return nil
}

// create makes an event and returns its id. If a server dies before it has answered, an event
// without games remains.
func (s *soak) create() (string, error) {
	said, err := s.insist(0, "POST", "/v1/events", []byte(`{"name": "Soak"}`))
	if err != nil {
		return "", err
	}
	var event identified
	err = json.Unmarshal(said, &event)
	return event.ID, err
}

// compare waits until an event is done, and compares its screening with that of an undisturbed
// run and the database with its expected contents.
func (s *soak) compare(event string, want []byte) error {
	got, err := s.awaitScreening(event)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("event %s: the service says\n%s\nand the command line\n%s", event, got, want)
	}
	return s.once(event)
}

// write writes a file for each round into a folder.
func (c chapter) write(folder string) (names []string, err error) {
	for i, games := range c {
		name := fmt.Sprintf("round%d.pgn", i+1)
		err := config.WriteWhole(filepath.Join(folder, name), config.ForEverybody, func(w io.Writer) error {
			for _, g := range games {
				if err := pgn.Write(w, g); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}

// undisturbed returns the report of the command line on the files.
func (s *soak) undisturbed(folder string, files []string) ([]byte, error) {
	var stderr bytes.Buffer
	c := exec.Command("fairplay", append([]string{
		"screen", "--quiet", "--format", "json", "--engine", s.engine, "--workers", "4", "--cache", "cache.db"}, files...)...)
	c.Dir, c.Stderr = folder, &stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, &stderr)
	}
	return out, nil
}

// handIn hands in a file twice at once, at both servers, like somebody who does not trust the
// first answer.
func (s *soak) handIn(event, folder, name string) error {
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return err
	}
	path := "/v1/events/" + event + "/batches?name=" + name
	twice := make(chan error, 1)
	go func() {
		_, err := s.insist(1, "POST", path, text)
		twice <- err
	}()
	_, err = s.insist(0, "POST", path, text)
	s.count(func(n *sent) { n.Uploads += 2 })
	return errors.Join(err, <-twice)
}

// insist repeats a request, to the servers in turn, until it succeeds. An answer for which
// repeating is no help is an error.
func (s *soak) insist(first int, method, path string, body []byte) (answer []byte, err error) {
	for begun, i := time.Now(), first; time.Since(begun) < late; i++ {
		r, err := s.ask(i, method, path, body)
		switch {
		case err == nil && r.status < 300:
			return r.body, nil
		case err == nil && r.status < 500 && r.status != http.StatusTooManyRequests:
			return nil, fmt.Errorf("%s %s: %d %s", method, path, r.status, r.body)
		case err == nil:
			s.count(func(n *sent) { n.Refused++ })
		default:
			s.count(func(n *sent) { n.Repeated++ })
		}
		<-time.After(100 * time.Millisecond)
	}
	return nil, fmt.Errorf("%s %s: no good answer in %s", method, path, late)
}

func (s *soak) ask(i int, method, path string, body []byte) (reply, error) {
	s.mu.Lock()
	url := s.urls[i%len(s.urls)]
	s.mu.Unlock()
	if url == "" {
		return reply{}, errors.New("this server does not run")
	}
	at := &serving{url: url}
	return at.ask(method, path, s.arbiter, bytes.NewReader(body))
}

func (s *soak) count(change func(*sent)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.sent)
}

// awaitScreening waits until an event is done and returns its screening.
func (s *soak) awaitScreening(event string) ([]byte, error) {
	var said []byte
	for begun := time.Now(); time.Since(begun) < late; <-time.After(200 * time.Millisecond) {
		var progress struct{ Done bool }
		var err error
		if said, err = s.insist(0, "GET", "/v1/events/"+event+"/progress", nil); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(said, &progress); err != nil {
			return nil, err
		}
		if progress.Done {
			return s.insist(0, "GET", "/v1/events/"+event+"/screening", nil)
		}
	}
	return nil, fmt.Errorf("event %s is not done after %s: %s", event, late, said)
}

// once checks that an event has every game, report row and batch once, and nothing left to do.
func (s *soak) once(event string) error {
	var err error
	for begun := time.Now(); time.Since(begun) < late; <-time.After(200 * time.Millisecond) {
		// The database may be away at this moment.
		if err = s.countOnce(event); !errors.Is(err, errAway) {
			return err
		}
	}
	return err
}

var errAway = errors.New("the database is away")

func (s *soak) countOnce(event string) error {
	ctx := s.Context()
	db, err := store.Open(ctx, s.database)
	if err != nil {
		return errAway
	}
	defer db.Close()
	games, err1 := db.EventGames(ctx, event, 0, 0)
	batches, err2 := db.Batches(ctx, event, 0, 0)
	rows, err3 := db.Performances(ctx, store.PerformancesQuery{Event: event})
	tasks, err4 := db.Tasks(ctx, store.TasksQuery{Event: event})
	if errors.Join(err1, err2, err3, err4) != nil {
		return errAway
	}
	if len(games) != soakRounds*soakBoards || len(batches) != soakRounds {
		return fmt.Errorf("event %s has %d games and %d batches", event, len(games), len(batches))
	}
	return errors.Join(eachOnce(event, rows), noneLeft(event, tasks))
}

// eachOnce checks that a player appears once in a report.
func eachOnce(event string, rows []store.ReportedPerformance) error {
	seen := map[string]bool{}
	for _, r := range rows {
		row := r.Report + " " + r.Player
		if seen[row] {
			return fmt.Errorf("event %s: %s stands twice in the report %s", event, r.Player, r.Report)
		}
		seen[row] = true
	}
	return nil
}

// noneLeft checks that no task is open or given up.
func noneLeft(event string, tasks []store.Task) error {
	for _, t := range tasks {
		if t.State == store.TaskOpen || t.State == store.TaskDead {
			return fmt.Errorf("event %s: %+v", event, t)
		}
	}
	return nil
}
