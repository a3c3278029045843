package store

import (
	"context"
	"io"
	"slices"

	"fairplay/reports/intake"
)

// ExportOf writes what the cache holds of the positions under one recipe, in
// the form that Export writes but packed with Zstandard as tightly as it goes,
// for Import and ReadArchive. Positions that the cache does not hold are passed
// over. The same evaluations give the same bytes, whatever the order of the
// positions.
func (c *Cache) ExportOf(ctx context.Context, w io.Writer, recipe string, positions []string) (Exchanged, error) {
	positions = slices.Clone(positions)
	slices.Sort(positions)
	positions = slices.Compact(positions)
	packed, err := intake.Pack(w)
	if err != nil {
		return Exchanged{}, err
	}
	return c.export(ctx, packed, recipe, func(x *exporter, ctx context.Context, tx session) error {
		for chunk := range slices.Chunk(positions, chunkLen) {
			if err := x.rowsOf(ctx, tx, recipe, chunk); err != nil {
				return err
			}
		}
		return nil
	})
}

// rowsOf writes the rows of some positions.
func (x *exporter) rowsOf(ctx context.Context, tx session, recipe string, positions []string) error {
	return each(ctx, tx, x.row, `SELECT r.fingerprint, e.position, e.pass, e.body, e.digest
		FROM recipes r JOIN evaluations e ON e.recipe = r.id
		WHERE r.fingerprint = ? AND e.position IN {list}
		ORDER BY e.position, e.pass`, recipe, list(positions))
}
