package main

import (
	"errors"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/store"
	"fairplay/uci/ucitest"
)

// A server that is alone in its database stays alone when the database is restarted. If another
// came in meanwhile, it ends and says so.
func TestServerKeepsItsPlace(t *testing.T) {
	t.Parallel()
	h := onServers(t, ucitest.Engine{})
	h.redis = ""
	h.fairplay("migrate")
	s := h.serve("--reconcile-every", "1s")
	h.postgreSQL.Restart(t)
	every(t, "the server is back in its place", func() bool {
		s.alive("it looks for its place")
		o, err := store.Occupy(t.Context(), h.database, false)
		if err == nil { // it has not noticed yet, so nobody may be left in its way
			o.Close()
		}
		e, ok := errors.AsType[*fault.Error](err)
		return ok && e.Code == store.InUse
	})
	var other *store.Occupation
	every(t, "another takes the place", func() bool {
		h.postgreSQL.Restart(t)
		var err error
		other, err = store.Occupy(t.Context(), h.database, true)
		return err == nil
	})
	every(t, "the server ends", s.over)
	if text := s.stderr.String(); s.cmd.ProcessState.Success() || !strings.Contains(text, "the database is in use by another fairplay") {
		t.Errorf("%v\n%s", s.cmd.ProcessState, text)
	}
	if err := other.Close(); err != nil {
		t.Error(err)
	}
}
