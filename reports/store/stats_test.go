package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

const day = 24 * time.Hour

func TestStatsAndPrune(t *testing.T) {
	path := cacheFile(t)
	recipe := analysis.Quick()
	recipe.Options = []analysis.Option{{Name: "UCI_Chess960", Value: "false"}, {Name: "Contempt", Value: "0"}}
	quick := recipe.Fingerprint()

	c := openStill(t, path, start)
	if err := c.RegisterRecipe(t.Context(), recipe); err != nil {
		t.Fatal(err)
	}
	if err := c.RegisterRecipe(t.Context(), analysis.Full()); err != nil { // never used
		t.Fatal(err)
	}
	put(t, c, quick, position, bothPasses(30))
	put(t, c, quick, other, deepOnly(40))
	put(t, c, "unregistered", other, deepOnly(40))
	flush(t, c)

	later := openStill(t, path, start.Add(10*day))
	expect(t, later, quick, other, deepOnly(40)) // used again ten days later
	got, err := later.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	recipe.Options = []analysis.Option{recipe.Options[1], recipe.Options[0]} // stored in order of name
	midnight := time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)
	want := []RecipeStats{
		{Fingerprint: quick, Recipe: &recipe, Positions: 2, Passes: 3, OldestUse: midnight, NewestUse: midnight.Add(10 * day)},
		{Fingerprint: "unregistered", Positions: 1, Passes: 1, OldestUse: midnight, NewestUse: midnight},
	}
	for i := range got {
		if got[i].Bytes <= 0 {
			t.Errorf("%d bytes", got[i].Bytes)
		}
		got[i].Bytes = 0
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}

	gone, err := later.Prune(t.Context(), Pruning{Recipe: quick, UnusedSince: start.Add(day)})
	if err != nil || gone.Positions != 1 || gone.Passes != 2 || gone.Bytes <= 0 {
		t.Errorf("Prune = %+v, %v", gone, err)
	}
	expect(t, later, quick, position, analysis.Evaluation{})
	expect(t, later, quick, other, deepOnly(40))
	gone, err = later.Prune(t.Context(), Pruning{UnusedSince: start.Add(day)})
	if err != nil || gone.Positions != 1 || gone.Passes != 1 {
		t.Errorf("Prune = %+v, %v", gone, err)
	}
	expect(t, later, "unregistered", other, analysis.Evaluation{})
	gone, err = later.Prune(t.Context(), Pruning{Recipe: quick})
	if err != nil || gone.Positions != 1 || gone.Passes != 1 {
		t.Errorf("Prune = %+v, %v", gone, err)
	}
	_, err = later.Prune(t.Context(), Pruning{})
	expectFault(t, err, fault.Invalid, "prune_without_condition")
	put(t, later, quick, position, bothPasses(31)) // after pruning, another value is accepted
	flush(t, later)
}

func TestDamagedRecipeIsReported(t *testing.T) {
	c := openStill(t, cacheFile(t), start)
	if err := c.RegisterRecipe(t.Context(), analysis.Quick()); err != nil {
		t.Fatal(err)
	}
	put(t, c, analysis.Quick().Fingerprint(), position, deepOnly(30))
	flush(t, c)
	if _, err := c.db.write.Exec(`UPDATE recipes SET recipe = replace(recipe, '200000', '100000')`); err != nil {
		t.Fatal(err)
	}
	_, err := c.Stats(t.Context())
	expectFault(t, err, fault.Corrupt, "recipe_damaged")
}
