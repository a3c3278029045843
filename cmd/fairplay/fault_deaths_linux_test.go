package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"fairplay/cmd/config"
	"fairplay/queue"
	"fairplay/queue/work"
	"fairplay/reports/store"
)

// die kills a program without a chance to clean up, waits until its engines have gone too, and
// returns how many there were.
func (s *started) die() (engines int) {
	s.Helper()
	all := s.engines()
	s.signal(syscall.SIGKILL)
	<-s.ended
	every(s.T, "the engines of the killed program end", func() bool {
		for _, e := range all {
			if !e.gone() {
				return false
			}
		}
		return true
	})
	return len(all)
}

// killWorker kills one of two workers in the middle of its games. The other
// does them.
func killWorker(t *testing.T, tr *trial) {
	v := tr.together(t)
	s := v.serve("--engines", "0")
	v.open(s)
	workers := []*started{v.work("--engines", "1"), v.work("--engines", "1")}
	v.handIn(s)
	for _, w := range workers {
		w.awaitSearch(10)
	}
	if engines := workers[0].die(); engines != 1 {
		t.Errorf("%d engines went with the worker", engines)
	}
	v.settled(s)
}

// killServer kills a server in one process, with its Redis, again and again, each time after
// some more evaluations are on the disk, until most are.
func killServer(t *testing.T, tr *trial) {
	const step = 40
	v := tr.alone(t)
	start := func() *serving { return v.serve("--engines", "2") }
	s := start()
	v.open(s)
	v.handIn(s)
	kept := v.keeps()
	for enough := step; enough < tr.searches; enough = kept() + step {
		s.await("evaluations are on the disk", func() bool { return kept() >= enough })
		if engines := s.die(); engines != 2 {
			t.Errorf("%d engines went with the server", engines)
		}
		s = start()
	}
	v.settled(s)
}

// keeps returns a function that counts the passes that the database holds.
func (v *victim) keeps() func() int {
	v.Helper()
	cache := store.NewCache(v.openStore())
	v.Cleanup(func() { cache.Close() })
	return func() (passes int) {
		for _, r := range get[[]store.RecipeStats](v.T)(cache.Stats(v.Context())) {
			passes += r.Passes
		}
		return passes
	}
}

// killDuringUpload kills the server when it has received half a file. Nothing of
// it is left, and the file can be sent again.
func killDuringUpload(t *testing.T, tr *trial) {
	v := tr.alone(t)
	s := v.serve("--engines", "2")
	v.open(s)
	body, sender := io.Pipe()
	defer sender.Close()
	failed := make(chan error, 1)
	go func() {
		_, err := s.ask("POST", v.uploads(), v.arbiter, body)
		failed <- err
	}()
	half := len(v.games) / 2
	if _, err := sender.Write(v.games[:half]); err != nil {
		t.Fatal(err)
	}
	s.await("half of the upload has come in", func() bool { return v.incoming() == half })
	s.die()
	sender.Close()
	if <-failed == nil {
		t.Error("the upload was answered")
	}
	if v.incoming() != half {
		t.Error("the kill came too late")
	}
	s = v.serve("--engines", "2")
	v.untouched()
	v.handIn(s)
	v.settled(s)
}

// incoming returns how many bytes of uploads lie in the data folder.
func (v *victim) incoming() (n int) {
	v.Helper()
	files, err := filepath.Glob(filepath.Join(config.Spool(v.data), "*"))
	if err != nil {
		v.Fatal(err)
	}
	for _, file := range files {
		if at, err := os.Stat(file); err == nil {
			n += int(at.Size())
		}
	}
	return n
}

