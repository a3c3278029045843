package store

import (
	"bytes"
	"fmt"
	"sync"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// cacheIn returns a cache in an open database that writes only when told to.
func cacheIn(t testing.TB, db *DB) *Cache {
	t.Helper()
	c := newCache(db, stillClock(start))
	t.Cleanup(func() { c.Close() })
	return c
}

func checkEvaluations(t *testing.T, db *DB) {
	const n = insertRows/2 + 9 // positions, with twice as many rows
	c := cacheIn(t, db)
	quick := analysis.Quick()
	print := quick.Fingerprint()
	ok(t, c.RegisterRecipe(t.Context(), quick))
	for i := range n {
		put(t, c, print, fmt.Sprintf("%s %d", position, i), bothPasses(i))
	}
	flush(t, c)
	for i := range n {
		expect(t, c, print, fmt.Sprintf("%s %d", position, i), bothPasses(i))
	}
	recipes, err := c.Recipes(t.Context())
	if err != nil || len(recipes) != 1 {
		t.Errorf("%d recipes, %v", len(recipes), err)
	}
	stats, err := c.Stats(t.Context())
	if err != nil || len(stats) != 1 || stats[0].Positions != n || stats[0].Passes != 2*stats[0].Positions {
		t.Errorf("%+v, %v", stats, err)
	}
	all := export(t, c)
	to := openStill(t, cacheFile(t), start)
	if _, err := to.Import(t.Context(), bytes.NewReader(all)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(export(t, to), all) {
		t.Error("an export depends on where it comes from")
	}
	exportOf(t, c, print, position+" 1", position+" 3")
	if _, err := c.Import(t.Context(), bytes.NewReader(all)); err != nil {
		t.Fatal(err)
	}

	later := newCache(db, stillClock(start.Add(3*day)))
	expect(t, later, print, position+" 7", bothPasses(7))
	ok(t, later.Close())
	gone, err := c.Prune(t.Context(), Pruning{Recipe: print, UnusedSince: start.Add(day)})
	if err != nil || gone.Positions != n-1 {
		t.Errorf("%+v, %v", gone, err)
	}
	expect(t, c, print, position+" 7", bothPasses(7))
	ok(t, c.Close())
	ok(t, db.Ping(t.Context())) // which the cache does not own
}

// Caches of several machines write overlapping evaluations in any order.
func checkEvaluationsTogether(t *testing.T, db *DB) {
	const caches, n = 4, 80
	var wg sync.WaitGroup
	for worker := range caches {
		c := cacheIn(t, db)
		wg.Go(func() {
			for i := range n {
				j := (i*(2*worker+1) + worker*41) % n
				if err := c.Put(t.Context(), "quick", fmt.Sprintf("%s %d", position, j), bothPasses(j), legal); err != nil {
					t.Error(err)
				}
				if i%25 == 0 {
					if err := c.Flush(); err != nil {
						t.Error(err)
					}
				}
			}
			if err := c.Flush(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	c := cacheIn(t, db)
	for i := range n {
		expect(t, c, "quick", fmt.Sprintf("%s %d", position, i), bothPasses(i))
	}
	other := cacheIn(t, db)
	put(t, other, "quick", position+" new", deepOnly(30))
	put(t, c, "quick", position+" new", deepOnly(31))
	flush(t, other)
	expectFault(t, c.Flush(), fault.Corrupt, "evaluation_differs")
}
