package store

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"maps"

	"github.com/klauspost/compress/zstd"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// Bounds of an import: the longest line that is read, and the number of rows
// that are written in one transaction.
const (
	maxImportLine = 1 << 20
	importBatch   = 1000
)

// Import reads what Export wrote and adds what the cache lacks. Every row is checked against
// its digest and must be a canonical evaluation; otherwise the error is fault.Invalid and names
// the line. A pass that the cache holds with another value is a fault.Corrupt error. Input that
// is cut off is a fault.Invalid error. After any error, the batches before it are kept.
func (c *Cache) Import(ctx context.Context, r io.Reader) (Exchanged, error) {
	in, err := newLineReader(r)
	if err != nil {
		return Exchanged{}, err
	}
	defer in.free()
	for !in.ended {
		batch, readErr := in.batch()
		if err := c.importBatch(ctx, batch, &in.done); err != nil {
			return in.done, err
		}
		if readErr != nil {
			return in.done, readErr
		}
	}
	return in.done, nil
}

// imported is the content of one batch of lines.
type imported struct {
	recipes map[string]string
	rows    map[rowKey][]byte
}

func (c *Cache) importBatch(ctx context.Context, batch imported, done *Exchanged) error {
	added := 0
	var conflict error
	err := c.db.transaction(ctx, func(tx session) (err error) {
		for fingerprint, text := range batch.recipes {
			if err := registerRecipe(ctx, tx, fingerprint, text); err != nil {
				return err
			}
		}
		added, conflict, err = writeRows(ctx, tx, batch.rows, c.today())
		return err
	})
	if err != nil {
		return err
	}
	done.Recipes += len(batch.recipes)
	done.Rows += len(batch.rows)
	done.New += added
	return conflict
}

// lineReader reads lines and keeps their digest.
type lineReader struct {
	lines  *bufio.Scanner
	free   func() // frees the decoder
	number int    // of the last line
	digest hash.Hash
	rows   int
	ended  bool
	done   Exchanged
}

func newLineReader(r io.Reader) (*lineReader, error) {
	text, free, err := unpack(r)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "import_form",
			"this is not an export of evaluations: it is packed neither with gzip nor with Zstandard")
	}
	in := &lineReader{lines: bufio.NewScanner(text), free: free, digest: sha256.New()}
	in.lines.Buffer(nil, maxImportLine)
	var header exchangeLine
	err = in.next(&header)
	if err == nil && (header.Format != exchangeFormat || header.Version != exchangeVersion) {
		err = in.reject(nil, "it is not the first line of an export of evaluations, version %d", exchangeVersion)
	}
	if err != nil {
		free()
		return nil, err
	}
	return in, nil
}

// batch reads up to importBatch rows. What it returns is valid even with an error.
func (in *lineReader) batch() (imported, error) {
	batch := imported{recipes: map[string]string{}, rows: map[rowKey][]byte{}}
	for len(batch.rows) < importBatch && !in.ended {
		var before [sha256.Size]byte
		in.digest.Sum(before[:0])
		var l exchangeLine
		if err := in.next(&l); err != nil {
			return batch, err
		}
		if err := in.take(l, batch, before[:]); err != nil {
			return batch, err
		}
	}
	return batch, nil
}

// take adds one line to the batch; before is the digest of the lines before it.
func (in *lineReader) take(l exchangeLine, batch imported, before []byte) error {
	switch {
	case l.Rows != nil:
		if *l.Rows != in.rows || l.SHA256 != hex.EncodeToString(before) {
			return in.reject(nil, "lines are missing or have been changed")
		}
		in.ended = true
		return nil
	case l.Recipe != nil:
		if _, err := readRecipe(l.Fingerprint, string(l.Recipe)); err != nil || hexDigest(l.Recipe) != l.Fingerprint {
			return in.reject(err, "the recipe does not match its fingerprint")
		}
		batch.recipes[l.Fingerprint] = string(l.Recipe)
		return nil
	}
	if err := canonicalRow(l); err != nil {
		return in.reject(err, "it is not a whole evaluation")
	}
	batch.rows[rowKey{l.Fingerprint, l.Position, l.Pass}] = l.Body
	in.rows++
	return nil
}

