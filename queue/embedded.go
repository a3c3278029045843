package queue

import (
	"context"
	"net"
	"sync"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// embedded is a Redis inside this process. It has no port: connections are
// pipes, so that nobody else on the machine reaches it.
type embedded struct {
	server *miniredis.Miniredis
	stop   chan struct{}
	ticks  sync.WaitGroup
}

func startEmbedded() *embedded {
	e := &embedded{server: miniredis.NewMiniRedis(), stop: make(chan struct{})}
	e.ticks.Go(e.tick)
	return e
}

// tick lets keys expire. The server's time stands still unless it is told; its
// own ClockTTL sorts all keys at every command, which with 5 000 tasks is
// slower by a factor of ten.
func (e *embedded) tick() {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	var last time.Time
	for {
		select {
		case now := <-ticker.C:
			elapsed := time.Second
			if !last.IsZero() {
				elapsed = now.Sub(last)
			}
			last = now
			e.server.FastForward(elapsed)
		case <-e.stop:
			return
		}
	}
}

func (e *embedded) client() redis.UniversalClient {
	return redis.NewClient(&redis.Options{
		Addr: "embedded", Protocol: 2, DisableIdentity: true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
		Dialer: func(context.Context, string, string) (net.Conn, error) {
			c, err := e.server.Dial()
			if err != nil {
				return nil, err
			}
			return newPipe(c), nil
		},
	})
}

func (e *embedded) close() {
	close(e.stop)
	e.ticks.Wait()
	e.server.Close()
}
