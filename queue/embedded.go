package queue

import (
	"context"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// embedded is a Redis inside this process. It has no port: connections are pipes, so that
// nobody else on the machine can reach it.
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

// tick lets keys expire. The server's time stands still unless it is set. Its own ClockTTL
// sorts all keys at every command, which with 5 000 tasks is ten times slower.
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
	c := redis.NewClient(&redis.Options{
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
	c.AddHook(emptyLists{e.server})
	return c
}

func (e *embedded) close() {
	close(e.stop)
	e.ticks.Wait()
	e.server.Close()
}

// emptyLists answers asynq's request for a task where the list does not exist. asynq makes it
// for every list ten times a second, and the server would start a Lua machine each time, with
// the same result.
type emptyLists struct{ server *miniredis.Miniredis }

func (emptyLists) DialHook(next redis.DialHook) redis.DialHook { return next }

func (emptyLists) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

func (e emptyLists) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if from, ok := takenFrom(cmd); ok && !e.server.Exists(from) {
			cmd.SetErr(redis.Nil)
			return redis.Nil
		}
		return next(ctx, cmd)
	}
}

// takenFrom returns the list from which a command takes a task. It recognises the one script of
// asynq whose keys are pending, paused, active and lease.
func takenFrom(cmd redis.Cmder) (pending string, ok bool) {
	args := cmd.Args()
	if len(args) < 7 || args[0] != "evalsha" || args[2] != 4 {
		return "", false
	}
	pending, _ = args[3].(string)
	lease, _ := args[6].(string)
	return pending, strings.HasSuffix(pending, ":pending") && strings.HasSuffix(lease, ":lease")
}
