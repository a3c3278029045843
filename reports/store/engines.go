package store

import (
	"context"
	"time"
)

// SharedEngine is the engine with which the processes on a database evaluate under a recipe.
type SharedEngine struct {
	Recipe      string // name: quick, full or second
	Fingerprint string // of the recipe
	Engine      string // as reports name it, JSON
	Joined      time.Time
}

// ShareEngine returns the engine that the processes on the database have under the recipe of mine. If there is none yet, or
// replace says that no other process is at work, it is mine from now on.
func (db *DB) ShareEngine(ctx context.Context, mine SharedEngine, replace func(SharedEngine) bool) (shared SharedEngine, err error) {
	err = db.transaction(ctx, func(tx session) error {
		row := [][]any{{mine.Recipe, mine.Fingerprint, mine.Engine, mine.Joined}}
		added, err := tx.insert(ctx, `engines (recipe, fingerprint, engine, joined)`, row)
		if shared = mine; err != nil || added > 0 {
			return err
		}
		shared, err = one(ctx, tx, nil, func(row scanner, e *SharedEngine) error {
			return row.Scan(&e.Recipe, &e.Fingerprint, &e.Engine, moment{&e.Joined})
		}, `SELECT recipe, fingerprint, engine, joined FROM engines WHERE recipe = ?{lock}`, mine.Recipe)
		if err != nil || !replace(shared) {
			return err
		}
		shared = mine
		_, err = tx.exec(ctx, `UPDATE engines SET fingerprint = ?, engine = ?, joined = ? WHERE recipe = ?`,
			mine.Fingerprint, mine.Engine, mine.Joined, mine.Recipe)
		return err
	})
	return shared, err
}
