package store

import (
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/store/storetest"
)

// A process that must be alone cannot enter a database where others work, nor can others enter
// while it works; those that share the database enter together.
func TestOccupy(t *testing.T) {
	source := storetest.Start(t).Fresh(t)
	leave := func(c *Occupation) { ok(t, c.Close()) }
	first := must[*Occupation](t)(Occupy(t.Context(), source, true))
	for _, alone := range []bool{true, false} {
		_, err := Occupy(t.Context(), source, alone)
		expectFault(t, err, fault.Conflict, "database_in_use")
	}
	leave(first)
	one := must[*Occupation](t)(Occupy(t.Context(), source, false))
	two := must[*Occupation](t)(Occupy(t.Context(), source, false))
	leave(one)
	_, err := Occupy(t.Context(), source, true)
	expectFault(t, err, fault.Conflict, "database_in_use")
	leave(two)
	leave(must[*Occupation](t)(Occupy(t.Context(), source, true)))
	leave(must[*Occupation](t)(Occupy(t.Context(), cacheFile(t), true)))
}

// A restarted server forgets who works in its databases. Each process marks it again, if nobody
// else has come in meanwhile.
func TestOccupationOutlivesARestart(t *testing.T) {
	server := storetest.Start(t)
	source := server.Fresh(t)
	first := must[*Occupation](t)(Occupy(t.Context(), source, true))
	ok(t, first.Hold(t.Context()))
	server.Restart(t)
	ok(t, first.Hold(t.Context()))
	_, err := Occupy(t.Context(), source, false)
	expectFault(t, err, fault.Conflict, "database_in_use")
	server.Restart(t)
	second := must[*Occupation](t)(Occupy(t.Context(), source, true))
	expectFault(t, first.Hold(t.Context()), fault.Conflict, "database_in_use")
	ok(t, second.Close())
	ok(t, first.Hold(t.Context()))
	ok(t, first.Close())
}
