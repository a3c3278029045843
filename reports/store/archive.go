package store

import (
	"context"
	"io"
	"maps"

	"fairplay/analysis"
)

// Archive is an export held in memory: it answers like the Cache that it came
// from, needs no file of its own, and never changes. Evaluations stay encoded
// until they are asked for, which takes some 300 bytes for a position. Its
// methods are safe for concurrent use.
type Archive struct {
	recipes map[string]string
	rows    map[rowKey][]byte
}

// ReadArchive reads what Export or ExportOf wrote, every row checked as Import
// does. Errors are those of Import; with an error there is no Archive.
func ReadArchive(r io.Reader) (*Archive, error) {
	in, err := newImporter(r)
	if err != nil {
		return nil, err
	}
	defer in.free()
	a := &Archive{recipes: map[string]string{}, rows: map[rowKey][]byte{}}
	for !in.ended {
		batch, err := in.batch()
		if err != nil {
			return nil, err
		}
		maps.Copy(a.recipes, batch.recipes)
		maps.Copy(a.rows, batch.rows)
	}
	return a, nil
}

// Recipes returns the recipes of the export, in ascending order of
// fingerprint.
func (a *Archive) Recipes() ([]analysis.Recipe, error) {
	return readRecipes(a.recipes)
}

// GetMany returns what the export holds of the positions, as Cache.GetMany
// does.
func (a *Archive) GetMany(ctx context.Context, recipe string, positions []string) (map[string]analysis.Evaluation, error) {
	found := make(map[string]analysis.Evaluation, len(positions))
	for _, position := range positions {
		for _, pass := range [...]string{analysis.Deep, analysis.Wide} {
			key := rowKey{recipe, position, pass}
			if body, ok := a.rows[key]; ok {
				if err := decodeInto(found, key, body); err != nil {
					return nil, err
				}
			}
		}
	}
	return found, ctx.Err()
}
