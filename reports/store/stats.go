package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"fairplay/analysis"
)

// RecipeStats says what the cache holds under one recipe.
type RecipeStats struct {
	Fingerprint string           `json:"fingerprint"`
	Recipe      *analysis.Recipe `json:"recipe"` // nil where it was never registered
	Positions   int              `json:"positions"`
	Passes      int              `json:"passes"`
	Bytes       int64            `json:"bytes"`      // of the encoded evaluations, without keys and indexes
	OldestUse   time.Time        `json:"oldest_use"` // day (UTC) on which the longest unused position was last used
	NewestUse   time.Time        `json:"newest_use"` // day (UTC) of the last use
}

// Stats returns what the cache holds, by recipe in ascending order of
// fingerprint. Recipes without evaluations are left out.
func (c *Cache) Stats(ctx context.Context) ([]RecipeStats, error) {
	if err := c.Flush(); err != nil {
		return nil, err
	}
	var found []RecipeStats
	err := c.db.look(func(s session) (err error) {
		found, err = all(ctx, s, scanStats, `
			SELECT r.fingerprint, r.recipe, count(DISTINCT e.position), count(*), sum(length(e.body)), min(e.used), max(e.used)
			FROM evaluations e JOIN recipes r ON r.id = e.recipe
			GROUP BY r.id ORDER BY r.fingerprint`)
		return err
	})
	return found, err
}

func scanStats(row scanner, s *RecipeStats) (err error) {
	var text sql.NullString
	var oldest, newest int64
	if err := row.Scan(&s.Fingerprint, &text, &s.Positions, &s.Passes, &s.Bytes, &oldest, &newest); err != nil {
		return err
	}
	s.OldestUse, s.NewestUse = timeOf(oldest), timeOf(newest)
	if text.Valid {
		s.Recipe, err = readRecipe(s.Fingerprint, text.String)
	}
	return err
}

// readRecipe reads a stored recipe after checking it against its fingerprint.
func readRecipe(fingerprint, text string) (*analysis.Recipe, error) {
	var recipe analysis.Recipe
	if err := json.Unmarshal([]byte(text), &recipe); err != nil || recipe.Fingerprint() != fingerprint {
		return nil, recipeDamaged(fingerprint, err)
	}
	return &recipe, nil
}
