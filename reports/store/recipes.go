package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// RegisterRecipe stores the whole recipe under its fingerprint, so that Stats and Export can
// name the recipe of evaluations. Registering it again is no error.
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

// canonical returns the JSON whose digest is the recipe's fingerprint.
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

// recipeID returns the row of the recipe with that fingerprint, which it makes if necessary.
// Rows of recipes are never removed.
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

// Recipes returns the recipes that have been registered, in ascending order of
// fingerprint.
func (c *Cache) Recipes(ctx context.Context) ([]analysis.Recipe, error) {
	texts := map[string]string{}
	err := c.db.look(func(s session) error {
		return each(ctx, s, func(row scanner) error {
			var fingerprint, text string
			if err := row.Scan(&fingerprint, &text); err != nil {
				return err
			}
			texts[fingerprint] = text
			return nil
		}, `SELECT fingerprint, recipe FROM recipes WHERE recipe IS NOT NULL`)
	})
	if err != nil {
		return nil, err
	}
	return readRecipes(texts)
}

func readRecipes(texts map[string]string) ([]analysis.Recipe, error) {
	all := make([]analysis.Recipe, 0, len(texts))
	for _, fingerprint := range slices.Sorted(maps.Keys(texts)) {
		recipe, err := readRecipe(fingerprint, texts[fingerprint])
		if err != nil {
			return nil, err
		}
		all = append(all, *recipe)
	}
	return all, nil
}

// RecipeNamed returns the one recipe with this name or with a fingerprint that begins with it.
// Errors: fault.NotFound if there is none, fault.Conflict if there are several.
func RecipeNamed(all []analysis.Recipe, name string) (analysis.Recipe, error) {
	var found []analysis.Recipe
	var prints []string
	for _, r := range all {
		if print := r.Fingerprint(); r.Name == name || name != "" && strings.HasPrefix(print, name) {
			found = append(found, r)
			prints = append(prints, print)
		}
	}
	switch len(found) {
	case 0:
		return analysis.Recipe{}, fault.New(fault.NotFound, "recipe_unknown", "there are no evaluations under a recipe %q", name)
	case 1:
		return found[0], nil
	}
	return analysis.Recipe{}, fault.New(fault.Conflict, "recipe_ambiguous",
		"%d recipes go by %q; name one by its fingerprint: %s", len(found), name, strings.Join(prints, ", "))
}