// next reads one line and adds it to the digest.
func (in *lineReader) next(l *exchangeLine) error {
	in.number++
	if !in.lines.Scan() {
		err := in.lines.Err()
		if err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
			return in.reject(err, "the file is cut off")
		}
		return in.reject(err, "it cannot be read")
	}
	text := in.lines.Bytes()
	in.digest.Write(text)
	in.digest.Write([]byte{'\n'})
	if err := json.Unmarshal(text, l); err != nil {
		return in.reject(err, "it is not JSON")
	}
	return nil
}

func (in *lineReader) reject(cause error, format string, args ...any) error {
	return fault.Wrap(cause, fault.Invalid, "import_form", "line %d of the export of evaluations is refused: "+format,
		append([]any{in.number}, args...)...)
}

// canonicalRow checks that a row matches its digest and that its body is the canonical encoding
// of its evaluation.
func canonicalRow(l exchangeLine) error {
	if len(l.Fingerprint) != 2*sha256.Size || l.Position == "" || hexDigest(l.Body) != l.SHA256 {
		return errors.New("the digest does not match")
	}
	found := map[string]analysis.Evaluation{}
	key := rowKey{l.Fingerprint, l.Position, l.Pass}
	if err := decodeInto(found, key, l.Body); err != nil {
		return err
	}
	again, err := encode(key, found[l.Position])
	if err != nil {
		return err
	}
	if body, ok := again[key]; !ok || string(body) != string(l.Body) {
		return errors.New("the encoding is not canonical")
	}
	return nil
}

// zstdMagic is the beginning of a Zstandard frame (RFC 8878, section 3.1.1).
const zstdMagic = "\x28\xb5\x2f\xfd"

// maxWindow is the memory that a Zstandard stream may ask for, 128 MiB.
const maxWindow = 128 << 20

// unpack reads an export packed with gzip or Zstandard; the function that it
// returns frees the decoder.
func unpack(r io.Reader) (io.Reader, func(), error) {
	buffered := bufio.NewReader(r)
	if head, err := buffered.Peek(len(zstdMagic)); err != nil || string(head) != zstdMagic {
		z, err := gzip.NewReader(buffered)
		return z, func() {}, err
	}
	z, err := zstd.NewReader(buffered, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, nil, err
	}
	return z, z.Close, nil
}

// Archive is an export in memory. It answers like the Cache from which it came, needs no file,
// and never changes. Evaluations stay encoded until they are requested, at about 300 bytes for
// a position. Its methods are safe for concurrent use.
type Archive struct {
	recipes map[string]string
	rows    map[rowKey][]byte
}

// ReadArchive reads what Export or ExportOf wrote, in one file or several, and checks every row as Import does. Its
// errors are those of Import; with an error there is no Archive.
func ReadArchive(files ...io.Reader) (*Archive, error) {
	a := &Archive{recipes: map[string]string{}, rows: map[rowKey][]byte{}}
	for _, r := range files {
		if err := a.add(r); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func (a *Archive) add(r io.Reader) error {
	in, err := newLineReader(r)
	if err != nil {
		return err
	}
	defer in.free()
	for !in.ended {
		batch, err := in.batch()
		if err != nil {
			return err
		}
		maps.Copy(a.recipes, batch.recipes)
		maps.Copy(a.rows, batch.rows)
	}
	return nil
}

// Recipes returns the recipes of the export, in ascending order of
// fingerprint.
func (a *Archive) Recipes() ([]analysis.Recipe, error) {
	return readRecipes(a.recipes)
}

// GetMany returns the evaluations of the positions, as Cache.GetMany does.
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
