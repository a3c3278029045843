package queue

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
)

// entryPlace is where an entry is.
type entryPlace struct {
	list  list
	state ItemState
}

// journey is how many entries one round trip asks for. tries is how often an entry is tried
// that somebody else changes meanwhile.
const (
	journey = 500
	tries   = 5
)

// Enqueue puts tasks into the list and returns how many it has put there, also with an error. A
// task that is already waiting, running or in a pause is not counted; that is no error. A task
// that waits with another priority gets the new one and is counted. Many tasks take few round
// trips to Redis.
func (q *Queue) Enqueue(ctx context.Context, tasks ...Item) (int, error) {
	added := 0
	for _, t := range tasks {
		if err := q.check(t); err != nil {
			return added, err
		}
	}
	for some := range slices.Chunk(tasks, journey) {
		found, err := q.find(ctx, len(some), func(i int) (string, []list) { return some[i].ID, q.listsOf(some[i].Kind) })
		if err != nil {
			return added, err
		}
		for i, t := range some {
			put, err := q.put(ctx, t, found[i])
			if err != nil {
				return added, err
			}
			if put {
				added++
				q.counts.enqueued.Add(1)
			} else {
				q.counts.known.Add(1)
			}
		}
	}
	return added, nil
}

// find looks for n entries, each in the lists that ask returns, and announces all lists at the
// same time.
func (q *Queue) find(ctx context.Context, n int, ask func(i int) (id string, in []list)) ([][]entryPlace, error) {
	states := make([][]*redis.StringCmd, n)
	_, err := q.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.SAdd(ctx, announced, names(q.lists)...)
		for i := range n {
			id, in := ask(i)
			for _, l := range in {
				states[i] = append(states[i], p.HGet(ctx, l.task(id), "state"))
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, unavailable(err)
	}
	found := make([][]entryPlace, n)
	for i := range n {
		_, in := ask(i)
		for j, cmd := range states[i] {
			state, err := cmd.Result()
			if err == nil {
				found[i] = append(found[i], entryPlace{in[j], stateOf(state)})
			} else if !errors.Is(err, redis.Nil) {
				return nil, unavailable(err)
			}
		}
	}
	return found, nil
}

// put enqueues t; found holds the places where it was a moment ago.
func (q *Queue) put(ctx context.Context, t Item, found []entryPlace) (bool, error) {
	wanted := list{t.Kind, t.Priority}
	var err error
	for range tries {
		if standing(wanted, found) {
			return false, nil
		}
		if err = q.clear(t.ID, found); err == nil {
			if err = q.push(ctx, wanted, t); err == nil {
				return true, nil
			}
		}
		// Somebody else has changed the entry, or Redis does not answer.
		now, lost := q.find(ctx, 1, func(int) (string, []list) { return t.ID, q.listsOf(t.Kind) })
		if lost != nil {
			return false, lost
		}
		found = now[0]
	}
	return false, unavailable(err)
}

// standing reports whether an entry is already in the list as wanted.
func standing(wanted list, found []entryPlace) bool {
	return slices.ContainsFunc(found, func(p entryPlace) bool {
		return p.state == Active || p.state == Retry || (p.state == Waiting && p.list == wanted)
	})
}

// clear removes entries that are in the way: those with another priority, archived or
// completed.
func (q *Queue) clear(id string, found []entryPlace) error {
	for _, p := range found {
		if err := q.inspector.DeleteTask(p.list.name(), id); err != nil && !gone(err) {
			return err
		}
	}
	return nil
}

func gone(err error) bool {
	return errors.Is(err, asynq.ErrTaskNotFound) || errors.Is(err, asynq.ErrQueueNotFound)
}

func (q *Queue) push(ctx context.Context, l list, t Item) error {
	timeout := t.Timeout
	if timeout == 0 {
		timeout = DefaultTimeout
	}
	timeout = (timeout + time.Second - 1).Truncate(time.Second)
	_, err := q.asynq.EnqueueContext(ctx, asynq.NewTask(string(t.Kind), []byte(t.ID)),
		asynq.TaskID(t.ID), asynq.Queue(l.name()), asynq.MaxRetry(math.MaxInt32), asynq.Timeout(timeout+reserve))
	return err
}
