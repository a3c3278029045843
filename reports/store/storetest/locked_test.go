package storetest

import (
	"testing"
	"time"
)

func TestLock(t *testing.T) {
	s := Start(t)
	address := s.Fresh(t)
	s.Exec(t, address, `CREATE TABLE words (word text)`)
	release := s.Lock(t, address, "words")
	s.Exec(t, address, `SELECT * FROM words`) // reading waits for nobody
	written := make(chan struct{})
	go func() {
		defer close(written)
		s.Exec(t, address, `INSERT INTO words VALUES ('chess')`)
	}()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for s.Waiting(t, address) == 0 {
		<-tick.C
	}
	select {
	case <-written:
		t.Error("the lock keeps nobody from writing")
	default:
	}
	release()
	<-written
	expectWords(t, address, 1)
	release() // without effect
}
