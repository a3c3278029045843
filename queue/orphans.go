package queue

import (
	"context"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

// asynq itself brings the tasks of a dead worker back after 60 to 120 seconds. Somebody waits
// for the round, so here the next worker gets them after 10 to 20. For this the file reads and
// moves what asynq v0.26 keeps in Redis. If asynq changes, this happens:
//
//   - If entries or leases move, or leases change their meaning, nothing is found or
//     moved, and asynq's own two minutes remain. TestOrphansLieWhereAsynqPutsThem fails.
//   - If living workers renew their leases less often than every 12.5 s, tasks are taken
//     a second time while they are being worked on, which costs time and no result.
//     TestTaskOfALivingWorkerIsLeftAlone fails.

// A living worker renews the end of every lease it holds every 5 seconds. A lease that has not
// changed in stillLooks intervals belongs to a worker that is dead or cut off. No clocks are
// compared, so they may be wrong or jump.
const (
	stillLooks = 5
	lookEvery  = 2500 * time.Millisecond // 12.5 s in all: two renewals missed
)

// lateBy is how far beyond the longest pause a retry must lie before a wrong clock is assumed.
const lateBy = 30 * time.Second

// sightings says in how many consecutive looks the lease of an entry was the same.
type sightings map[sighted]sighting

type sighted struct {
	list list
	id   string
}

type sighting struct {
	lease float64
	looks int
}

// tend looks after the lists while this process serves: it announces them, brings back what
// dead workers held, and brings forward what a wrong clock has put off. Every process does so;
// the first to act wins.
func (s *server) tend(ctx context.Context) {
	seen := sightings{}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			leases, late, err := s.look(ctx)
			if err == nil {
				seen = s.reclaim(ctx, seen, leases)
				s.bringForward(late)
			} else if ctx.Err() == nil {
				// Workers could not write either, so an unchanged lease says nothing.
				seen = sightings{}
				s.queue.log.Warn("the lists of tasks cannot be looked after", "error", err)
			}
			timer.Reset(lookEvery)
		case <-ctx.Done():
			return
		}
	}
}

// look reads all leases, and the retries that are too far in the future by the
// clock of Redis.
func (s *server) look(ctx context.Context) (leases, late map[sighted]float64, err error) {
	q := s.queue
	now, err := q.client.Time(ctx).Result()
	if err != nil {
		return nil, nil, err
	}
	after := strconv.FormatInt(now.Add(s.work.Retry.longest()+lateBy).Unix(), 10)
	held, retries := make([]*redis.ZSliceCmd, len(q.lists)), make([]*redis.ZSliceCmd, len(q.lists))
	_, err = q.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.SAdd(ctx, announced, names(q.lists)...)
		for i, l := range q.lists {
			held[i] = p.ZRangeWithScores(ctx, l.lease(), 0, -1)
			retries[i] = p.ZRangeByScoreWithScores(ctx, l.retry(), &redis.ZRangeBy{Min: after, Max: "+inf"})
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return byEntry(q.lists, held), byEntry(q.lists, retries), nil
}

func byEntry(lists []list, cmds []*redis.ZSliceCmd) map[sighted]float64 {
	scores := map[sighted]float64{}
	for i, cmd := range cmds {
		for _, z := range cmd.Val() {
			if id, ok := z.Member.(string); ok {
				scores[sighted{lists[i], id}] = z.Score
			}
		}
	}
	return scores
}

// reclaim puts back entries whose leases have not changed for long enough, and returns the
// sightings so far.
func (s *server) reclaim(ctx context.Context, before sightings, leases map[sighted]float64) sightings {
	seen := sightings{}
	for e, lease := range leases {
		looks := 1
		if b, ok := before[e]; ok && b.lease == lease {
			looks += b.looks
		}
		if looks <= stillLooks || s.running(e.id) {
			seen[e] = sighting{lease, looks}
			continue
		}
		back, err := redis.NewScript(reclaimScript).Run(ctx, s.queue.client,
			[]string{e.list.lease(), e.list.active(), e.list.pending(), e.list.task(e.id)},
			e.id, strconv.FormatFloat(lease, 'f', -1, 64)).Int()
		if err != nil {
			s.queue.log.Warn("a task of a dead worker could not be put back", "task", e.id, "error", err)
		} else if back == 1 {
			s.queue.counts.reclaimed.Add(1)
			s.queue.log.Warn("a task was put back because its worker is dead or cut off", "task", e.id, "kind", e.list.kind)
		}
	}
	return seen
}

// bringForward makes retries due that lie further ahead than the longest pause.
func (s *server) bringForward(late map[sighted]float64) {
	for e := range late {
		if err := s.queue.inspector.RunTask(e.list.name(), e.id); err != nil && !gone(err) {
			s.queue.log.Warn("a task that a wrong clock has put off could not be brought forward", "task", e.id, "error", err)
		}
	}
}

// reclaimScript moves an active entry to the head of the waiting ones, as asynq does when it
// requeues, if its lease is still the one that was seen. An entry whose message Redis has lost
// is dropped, because it would block its id. (A pending entry whose hash was evicted ends like
// that when it is taken.)
//
// KEYS: lease, active, pending, task. ARGV: id, the lease that was seen.
// It returns 1 where the entry was put back.
const reclaimScript = `
local lease = redis.call("ZSCORE", KEYS[1], ARGV[1])
if not lease or tonumber(lease) ~= tonumber(ARGV[2]) then
	return 0
end
redis.call("ZREM", KEYS[1], ARGV[1])
redis.call("LREM", KEYS[2], 0, ARGV[1])
if redis.call("HEXISTS", KEYS[4], "msg") == 0 then
	redis.call("DEL", KEYS[4])
	return 0
end
redis.call("RPUSH", KEYS[3], ARGV[1])
redis.call("HSET", KEYS[4], "state", "pending")
return 1`
