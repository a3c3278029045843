package store

import (
	"context"
	"maps"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

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

// RecipeNamed returns the one recipe among all that has this name or whose
// fingerprint begins so. Errors: fault.NotFound where there is none,
// fault.Conflict where there are several.
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
