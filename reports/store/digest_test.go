package store

import (
	"encoding/hex"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// A row that is changed, or moved to another position, pass or recipe, is detected. The message
// names the file and a remedy, and the remedy works.
func TestDamagedRow(t *testing.T) {
	for name, damage := range map[string]string{
		"body":     `UPDATE evaluations SET body = x'1100'`,
		"digest":   `UPDATE evaluations SET digest = x'00'`,
		"pass":     `UPDATE evaluations SET pass = 'wide'`,
		"no pass":  `UPDATE evaluations SET pass = 'shallow'`,
		"position": `UPDATE evaluations SET position = '` + other + `'`,
		"recipe":   `UPDATE recipes SET fingerprint = 'full'`,
	} {
		t.Run(name, func(t *testing.T) {
			c := openStill(t, cacheFile(t), start)
			put(t, c, "quick", position, deepOnly(30))
			flush(t, c)
			if _, err := c.db.write.Exec(damage); err != nil {
				t.Fatal(err)
			}
			recipe, found := "quick", 0
			if name == "recipe" {
				recipe = "full"
			}
			for _, p := range []string{position, other} {
				_, ok, err := c.Get(t.Context(), recipe, p)
				if !ok && err == nil {
					continue // it stood under the other position
				}
				found++
				expectFault(t, err, fault.Corrupt, "evaluation_damaged")
				remedy := "fairplay cache prune --cache " + c.db.name + " --recipe " + recipe + ". "
				if !strings.Contains(err.Error(), "the cache "+c.db.name+" is damaged") || !strings.Contains(err.Error(), remedy) {
					t.Error(err)
				}
			}
			if found != 1 {
				t.Errorf("%d damaged rows are reported", found)
			}
			if _, err := c.Prune(t.Context(), Pruning{Recipe: recipe}); err != nil {
				t.Fatal(err)
			}
			put(t, c, recipe, position, deepOnly(30))
			flush(t, c)
			expect(t, c, recipe, position, deepOnly(30))
		})
	}
}

// Reference value: sha256sum of the text as the documentation describes it.
func TestDigest(t *testing.T) {
	key := rowKey{recipe: "quick", position: "8/8/8/8/8/8/8/8 w - - 0 1", pass: analysis.Deep}
	const want = "c27d067f2514491a955cecb59415f16e79cb21564ab25f9cf5f612f507253408"
	if got := hex.EncodeToString(digest(key, []byte("body"))); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
