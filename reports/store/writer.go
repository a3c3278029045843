package store

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
)

// writer writes a batch at every tick and whenever enough rows wait, until the cache is closed.
// An error is kept for the next Put.
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

// Flush writes the waiting rows and returns when they are on the disk, or the error that
// prevented it.
func (c *Cache) Flush() error {
	c.writing.Lock()
	defer c.writing.Unlock()
	rows, uses := c.batch()
	if len(rows) == 0 && len(uses) == 0 {
		return c.failure()
	}
	var conflict error
	err := c.db.transaction(context.Background(), func(tx session) (err error) {
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

// batch returns copies of the waiting rows and uses.
func (c *Cache) batch() (map[rowKey][]byte, map[useKey]bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.pending), maps.Clone(c.read)
}

// settle removes a written batch from the waiting rows. If the database could not be written,
// all of them wait for the next try.
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

// writeRows inserts rows and returns how many were new. A row that another process has written
// meanwhile must be the same. The first that differs is returned as conflict; the others are
// written.
func writeRows(ctx context.Context, tx session, rows map[rowKey][]byte, today int64) (added int, conflict, err error) {
	ids := map[string]int64{}
	keys := slices.SortedFunc(maps.Keys(rows), rowKey.compare) // the order of insert
	for key := range rows {
		if _, known := ids[key.recipe]; known {
			continue
		}
		if ids[key.recipe], err = recipeID(ctx, tx, key.recipe); err != nil {
			return 0, nil, err
		}
	}
	for chunk := range slices.Chunk(keys, insertRows) {
		values := make([][]any, len(chunk))
		for i, key := range chunk {
			values[i] = []any{ids[key.recipe], key.position, key.pass, rows[key], digest(key, rows[key]), today}
		}
		n, err := tx.insertCounted(ctx, values)
		if err != nil {
			return added, nil, err
		}
		added += n
		if n == len(chunk) {
			continue
		}
		differing, err := firstDiffering(ctx, tx, chunk, rows)
		if err != nil {
			return added, nil, err
		}
		conflict = cmp.Or(conflict, differing)
	}
	return added, conflict, nil
}

// firstDiffering returns the conflict of the first row that is stored with another value.
func firstDiffering(ctx context.Context, tx session, keys []rowKey, rows map[rowKey][]byte) (conflict, err error) {
	for _, key := range keys {
		stored, err := storedOf(ctx, tx, rows, key.recipe, key.position)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(stored[key], rows[key]) {
			return differs(key), nil
		}
	}
	return nil, nil
}

// storedOf returns those of the rows of a position that are stored, as stored, each checked
// against its digest.
func storedOf(ctx context.Context, s session, rows map[rowKey][]byte, recipe, position string) (map[rowKey][]byte, error) {
	stored := map[rowKey][]byte{}
	err := each(ctx, s, func(row scanner) error {
		key := rowKey{recipe: recipe, position: position}
		var body, sum []byte
		if err := row.Scan(&key.pass, &body, &sum); err != nil {
			return err
		}
		if _, wanted := rows[key]; !wanted {
			return nil
		}
		stored[key] = body
		return verify(key, body, sum)
	}, `SELECT pass, body, digest FROM evaluations
		WHERE recipe = (SELECT id FROM recipes WHERE fingerprint = ?) AND position = ?`, recipe, position)
	return stored, err
}

// writeUses notes that the positions have been used today.
func writeUses(ctx context.Context, tx session, uses map[useKey]bool, today int64) error {
	byRecipe := map[string][]string{}
	for key := range uses {
		byRecipe[key.recipe] = append(byRecipe[key.recipe], key.position)
	}
	for _, recipe := range slices.Sorted(maps.Keys(byRecipe)) {
		if _, err := tx.exec(ctx, `UPDATE evaluations SET used = ?
			WHERE recipe = (SELECT id FROM recipes WHERE fingerprint = ?)
			AND position IN {list} AND used < ?`, today, recipe, list(byRecipe[recipe]), today); err != nil {
			return err
		}
	}
	return nil
}
