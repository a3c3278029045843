package queue

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Known returns the ids that are in the list now, with their states. It reads the list in one
// round trip, but not as of one moment.
func (q *Queue) Known(ctx context.Context) (map[string]ItemState, error) {
	type part struct {
		state ItemState
		ids   *redis.StringSliceCmd
	}
	var parts []part
	_, err := q.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for _, l := range q.lists {
			parts = append(parts,
				part{Completed, p.ZRange(ctx, l.completed(), 0, -1)},
				part{Archived, p.ZRange(ctx, l.archived(), 0, -1)},
				part{Retry, p.ZRange(ctx, l.scheduled(), 0, -1)},
				part{Retry, p.ZRange(ctx, l.retry(), 0, -1)},
				part{Waiting, p.LRange(ctx, l.pending(), 0, -1)},
				part{Active, p.LRange(ctx, l.active(), 0, -1)})
		}
		return nil
	})
	if err != nil {
		return nil, unavailable(err)
	}
	known := map[string]ItemState{}
	for _, part := range parts {
		for _, id := range part.ids.Val() {
			known[id] = part.state
		}
	}
	return known, nil
}

// Depth counts entries by list. Every kind has two, named live:kind and usual:kind.
func (q *Queue) Depth(ctx context.Context) (map[string]Depth, error) {
	sizes := make([][5]*redis.IntCmd, len(q.lists))
	_, err := q.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for i, l := range q.lists {
			sizes[i] = [5]*redis.IntCmd{p.LLen(ctx, l.pending()), p.LLen(ctx, l.active()),
				p.ZCard(ctx, l.retry()), p.ZCard(ctx, l.scheduled()), p.ZCard(ctx, l.archived())}
		}
		return nil
	})
	if err != nil {
		return nil, unavailable(err)
	}
	depth := make(map[string]Depth, len(q.lists))
	for i, l := range q.lists {
		n := func(j int) int { return int(sizes[i][j].Val()) }
		depth[l.name()] = Depth{Waiting: n(0), Active: n(1), Retry: n(2) + n(3), Archived: n(4)}
	}
	return depth, nil
}

// Pause keeps the tasks of a priority waiting, on every machine, until Resume
// or until Redis is emptied. Tasks that are being worked on go on.
func (q *Queue) Pause(ctx context.Context, p Priority) error {
	return q.eachList(ctx, p, func(pipe redis.Pipeliner, l list) { pipe.Set(ctx, l.paused(), 1, 0) })
}

// Resume ends a Pause.
func (q *Queue) Resume(ctx context.Context, p Priority) error {
	return q.eachList(ctx, p, func(pipe redis.Pipeliner, l list) { pipe.Del(ctx, l.paused()) })
}

func (q *Queue) eachList(ctx context.Context, p Priority, do func(redis.Pipeliner, list)) error {
	_, err := q.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for _, l := range q.lists {
			if l.priority == p {
				do(pipe, l)
			}
		}
		return nil
	})
	if err != nil {
		return unavailable(err)
	}
	return nil
}

// Peers returns how many calls of Serve are at work on the list, in all processes. One that was killed counts for some
// seconds more.
func (q *Queue) Peers() (int, error) {
	servers, err := q.inspector.Servers()
	if err != nil {
		return 0, unavailable(err)
	}
	return len(servers), nil
}
