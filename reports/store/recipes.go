package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// RegisterRecipe keeps the whole recipe under its fingerprint, so that Stats
// and Export can say what the evaluations rest on. Registering it again is no
// error.
func (c *Cache) RegisterRecipe(ctx context.Context, recipe analysis.Recipe) error {
	text, err := canonical(recipe)
	if err != nil {
		return err
	}
	return c.db.transaction(ctx, func(tx session) error {
		return registerRecipe(ctx, tx, recipe.Fingerprint(), text)
	})
}

func registerRecipe(ctx context.Context, tx session, fingerprint, text string) error {
	return tx.change(ctx, sealed("recipes"), `INSERT INTO recipes (fingerprint, recipe) VALUES (?, ?)
		ON CONFLICT (fingerprint) DO UPDATE SET recipe = excluded.recipe WHERE recipes.recipe IS NULL OR recipes.recipe <> excluded.recipe`, fingerprint, text)
}

// canonical returns the JSON that a recipe's fingerprint is the digest of.
func canonical(recipe analysis.Recipe) (string, error) {
	recipe.Options = slices.Clone(recipe.Options)
	slices.SortFunc(recipe.Options, func(a, b analysis.Option) int { return strings.Compare(a.Name, b.Name) })
	if recipe.Options == nil {
		recipe.Options = []analysis.Option{}
	}
	text, err := json.Marshal(recipe)
	if err != nil || hexDigest(text) != recipe.Fingerprint() {
		return "", fault.Wrap(err, fault.Internal, "recipe_form", "the recipe %q does not match its fingerprint", recipe.Name)
	}
	return string(text), nil
}

// recipeID returns the row of the recipe with that fingerprint, and makes it
// if it is not there. Rows of recipes are never removed.
func recipeID(ctx context.Context, tx session, fingerprint string) (id int64, err error) {
	const find = `SELECT id FROM recipes WHERE fingerprint = ?`
	err = tx.row(ctx, find, fingerprint).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	if _, err := tx.insertSealed(ctx, sealed("recipes"), ``, [][]any{{fingerprint, nil}}); err != nil {
		return 0, err
	}
	err = tx.row(ctx, find, fingerprint).Scan(&id)
	return id, err
}