// untouched makes sure that nothing of an upload has been kept.
func (v *victim) untouched() {
	v.Helper()
	db := v.openStore()
	if n := v.incoming(); n > 0 {
		v.Errorf("%d bytes lie in the data folder", n)
	}
	if batches := get[[]store.Batch](v.T)(db.Batches(v.Context(), v.event, 0, 0)); len(batches) > 0 {
		v.Errorf("there are batches: %v", batches)
	}
	if held := get[store.Checked](v.T)(db.Check(v.Context(), nil)); held.Uploads > 0 {
		v.Errorf("%d uploads were kept", held.Uploads)
	}
}

// killBeforeQueue kills the server after an upload is in the database but not in Redis, which
// does not answer at that moment. The next server finds the upload there. The sender, who hardly
// had an answer either, sends it again. A sender who had one was told no more than is true.
func killBeforeQueue(t *testing.T, tr *trial) {
	v := tr.together(t)
	s := v.serve("--engines", "0")
	v.open(s)
	db := v.openStore()
	v.redisServer.Freeze()
	said := make(chan reply, 1)
	go func() {
		r, _ := s.ask("POST", v.uploads(), v.arbiter, bytes.NewReader(v.games)) // answered only if the kill takes seconds
		said <- r
	}()
	s.await("the upload is in the database", func() bool {
		return len(get[[]store.Task](t)(db.Tasks(t.Context(), store.TasksQuery{State: store.TaskOpen}))) == 1
	})
	s.die()
	answer := <-said
	v.redisServer.Thaw()
	if known := v.queued(); len(known) > 0 {
		t.Errorf("the kill came too late: Redis holds %v", known)
	}
	s = v.serve("--engines", "0")
	v.work("--engines", "2")
	v.awaitReport(s) // although nobody has sent anything again
	batch := get[[]store.Batch](t)(db.Batches(t.Context(), v.event, 0, 0))[0]
	if again := v.handIn(s); again != batch.ID {
		t.Errorf("sent again, the batch %s is %s", batch.ID, again)
	}
	if answer.status != 0 && (answer.status != http.StatusAccepted || !bytes.Contains(answer.body, []byte(batch.ID))) {
		t.Errorf("the upload, which was kept, was answered with %d %s", answer.status, answer.body)
	}
	v.settled(s)
}

// queued returns the entries in Redis.
func (v *victim) queued() map[string]queue.ItemState {
	v.Helper()
	address, err := queue.ParseAddress(v.redis)
	if err != nil {
		v.Fatal(err)
	}
	q, err := queue.Open(v.Context(), address, queue.Options{Kinds: work.Worker{Service: &work.Service{}}.Kinds()})
	if err != nil {
		v.Fatal(err)
	}
	defer q.Close()
	return get[map[string]queue.ItemState](v.T)(q.Known(v.Context()))
}

// killDuringReport kills the only process when it is about to write the report; a lock prevents
// the writing.
func killDuringReport(t *testing.T, tr *trial) {
	v := tr.together(t)
	s := v.serve("--engines", "2")
	v.open(s)
	release := v.premises.postgreSQL.Lock(t, v.database, "reports")
	v.handIn(s)
	within(t, 2*patience, 50*time.Millisecond, "the report is about to be written", func() bool {
		s.alive("the report is about to be written")
		return v.premises.postgreSQL.Waiting(t, v.database) > 0
	})
	s.die()
	release()
	s = v.serve("--engines", "2")
	v.settled(s)
}

// killEveryEngine kills all engines of a server again and again.
func killEveryEngine(t *testing.T, tr *trial) {
	v := tr.alone(t)
	s := v.serve("--engines", "2")
	v.open(s)
	v.handIn(s)
	var killed []process
	for range 6 {
		s.awaitSearch(s.searches() + 15)
		engines := s.engines()
		for _, e := range engines {
			if err := syscall.Kill(e.pid, syscall.SIGKILL); err != nil && err != syscall.ESRCH {
				t.Fatal(err)
			}
		}
		killed = append(killed, engines...)
	}
	awaitEnd(t, killed)
	v.settled(s)
	if len(killed) < 6 {
		t.Errorf("only %d engines were killed", len(killed))
	}
}
