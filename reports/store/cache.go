package store

import (
	"cmp"
	"context"
	"sync"
	"time"

	"fairplay/analysis/fault"
)

// Cache keeps evaluations by recipe fingerprint and position key. Its methods
// are safe for concurrent use, and several processes may use one file.
//
// What Put is given is written by a goroutine of the Cache, many at a time:
// half a second later at the latest it is on the disk and survives whatever
// happens to the process. Close writes what is left.
type Cache struct {
	db    *DB
	clock clock

	writing sync.Mutex // held while a batch is written

	mu       sync.Mutex // guards what follows
	pending  map[rowKey][]byte
	read     map[useKey]bool // rows read whose day of use is to be brought up to date
	failed   error           // why the last batch could not be written
	conflict error           // a row that another process has written with another value; stays
	closed   bool

	full chan struct{} // wakes the writer before its next tick
	stop chan struct{}
	done chan struct{}
}

// rowKey names one row of evaluations.
type rowKey struct{ recipe, position, pass string }

// useKey names the rows of one position.
type useKey struct{ recipe, position string }

// clock is where a Cache takes the time from.
type clock struct {
	now   func() time.Time
	ticks <-chan time.Time // one batch is written at each tick
	stop  func()
}

const (
	flushEvery = 500 * time.Millisecond
	fullAt     = 512 // rows waiting that are written without waiting for the tick
)

// OpenCache opens the cache in the file, and makes it if it is not there.
// The context is for opening alone.
func OpenCache(ctx context.Context, path string) (*Cache, error) {
	ticker := time.NewTicker(flushEvery)
	c, err := openCache(ctx, path, clock{now: time.Now, ticks: ticker.C, stop: ticker.Stop})
	if err != nil {
		ticker.Stop()
	}
	return c, err
}

func openCache(ctx context.Context, path string, clock clock) (*Cache, error) {
	db, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	c := &Cache{
		db: db, clock: clock,
		pending: map[rowKey][]byte{}, read: map[useKey]bool{},
		full: make(chan struct{}, 1), stop: make(chan struct{}), done: make(chan struct{}),
	}
	go c.writer()
	return c, nil
}

// Close writes what is waiting and closes the cache. It returns why something
// could not be written, now or before. A second Close does nothing.
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
	if err := c.db.Close(); failed == nil {
		failed = err
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
