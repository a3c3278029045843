package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"sync"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// Cache keeps evaluations by recipe fingerprint and position key. Its methods
// are safe for concurrent use, and several processes may use one file.
//
// A goroutine of the Cache writes what Put takes, many rows at a time: after half a second at
// most they are on the disk and survive a crash of the process. Close writes the rest.
type Cache struct {
	db    *DB
	owns  bool // the database is closed with the Cache
	clock clock

	writing sync.Mutex // held while a batch is written

	mu       sync.Mutex // guards the fields below
	pending  map[rowKey][]byte
	read     map[useKey]bool // positions read whose day of use must be updated
	failed   error           // why the last batch could not be written
	conflict error           // a row that another process has written with another value; kept for good
	closed   bool
	alike    map[string][]string // fingerprints whose evaluations are those of a recipe, too (Adopt)

	full chan struct{} // wakes the writer before its next tick
	stop chan struct{}
	done chan struct{}
}

// rowKey names one row of evaluations.
type rowKey struct{ recipe, position, pass string }

// compare orders rows like the table.
func (r rowKey) compare(l rowKey) int {
	return cmp.Or(cmp.Compare(r.recipe, l.recipe), cmp.Compare(r.position, l.position), cmp.Compare(r.pass, l.pass))
}

// useKey names the rows of one position.
type useKey struct{ recipe, position string }

// clock gives a Cache the time.
type clock struct {
	now   func() time.Time
	ticks <-chan time.Time // one batch is written at each tick
	stop  func()
}

const (
	flushEvery = 500 * time.Millisecond
	fullAt     = 512 // number of waiting rows that are written before the next tick
)

// OpenCache opens a database, as Open does, and the cache in it; closing the cache closes the
// database. ctx bounds the opening only.
func OpenCache(ctx context.Context, source string) (*Cache, error) {
	db, err := Open(ctx, source)
	if err != nil {
		return nil, err
	}
	c := NewCache(db)
	c.owns = true
	return c, nil
}

// NewCache returns the cache in an open database. The database must stay open until the cache
// is closed.
func NewCache(db *DB) *Cache {
	ticker := time.NewTicker(flushEvery)
	return newCache(db, clock{now: time.Now, ticks: ticker.C, stop: ticker.Stop})
}

func newCache(db *DB, clock clock) *Cache {
	c := &Cache{
		db: db, clock: clock,
		pending: map[rowKey][]byte{}, read: map[useKey]bool{},
		full: make(chan struct{}, 1), stop: make(chan struct{}), done: make(chan struct{}),
	}
	go c.writer()
	return c
}

// Close writes the waiting rows and closes the cache, and also the database if OpenCache has
// opened it. It returns the first error of writing, from now or before. A second Close does
// nothing.
func (c *Cache) Close() error {
	c.mu.Lock()
	closed := c.closed
	c.closed = true
	c.mu.Unlock()
	if closed {
		return nil
	}
	close(c.stop)
	<-c.done
	c.clock.stop()
	failed := c.Flush()
	if c.owns {
		failed = cmp.Or(failed, c.db.Close())
	}
	return failed
}

// usable returns why the cache cannot be written: it is closed, or the writer
// has failed.
func (c *Cache) usable() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return fault.New(fault.Internal, "cache_closed", "the evaluation cache has been closed")
	}
	return cmp.Or(c.conflict, c.failed)
}

// today returns the number of days since 1970, UTC.
func (c *Cache) today() int64 { return dayOf(c.clock.now()) }

const secondsPerDay = 24 * 60 * 60

func dayOf(t time.Time) int64 { return t.Unix() / secondsPerDay }

func timeOf(day int64) time.Time { return time.Unix(day*secondsPerDay, 0).UTC() }

// RecipeStats counts what the cache holds under one recipe.
type RecipeStats struct {
	Fingerprint string           `json:"fingerprint"`
	Recipe      *analysis.Recipe `json:"recipe"` // nil if it was never registered
	Positions   int              `json:"positions"`
	Passes      int              `json:"passes"`
	Bytes       int64            `json:"bytes"`      // of the encoded evaluations, without keys and indexes
	OldestUse   time.Time        `json:"oldest_use"` // day (UTC) on which the longest unused position was last used
	NewestUse   time.Time        `json:"newest_use"` // day (UTC) of the last use
}

// Stats returns what the cache holds, by recipe in ascending order of
// fingerprint. Recipes without evaluations are left out.
func (c *Cache) Stats(ctx context.Context) ([]RecipeStats, error) {
	if err := c.Flush(); err != nil {
		return nil, err
	}
	var found []RecipeStats
	err := c.db.look(func(s session) (err error) {
		found, err = all(ctx, s, scanStats, `
			SELECT r.fingerprint, r.recipe, count(DISTINCT e.position), count(*), sum(length(e.body)), min(e.used), max(e.used)
			FROM evaluations e JOIN recipes r ON r.id = e.recipe
			GROUP BY r.id ORDER BY r.fingerprint`)
		return err
	})
	return found, err
}

func scanStats(row scanner, s *RecipeStats) (err error) {
	var text sql.NullString
	var oldest, newest int64
	if err := row.Scan(&s.Fingerprint, &text, &s.Positions, &s.Passes, &s.Bytes, &oldest, &newest); err != nil {
		return err
	}
	s.OldestUse, s.NewestUse = timeOf(oldest), timeOf(newest)
	if text.Valid {
		s.Recipe, err = readRecipe(s.Fingerprint, text.String)
	}
	return err
}

// readRecipe reads a stored recipe after checking it against its fingerprint.
func readRecipe(fingerprint, text string) (*analysis.Recipe, error) {
	var recipe analysis.Recipe
	if err := json.Unmarshal([]byte(text), &recipe); err != nil || recipe.Fingerprint() != fingerprint {
		return nil, recipeDamaged(fingerprint, err)
	}
	return &recipe, nil
}
