package store

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"
	"io"
	"slices"

	"fairplay/analysis/fault"
	"fairplay/reports/intake"
)

// The exchange form of a cache is a gzip stream of JSON lines: one header, the recipes in
// ascending order of fingerprint, the rows in ascending order of fingerprint, position and
// pass, and one end line with the number of rows and the SHA-256 of all lines before it, line
// feeds included. A row's own digest covers its body alone; the end line also covers the position
// beside the body. The form contains no times, so that the same evaluations give the same
// bytes.
type exchangeLine struct {
	Format  string `json:"format,omitempty"` // of the header: exchangeFormat
	Version int    `json:"version,omitempty"`

	Fingerprint string          `json:"fingerprint,omitempty"` // of a recipe or row
	Recipe      json.RawMessage `json:"recipe,omitempty"`      // canonical JSON of a recipe

	Position string `json:"position,omitempty"` // of a row, as are the next three
	Pass     string `json:"pass,omitempty"`
	Body     []byte `json:"body,omitempty"`   // canonical bytes, base64
	SHA256   string `json:"sha256,omitempty"` // of the body; in the end line, of all lines before it

	Rows *int `json:"rows,omitempty"` // of the end line
}

const (
	exchangeFormat  = "fairplay evaluations"
	exchangeVersion = 1
)

// Exchanged counts what an export wrote or an import read.
type Exchanged struct {
	Recipes int `json:"recipes"` // with their full text
	Rows    int `json:"rows"`    // number of passes
	New     int `json:"new"`     // in an import: passes that the cache did not have
}

func hexDigest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func recipeDamaged(fingerprint string, cause error) error {
	return fault.Wrap(cause, fault.Corrupt, "recipe_damaged",
		"the recipe kept under %s is damaged: it does not match its fingerprint", fingerprint)
}

// Export writes the whole cache to w, for Import. The same evaluations give the same bytes.
// Every row is checked against its digest.
func (c *Cache) Export(ctx context.Context, w io.Writer) (Exchanged, error) {
	return c.export(ctx, gzip.NewWriter(w), "", (*exporter).rows)
}

// export writes one recipe, or all for "", and the rows that choose selects.
func (c *Cache) export(ctx context.Context, zip io.WriteCloser, recipe string,
	choose func(*exporter, context.Context, session) error) (Exchanged, error) {
	if err := c.Flush(); err != nil {
		return Exchanged{}, err
	}
	out := newExporter(zip)
	err := c.db.snapshot(ctx, func(tx session) error {
		if err := out.recipes(ctx, tx, recipe); err != nil {
			return err
		}
		return choose(out, ctx, tx)
	})
	if err != nil {
		return Exchanged{}, err
	}
	return out.done, out.end()
}

// exporter writes lines and keeps their digest. After its first error it writes nothing.
type exporter struct {
	zip    io.WriteCloser
	buf    *bufio.Writer
	digest hash.Hash
	done   Exchanged
	err    error
}

// newExporter writes the header through zip, and closes zip at the end.
func newExporter(zip io.WriteCloser) *exporter {
	x := &exporter{zip: zip, buf: bufio.NewWriter(zip), digest: sha256.New()}
	x.line(exchangeLine{Format: exchangeFormat, Version: exchangeVersion})
	return x
}

func (e *exporter) line(l exchangeLine) {
	if e.err != nil {
		return
	}
	var text []byte
	if text, e.err = json.Marshal(l); e.err != nil {
		return
	}
	text = append(text, '\n')
	e.digest.Write(text)
	_, e.err = e.buf.Write(text)
}

func (e *exporter) recipes(ctx context.Context, tx session, only string) error {
	return each(ctx, tx, func(row scanner) error {
		var fingerprint, text string
		if err := row.Scan(&fingerprint, &text); err != nil {
			return err
		}
		if hexDigest([]byte(text)) != fingerprint {
			return recipeDamaged(fingerprint, nil)
		}
		e.line(exchangeLine{Fingerprint: fingerprint, Recipe: json.RawMessage(text)})
		e.done.Recipes++
		return nil
	}, `SELECT fingerprint, recipe FROM recipes
		WHERE recipe IS NOT NULL AND (? = '' OR fingerprint = ?) ORDER BY fingerprint`, only, only)
}

func (e *exporter) rows(ctx context.Context, tx session) error {
	return each(ctx, tx, e.row, `SELECT r.fingerprint, e.position, e.pass, e.body, e.digest
		FROM recipes r JOIN evaluations e ON e.recipe = r.id ORDER BY r.fingerprint, e.position, e.pass`)
}

// row writes the row under the cursor.
func (e *exporter) row(row scanner) error {
	var key rowKey
	var body, sum []byte
	if err := row.Scan(&key.recipe, &key.position, &key.pass, &body, &sum); err != nil {
		return err
	}
	if err := verify(key, body, sum); err != nil {
		return err
	}
	e.line(exchangeLine{Fingerprint: key.recipe, Position: key.position, Pass: key.pass,
		Body: body, SHA256: hexDigest(body)})
	e.done.Rows++
	return e.err
}

// end writes the last line and flushes the buffers.
func (e *exporter) end() error {
	e.line(exchangeLine{SHA256: hex.EncodeToString(e.digest.Sum(nil)), Rows: &e.done.Rows})
	if e.err != nil {
		return e.err
	}
	if err := e.buf.Flush(); err != nil {
		return err
	}
	return e.zip.Close()
}

// ExportOf writes the evaluations of some positions under one recipe, in the form of Export but
// compressed with Zstandard as tightly as possible, for Import and ReadArchive. Positions
// without evaluations are skipped. The same evaluations give the same bytes, whatever the order
// of the positions.
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
func (e *exporter) rowsOf(ctx context.Context, tx session, recipe string, positions []string) error {
	return each(ctx, tx, e.row, `SELECT r.fingerprint, e.position, e.pass, e.body, e.digest
		FROM recipes r JOIN evaluations e ON e.recipe = r.id
		WHERE r.fingerprint = ? AND e.position IN {list}
		ORDER BY e.position, e.pass`, recipe, list(positions))
}
