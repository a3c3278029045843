package main

import (
	"database/sql"
	"encoding/json"
	"path/filepath"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/behaviour"
	"fairplay/analysis/pgn"
	"fairplay/reports/store"
	"fairplay/uci"
	"fairplay/uci/ucitest"
)

// What one build has evaluated counts for every build that evaluates alike: under the shared recipe, and in a cache from
// the time when each binary had evaluations of its own.
func TestCarriedCaches(t *testing.T) {
	t.Parallel()
	original, other := ucitest.Engine{}.Command(t), ucitest.Engine{}.Rebuilt(t)
	fitted := calibratedFor(t, original)
	games := filepath.Join("..", "..", "testdata", "demo", "grand_swiss_2021_round_8.pgn")
	screen := func(engine, cache string) {
		told(t, "screen", "--quiet", "--format", "json", "--engine", engine, "--calibration", fitted, "--cache", cache, games)
	}
	held := func(cache string) (all []store.RecipeStats) {
		if err := json.Unmarshal(told(t, "cache", "stats", "--json", "--cache", cache), &all); err != nil {
			t.Fatal(err)
		}
		return all
	}
	shared := filepath.Join(t.TempDir(), "shared.db")
	screen(original, shared)
	before := held(shared)
	screen(other, shared)
	for _, r := range held(shared) {
		if r.Fingerprint == before[0].Fingerprint && r.Positions != before[0].Positions || r.Fingerprint != before[0].Fingerprint && r.Positions != len(behaviour.Keys("quick")) {
			t.Errorf("the other build began anew: %+v", r)
		}
	}
	// The other build alone, as an earlier version of the program kept it.
	old := filepath.Join(t.TempDir(), "old.db")
	engine, err := uci.Start(t.Context(), other)
	if err != nil {
		t.Fatal(err)
	}
	own, err := engine.Identity().Complete(analysis.Quick())
	engine.Close()
	if err != nil {
		t.Fatal(err)
	}
	under(t, shared, old, before[0].Fingerprint, own)
	under(t, shared, old, own.Fingerprint(), own)
	screen(original, old)
	if after := held(old); len(after) != 1 || after[0].Fingerprint != own.Fingerprint() {
		t.Errorf("what the cache brought is evaluated again: %+v", after)
	}
}

// under copies all evaluations of a recipe from one cache into another, under another recipe.
func under(t *testing.T, from, to, fingerprint string, recipe analysis.Recipe) {
	t.Helper()
	source, err := store.OpenCache(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	target, err := store.OpenCache(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	defer target.Close()
	if err := target.RegisterRecipe(t.Context(), recipe); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", from)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), `SELECT DISTINCT e.position FROM evaluations e JOIN recipes r ON r.id = e.recipe WHERE r.fingerprint = ?`, fingerprint)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		if err := rows.Scan(&key); err != nil {
			t.Fatal(err)
		}
		said, _, err := source.Get(t.Context(), fingerprint, key)
		if err != nil {
			t.Fatal(err)
		}
		at, err := pgn.NewPosition(key)
		if err != nil {
			t.Fatal(err)
		}
		if err := target.Put(t.Context(), recipe.Fingerprint(), key, said, at.Legal); err != nil {
			t.Fatal(err)
		}
	}
}
