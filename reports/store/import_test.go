package store

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

func exportOf(t testing.TB, c *Cache, recipe string, positions ...string) ([]byte, Exchanged) {
	t.Helper()
	var out bytes.Buffer
	written, err := c.ExportOf(t.Context(), &out, recipe, positions)
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), written
}

func TestExportOfSomePositions(t *testing.T) {
	from := filled(t, 20, 0) // even positions under quick, odd ones under full
	quick := analysis.Quick().Fingerprint()
	key := func(i int) string { return fmt.Sprintf("%s %d", position, i) }
	text, written := exportOf(t, from, quick, key(4), key(2), "unknown", key(3), key(2))
	if want := (Exchanged{Recipes: 1, Rows: 4}); written != want {
		t.Errorf("ExportOf = %+v, want %+v", written, want)
	}
	if again, _ := exportOf(t, filled(t, 20, 7), quick, key(3), key(2), key(4)); !bytes.Equal(text, again) {
		t.Error("the same positions in another order give other bytes")
	}

	to := openStill(t, cacheFile(t), start)
	got, err := to.Import(t.Context(), bytes.NewReader(text))
	if want := (Exchanged{Recipes: 1, Rows: 4, New: 4}); err != nil || got != want {
		t.Errorf("Import = %+v, %v; want %+v", got, err, want)
	}
	for i := range 20 {
		_, ok, err := to.Get(t.Context(), quick, key(i))
		if err != nil || ok != (i == 2 || i == 4) {
			t.Errorf("position %d: %v, %v", i, ok, err)
		}
	}
}

// The test exports more positions than one statement selects.
func TestExportOfManyPositions(t *testing.T) {
	const n = 2*chunkLen + 5
	from := openStill(t, cacheFile(t), start)
	var positions []string
	for i := range n {
		positions = append(positions, fmt.Sprintf("%s %d", position, i))
		put(t, from, "recipe", positions[i], deepOnly(i))
	}
	text, written := exportOf(t, from, "recipe", positions...)
	if written.Rows != n {
		t.Errorf("%d rows, want %d", written.Rows, n)
	}
	slices.Reverse(positions)
	if again, _ := exportOf(t, from, "recipe", positions...); !bytes.Equal(text, again) {
		t.Error("another order gives other bytes")
	}
}

func TestArchiveAnswersLikeItsCache(t *testing.T) {
	from := filled(t, 20, 0)
	all := export(t, from)
	archive, err := ReadArchive(bytes.NewReader(all))
	if err != nil {
		t.Fatal(err)
	}
	recipes, err := archive.Recipes()
	kept, err2 := from.Recipes(t.Context())
	if diff := cmp.Diff(kept, recipes); err != nil || err2 != nil || diff != "" || len(kept) != 2 {
		t.Errorf("%v, %v, recipes (-cache +archive):\n%s", err, err2, diff)
	}
	positions := []string{"unknown"}
	for i := range 20 {
		positions = append(positions, fmt.Sprintf("%s %d", position, i))
	}
	for _, recipe := range append(recipes, analysis.Recipe{Name: "unknown"}) {
		want, err := from.GetMany(t.Context(), recipe.Fingerprint(), positions)
		got, err2 := archive.GetMany(t.Context(), recipe.Fingerprint(), positions)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(analysis.Score{})); err != nil || err2 != nil || diff != "" {
			t.Errorf("%v, %v, evaluations (-cache +archive):\n%s", err, err2, diff)
		}
	}
}

func TestDamagedArchive(t *testing.T) {
	text, _ := exportOf(t, filled(t, 20, 0), analysis.Quick().Fingerprint(), position+" 2", position+" 4")
	unpacked := plain(t, export(t, filled(t, 2, 0)))
	for name, damaged := range map[string][]byte{
		"nothing":    nil,
		"not packed": []byte("evaluations"),
		"no frame":   text[:6],
		"cut off":    text[:len(text)-20],
		"a row":      zipped(t, strings.Replace(unpacked, `"body":"E`, `"body":"F`, 1)),
	} {
		_, err := ReadArchive(bytes.NewReader(damaged))
		t.Run(name, func(t *testing.T) { expectFault(t, err, fault.Invalid, "import_form") })
	}
}

func TestRecipeNamed(t *testing.T) {
	quick, full := analysis.Quick(), analysis.Full()
	other := quick
	other.Engine = "Another 1.0"
	all := []analysis.Recipe{quick, full, other}
	for name, want := range map[string]string{
		"full": full.Fingerprint(), quick.Fingerprint(): quick.Fingerprint(), other.Fingerprint()[:12]: other.Fingerprint(),
	} {
		if got, err := RecipeNamed(all, name); err != nil || got.Fingerprint() != want {
			t.Errorf("%s: %s, %v", name, got.Fingerprint(), err)
		}
	}
	_, err := RecipeNamed(all, "quick")
	expectFault(t, err, fault.Conflict, "recipe_ambiguous")
	for _, name := range []string{"", "slow"} {
		_, err := RecipeNamed(all, name)
		expectFault(t, err, fault.NotFound, "recipe_unknown")
	}
}
