//go:build soak

package main

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fairplay/reports/store"
	"fairplay/uci/ucitest"
)

var (
	soakTime = flag.Duration("soak", 2*time.Minute, "how long faults strike")
	soakSeed = flag.Uint64("seed", 0, "which faults strike, in which order; 0 chooses")
)

// soak is a service of two servers and three workers on one PostgreSQL and one Redis. Games are
// handed in all the time while one fault follows another. The seed determines the faults and
// the pauses between them; the work under way when they strike always differs.
type soak struct {
	*premises
	arbiter string
	random  *rand.Rand
	began   time.Time
	servers [2]*serving
	workers [3]*started
	struck  map[string]int

	mu   sync.Mutex // guards the fields below
	urls [2]string  // of the running servers, "" for one that does not run
	sent sent
}

// TestSoak lets faults of all kinds strike at random moments while events are handed in one
// after another. Each event must be finished with every game and result once, and with the
// screening that the command line prints for the same games. In the end nothing is left undone,
// and everything matches its hash.
func TestSoak(t *testing.T) {
	seed := cmp.Or(*soakSeed, uint64(time.Now().UnixNano()))
	s := &soak{
		premises: onServers(t, ucitest.Engine{Delay: 25 * time.Millisecond}, "fsync=on"),
		random:   rand.New(rand.NewPCG(seed, 0)), began: time.Now(), struck: map[string]int{},
	}
	s.say("seed %d: the same faults strike again with SEED=%d", seed, seed)
	s.premises.fairplay("migrate")
	s.startServer(0)
	s.arbiter = newArbiter(s.servers[0], s.token)
	s.startServer(1)
	for i := range s.workers {
		s.startWorker(i)
	}
	over := make(chan struct{})
	var senders sync.WaitGroup
	chapters := s.chapters()
	for range 2 {
		senders.Go(func() { s.send(chapters, over) })
	}
	for time.Since(s.began) < *soakTime && !t.Failed() {
		s.strike()
	}
	close(over)
	s.say("no more faults; what is under way goes on to its end")
	senders.Wait()
	s.settle()
}

// say writes a line of the running log.
func (s *soak) say(format string, a ...any) {
	s.Logf("%7s  %s", time.Since(s.began).Round(100*time.Millisecond), fmt.Sprintf(format, a...))
}

// startServer starts a server: the first leaves engines to others, the second
// has one.
func (s *soak) startServer(i int) {
	home := *s.premises
	home.data = fmt.Sprintf("%s-%d", s.data, i)
	s.servers[i] = home.serve(quickly("--engines", fmt.Sprint(i))...)
	s.token = cmp.Or(s.token, home.token)
	s.listens(i, s.servers[i].url)
}

func (s *soak) startWorker(i int) { s.workers[i] = s.work(quickly("--engines", "1")...) }

// listens tells the senders the address of a server.
func (s *soak) listens(i int, url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.urls[i] = url
}

// strike waits a while and lets one fault strike, or two at once, and mends them
// after a while.
func (s *soak) strike() {
	s.pause(2 * time.Second)
	chosen := s.random.Perm(len(soakFaults()))[:1+s.random.IntN(4)/3]
	slices.Sort(chosen) // programs that others need go first, and are mended first
	var mend []func()
	var names []string
	for _, i := range chosen {
		f := soakFaults()[i]
		names = append(names, f.name)
		s.struck[f.name]++
		mend = append(mend, f.strike(s))
	}
	s.say("%s", strings.Join(names, ", and "))
	s.pause(3 * time.Second)
	for _, m := range mend {
		m()
	}
	s.alive()
}

// pause waits for a time of up to d.
func (s *soak) pause(d time.Duration) {
	<-time.After(time.Duration(s.random.Int64N(int64(d))))
}

// alive checks that no program has ended by itself.
func (s *soak) alive() {
	for _, server := range s.servers {
		server.alive("the soak goes on")
	}
	for _, worker := range s.workers {
		worker.alive("the soak goes on")
	}
}

// settle ends all programs and checks what they have left.
func (s *soak) settle() {
	db := get[*store.DB](s.T)(store.Open(s.Context(), s.database))
	defer db.Close()
	if open := get[[]store.Task](s.T)(db.Tasks(s.Context(), store.TasksQuery{State: store.TaskOpen})); len(open) > 0 {
		s.Errorf("left undone: %+v", open)
	}
	engines := s.servers[1].engines()
	for _, w := range s.workers {
		engines = append(engines, w.engines()...)
		w.stop()
	}
	for _, server := range s.servers {
		server.stop()
	}
	awaitEnd(s.T, engines)
	said := s.premises.fairplay("check", "--quiet")
	if !strings.Contains(said, "Everything is as fairplay wrote it.") {
		s.Error(said)
	}
	faults := 0
	for _, f := range soakFaults() {
		s.say("%4d times: %s", s.struck[f.name], f.name)
		faults += s.struck[f.name]
	}
	s.say("%d faults; %+v; %s", faults, s.sent, strings.TrimSpace(said))
}
