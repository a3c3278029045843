package main

import (
	"net/http"
	"testing"

	"fairplay/queue/queuetest"
	"fairplay/reports/store"
	"fairplay/reports/store/storetest"
)

// killRedis kills Redis in the middle of the games and, after everybody has noticed, starts it
// empty.
func killRedis(t *testing.T, tr *trial) {
	v := tr.together(t)
	s := v.serve(quickly("--engines", "0")...)
	v.open(s)
	w := v.work(quickly("--engines", "2")...)
	v.handIn(s)
	w.awaitSearch(30)
	v.redisServer.Kill()
	s.awaitReady(http.StatusServiceUnavailable)
	v.redisServer.Restart()
	s.awaitReady(http.StatusOK)
	v.settled(s)
}

// awaitReady waits until the readiness of a server has this status.
func (s *serving) awaitReady(status int) {
	s.Helper()
	s.await("the server answers "+http.StatusText(status), func() bool {
		r, err := s.ask("GET", "/readyz", "", nil)
		return err == nil && r.status == status
	})
}

// flushRedis makes Redis forget everything again and again.
func flushRedis(t *testing.T, tr *trial) {
	v := tr.together(t)
	s := v.serve(quickly("--engines", "0")...)
	v.open(s)
	w := v.work(quickly("--engines", "2")...)
	v.handIn(s)
	for range 4 {
		w.awaitSearch(w.searches() + 20)
		v.redisServer.FlushAll()
	}
	v.settled(s)
}

// restartPostgreSQL restarts PostgreSQL in the middle of the games, first after a clean stop,
// then after a simulated power failure.
func restartPostgreSQL(t *testing.T, tr *trial) {
	v := tr.alone(t)
	own, redis := storetest.Start(t), queuetest.Start(t)
	v.database, v.redis = own.Fresh(t), redis.Address()
	if err := store.Migrate(t.Context(), v.database); err != nil {
		t.Fatal(err)
	}
	s := v.serve(quickly("--engines", "0")...)
	v.open(s)
	w := v.work(quickly("--engines", "2")...)
	v.handIn(s)
	for _, end := range []func(testing.TB){own.Stop, own.Crash} {
		w.awaitSearch(w.searches() + 30)
		end(t)
		s.awaitReady(http.StatusServiceUnavailable)
		own.Restart(t)
		s.awaitReady(http.StatusOK)
	}
	v.settled(s)
}
