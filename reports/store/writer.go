package store

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
)

// writer writes a batch at every tick and whenever enough rows wait, until the
// cache is closed. What goes wrong is kept for the next Put.
func (c *Cache) writer() {
	defer close(c.done)
	for {
		select {
		case <-c.stop:
			return
		case <-c.clock.ticks:
		case <-c.full:
		}
		_ = c.Flush() // kept in c.failed
	}
}

// Flush writes what is waiting and returns when it is on the disk, or why it
// is not.
func (c *Cache) Flush() error {
	c.writing.Lock()
	defer c.writing.Unlock()
	rows, uses := c.batch()
	if len(rows) == 0 && len(uses) == 0 {
		return c.failure()
	}
	var conflict error
	err := c.db.transaction(context.Background(), func(tx *sql.Tx) (err error) {
		if _, conflict, err = writeRows(context.Background(), tx, rows, c.today()); err != nil {
			return err
		}
		return writeUses(context.Background(), tx, uses, c.today())
	})
	return c.settle(rows, uses, err, conflict)
}

func (c *Cache) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return cmp.Or(c.conflict, c.failed)
}

// batch returns copies of what is waiting.
func (c *Cache) batch() (map[rowKey][]byte, map[useKey]bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.pending), maps.Clone(c.read)
}

// settle takes a written batch off what is waiting. If the database could not
// be written, all of it stays for the next try.
func (c *Cache) settle(rows map[rowKey][]byte, uses map[useKey]bool, err, conflict error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		for key := range rows {
			delete(c.pending, key)
		}
		for key := range uses {
			delete(c.read, key)
		}
	}
	c.failed = err
	c.conflict = cmp.Or(c.conflict, conflict)
	return cmp.Or(c.conflict, c.failed)
}

// writeRows inserts rows and returns how many were new. A row that is there already, written by another
// process since it was put, must be the same: the first that is not is
// returned as conflict, and does not keep the others from being written.
func writeRows(ctx context.Context, tx *sql.Tx, rows map[rowKey][]byte, today int64) (added int, conflict, err error) {
	ids := map[string]int64{}
	for key, body := range rows {
		id, known := ids[key.recipe]
		if !known {
			if id, err = recipeID(ctx, tx, key.recipe); err != nil {
				return added, nil, err
			}
			ids[key.recipe] = id
		}
		inserted, err := insertRow(ctx, tx, id, key, body, today)
		if err != nil {
			return added, nil, err
		}
		if inserted {
			added++
			continue
		}
		stored, err := storedBody(ctx, tx, key)
		if err != nil {
			return added, nil, err
		}
		if !bytes.Equal(stored, body) {
			conflict = differs(key)
		}
	}
	return added, conflict, nil
}

func insertRow(ctx context.Context, tx *sql.Tx, recipe int64, key rowKey, body []byte, today int64) (inserted bool, err error) {
	result, err := tx.ExecContext(ctx, `INSERT INTO evaluations (recipe, position, pass, body, digest, used)
		VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, recipe, key.position, key.pass, body, digest(key, body), today)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// queryer is a database or a transaction.
type queryer interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// storedBody returns the bytes of a row after checking its digest, nil where
// there is no such row.
func storedBody(ctx context.Context, q queryer, key rowKey) (body []byte, err error) {
	var sum []byte
	err = q.QueryRowContext(ctx, `SELECT body, digest FROM evaluations
		WHERE recipe = (SELECT id FROM recipes WHERE fingerprint = ?) AND position = ? AND pass = ?`,
		key.recipe, key.position, key.pass).Scan(&body, &sum)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return body, verify(key, body, sum)
}

// writeUses notes that the positions have been used today.
func writeUses(ctx context.Context, tx *sql.Tx, uses map[useKey]bool, today int64) error {
	byRecipe := map[string][]string{}
	for key := range uses {
		byRecipe[key.recipe] = append(byRecipe[key.recipe], key.position)
	}
	for recipe, positions := range byRecipe {
		list, err := json.Marshal(positions)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE evaluations SET used = ?
			WHERE recipe = (SELECT id FROM recipes WHERE fingerprint = ?)
			AND position IN (SELECT value FROM json_each(?)) AND used < ?`, today, recipe, string(list), today); err != nil {
			return err
		}
	}
	return nil
}
