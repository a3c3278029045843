package queue

import (
	"context"
	"slices"
)

// removals is the channel on which processes learn which tasks to end.
const removals = "fairplay:removed"

// Remove takes tasks out of the list. If one is being worked on, on whichever machine, the
// context of its handler ends with ErrRemoved and the task does not come back. Unknown ids are
// no error.
//
// A process without a connection to Redis at that moment does not learn of it and goes on with
// its task; the handler sees the decision in the database.
func (q *Queue) Remove(ctx context.Context, ids ...string) error {
	for some := range slices.Chunk(ids, journey) {
		found, err := q.find(ctx, len(some), func(i int) (string, []list) { return some[i], q.lists })
		if err != nil {
			return err
		}
		for i, id := range some {
			if err := q.remove(ctx, id, found[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (q *Queue) remove(ctx context.Context, id string, found []entryPlace) error {
	for _, p := range found {
		if p.state != Active {
			err := q.inspector.DeleteTask(p.list.name(), id)
			if err == nil || gone(err) {
				continue
			}
			// The task has been started since it was found, or Redis does not answer.
		}
		if err := q.client.Publish(ctx, removals, id).Err(); err != nil {
			return unavailable(err)
		}
	}
	return nil
}
