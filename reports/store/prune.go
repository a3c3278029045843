package store

import (
	"context"
	"database/sql"
	"time"

	"fairplay/analysis/fault"
)

// Pruning says which evaluations to remove: those that meet all given conditions, of which
// there must be at least one.
type Pruning struct {
	Recipe      string    // only this recipe's evaluations; empty for all
	UnusedSince time.Time // only positions last used before that day (UTC); zero for all
}

// Pruned says what was removed.
type Pruned struct {
	Positions int   `json:"positions"`
	Passes    int   `json:"passes"`
	Bytes     int64 `json:"bytes"` // of the encoded evaluations
}

// Prune removes evaluations, which can be computed again, and gives their space back to the
// disk. If another program keeps the file busy, the space cannot be given back, and the counts
// are returned together with a fault.Unavailable error.
func (c *Cache) Prune(ctx context.Context, what Pruning) (Pruned, error) {
	if what.Recipe == "" && what.UnusedSince.IsZero() {
		return Pruned{}, fault.New(fault.Invalid, "prune_without_condition",
			"say which evaluations to remove: those of a recipe, those unused since a day, or both")
	}
	if err := c.Flush(); err != nil {
		return Pruned{}, err
	}
	var gone Pruned
	err := c.db.transaction(ctx, func(tx session) (err error) {
		gone, err = prune(ctx, tx, what)
		return err
	})
	if err != nil {
		return Pruned{}, err
	}
	if vacuum := c.db.dialect.afterPrune(); vacuum != "" {
		_, err = c.db.write.ExecContext(ctx, vacuum)
	}
	return gone, c.db.describe(err)
}

// prunable selects the rows of a Pruning; its parameters are recipe and day, both twice.
const prunable = ` FROM evaluations
	WHERE (? = '' OR recipe = (SELECT id FROM recipes WHERE fingerprint = ?))
	AND (? = 0 OR used < ?)`

func prune(ctx context.Context, tx session, what Pruning) (gone Pruned, err error) {
	var day int64
	if !what.UnusedSince.IsZero() {
		day = dayOf(what.UnusedSince)
	}
	args := []any{what.Recipe, what.Recipe, day, day}
	var bytes sql.NullInt64
	err = tx.row(ctx, `SELECT count(DISTINCT recipe || ' ' || position), count(*), sum(length(body))`+prunable,
		args...).Scan(&gone.Positions, &gone.Passes, &bytes)
	if err != nil {
		return gone, err
	}
	gone.Bytes = bytes.Int64
	return gone, each(ctx, tx, func(row scanner) error {
		var recipe int64
		var digest []byte
		err := row.Scan(&recipe, &digest)
		tx.count(recipe, digest, true)
		return err
	}, `DELETE`+prunable+` RETURNING recipe, digest`, args...)
}
