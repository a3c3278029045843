package store

import (
	"io"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/store/storetest"
)

// Whoever must be alone in a database is not let in where others are, nor are
// others where he is; those who share it are let in together.
func TestOccupy(t *testing.T) {
	source := storetest.Start(t).Fresh(t)
	leave := func(c io.Closer) { ok(t, c.Close()) }
	first := must[io.Closer](t)(Occupy(t.Context(), source, true))
	for _, alone := range []bool{true, false} {
		_, err := Occupy(t.Context(), source, alone)
		expectFault(t, err, fault.Conflict, "database_in_use")
	}
	leave(first)
	one := must[io.Closer](t)(Occupy(t.Context(), source, false))
	two := must[io.Closer](t)(Occupy(t.Context(), source, false))
	leave(one)
	_, err := Occupy(t.Context(), source, true)
	expectFault(t, err, fault.Conflict, "database_in_use")
	leave(two)
	leave(must[io.Closer](t)(Occupy(t.Context(), source, true)))
	leave(must[io.Closer](t)(Occupy(t.Context(), cacheFile(t), true)))
}
