package store

import "context"

// Progress says how far an event is, from its tasks in one statement.
func (db *DB) Progress(ctx context.Context, event string) (EventProgress, error) {
	rows, err := readAll(ctx, db, scanTally, `SELECT kind, state, count(*),
			CAST(sum(positions) AS BIGINT), CAST(sum(positions_done) AS BIGINT), sum(CASE WHEN positions > 0 THEN 1 ELSE 0 END)
		FROM tasks WHERE event = ? GROUP BY kind, state`, event)
	p := EventProgress{Kinds: map[TaskKind]TaskCounts{}}
	for _, row := range rows {
		p.add(row)
	}
	return p, err
}

// tally is what one kind of task has in one state.
type tally struct {
	kind            TaskKind
	state           TaskState
	tasks           int
	positions, done int
	withPositions   int // tasks
}

func scanTally(row scanner, t *tally) error {
	return row.Scan(&t.kind, &t.state, &t.tasks, &t.positions, &t.done, &t.withPositions)
}

func (p *EventProgress) add(t tally) {
	counts := p.Kinds[t.kind]
	switch t.state {
	case TaskOpen:
		counts.Open += t.tasks
	case TaskDone:
		counts.Done += t.tasks
		counts.GamesDone += t.withPositions
		p.GamesDone += t.withPositions
	case TaskDead:
		counts.Dead += t.tasks
	case TaskCancelled:
		counts.Cancelled += t.tasks
	}
	if t.state != TaskCancelled {
		counts.Games += t.withPositions
		counts.Positions += t.positions
		counts.PositionsDone += t.done
		p.Games += t.withPositions
		p.Positions += t.positions
		p.PositionsDone += t.done
	}
	p.Kinds[t.kind] = counts
}
