package store

import (
	"context"
	"time"

	"fairplay/reports/tournament"
)

// TaskLine is an event in which tasks of a kind are open: whose turn it is, is decided line by line.
type TaskLine struct {
	Event    string // empty for tasks of cases
	Token    string // of whoever handed in its first batch; empty for none
	Live     bool   // as the event says now
	Schedule string // body of the last entry of its journal that states when rounds are played; empty for none
}

// TaskLines returns the lines of a kind in the order of their events. Paused events are left out, and those in which a
// task of one of the kinds in after is open. A closed event takes no more games, but its tasks are still worked on.
func (db *DB) TaskLines(ctx context.Context, kind TaskKind, after ...TaskKind) ([]TaskLine, error) {
	return readAll(ctx, db, func(row scanner, l *TaskLine) error { return row.Scan(&l.Event, &l.Token, &l.Live, &l.Schedule) },
		// One step through the index for each line, however many tasks wait in it.
		`WITH RECURSIVE line (event) AS (
			SELECT min(event) FROM tasks WHERE state = 'open' AND kind = ?
			UNION ALL
			SELECT (SELECT min(t.event) FROM tasks t WHERE t.state = 'open' AND t.kind = ? AND t.event > line.event)
			FROM line WHERE line.event IS NOT NULL)
		SELECT line.event, coalesce((SELECT b.token FROM batches b WHERE b.event = line.event AND b.seq = 1), ''), coalesce(e.live, 0),
			coalesce((SELECT j.body FROM journal j WHERE j.event = line.event AND j.kind = ? ORDER BY j.seq DESC LIMIT 1), '')
		FROM line LEFT JOIN events e ON e.id = line.event
		WHERE line.event IS NOT NULL AND coalesce(e.state, '') <> 'paused'
		AND NOT EXISTS (SELECT 1 FROM tasks w WHERE w.state = 'open' AND w.event = line.event AND w.kind IN {list})
		ORDER BY line.event`, kind, kind, tournament.ScheduleStated, list(after))
}

// NextTasks returns the first n open tasks of a kind in an event that are for a recipe or for any, oldest first, without
// those named.
func (db *DB) NextTasks(ctx context.Context, kind TaskKind, event, recipe string, without []string, n int) ([]Task, error) {
	return readAll(ctx, db, scanTask, `SELECT `+taskColumns+` FROM tasks
		WHERE state = 'open' AND kind = ? AND event = ? AND recipe IN ('', ?) AND id NOT IN {list}
		ORDER BY created, id LIMIT ?`, kind, event, recipe, list(without), n)
}

// TaskBacklog is how many tasks of a kind are open, and since when the oldest of them waits.
type TaskBacklog struct {
	Kind   TaskKind
	Open   int
	Oldest time.Time // when it was recorded
}

// TaskBacklogs returns the backlog of each kind that has one.
func (db *DB) TaskBacklogs(ctx context.Context) ([]TaskBacklog, error) {
	return readAll(ctx, db, func(row scanner, b *TaskBacklog) error { return row.Scan(&b.Kind, &b.Open, moment{&b.Oldest}) },
		`SELECT kind, count(*), min(created) FROM tasks WHERE state = 'open' GROUP BY kind ORDER BY kind`)
}

// GivenUp counts tasks of a kind that were given up for the same reason.
type GivenUp struct {
	Kind  TaskKind
	Code  string // of the reason
	Tasks int
	First string // ID of one of them
	Text  string // its reason, for users
}

// TasksGivenUp counts what was given up and not tried again since, by kind and reason: in one event, or in all for "".
func (db *DB) TasksGivenUp(ctx context.Context, event string) ([]GivenUp, error) {
	where, args := conditions(map[string]string{"event": event})
	return readAll(ctx, db, func(row scanner, g *GivenUp) error { return row.Scan(&g.Kind, &g.Code, &g.Tasks, &g.First, &g.Text) },
		`SELECT g.kind, g.code, g.tasks, t.id, t.reason
		FROM (SELECT kind, reason_code AS code, count(*) AS tasks, min(id) AS first FROM tasks WHERE state = 'dead'`+where+`
			GROUP BY kind, reason_code) g
		JOIN tasks t ON t.id = g.first ORDER BY g.kind, g.code`, args...)
}

// OtherRecipes returns the events in which tasks of a kind, open or given up, are for another recipe.
func (db *DB) OtherRecipes(ctx context.Context, kind TaskKind, recipe string) ([]string, error) {
	return readAll(ctx, db, func(row scanner, event *string) error { return row.Scan(event) },
		`SELECT event FROM tasks WHERE state = 'open' AND kind = ? AND recipe NOT IN ('', ?)
		UNION SELECT event FROM tasks WHERE state = 'dead' AND kind = ? AND recipe NOT IN ('', ?) ORDER BY event`, kind, recipe, kind, recipe)
}

// TasksOf returns the tasks with these IDs, as far as they exist.
func (db *DB) TasksOf(ctx context.Context, ids []string) ([]Task, error) {
	return readAll(ctx, db, scanTask, `SELECT `+taskColumns+` FROM tasks WHERE id IN {list} ORDER BY id`, list(ids))
}
