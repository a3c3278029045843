package queuetest

import (
	"context"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// Shift adds d to every time that asynq has written: the ends of leases, and the times at which
// tasks are due. It is then as if the clocks of all writers were ahead by d, or behind where d
// is negative. It returns how many leases and how many times of tasks it has changed.
func (r *Redis) Shift(d time.Duration) (leases, due int) {
	r.t.Helper()
	c := r.client()
	defer c.Close()
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	keys, err := c.Keys(ctx, "asynq:{*}:*").Result()
	if err != nil {
		r.t.Fatal(err)
	}
	for _, key := range keys {
		switch {
		case strings.HasSuffix(key, "}:lease"):
			leases += r.shift(ctx, c, key, d)
		case strings.HasSuffix(key, "}:retry"), strings.HasSuffix(key, "}:scheduled"):
			due += r.shift(ctx, c, key, d)
		}
	}
	return leases, due
}

// shift changes the times of one sorted set and returns their number.
func (r *Redis) shift(ctx context.Context, c *redis.Client, key string, d time.Duration) int {
	r.t.Helper()
	members, err := c.ZRange(ctx, key, 0, -1).Result()
	if err != nil {
		r.t.Fatal(err)
	}
	for _, member := range members {
		// An entry that has been removed meanwhile must not come back.
		if err := c.ZAddArgsIncr(ctx, key, redis.ZAddArgs{XX: true, Members: []redis.Z{{Score: d.Seconds(), Member: member}}}).Err(); err != nil && err != redis.Nil {
			r.t.Fatal(err)
		}
	}
	return len(members)
}
